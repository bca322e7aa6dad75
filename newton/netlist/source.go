package netlist

import (
	"fmt"
	"math"
	"slices"
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
	constant := s.dc.e == nil
	for _, a := range s.args {
		constant = constant && a.e == nil
	}
	if !constant {
		d.source = &s
		return nil
	}
	src, err := s.eval(nil)
	d.proto.Source = src
	return err
}

// sourcePart reads one part of the value of a source.
func (c *cursor) sourcePart(d *device, s *sourceCard) error {
	switch {
	case c.isWord("dc"):
		c.i++
		if c.peek(0, '=') {
			c.i++
		}
		return c.dcValue(s)
	case c.isWord("ac"):
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
	case c.isNumber():
		return c.dcValue(s)
	case c.peek(0, wordToken):
		return c.shape(s)
	}
	return c.errorf("got %s, want dc, ac, pulse, sin, pwl, exp, sffm or a value", c.got())
}

func (c *cursor) dcValue(s *sourceCard) (err error) {
	if s.hasDC {
		return c.errorf("got %s, want one DC value", c.got())
	}
	s.hasDC = true
	s.dc, err = c.value("the DC value")
	return err
}

// shapeNames are the names of the shapes, in the order of [Shape].
var shapeNames = []string{"", "pulse", "sin", "pwl", "exp", "sffm"}

// shapeArgs are how many arguments each has.
var shapeArgs = [...]struct{ least, most int }{{}, {2, 7}, {2, 6}, {2, math.MaxInt}, {2, 6}, {2, 7}}

// shape reads a waveform with its arguments.
func (c *cursor) shape(s *sourceCard) error {
	if s.shape != None {
		return c.errorf("got %s, want one of pulse, sin, pwl, exp and sffm", c.got())
	}
	name := c.toks[c.i].text
	k := slices.Index(shapeNames, name)
	if k <= 0 {
		return c.errorf("got %s, want dc, ac, pulse, sin, pwl, exp, sffm or a value", c.got())
	}
	s.shape = Shape(k)
	lo, hi := shapeArgs[k].least, shapeArgs[k].most
	c.i++
	open := c.peek(0, '(')
	if open {
		c.i++
	}
	if s.shape == PWL && c.isWord("file") {
		if err := c.pointFile(s); err != nil {
			return err
		}
	}
	for c.more() && !c.peek(0, ')') && (open || c.isNumber()) {
		if s.points != nil && !c.peek(1, '=') {
			return c.errorf("got %s, want points or a file, not both", c.got())
		}
		if c.peek(1, '=') {
			return c.errorf("parameter %s of %s is not supported", c.got(), name)
		}
		v, err := c.value("an argument of " + name)
		if err != nil {
			return err
		}
		s.args = append(s.args, v)
	}
	if !open && (c.isWord("r") || c.isWord("td")) && c.peek(1, '=') {
		return c.errorf("parameter %s of %s is not supported", c.got(), name)
	}
	if open {
		if !c.peek(0, ')') {
			return c.errorf("got %s, want ) after the arguments of %s", c.got(), name)
		}
		c.i++
	}
	if s.points != nil {
		return nil
	}
	if n := len(s.args); n < lo || n > hi || s.shape == PWL && n%2 != 0 {
		want := fmt.Sprintf("%d to %d", lo, hi)
		if s.shape == PWL {
			want = "pairs of time and value"
		}
		return c.errorf("got %d arguments for %s, want %s", n, name, want)
	}
	return nil
}

// eval evaluates the expressions of a source.
func (s *sourceCard) eval(f *frame) (*Source, error) {
	out := &Source{Shape: s.shape, Arg: s.points}
	for _, a := range s.args {
		v, err := a.eval(f)
		if err != nil {
			return nil, err
		}
		out.Arg = append(out.Arg, v)
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
		return s.pwl(0)
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
		if t < a[k] {
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
			if s.Arg[k] <= s.Arg[k-2] {
				return fmt.Errorf("got time %g after %g in pwl, want ascending times", s.Arg[k], s.Arg[k-2])
			}
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
	}
	return nil
}

// times returns the source of m equal ones in parallel.
func (s *Source) times(m float64) *Source {
	out := &Source{DC: s.DC * m, Shape: s.Shape, Arg: append([]float64(nil), s.Arg...)}
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
