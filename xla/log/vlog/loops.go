package vlog

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/internal/logline"
)

// A Mode says how loops were run.
type Mode string

// Modes.
const (
	// Host: the host runs the thunks of the loop.
	Host Mode = "host"
	// Replaced: the loop may be part of a command buffer that ran thunk by thunk,
	// to warm up or because of a profiler. It began after a message on that, and
	// before one that shows that this was over.
	Replaced Mode = "replaced"
)

// A Loop is one execution of a while loop by the host.
type Loop struct {
	Place
	EndLine int64 `json:"end_line"` // line of the last message; 0 if the log ends before
	Device  int   `json:"device"`   // ordinal of the device; −1 if not printed
	Depth   int   `json:"depth"`    // number of loops around this loop

	// number of the loop, from 0, within one iteration of the loop around
	//
	// The log does not name the loop. The same loop of the program has the same
	// depth and number, except where a conditional leaves loops out, or where a
	// trip count of 1 hides that a loop lies in another.
	Nth int `json:"nth"`

	TripCount  bool  `json:"known_trip_count"`  // true if the trip count is known
	Iterations int64 `json:"iterations"`        // number of iterations of the body
	Finished   bool  `json:"finished"`          // true if the end of the loop is in the log
	Partial    bool  `json:"partial,omitempty"` // true if the start of the loop is not in the log; absent otherwise

	Mode Mode `json:"mode"` // `host`, or `replaced`: maybe in a command buffer that ran thunk by thunk

	state    loopState
	next     int64  // the iteration that is expected
	begun    int    // loops in this iteration
	children [2]int // loops of the same mode, in the iteration before and in this one
	times    loopTimes
	ended    *logline.Stamp // of a loop with a condition; nil where its end is not in the log
}

// A loopState is the message that a loop had last.
type loopState uint8

const (
	started loopState = iota
	conditioned
	resulted
	bodied
)

// A LoopGroup is the executions of loops at one place: device, depth, place
// in the loop around, and whether the trip count is known.
type LoopGroup struct {
	Device    int        `json:"device"`           // ordinal of the device; −1 if not printed
	Depth     int        `json:"depth"`            // number of loops around these loops
	Nth       int        `json:"nth"`              // number of the loop, from 0, within one iteration of the loop around
	TripCount bool       `json:"known_trip_count"` // true if the trip count is known
	First     int64      `json:"first_line"`       // line of the first loop, from 1
	Host      LoopCounts `json:"host"`             // loops whose thunks the host ran
	Replaced  LoopCounts `json:"replaced"`         // loops that may be part of a command buffer that ran thunk by thunk
}

// LoopCounts counts loops and their iterations.
type LoopCounts struct {
	Loops      int64 `json:"loops"`      // number of loops
	Iterations int64 `json:"iterations"` // number of iterations

	Unfinished int64 `json:"unfinished"` // loops without an end in the log; minimum, maximum and histogram omit them

	Min        int64 `json:"min_iterations"` // fewest iterations of a loop
	Max        int64 `json:"max_iterations"` // most iterations of a loop
	Histogram  []Bin `json:"histogram"`      // number of loops by number of iterations
	Rest       int64 `json:"histogram_rest"` // number of loops with further numbers of iterations, for lack of room
	TimedWaits int64 `json:"timed_waits"`    // number of waits for the result of a condition that have times

	// time from the message that a condition is computed to the message on its
	// result
	//
	// The host waits meanwhile, and writes the first of the messages.
	WaitNS int64 `json:"wait_ns"`

	TimedIterations int64 `json:"timed_iterations"` // number of iterations of the loops in `timed_ns`

	TimedNS int64 `json:"timed_ns"` // time of loops with a condition, start and end; includes writing messages

	bins map[int64]int64
}

// A Bin is the number of loops with the number of iterations.
type Bin struct {
	Iterations int64 `json:"iterations"` // number of iterations
	Loops      int64 `json:"loops"`      // number of loops with this number of iterations
}

// A lane is a sequence of messages of loops: those of a thread, or of a device
// where no thread is printed.
type lane struct {
	loops []*Loop // that are open, the outermost first
}

// loopEvent takes a message of while_thunk.cc.
func (p *Parser) loopEvent(r *runner, n *lane, e *Event) {
	switch e.Kind {
	case TripCount:
		p.begin(r, n, e, true)
	case Iteration:
		p.iteration(r, n, e)
	case Condition:
		p.condition(r, n, e)
	case Result:
		if l := n.top(); l != nil && !l.TripCount && l.state == conditioned {
			l.state = resulted
			l.times.answer(e)
			return
		}
		p.log.Unplaced++
	case Body:
		p.body(r, n, e)
	case Break:
		p.end(r, n, e)
	}
}

// top returns the innermost open loop, nil when there is none.
func (n *lane) top() *Loop {
	if len(n.loops) == 0 {
		return nil
	}
	return n.loops[len(n.loops)-1]
}

// find returns the index of the innermost open loop for which match holds, -1
// when there is none.
func (n *lane) find(match func(*Loop) bool) int {
	for k := len(n.loops) - 1; k >= 0; k-- {
		if match(n.loops[k]) {
			return k
		}
	}
	return -1
}

// begin takes the start of a loop.
func (p *Parser) begin(r *runner, n *lane, e *Event, tripCount bool) *Loop {
	for l := n.top(); l != nil && l.over(); l = n.top() {
		p.close(n, len(n.loops)-1, e.Line)
	}
	l := &Loop{Place: placeOf(e), Device: e.Device, Depth: len(n.loops), TripCount: tripCount, Mode: r.mode()}
	if tripCount {
		l.Iterations = e.N
	}
	if around := n.top(); around != nil {
		around.holds(l)
	}
	if len(n.loops) == maxDepth {
		p.log.Unplaced++
		p.close(n, 0, e.Line) // no program nests loops like this: ends are missing
		l.Depth = 0
		l.Nth = 0
	}
	n.loops = append(n.loops, l)
	return l
}

// holds says that inner begins in this iteration of l.
func (l *Loop) holds(inner *Loop) {
	inner.Nth = l.begun
	l.begun++
	if inner.Mode == l.Mode { // a command buffer warms up once
		l.children[1]++
	}
}

// over reports whether a loop with a trip count has ended, which no message says,
// when another one begins: its last iteration runs, and has as many loops in it
// as the iteration before.
func (l *Loop) over() bool {
	if !l.TripCount || (l.next > 0 && l.next < l.Iterations) {
		return false
	}
	return l.next < 2 || l.children[1] >= l.children[0]
}

// turn takes the start of an iteration.
func (l *Loop) turn() {
	l.children[0], l.children[1], l.begun = l.children[1], 0, 0
}

// iteration takes the start of an iteration of a loop with a trip count.
func (p *Parser) iteration(r *runner, n *lane, e *Event) {
	k := n.find(func(l *Loop) bool { return l.TripCount && l.next == e.N && e.N < l.Iterations })
	if k < 0 {
		p.log.Unplaced++
		return
	}
	p.close(n, k+1, e.Line)
	l := n.loops[k]
	l.next++
	l.turn()
	if l.Device == NoDevice {
		l.Device = e.Device
	}
	r.seen(l)
}

// condition takes the evaluation of a condition, which begins a loop at
// iteration 0.
func (p *Parser) condition(r *runner, n *lane, e *Event) {
	if e.N == 0 {
		if l := n.top(); l != nil && !l.TripCount && l.state == conditioned {
			p.log.Unplaced++ // the result did not come: another thread
		}
		l := p.begin(r, n, e, false)
		l.state = conditioned
		l.times.ask(e)
		return
	}
	k := n.find(func(l *Loop) bool { return !l.TripCount && l.state == bodied && l.next == e.N })
	if k < 0 {
		p.log.Unplaced++
		l := p.begin(r, n, e, false)
		l.Partial, l.state, l.next, l.Iterations = true, conditioned, e.N, e.N
		l.times.ask(e)
		return
	}
	p.close(n, k+1, e.Line)
	l := n.loops[k]
	l.state = conditioned
	l.times.ask(e)
	r.seen(l)
}

// body takes the start of an iteration of a loop with a condition.
func (p *Parser) body(r *runner, n *lane, e *Event) {
	k := n.find(func(l *Loop) bool { return !l.TripCount && l.next == e.N && l.state != bodied })
	if k < 0 {
		p.log.Unplaced++
		return
	}
	p.close(n, k+1, e.Line)
	l := n.loops[k]
	l.state, l.next, l.Iterations = bodied, e.N+1, e.N+1
	l.turn()
	r.seen(l)
}

// end takes the end of a loop with a condition: its number of iterations stands
// in the message, whatever else is missing.
func (p *Parser) end(r *runner, n *lane, e *Event) {
	k := n.find(func(l *Loop) bool { return !l.TripCount && l.next == e.N && l.state != bodied })
	if k < 0 {
		p.log.Unplaced++
		l := &Loop{Place: placeOf(e), Device: e.Device, Iterations: e.N, Partial: true, Finished: true, Mode: r.mode()}
		l.EndLine = e.Line
		p.count(l)
		return
	}
	p.close(n, k+1, e.Line)
	l := n.loops[k]
	l.Finished, l.ended = true, e.Time
	r.seen(l)
	p.close(n, k, e.Line)
}

// close ends the open loops from index k on; line is where this shows.
func (p *Parser) close(n *lane, k int, line int64) {
	for len(n.loops) > k {
		l := n.top()
		n.loops = n.loops[:len(n.loops)-1]
		if l.TripCount { // without messages on iterations, all there is says that it runs N
			l.Finished = l.next == 0 || l.next == l.Iterations
			if !l.Finished {
				l.Iterations = l.next
			}
		}
		l.EndLine = line
		p.count(l)
	}
}

// count adds a loop that has ended to its group.
func (p *Parser) count(l *Loop) {
	if len(p.log.Sample) < maxSample {
		p.log.Sample = append(p.log.Sample, *l)
	}
	key := groupKey{l.Device, l.Depth, l.Nth, l.TripCount}
	g := p.groups[key]
	if g == nil {
		if len(p.groups) >= maxGroups {
			p.log.Dropped.Loops++
			return
		}
		g = &LoopGroup{Device: l.Device, Depth: l.Depth, Nth: l.Nth, TripCount: l.TripCount, First: l.Line}
		p.groups[key] = g
	}
	g.First = min(g.First, l.Line)
	c := &g.Host
	if l.Mode == Replaced {
		c = &g.Replaced
	}
	c.add(l)
	c.addTimes(l)
}

// maxTotal is where sums stay: no log is so long.
const maxTotal = 1 << 60

// A groupKey identifies a group.
type groupKey struct {
	device, depth, nth int
	tripCount          bool
}

// add counts l.
func (c *LoopCounts) add(l *Loop) {
	c.Loops++
	c.Iterations = min(c.Iterations+l.Iterations, maxTotal)
	if !l.Finished {
		c.Unfinished++
		return
	}
	if len(c.bins) == 0 {
		c.bins = map[int64]int64{}
		c.Min = l.Iterations
	}
	c.Min, c.Max = min(c.Min, l.Iterations), max(c.Max, l.Iterations)
	if _, ok := c.bins[l.Iterations]; !ok && len(c.bins) >= maxBins {
		c.Rest++
		return
	}
	c.bins[l.Iterations]++
}

// finish puts what was counted in order.
func (c *LoopCounts) finish() {
	c.Histogram = make([]Bin, 0, len(c.bins))
	for n, loops := range c.bins {
		c.Histogram = append(c.Histogram, Bin{n, loops})
	}
	slices.SortFunc(c.Histogram, func(a, b Bin) int { return cmp.Compare(a.Iterations, b.Iterations) })
	c.bins = nil
}

// laneOf returns the lane of a message.
func (p *Parser) laneOf(e *Event) *lane {
	key := laneKey{e.Thread, 0}
	if e.Thread == NoThread {
		key.device = e.Device
	}
	n := p.lanes[key]
	if n == nil {
		n = &lane{}
		if len(p.lanes) >= maxThreads {
			p.log.Dropped.Threads++
			return n
		}
		p.lanes[key] = n
	}
	return n
}

// A laneKey is a thread, or a device of no thread.
type laneKey struct {
	thread int64
	device int
}

// adopt moves a loop that began without a device to the lane of e, which is the
// first message of its iterations and names one.
func (p *Parser) adopt(n *lane, e *Event) {
	if e.Thread != NoThread || e.Device == NoDevice || e.Kind != Iteration || e.N != 0 {
		return
	}
	from := p.lanes[laneKey{NoThread, NoDevice}]
	if from == nil || from == n {
		return
	}
	l := from.top()
	if l == nil || !l.TripCount || l.next != 0 || l.Iterations == 0 {
		return
	}
	from.loops = from.loops[:len(from.loops)-1]
	l.Device, l.Depth, l.Nth = e.Device, len(n.loops), 0
	if around := n.top(); around != nil {
		around.holds(l)
	}
	n.loops = append(n.loops, l)
}
