package netlist

import (
	"fmt"
	"math"
)

// independent takes v and i: name node node [[dc] value] [ac [mag [phase]]]
// [WAVEFORM]. AC values are read and dropped.
func (c *cursor) independent(d *device) error {
	if err := c.nodes(d, 2); err != nil {
		return err
	}
	var s sourceCard
	for c.more() {
		if err := c.sourcePart(d, &s); err != nil {
			return err
		}
	}
	if s.open > 0 {
		return c.errorf("got the end of the line, want )")
	}
	if s.shape != PWL && (s.delays || s.repeats) {
		return c.errorf("got td or r of %s without pwl", shorten(d.proto.Name))
	}
	constant := s.dc.e == nil && s.delay.e == nil && s.repeat.e == nil
	for _, a := range s.args {
		constant = constant && a.e == nil
	}
	if !constant {
		d.source = &s
		return nil
	}
	src, err := s.eval(nil)
	if err != nil {
		return c.errorf("%v", err)
	}
	d.proto.Source = src
	return nil
}

// sourceParts are what the value of a source may have.
const sourceParts = "dc, ac, pulse, sin, pwl, exp, sffm, pat or a value"

// sourcePart reads one part of the value of a source. A part may stand in parentheses.
func (c *cursor) sourcePart(d *device, s *sourceCard) error {
	switch {
	case c.isWord("dc"):
		c.i++
		if c.peek(0, '=') {
			c.i++
		}
		if c.peek(0, wordToken) && c.shapeHere() != None {
			return nil
		}
		return c.dcValue(s)
	case c.isWord("ac") || c.isWord("distof1") || c.isWord("distof2"):
		c.i++
		if c.peek(0, '=') {
			c.i++
		}
		for k := 0; k < 2 && c.isNumber(); k++ {
			c.i++
		}
		return nil
	case c.isWord("m") && c.peek(1, '=') && d.proto.Kind == Current:
		c.i += 2
		return c.assign(d, atM, "the multiplier")
	case (c.isWord("r") || c.isWord("td")) && c.peek(1, '='):
		return c.pwlParameter(s)
	case c.isNumber():
		return c.dcValue(s)
	case c.peek(0, '(') && (c.peek(1, wordToken) || c.peek(1, exprToken)):
		s.open++
		c.i++
		return nil
	case c.peek(0, ')') && s.open > 0:
		s.open--
		c.i++
		return nil
	case c.peek(0, wordToken):
		return c.shape(s)
	}
	return c.errorf("got %s, want %s", c.got(), sourceParts)
}

func (c *cursor) dcValue(s *sourceCard) (err error) {
	if s.hasDC {
		return c.errorf("got %s, want one DC value", c.got())
	}
	s.hasDC = true
	s.dc, err = c.value("the DC value")
	return err
}

// eval evaluates the expressions of a source.
func (s *sourceCard) eval(f *frame) (*Source, error) {
	out := &Source{Shape: s.shape, Arg: s.points, Repeats: s.repeats}
	for _, a := range s.args {
		v, err := a.eval(f)
		if err != nil {
			return nil, err
		}
		out.Arg = append(out.Arg, v)
	}
	for _, q := range [...]struct {
		at *float64
		v  value
	}{{&out.Delay, s.delay}, {&out.Repeat, s.repeat}} {
		v, err := q.v.eval(f)
		if err != nil {
			return nil, err
		}
		*q.at = v
	}
	if s.bits != "" {
		if err := s.patterned(out); err != nil {
			return nil, err
		}
	}
	if out.Repeats && out.Repeat < 0 { // as in SPICE, without repetition
		out.Repeats, out.Repeat = false, 0
	}
	if !s.hasDC {
		out.DC = out.atStart()
		return out, nil
	}
	dc, err := s.dc.eval(f)
	out.DC = dc
	return out, err
}

// atStart returns the value of the shape at time 0, which stands for a DC value
// that is not given.
func (s *Source) atStart() float64 {
	switch s.Shape {
	case Pulse:
		return s.Arg[0]
	case Sin:
		v := s.Arg[0]
		if len(s.Arg) > 5 {
			v += s.Arg[1] * math.Sin(s.Arg[5]*math.Pi/180)
		}
		return v
	case PWL:
		return s.pwl(-s.Delay)
	case Exp:
		return s.Arg[0]
	case SFFM:
		return s.sffm()
	}
	return 0
}

// sffm returns the value of an SFFM at time 0.
func (s *Source) sffm() float64 {
	arg := func(k int) float64 {
		if k < len(s.Arg) {
			return s.Arg[k]
		}
		return 0
	}
	const degree = math.Pi / 180
	return arg(0) + arg(1)*math.Sin(arg(5)*degree+arg(3)*math.Sin(arg(6)*degree))
}

// pwl returns the value at time t between the points of a PWL.
func (s *Source) pwl(t float64) float64 {
	a := s.Arg
	if t <= a[0] {
		return a[1]
	}
	for k := 2; k < len(a); k += 2 {
		if t <= a[k] {
			return a[k-1] + (a[k+1]-a[k-1])*(t-a[k-2])/(a[k]-a[k-2])
		}
	}
	return a[len(a)-1]
}

// check says what is wrong with the arguments.
func (s *Source) check() error {
	switch s.Shape {
	case PWL:
		for k := 2; k < len(s.Arg); k += 2 {
			if s.Arg[k] < s.Arg[k-2] {
				return fmt.Errorf("got time %g after %g in pwl, want ascending times", s.Arg[k], s.Arg[k-2])
			}
		}
		if last := s.Arg[len(s.Arg)-2]; s.Repeats && !(s.Repeat < last) {
			return fmt.Errorf("got r=%g of pwl, want it below the last time %g", s.Repeat, last)
		}
	case Sin:
		if len(s.Arg) > 2 && s.Arg[2] < 0 {
			return fmt.Errorf("got frequency %g of sin, want it from 0 up", s.Arg[2])
		}
	case Exp:
		for _, k := range []int{3, 5} {
			if k < len(s.Arg) && s.Arg[k] < 0 {
				return fmt.Errorf("got time constant %g of exp, want it from 0 up", s.Arg[k])
			}
		}
	case Pulse:
		for k, name := range []string{3: "rise time", 4: "fall time", 5: "width", 6: "period"} {
			if k >= 3 && k < len(s.Arg) && s.Arg[k] < 0 {
				return fmt.Errorf("got %s %g of pulse, want it from 0 up", name, s.Arg[k])
			}
		}
		if len(s.Arg) > 7 && s.Arg[7] < 0 {
			return fmt.Errorf("got %g pulses, want them from 0 up", s.Arg[7])
		}
	}
	return nil
}

// times returns the source of m equal ones in parallel.
func (s *Source) times(m float64) *Source {
	out := &Source{DC: s.DC * m, Shape: s.Shape, Arg: append([]float64(nil), s.Arg...), Delay: s.Delay, Repeat: s.Repeat, Repeats: s.Repeats}
	switch s.Shape {
	case Pulse, Sin, Exp, SFFM:
		out.Arg[0] *= m
		out.Arg[1] *= m
	case PWL:
		for k := 1; k < len(out.Arg); k += 2 {
			out.Arg[k] *= m
		}
	}
	return out
}
