package netlist

import (
	"math"
	"slices"
	"strings"
)

// DC is a .dc line: operating points over values of independent sources.
type DC struct {
	Sweeps []Sweep // the first changes fastest
}

// Points returns the number of operating points.
func (d *DC) Points() int {
	n := 1
	for _, s := range d.Sweeps {
		n *= len(s.Values)
	}
	return n
}

// A Sweep is the values that one source takes.
type Sweep struct {
	Source  string // as in Element.Name
	Element int    // its place in Netlist.Elements
	Values  []float64

	file, line int32
}

// Limits of a sweep.
const (
	maxSweeps = 8
	maxPoints = 10_000_000
)

// dc takes .dc source start stop step …, where the forms of Xyce are read as well:
// lin in front, dec or oct with a number of points, and source list value ….
func (c *cursor) dc() (*DC, error) {
	out := &DC{}
	points := 1
	for c.more() {
		if len(out.Sweeps) == maxSweeps {
			return nil, c.errorf("got more than %d sources in .dc", maxSweeps)
		}
		line := c.line()
		s, err := c.sweep()
		if err != nil {
			return nil, err
		}
		if points *= len(s.Values); points > maxPoints {
			return nil, c.errorf("got more than %d points of .dc", maxPoints)
		}
		s.file, s.line = c.c.file, line
		out.Sweeps = append(out.Sweeps, s)
	}
	if len(out.Sweeps) == 0 {
		return nil, c.errorf("got .dc without a source, want .dc source start stop step")
	}
	return out, nil
}

// sweep reads one source and its values.
func (c *cursor) sweep() (s Sweep, err error) {
	kind := c.spacing()
	if s.Source, err = c.word("the name of a source"); err != nil {
		return s, err
	}
	if c.peek(0, '=') {
		return s, c.errorf("%s= of %s is not supported, want source start stop step", shorten(s.Source), c.sweepName())
	}
	if kind == "" {
		kind = c.spacing()
	}
	if kind == "list" {
		for c.isNumber() {
			v, err := c.constant("a value")
			if err != nil {
				return s, err
			}
			s.Values = append(s.Values, v)
		}
		if len(s.Values) == 0 {
			return s, c.errorf("got %s, want values of %s", c.got(), shorten(s.Source))
		}
		return s, nil
	}
	var v [3]float64
	for k, want := range []string{"the first value", "the last value", "the step"} {
		if v[k], err = c.constant(want + " of " + c.sweepName()); err != nil {
			return s, err
		}
	}
	if kind == "dec" || kind == "oct" {
		s.Values, err = c.logarithmic(kind, v)
	} else {
		s.Values, err = c.linear(v)
	}
	return s, err
}

// sweepName returns the card, for messages.
func (c *cursor) sweepName() string { return "." + strings.TrimPrefix(c.toks[0].text, ".") }

// spacings say how values follow each other.
var spacings = []string{"lin", "dec", "oct", "list"}

// spacing reads lin, dec, oct or list.
func (c *cursor) spacing() string {
	for _, kind := range spacings {
		if c.isWord(kind) {
			c.i++
			return kind
		}
	}
	return ""
}

// linear returns values from first to last. Like SPICE, it adds the step again and again.
func (c *cursor) linear(v [3]float64) ([]float64, error) {
	first, last, step := v[0], v[1], v[2]
	switch n := (last - first) / step; {
	case first == last:
		return []float64{first}, nil
	case step == 0 || n < 0:
		c.i--
		return nil, c.errorf("got a step of %g from %g to %g in %s, want one that leads there", step, first, last, c.sweepName())
	case n >= maxPoints:
		c.i--
		return nil, c.errorf("got more than %d points of %s", maxPoints, c.sweepName())
	}
	var values []float64
	past := 1e3 * 0x1p-52
	for x := first; math.Copysign(1, step)*(x-last) <= past; x += step {
		values = append(values, x)
	}
	return values, nil
}

// logarithmic returns values with a number of points for each decade or octave.
func (c *cursor) logarithmic(kind string, v [3]float64) ([]float64, error) {
	first, last, per := v[0], v[1], v[2]
	base := map[string]float64{"dec": 10, "oct": 2}[kind]
	if !(first > 0) || !(last >= first) || !(per >= 1) {
		c.i--
		return nil, c.errorf("got %s from %g to %g with %g points in %s, want 0 < first <= last and 1 point or more", kind, first, last, per, c.sweepName())
	}
	n := math.Floor(math.Log(last/first)/math.Log(base)*per*(1+1e-12) + 1e-9)
	if n >= maxPoints {
		c.i--
		return nil, c.errorf("got more than %d points of %s", maxPoints, c.sweepName())
	}
	var values []float64
	for k := range int(n) + 1 {
		values = append(values, first*math.Pow(base, float64(k)/per))
	}
	return values, nil
}

// endSweep finds the elements of the sweeps.
func (p *parser) endSweep() error {
	if p.out.DC == nil {
		return nil
	}
	for k := range p.out.DC.Sweeps {
		s := &p.out.DC.Sweeps[k]
		s.Element = -1
		for i := range p.out.Elements {
			if p.out.Elements[i].Name == s.Source {
				s.Element = i
			}
		}
		twice := slices.ContainsFunc(p.out.DC.Sweeps[:k], func(o Sweep) bool { return o.Source == s.Source })
		switch {
		case twice:
			return p.errorAt(s.file, s.line, "source %q is swept twice in .dc, want different sources", shorten(s.Source))
		case s.Element < 0 && s.Source != "temp":
			return p.errorAt(s.file, s.line, "source %q of .dc is not defined", shorten(s.Source))
		case s.Element < 0 || p.out.Elements[s.Element].Source == nil:
			return p.errorAt(s.file, s.line, "sweep of %q is not supported: .dc needs the name of a voltage or current source", shorten(s.Source))
		}
	}
	return nil
}
