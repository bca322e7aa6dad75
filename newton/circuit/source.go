package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton"
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

// UseDC sets whether independent sources have their DC values at all times, as for
// an operating point alone. Otherwise, and by default, a source with a waveform has
// the value of the waveform: for the operating point from which a transient starts,
// the value at time 0.
func (c *Circuit) UseDC(on bool) {
	c.dc = on
	for k := range c.sources {
		c.sources[k].time = math.NaN()
	}
}

func loadSources(list []source, dc bool, e *newton.Eval) {
	x := e.X
	for k := range list {
		s := &list[k]
		if s.time != e.Time {
			s.time, s.value = e.Time, s.dc
			if !dc {
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

// NextBreak returns the first corner of a source's waveform after t.
func (c *Circuit) NextBreak(t float64) float64 {
	next := math.Inf(1)
	for k := range c.sources {
		if w := c.sources[k].wave; w != nil {
			next = min(next, w.corner(t))
		}
	}
	return next
}
