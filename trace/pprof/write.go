package pprof

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/trace"
)

// maxIteration is the last iteration that has a number of its own.
const maxIteration = 64

// Write writes t to w.
//
// Cost: one pass over the events, two if there is work on devices, and the passes of
// [trace.NewEstimate] if the trace is sampled. Memory: one sample for each different
// stack, iteration number up to 65, regime and track, with its frames; the open
// ranges; and the profile as bytes. If there are many flows, the places of calls are
// in a temporary file. go tool pprof holds the same samples in memory to show them.
//
// The error comes from w, is a *spill.Error, or says that the profile is too large:
// its samples may have 67 million frames. If the library finds the profile invalid,
// it is an internal error.
func Write(w io.Writer, t *trace.Trace) error {
	x := newProfiler(t)
	if err := x.read(); err != nil {
		return err
	}
	p, err := x.profile()
	if err != nil {
		return err
	}
	if err := p.CheckValid(); err != nil {
		return fmt.Errorf("internal error: profile for pprof: %w", err)
	}
	return p.Write(w)
}

// read adds up the events.
func (x *profiler) read() error {
	for e := range x.t.Events() {
		x.event(e)
	}
	if x.devices {
		x.readDevices()
		err := x.space.Err()
		if cerr := x.space.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			return err
		}
	}
	x.scale()
	return nil
}

// hasFlow says whether there is a flow of that number.
func (x *profiler) hasFlow(flow int64) bool {
	return x.launches != nil && uint64(flow) < uint64(x.launches.Len())
}

// Regimes of a range.
const (
	outside = iota
	cold
	warm
	preempted
	regimes
)

// A stack is a node of the tree of stacks.
type stack struct {
	parent int32 // -1 at the root
	name   int32
}

// A key is what samples are told apart by.
type key struct {
	stack, track      int32
	iteration, regime uint8
}

// A launch is where the call of a flow is.
type launch struct {
	key
	known bool
}

// A frame is an open range.
type frame struct {
	key
	start, inside int64
	iterations    uint8 // directly in it so far
	waits         bool  // in a call that waits for a device
	work          bool  // on a device
}

// Values of a sample.
const (
	calls = iota
	wall
	gpu
	wait
	values
)

// A profiler is the state of one Write.
type profiler struct {
	t         *trace.Trace
	iteration int32 // names of the phases, -1 when the trace has none
	step      int32
	stacks    []stack
	numbers   map[stack]int32
	sums      map[key]*[values]int64
	devices   bool // there is work on devices, or calls of a driver
	space     *spill.Space
	launches  *spill.Array[launch] // by flow; nil when there is nothing of devices
	order     []key
	open      [][]frame // by track
	begun     []int64   // by track: time steps
	weights   weights
	last      int64
}

func newProfiler(t *trace.Trace) *profiler {
	x := &profiler{
		t:         t,
		devices:   slices.ContainsFunc(t.Sorts, func(s string) bool { return s != "" && s != trace.SortOS }),
		iteration: int32(slices.Index(t.Names, trace.PhaseIteration)),
		step:      int32(slices.Index(t.Names, trace.PhaseTimestep)),
		numbers:   map[stack]int32{},
		sums:      map[key]*[values]int64{},
		open:      make([][]frame, len(t.Tracks)),
		begun:     make([]int64, len(t.Tracks)),
		weights:   weights{estimate: trace.NewEstimate(t), around: map[key]bool{}},
	}
	if x.devices {
		x.space = spill.New(spill.Limit)
		x.launches = spill.NewArray[launch](x.space, t.Flows)
	}
	return x
}

func (x *profiler) event(e trace.Event) {
	x.last = max(x.last, e.Time)
	switch e.Kind {
	case trace.Begin:
		x.open[e.Track] = append(x.open[e.Track], x.begin(e))
	case trace.End:
		x.end(e)
	case trace.FlowOut:
		if open := x.open[e.Track]; len(open) > 0 && x.hasFlow(e.Index) {
			*x.launches.Edit(e.Index) = launch{open[len(open)-1].key, true}
		}
	}
}

// begin returns the frame of a range. It inherits what it is in.
func (x *profiler) begin(e trace.Event) frame {
	f := frame{key: key{stack: -1, track: e.Track}, start: e.Time}
	var around *frame
	if n := len(x.open[e.Track]); n > 0 {
		around = &x.open[e.Track][n-1]
		f.key = around.key
		f.waits = around.waits
	}
	sort := x.t.Sort(e.Name)
	f.waits = f.waits || sort == trace.SortSync
	if f.work = trace.OnDevice(sort); f.work {
		return f // comes with readDevices
	}
	f.stack = x.number(stack{f.stack, e.Name})
	switch e.Name {
	case x.step:
		f.regime = x.regime(&f, e.Track)
	case x.iteration:
		f.iteration = 1
		if around != nil {
			around.iterations = min(around.iterations+1, maxIteration+1)
			f.iteration = around.iterations
		}
	}
	return f
}

// regime returns that of a time step that begins, or of the one that it lies in.
func (x *profiler) regime(f *frame, track int32) uint8 {
	if f.regime != outside {
		return f.regime
	}
	k := x.begun[track]
	x.begun[track]++
	switch {
	case k == 0:
		return cold
	case x.weights.estimate.Preempted(track, k):
		return preempted
	}
	return warm
}

// number returns the number of a stack.
func (x *profiler) number(s stack) int32 {
	if i, ok := x.numbers[s]; ok {
		return i
	}
	i := int32(len(x.stacks))
	x.stacks = append(x.stacks, s)
	x.numbers[s] = i
	return i
}

func (x *profiler) end(e trace.Event) {
	open := x.open[e.Track]
	if len(open) == 0 {
		return
	}
	f := open[len(open)-1]
	open = open[:len(open)-1]
	x.open[e.Track] = open
	if f.work {
		return
	}
	took := e.Time - f.start
	var around *frame
	if len(open) > 0 {
		around = &open[len(open)-1]
		around.inside += took
	}
	x.ended(&f, took, around)
	sum := x.sum(f.key)
	sum[calls]++
	sum[wall] += took - f.inside
	if f.waits {
		sum[wait] += took - f.inside
	}
}

// sum returns the values of a sample.
func (x *profiler) sum(k key) *[values]int64 {
	sum := x.sums[k]
	if sum == nil {
		sum = new([values]int64)
		x.sums[k] = sum
		x.order = append(x.order, k)
	}
	return sum
}

// comments returns the header as key: value.
func comments(h *trace.Header) []string {
	var out []string
	add := func(key, value string) {
		if value != "" {
			out = append(out, key+": "+value)
		}
	}
	add("program", h.Program)
	add("host", h.Host)
	add("clock", h.Clock)
	if h.Sample > 1 {
		add("sample", fmt.Sprintf("1 of %d time steps", h.Sample))
	}
	if h.TimerNS > 0 {
		add("timer_ns", fmt.Sprint(h.TimerNS))
	}
	for _, k := range slices.Sorted(maps.Keys(h.Labels)) {
		add(k, h.Labels[k])
	}
	return out
}
