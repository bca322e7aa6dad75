package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// A source is an independent source from a to b: a current, or a voltage whose
// current is unknown branch.
type source struct {
	a, b   int32
	branch int32 // -1 for a current source
	wave   waveform
	dc     float64
	time   float64 // for which value is valid
	value  float64
}

type sources struct {
	outside
	list []source
}

func newSources(b *builder, _ *netlist.Model, _ temps) (family, error) {
	b.c.sources = &sources{}
	return b.c.sources, nil
}

func (f *sources) add(b *builder, e *netlist.Element, at place) error {
	f.list = append(f.list, source{a: b.node[e.Nodes[0]], b: b.node[e.Nodes[1]], branch: at.branch,
		wave: newWaveform(e.Source, b.n.Tran), dc: e.Source.DC, time: math.NaN()})
	return nil
}

func (f *sources) visit(v visit) {
	for k := range f.list {
		if s := &f.list[k]; s.branch >= 0 {
			v.incidence(s.a, s.b, s.branch)
		}
	}
}

func (f *sources) parts() int { return len(f.list) }

func (f *sources) stamp(s *stamper, g *assembly.Group, e *netlist.Element, at place) {
	u, v := s.node(e, 0), s.node(e, 1)
	if at.branch < 0 {
		s.finish(g, e, []int32{u, v})
		return
	}
	s.incidence(g, u, v, at.branch)
	s.finish(g, e, []int32{u, v, at.branch})
}

// UseDC sets whether independent sources have their DC values at all times, as for
// an operating point alone. Otherwise, and by default, a source with a waveform has
// the value of the waveform: for the operating point from which a transient starts,
// the value at time 0.
func (c *Circuit) UseDC(on bool) {
	c.dc = on
	if c.sources == nil {
		return
	}
	for k := range c.sources.list {
		c.sources.list[k].time = math.NaN()
	}
}

// Drive gives the k-th independent source of the netlist the DC value v.
func (c *Circuit) Drive(k int, v float64) {
	s := &c.sources.list[k]
	s.dc, s.time = v, math.NaN()
}

func (f *sources) load(c *Circuit, e *newton.Eval) {
	x := e.X
	for k := range f.list {
		s := &f.list[k]
		if s.time != e.Time {
			s.time, s.value = e.Time, s.dc
			if !c.dc {
				s.value = s.wave.at(e.Time)
			}
		}
		v := s.value * e.Source
		if s.branch < 0 {
			contribute(e, s.a, s.b, v)
			continue
		}
		contribute(e, s.a, s.b, x[s.branch])
		e.F[s.branch] = x[s.a] - x[s.b] - v
		if e.Scale != nil {
			raise(e.Scale, s.branch, s.branch, v)
		}
	}
}

// NextBreak returns the first time after t at which the slope of a source changes, or
// at which a change of slope arrives at the end of a line.
func (c *Circuit) NextBreak(t float64) float64 {
	next := math.Inf(1)
	for _, p := range c.pacers {
		next = min(next, p.corner(t))
	}
	if c.sources == nil {
		return next
	}
	for k := range c.sources.list {
		if w := c.sources.list[k].wave; w != nil {
			next = min(next, w.corner(t))
		}
	}
	return next
}
