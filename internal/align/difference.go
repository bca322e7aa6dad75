package align

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// A span is a unit: an iteration, or a time step.
type span struct {
	start, end int64
	mark       int32 // where it begins
	partner    int32
}

// A difference is the track of a pair of threads.
type difference struct {
	unit    Unit
	pair    pair
	units   [2][]span
	columns [2]map[string][]int64
	names   []string // of the columns that either thread has, the unit first
}

// Names of ranges and counters of a difference.
const (
	onlyBefore  = "only before: "
	onlyAfter   = "only after: "
	ofCounter   = "_difference_ns"
	argSteps    = "step"       // number of the time step of an iteration
	argContents = "iterations" // how many a solution has
)

// newDifference prepares the difference of a pair.
func newDifference(p pair, u Unit) *difference {
	d := &difference{unit: u, pair: p, names: []string{u.phase()}}
	for k, l := range []*thread{p.before, p.after} {
		d.units[k] = l.units(u)
		d.columns[k] = map[string][]int64{}
		for _, c := range l.columns {
			d.columns[k][c.name] = c.ns
			if !slices.Contains(d.names, c.name) && len(d.names) < mostColumns {
				d.names = append(d.names, c.name)
			}
		}
	}
	slices.SortStableFunc(d.names[1:], strings.Compare)
	return d
}

// at returns the time of a column in a unit of a run, 0 for no unit.
func (d *difference) at(run int, name string, unit int) float64 {
	if list := d.columns[run][name]; uint(unit) < uint(len(list)) {
		return float64(list[unit])
	}
	return 0
}

// total returns the sums of a column.
func (d *difference) total(name string) (t Total) {
	t.Name = name
	for _, ns := range d.columns[0][name] {
		t.Before += ns
	}
	for _, ns := range d.columns[1][name] {
		t.After += ns
	}
	return t
}

// A couple is units of both runs that begin at once, or a unit that one run lacks.
type couple struct {
	to            int64
	before, after int // places in the lists of units; none for no unit
}

// couples yields the units of both runs in the order of the common line.
func (d *difference) couples(units [2][]span) iter.Seq[couple] {
	a, b := d.pair.before.marks, d.pair.after.marks
	return func(yield func(couple) bool) {
		for i, j := 0, 0; i < len(units[0]) || j < len(units[1]); {
			c := couple{before: none, after: none}
			hasA, hasB := i < len(units[0]), j < len(units[1])
			loneA, loneB := hasA && units[0][i].partner == none, hasB && units[1][j].partner == none
			switch {
			case loneA && (!loneB || a[units[0][i].mark].to <= b[units[1][j].mark].to):
				c.before, i = i, i+1
			case loneB:
				c.after, j = j, j+1
			default:
				c.before, c.after, i, j = i, j, i+1, j+1
			}
			if c.to = 0; c.before != none {
				c.to = a[units[0][c.before].mark].to
			} else {
				c.to = b[units[1][c.after].mark].to
			}
			if !yield(c) {
				return
			}
		}
	}
}

// count counts the units of both runs.
func (d *difference) count(units [2][]span) (n Count) {
	for c := range d.couples(units) {
		switch {
		case c.after == none:
			n.Before++
		case c.before == none:
			n.After++
		default:
			n.Both++
		}
	}
	return n
}

// A namer gives names their numbers.
type namer struct {
	names []string
	index map[string]int32
}

func (n *namer) of(name string) int32 {
	k, known := n.index[name]
	if !known {
		if n.index == nil {
			n.index = map[string]int32{}
		}
		k = int32(len(n.names))
		n.names, n.index[name] = append(n.names, name), k
	}
	return k
}

// events returns the events of a track with what one run lacks, and the differences of
// the units and of the time steps. The samples of the units are made when they are read.
func (d *difference) events(track int32, names *namer) events {
	rare := d.lacks(track, names)
	if d.unit == Iteration {
		rare = merged(rare, d.steps(track, names))
	}
	return d.samples(track, names, d.names[:1], rare)
}

// phases returns the events of a track with the differences of the phases in the units.
func (d *difference) phases(track int32, names *namer) events {
	return d.samples(track, names, d.names[1:], nil)
}

// samples returns the samples of columns, and the other events of their track.
func (d *difference) samples(track int32, names *namer, columns []string, rare []trace.Event) events {
	counters := make([]int32, len(columns))
	for k, name := range columns {
		counters[k] = names.of(name + ofCounter)
	}
	return func(yield func(trace.Event) bool) {
		rest := rare
		for c := range d.couples(d.units) {
			for ; len(rest) > 0 && rest[0].Time <= c.to; rest = rest[1:] {
				if !yield(rest[0]) {
					return
				}
			}
			for k, name := range columns {
				ns := d.at(1, name, c.after) - d.at(0, name, c.before)
				if !yield(trace.Event{Time: c.to, Track: track, Kind: trace.Counter, Name: counters[k], Value: ns}) {
					return
				}
			}
		}
		for _, e := range rest {
			if !yield(e) {
				return
			}
		}
	}
}

// steps returns the samples of the difference of time steps, for runs that are aligned
// by iterations.
func (d *difference) steps(track int32, names *namer) (list []trace.Event) {
	units := [2][]span{d.pair.before.units(Step), d.pair.after.units(Step)}
	name := names.of(trace.PhaseTimestep + ofCounter)
	for c := range d.couples(units) {
		ns := 0.0
		if c.after != none {
			ns += float64(units[1][c.after].end - units[1][c.after].start)
		}
		if c.before != none {
			ns -= float64(units[0][c.before].end - units[0][c.before].start)
		}
		list = append(list, trace.Event{Time: c.to, Track: track, Kind: trace.Counter, Name: name, Value: ns})
	}
	return list
}

// A lack is a solution or an iteration that one run lacks.
type lack struct {
	from, to int64
	text     string
	number   int64
	arg      string
	value    int64
}

// lacks returns the ranges of what one run lacks. An iteration or solution in a
// solution that is lacking has no range of its own.
func (d *difference) lacks(track int32, names *namer) (list []trace.Event) {
	var all []lack
	all = d.pair.before.lacks(all, onlyBefore)
	all = d.pair.after.lacks(all, onlyAfter)
	slices.SortStableFunc(all, func(x, y lack) int { // one of no length ends where the next begins
		return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.to, y.to))
	})
	last := int64(0)
	for _, x := range all {
		from := max(x.from, last)
		last = max(x.to, from)
		list = append(list, trace.Event{Time: from, Track: track, Kind: trace.Begin, Name: names.of(x.text), Index: x.number})
		if x.arg != "" {
			list = append(list, trace.Event{Time: from, Track: track, Kind: trace.Arg, Name: names.of(x.arg), Value: float64(x.value)})
		}
		list = append(list, trace.Event{Time: last, Track: track, Kind: trace.End, Name: names.of(x.text)})
	}
	return list
}

// lacks adds what the other run lacks.
func (l *thread) lacks(list []lack, prefix string) []lack {
	for i := range l.solutions {
		s := &l.solutions[i]
		if i > 0 && s.partner == none && l.solutions[s.parent].partner != none {
			to := l.marks[s.open].to
			x := lack{from: to, to: to + s.end - s.start, text: prefix + s.name, number: s.number}
			if s.iterations > 0 {
				x.arg, x.value = argContents, int64(s.iterations)
			}
			if s.close != none {
				x.to = l.closed(s)
			}
			list = append(list, x)
		}
	}
	for i := range l.iterations {
		it := &l.iterations[i]
		s := &l.solutions[it.solution]
		if it.partner != none || s.partner == none {
			continue
		}
		to := l.marks[it.begin].to
		x := lack{from: to, to: to + it.end - it.start, text: prefix + trace.PhaseIteration, number: it.number}
		if s.name == trace.PhaseTimestep {
			x.arg, x.value = argSteps, s.number
		}
		list = append(list, x)
	}
	return list
}

// closed returns the common time of the end of a solution.
func (l *thread) closed(s *solution) int64 {
	return l.marks[s.close-1].moved(s.end)
}

// merged merges two lists by time. Those of the first list come first.
func merged(a, b []trace.Event) []trace.Event {
	list := make([]trace.Event, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].Time <= b[0].Time {
			list, a = append(list, a[0]), a[1:]
		} else {
			list, b = append(list, b[0]), b[1:]
		}
	}
	return append(append(list, a...), b...)
}

// events are the events of a track, which can be read again.
type events = iter.Seq[trace.Event]

// chain returns the events of several tracks, one after another.
func chain(list []events) func() events {
	return func() events {
		return func(yield func(trace.Event) bool) {
			for _, one := range list {
				for e := range one {
					if !yield(e) {
						return
					}
				}
			}
		}
	}
}
