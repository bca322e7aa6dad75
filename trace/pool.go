package trace

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// A Pool is what the ranges of one trace or of several add up to: everything that
// [Summarize] needs of their events, in memory that depends on the number of places
// and not on the number of ranges or traces. [Pool.Add] is associative and commutative:
// pools of the same traces are equal, whatever the order in which they were added.
//
// The traces must have the same share of timed steps. An open range ends with its own
// trace.
type Pool struct {
	sample   int
	unit     unitKind
	iterates bool // a trace has iterations

	few, restless bool // as the warnings of a Summary say

	ranges, open, odd, steps         int64
	preempted, preemptedNS, lostCold int64
	units, iterations                [regimes]int64
	histogram                        []int64
	latency                          sketch // of launches of work on devices
	moments, spare                   map[string]*moments
	root                             place
	crowd                            map[string]*place // by name: what had no place of its own
	bins                             map[string][]Cell
	last                             int64 // step; -1 without any
}

// unitKind is what the regimes of a pool divide, the better kind the larger number.
type unitKind int

const (
	noUnit unitKind = iota
	iterationUnit
	stepUnit
)

// An Origin is a trace that is part of a pool. Origins are ordered by rank, name and
// content; that order decides in which order a summary lists what the traces have.
type Origin struct {
	Rank int32    // -1 when unknown
	Name string   // of the file
	ID   [32]byte // of its content
}

// Compare orders origins.
func (o *Origin) Compare(p *Origin) int {
	if o == p {
		return 0
	}
	return cmp.Or(cmp.Compare(o.Rank, p.Rank), strings.Compare(o.Name, p.Name), bytes.Compare(o.ID[:], p.ID[:]))
}

// A NamedCell is the durations of a phase.
type NamedCell struct {
	Name string `json:"name"` // name of the phase
	Cell Cell   `json:"durations"`
}

// A collector takes what a pool has besides the sums of a summary.
type collector struct {
	cells []Cell // by name
	bins  bins
}

// A Collection is what [Collect] finds.
type Collection struct {
	Summary  *Summary    // as [Summarize] makes it
	Problems []Problem   // as [Check] finds them
	Pool     *Pool       // what the events add up to
	Cells    []NamedCell // durations by phase, of ranges in no range of the same name, in the order of the names
	Begun    int64       // time of the first begin of a range of any sort; ns
}

// Collect makes the table of phases of a trace and what can be added to other traces.
//
// Cost: as [Summarize].
func Collect(t *Trace, o SummaryOptions, from *Origin) *Collection {
	o = o.filled()
	s := sumUp(t, o, true)
	c := &Collection{Pool: s.pool(from), Begun: s.begun}
	for i := range s.collect.cells {
		if x := s.collect.cells[i]; x.Count > 0 {
			c.Cells = append(c.Cells, NamedCell{t.Names[i], x})
		}
	}
	slices.SortStableFunc(c.Cells, func(a, b NamedCell) int { return strings.Compare(a.Name, b.Name) })
	c.Summary, c.Problems = s.finish(o), s.problems()
	return c
}

// collected adds a range of a track to the cells.
func (s *sums) collected(t *sumTrack, n *node, ns int64) {
	if s.collect == nil || !n.outer {
		return
	}
	s.collect.cells[n.name].one(ns)
	if t.depth > 0 {
		s.collect.bins.cell(n.name, t.number).one(ns)
	}
}

// pool returns what was added up.
func (s *sums) pool(from *Origin) *Pool {
	p := &Pool{
		sample: max(s.trace.Header.Sample, 1), unit: s.unitKind(), iterates: s.units.iteration >= 0,
		few: s.units.few, restless: s.units.restless,
		ranges: s.ranges, open: s.open, odd: s.odd, steps: s.steps,
		preempted: s.preempted, preemptedNS: s.preemptedNS, lostCold: s.lostCold,
		histogram: slices.Clone(s.histogram), last: s.collect.bins.last,
		moments: s.named(s.moments), spare: s.named(s.spare), crowd: map[string]*place{}, bins: map[string][]Cell{},
	}
	for k := range regimes {
		p.units[k], p.iterations[k] = s.perRegime[k].units, s.perRegime[k].iterations
	}
	if s.device != nil {
		p.latency.merge(&s.device.late)
	}
	p.root.kids = s.places(s.tree.root.kids, from)
	p.crowd = s.places(s.tree.late, from)
	for i, row := range s.collect.bins.rows {
		if len(row) > 0 {
			p.bins[s.tree.names[i]] = addCells(p.bins[s.tree.names[i]], row)
		}
	}
	return p
}

// unitKind returns what the regimes divide.
func (s *sums) unitKind() unitKind {
	switch {
	case s.units.name < 0:
		return noUnit
	case s.units.name == s.units.step:
		return stepUnit
	}
	return iterationUnit
}

// named returns moments by name, without empty ones.
func (s *sums) named(list []moments) map[string]*moments {
	by := map[string]*moments{}
	for i, m := range list {
		if m == (moments{}) {
			continue
		}
		if at := by[s.tree.names[i]]; at != nil {
			at.add(&m)
		} else {
			by[s.tree.names[i]] = &m
		}
	}
	return by
}

// places returns nodes that lie beside one another as places by name. A name that a
// trace has twice is one place.
func (s *sums) places(nodes []*node, from *Origin) map[string]*place {
	by := map[string]*place{}
	for seq, n := range nodes {
		p := &place{from: from, seq: int32(seq), regime: [regimes]*stats(n.regime[:]), elsewhere: [regimes]int64(n.elsewhere[:]), loose: n.loose,
			ran: n.ran, ranOf: n.ranOf, kids: s.places(n.kids, from)}
		if at := by[s.tree.names[n.name]]; at != nil {
			at.add(p)
		} else {
			by[s.tree.names[n.name]] = p
		}
	}
	return by
}

// Sample returns N if one time step of N was timed, 1 if all were.
func (p *Pool) Sample() int { return p.sample }

// Bins returns the durations by time step, in the order of the names.
func (p *Pool) Bins() StepBins {
	b := StepBins{Last: p.last, Shift: shiftOf(p.last), Rows: []BinRow{}}
	for _, name := range sorted(p.bins) {
		b.Rows = append(b.Rows, BinRow{name, p.bins[name]})
	}
	return b
}

// Unit returns the name of the ranges that the regimes and bins divide; "" for none.
func (p *Pool) Unit() string { return [...]string{"", PhaseIteration, PhaseTimestep}[p.unit] }
