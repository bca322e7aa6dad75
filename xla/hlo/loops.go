package hlo

import (
	"slices"
	"strings"
)

// deepest is up to which depth of calls the program is followed.
const deepest = 10000

// maxTargets is how many custom calls of a loop are named. Programs have some tens;
// with all, loops within loops would take memory with the square of their number.
const maxTargets = 100

// A walk follows a program from its entry.
type walk struct {
	b       *builder
	seen    []bool        // by computation
	around  []loopsAround // by computation
	entered []bool        // by computation: enclose was there
	targets [][]int32     // of custom calls in a computation and what it runs, by computation
	known   []bool        // whether targets is
	calls   map[int32]*CustomCall
	loops   []*loop // in the order of the walk
}

// A place is where in the program a computation is executed.
type place struct {
	outer      *loop
	depth      int  // of loops
	calls      int  // depth of calls
	captured   bool // in a command buffer
	executions int64
}

// walkLoops says of loops, conditionals and custom calls where they are.
func (b *builder) walkLoops() {
	w := &walk{b: b, seen: make([]bool, len(b.comps)), around: make([]loopsAround, len(b.comps)), entered: make([]bool, len(b.comps)), targets: make([][]int32, len(b.comps)), known: make([]bool, len(b.comps)), calls: map[int32]*CustomCall{}}
	for _, c := range b.comps {
		for _, e := range c.customs.list {
			if w.calls[e.number] == nil {
				w.calls[e.number] = &CustomCall{Target: b.targets.list[e.number]}
			}
			w.calls[e.number].Count += e.n
		}
	}
	if b.entry != nil {
		w.visit(b.entry, place{executions: 1})
		w.enclose(b.entry, 0, 0)
		w.countEnclosed()
	}
	b.m.CustomCalls = []CustomCall{}
	for _, c := range w.calls { // sorted later
		b.m.CustomCalls = append(b.m.CustomCalls, *c)
	}
	for _, l := range b.loops {
		if !l.Reachable {
			w.loops = append(w.loops, l)
		}
	}
	b.loops = w.loops
	b.m.Whiles = make([]While, len(b.loops))
	for k, l := range b.loops {
		w.loop(l)
		b.m.Whiles[k] = l.While
	}
	b.m.Conditionals = make([]Conditional, len(b.choices))
	for k, c := range b.choices {
		c.Computation, c.Branches = c.in.name, []string{}
		for _, t := range c.branches {
			c.Branches = append(c.Branches, t.String())
		}
		b.m.Conditionals[k] = c.Conditional
	}
}

// visit follows a computation. One that is called from several places is
// followed at the first.
func (w *walk) visit(c *computation, at place) {
	if c == nil || w.seen[c.number] {
		return
	}
	if at.calls++; at.calls > deepest {
		w.b.warn(codeTooDeep, c.line, "calls are nested too deeply to follow")
		return
	}
	w.seen[c.number] = true
	for k := range c.controls {
		w.control(&c.controls[k], at)
	}
}

// control follows what an operation runs.
func (w *walk) control(ctl *control, at place) {
	outer := ""
	if at.outer != nil {
		outer = at.outer.Name
	}
	if l := ctl.loop; l != nil {
		l.Reachable, l.Depth, l.Outer, l.Executions, l.Captured = true, at.depth, outer, at.executions, at.captured
		w.loops = append(w.loops, l)
		at.outer = l
		at.depth++
		if l.TripCount != nil {
			at.executions = mul(at.executions, *l.TripCount)
		}
	}
	if c := ctl.choice; c != nil {
		c.Reachable, c.Outer, c.Executions, c.Captured = true, outer, at.executions, at.captured
	}
	for _, t := range ctl.targets {
		inside := at
		if ctl.loop == nil && ctl.choice == nil && strings.HasPrefix(t.name, "command_buffer") {
			inside.captured = true
		}
		w.visit(t.computation, inside)
	}
}

// loopsAround says which loops a computation is in, of all ways to it.
type loopsAround uint8

const (
	aLoop       loopsAround = 1 << iota // one at least
	unknownLoop                         // one without a known trip count
)

// enclose notes what loops are around a computation and what it runs. It goes to
// a computation again only with what was not known of it.
func (w *walk) enclose(c *computation, around loopsAround, calls int) {
	if c == nil || calls >= deepest || w.entered[c.number] && w.around[c.number]|around == w.around[c.number] {
		return
	}
	w.entered[c.number] = true
	w.around[c.number] |= around
	for _, ctl := range c.controls {
		inside := w.around[c.number]
		if l := ctl.loop; l != nil {
			inside |= aLoop
			if l.TripCount == nil {
				inside |= unknownLoop
			}
		}
		for _, t := range ctl.targets {
			w.enclose(t.computation, inside, calls+1)
		}
	}
}

// countEnclosed counts the custom calls in loops.
func (w *walk) countEnclosed() {
	for _, c := range w.b.comps {
		for _, e := range c.customs.list {
			if w.around[c.number]&aLoop != 0 {
				w.calls[e.number].InLoops += e.n
			}
			if w.around[c.number]&unknownLoop != 0 {
				w.calls[e.number].InUnknownLoops += e.n
			}
		}
	}
}

// loop fills what is said of a loop besides where it is.
func (w *walk) loop(l *loop) {
	l.Computation, l.Condition, l.Body = l.in.name, l.condition.String(), l.body.String()
	l.BodyOpCounts, l.CustomCalls = []OpCount{}, []string{}
	l.Syncs = w.b.m.Optimized && l.TripCount == nil && !l.Captured
	c := l.body.computation
	if c == nil {
		return
	}
	l.BodyOps, l.BodyOpCounts = w.b.m.Computations[c.number].Ops, w.b.m.Computations[c.number].OpCounts
	for _, k := range w.customs(c, 0) {
		l.CustomCalls = append(l.CustomCalls, w.b.targets.list[k])
	}
	slices.SortFunc(l.CustomCalls, strings.Compare)
}

// customs returns the custom calls of a computation and what it runs, the first
// maxTargets of them.
func (w *walk) customs(c *computation, depth int) []int32 {
	if c == nil || w.known[c.number] || depth > deepest {
		if c == nil {
			return nil
		}
		return w.targets[c.number]
	}
	w.known[c.number] = true // also against a computation that runs itself
	var list []int32
	for _, e := range c.customs.list {
		list = append(list, e.number)
	}
	for _, ctl := range c.controls {
		for _, t := range ctl.targets {
			list = append(list, w.customs(t.computation, depth+1)...)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	w.targets[c.number] = slices.Clone(list[:min(len(list), maxTargets)])
	return w.targets[c.number]
}
