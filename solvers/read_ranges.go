package solvers

import (
	"fmt"
	"math"
	"sort"

	"github.com/nrkit/nrkit/trace"
)

// ranges makes the calls from the ranges of the trace.
func (r *reader) ranges() error {
	for e := range r.trace.Events() {
		if uint(e.Track) >= uint(len(r.tracks)) {
			continue
		}
		k := &r.tracks[e.Track]
		k.last = max(k.last, e.Time)
		switch e.Kind {
		case trace.Begin:
			r.begin(k, &e)
		case trace.End:
			r.end(k, e.Track)
		}
		if len(r.run.Calls) == math.MaxInt32 {
			return fmt.Errorf("the trace has more than %d solver calls", math.MaxInt32-1)
		}
		r.run.End = max(r.run.End, k.last)
	}
	r.run.End = max(r.run.End, r.trace.Last)
	r.raw, r.rows = make([]pointers, len(r.run.Calls)), make([]int64, len(r.run.Calls))
	for k := range r.run.Calls {
		r.rows[k] = -1
		if c := &r.run.Calls[k]; c.Has(Open) {
			c.End = r.run.End
			r.run.Loss.Open++
		}
	}
	return nil
}

// maxDepth is how many calls may be open at once on a thread.
const maxDepth = 256

// begin opens a range.
func (r *reader) begin(k *trackReader, e *trace.Event) {
	kind := uint8(nameOther)
	if uint(e.Name) < uint(len(r.kinds)) {
		kind = r.kinds[e.Name]
	}
	switch kind {
	case nameOther:
		k.open = append(k.open, openOther)
	case nameRecording:
		if k.depth++; k.depth == 1 {
			k.begin = k.last
		}
		k.open = append(k.open, openRecording)
	case nameCall, nameSure:
		if k.calls == maxDepth {
			r.run.Loss.TooDeep++
			k.open = append(k.open, openOther)
			return
		}
		k.calls++
		if k.thread < 0 {
			tr := r.trace.Tracks[e.Track]
			k.thread = int32(len(r.run.Threads))
			r.run.Threads = append(r.run.Threads, Thread{Rank: tr.Rank, Process: tr.Process, ID: tr.Thread, Name: tr.Name, track: e.Track})
		}
		call := int32(len(r.run.Calls))
		r.run.Calls = append(r.run.Calls, Call{Begin: k.last, Function: e.Name, Thread: k.thread, Parent: k.inner,
			N: -1, Rows: -1, NNZ: -1, NRHS: -1, Status: Unknown, Selector: Unknown, Iteration: -1, Flags: Open | NoData})
		k.inner = call
		k.open = append(k.open, call)
	}
}

// end closes the innermost range of a track.
func (r *reader) end(k *trackReader, track int32) {
	n := len(k.open) - 1
	if n < 0 {
		return
	}
	what := k.open[n]
	k.open = k.open[:n]
	switch {
	case what >= 0:
		c := &r.run.Calls[what]
		c.End = k.last
		c.Flags &^= Open
		k.inner = c.Parent
		k.calls--
		k.ends = append(k.ends, what)
	case what == openRecording:
		if k.depth--; k.depth == 0 && k.last > k.begin {
			r.spans = append(r.spans, span{track, k.begin, k.last})
		}
	}
}

// find returns the call that ended on a track at a time and has no data yet, with the
// name of the range if there are several; -1 without such a range.
func (r *reader) find(track int32, time int64, name int32) int32 {
	k := &r.tracks[track]
	if k.next < len(k.ends) {
		c := k.ends[k.next]
		if x := &r.run.Calls[c]; x.End == time && x.Has(NoData) && (x.Function == name || name < 0) {
			k.next++
			return c
		}
	}
	at := sort.Search(len(k.ends), func(i int) bool { return r.run.Calls[k.ends[i]].End >= time })
	found := int32(-1)
	for ; at < len(k.ends) && r.run.Calls[k.ends[at]].End == time; at++ {
		c := k.ends[at]
		x := &r.run.Calls[c]
		if !x.Has(NoData) {
			continue
		}
		if x.Function == name {
			found, k.next = c, at+1
			break
		}
		if found < 0 {
			found, k.next = c, at+1
		}
	}
	return found
}
