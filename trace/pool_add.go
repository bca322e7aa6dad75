package trace

import (
	"maps"
	"slices"
)

// A place is a node of a pool.
type place struct {
	from      *Origin // the first that has it
	seq       int32   // its number among the places beside it there
	kids      map[string]*place
	regime    [regimes]*stats
	elsewhere [regimes]int64
	loose     int64
	ran       int64
	ranOf     int64
}

// NewPool returns the pool of no traces, which are timed 1 of sample steps.
func NewPool(sample int) *Pool {
	return &Pool{sample: max(sample, 1), last: -1, moments: map[string]*moments{}, spare: map[string]*moments{},
		root: place{kids: map[string]*place{}}, crowd: map[string]*place{}, bins: map[string][]Cell{}}
}

// Add adds the traces of another pool. The other pool must not be used any more: it may
// share memory with p.
//
// If the traces of only one of the pools have time steps, the ranges of the others lie
// outside of all units, as [Summarize] has it for a trace with both.
//
// It panics if the shares of timed steps differ.
func (p *Pool) Add(o *Pool) {
	if p.sample != o.sample {
		panic("trace: pools of different shares of timed steps")
	}
	unit := max(p.unit, o.unit)
	p.demote(unit)
	o.demote(unit)
	p.iterates = p.iterates || o.iterates
	p.few, p.restless = p.few || o.few, p.restless || o.restless
	for _, x := range []struct{ to, from *int64 }{{&p.ranges, &o.ranges}, {&p.open, &o.open}, {&p.odd, &o.odd}, {&p.steps, &o.steps},
		{&p.preempted, &o.preempted}, {&p.preemptedNS, &o.preemptedNS}, {&p.lostCold, &o.lostCold}} {
		*x.to = plus(*x.to, *x.from)
	}
	for k := range regimes {
		p.units[k], p.iterations[k] = plus(p.units[k], o.units[k]), plus(p.iterations[k], o.iterations[k])
	}
	p.histogram = plusList(p.histogram, o.histogram)
	p.latency.merge(&o.latency)
	addMoments(p.moments, o.moments)
	addMoments(p.spare, o.spare)
	p.root.addKids(o.root.kids)
	addPlaces(p.crowd, o.crowd)
	p.addBins(o)
}

// demote makes units of a kind that others have a better one for no units.
func (p *Pool) demote(unit unitKind) {
	if p.unit == unit {
		return
	}
	p.unit, p.few, p.restless = unit, false, false
	p.units = [regimes]int64{}
	for k := outside + 1; k < regimes; k++ {
		p.iterations[outside] = plus(p.iterations[outside], p.iterations[k])
		p.iterations[k] = 0
	}
	p.last, p.bins = -1, map[string][]Cell{}
	p.root.demote()
	for _, q := range p.crowd {
		q.demote()
	}
}

func (p *place) demote() {
	for k := outside + 1; k < regimes; k++ {
		if r := p.regime[k]; r != nil {
			if p.regime[outside] == nil {
				p.regime[outside] = r
			} else {
				p.regime[outside].merge(r)
			}
			p.regime[k] = nil
		}
		p.elsewhere[outside] = plus(p.elsewhere[outside], p.elsewhere[k])
		p.elsewhere[k] = 0
	}
	for _, k := range p.kids {
		k.demote()
	}
}

// add adds a place of the same name in the same place.
func (p *place) add(o *place) {
	if c := o.from.Compare(p.from); c < 0 || c == 0 && o.seq < p.seq {
		p.from, p.seq = o.from, o.seq
	}
	for k, r := range o.regime {
		if p.regime[k] == nil {
			p.regime[k] = r
		} else if r != nil {
			p.regime[k].merge(r)
		}
		p.elsewhere[k] = plus(p.elsewhere[k], o.elsewhere[k])
	}
	p.loose, p.ran, p.ranOf = plus(p.loose, o.loose), plus(p.ran, o.ran), plus(p.ranOf, o.ranOf)
	p.addKids(o.kids)
}

func (p *place) addKids(kids map[string]*place) {
	if len(kids) > 0 && p.kids == nil {
		p.kids = map[string]*place{}
	}
	addPlaces(p.kids, kids)
}

func addPlaces(to, from map[string]*place) {
	for name, o := range from {
		if p := to[name]; p != nil {
			p.add(o)
		} else {
			to[name] = o
		}
	}
}

func addMoments(to, from map[string]*moments) {
	for name, m := range from {
		if at := to[name]; at != nil {
			at.add(m)
		} else {
			to[name] = m
		}
	}
}

// addBins makes the bins of both pools equally wide and adds them.
func (p *Pool) addBins(o *Pool) {
	last := max(p.last, o.last)
	p.widen(last)
	o.widen(last)
	for name, row := range o.bins {
		p.bins[name] = addCells(p.bins[name], row)
	}
}

// widen makes bins as wide as a step needs them.
func (p *Pool) widen(last int64) {
	from, to := shiftOf(p.last), shiftOf(last)
	p.last = last
	for ; from < to; from++ {
		for name, row := range p.bins {
			p.bins[name] = halved(row)
		}
	}
}

// addCells adds lists of cells by element.
func addCells(to, from []Cell) []Cell {
	for k := range from {
		if k == len(to) {
			return append(to, from[k:]...)
		}
		to[k].Add(&from[k])
	}
	return to
}

// sorted returns the keys of a map in order.
func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// inOrder returns places that lie beside one another in the order in which the first
// trace that has them has them.
func inOrder(by map[string]*place) []string {
	names := sorted(by)
	slices.SortStableFunc(names, func(a, b string) int {
		p, q := by[a], by[b]
		if c := p.from.Compare(q.from); c != 0 {
			return c
		}
		return int(p.seq) - int(q.seq)
	})
	return names
}
