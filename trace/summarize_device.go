package trace

import (
	"fmt"
	"slices"
)

// A DeviceSummary says what devices did in a trace that has work on devices or
// calls of a driver.
//
// Work belongs to the ranges around the call that launched it, which is found by its
// flow: all ranges of its thread that contain the call. Its time is the sum of the
// durations: overlapping work counts several times, so GPU time may exceed wall
// time. A call belongs to the ranges around it in the same way. If calls that wait
// are inside one another, only the outermost counts. Ranges on other lanes of the
// thread are found if the events of these lanes are in order of time.
type DeviceSummary struct {
	Work         int64 `json:"operations"`     // number of kernels, copies, memory sets and CUDA graphs
	NS           int64 `json:"gpu_ns"`         // sum of the durations of these operations; operations that overlap count fully
	Unattributed int64 `json:"gpu_outside_ns"` // part of `gpu_ns` in operations whose call is unknown or lies in no range

	// number of calls that wait for a device by their name: `…Synchronize`, and
	// copies from or to the host that are not `Async`. Of nested calls only the
	// outermost counts
	Calls int64 `json:"synchronizing"`

	Wait     int64 `json:"wait_ns"`          // total time of these calls
	Idle     int64 `json:"wait_outside_ns"`  // part of `wait_ns` in calls that lie in no range
	Latency  int64 `json:"launch_median_ns"` // median time from the begin of such a call to the begin of its first work
	Launched int64 `json:"launched"`         // number of calls whose work is known
}

// deviceSums adds up what devices did.
type deviceSums struct {
	flows   *FlowTable
	late    sketch    // from calls to their work
	threads [][]int32 // by track: the lanes of its thread
	all     *workSums // nil when nobody asks for them
	DeviceSummary
}

// deviceTrack follows a track through the pass before.
type deviceTrack struct{ open []deviceOpen }

type deviceOpen struct {
	begin, flow int64
	bytes       float64
	name        int32
	work        bool
}

// newDeviceSums returns nil when t has nothing of devices. Else it reads all
// events once, since work may come before its call. What is in all is added up
// beside, unless all is nil.
func newDeviceSums(t *Trace, all *workSums) *deviceSums {
	if !hasDevices(t) {
		return nil
	}
	d := &deviceSums{flows: newFlowTable(t.Flows), all: all}
	tracks := make([]deviceTrack, len(t.Tracks))
	for e := range t.Events() {
		if uint(e.Track) < uint(len(tracks)) {
			d.event(&tracks[e.Track], e, OnDevice(t.Sort(e.Name)))
		}
	}
	return d
}

// work returns what was added up of the whole of a trace of span ns. Where it is
// incomplete, it notes that in t, for Err.
func (d *deviceSums) work(t *Trace, span int64) *WorkSummary {
	w, err := d.all.summary(span)
	if err != nil && t.spilt == nil {
		t.spilt = err
	}
	return w
}

// close gives the table of flows back. Where the table was incomplete, close notes
// that in t, for Err; t is nil where nobody needs the flows.
func (d *deviceSums) close(t *Trace) {
	if d == nil {
		return
	}
	if err := d.flows.Close(); err != nil && t != nil && t.spilt == nil {
		t.spilt = fmt.Errorf("GPU times by phase: %w", err)
	}
}

func (d *deviceSums) event(t *deviceTrack, e Event, work bool) {
	k := len(t.open) - 1
	switch {
	case e.Kind == Begin:
		t.open = append(t.open, deviceOpen{e.Time, -1, 0, e.Name, work})
	case e.Kind == Arg && k >= 0 && d.all != nil:
		t.open[k].bytes += d.all.bytes(e)
	case e.Kind == FlowIn && k >= 0 && d.flows.Has(e.Index):
		t.open[k].flow = e.Index
	case e.Kind == End && k >= 0:
		r := t.open[k]
		t.open = t.open[:k]
		if d.all != nil {
			d.all.add(e.Track, &r, e.Time)
		}
		if !r.work {
			return
		}
		ns := max(e.Time-r.begin, 0)
		d.Work++
		d.NS += ns
		d.Unattributed += ns
		d.flows.add(r.flow, r.begin, ns)
	}
}

// launch gives the work of a flow to the call that launched it, or to the
// ranges around where there is no call.
func (s *sums) launch(t *sumTrack, e *Event) {
	d := s.device
	if d == nil || !d.flows.Has(e.Index) {
		s.odd++
		return
	}
	work, k := d.flows.take(e.Index), len(t.stack)-1
	ns := work.NS
	if work.Some && k >= 0 {
		d.Launched++
		d.late.add(max(work.Begun-t.stack[k].begin, 0))
	}
	if k >= 0 && t.stack[k].node == nil {
		t.stack[k].gpu += ns
	} else if give(t.stack, e.Time, ns, 0) {
		d.Unattributed -= ns
	}
}

// called gives the work of a call that has ended, and its time if it waited, to
// the ranges around it on its thread. Of calls that wait inside of one another
// the outermost counts.
func (s *sums) called(track int32, r *sumOpen, ns int64) {
	d, wait := s.device, int64(0)
	if d == nil {
		return // a call of a library
	}
	if r.waits && !slices.ContainsFunc(s.tracks[track].stack, func(o sumOpen) bool { return o.waits }) {
		wait = ns
		d.Calls++
		d.Wait += wait
	}
	given := false
	for _, k := range s.lanes(track) {
		given = give(s.tracks[k].stack, r.begin, r.gpu, wait) || given
	}
	if given {
		d.Unattributed -= r.gpu
	} else {
		d.Idle += wait
	}
}

// give adds to the ranges of a stack that began by then; false when there are
// none.
func give(stack []sumOpen, begun, gpu, wait int64) bool {
	given := false
	for _, r := range stack {
		if r.node != nil && r.begin <= begun {
			to := r.node.in(r.regime)
			to.gpu += gpu
			to.wait += wait
			given = true
		}
	}
	return given
}

// lanes returns the tracks of the thread of a track, that one too.
func (s *sums) lanes(track int32) []int32 {
	d := s.device
	if d.threads == nil {
		byThread := map[Track][]int32{}
		for i, tr := range s.trace.Tracks {
			tr.Name, tr.Lane = "", 0
			byThread[tr] = append(byThread[tr], int32(i))
		}
		d.threads = make([][]int32, len(s.trace.Tracks))
		for _, list := range byThread {
			for _, i := range list {
				d.threads[i] = list
			}
		}
	}
	return d.threads[track]
}

// in returns the ranges of a node in a regime.
func (n *node) in(regime uint8) *stats {
	if n.regime[regime] == nil {
		n.regime[regime] = new(stats)
	}
	return n.regime[regime]
}

// around returns the innermost node of a stack, nil for none: calls have none.
func around(stack []sumOpen) *node {
	for k := len(stack) - 1; k >= 0; k-- {
		if n := stack[k].node; n != nil {
			return n
		}
	}
	return nil
}

// onDevice fills what a phase has of devices.
func (s *sums) onDevice(p *Phase, gpu, wait int64) {
	if s.device != nil {
		p.GPU, p.Wait = &gpu, &wait
	}
}
