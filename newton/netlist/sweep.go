package netlist

import (
	"math"
	"slices"
	"strings"
)

// DC is a .dc line: operating points over values of sources and of other things.
type DC struct {
	Sweeps []Sweep // the first changes fastest
}

// Points returns the number of operating points.
func (d *DC) Points() int {
	n := 1
	for _, s := range d.Sweeps {
		if !s.Joined {
			n *= len(s.Values)
		}
	}
	return n
}

// Run returns the number of points over which only the first sweep changes.
func (d *DC) Run() int { return len(d.Sweeps[0].Values) }

// Point returns the values of the sweeps at point k, counted from 0.
func (d *DC) Point(k int) []float64 {
	out := make([]float64, len(d.Sweeps))
	at := 0
	for i, s := range d.Sweeps {
		if !s.Joined {
			at = k % len(s.Values)
			k /= len(s.Values)
		}
		out[i] = s.Values[at]
	}
	return out
}

// A Sweep is the values that one name takes: an independent source, an element (R1), its
// parameter (R1:R, X1:M1:W), a parameter of a model (MODEL:IS), a parameter of .param, or
// temp.
type Sweep struct {
	Source  string // as in Element.Name
	Element int    // the place of an independent source in Netlist.Elements, -1 for anything else
	Values  []float64
	Joined  bool // changes with the sweep before, as another column of the same table

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
		list, err := c.sweeps()
		if err != nil {
			return nil, err
		}
		if points *= len(list[0].Values); points > maxPoints {
			return nil, c.errorf("got more than %d points of .dc", maxPoints)
		}
		for _, s := range list {
			s.file, s.line = c.c.file, line
			out.Sweeps = append(out.Sweeps, s)
		}
	}
	if len(out.Sweeps) == 0 {
		return nil, c.errorf("got .dc without a source, want .dc source start stop step")
	}
	return out, nil
}

// sweeps reads one name and its values, or the columns of a table.
func (c *cursor) sweeps() ([]Sweep, error) {
	if c.isWord("data") && c.peek(1, '=') {
		t, err := c.tableHere()
		if err != nil {
			return nil, err
		}
		out := make([]Sweep, len(t.names))
		for k, name := range t.names {
			out[k] = Sweep{Source: name, Values: t.column(k), Joined: k > 0}
		}
		return out, nil
	}
	c.simplify()
	s, err := c.sweep()
	return []Sweep{s}, err
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
		s.Values, err = c.linear(s.Source, v)
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

// linear returns values of name from first to last. Like SPICE, it adds the step again and again.
func (c *cursor) linear(name string, v [3]float64) ([]float64, error) {
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
	if !(name == "temp" || strings.IndexByte("vir", name[0]) >= 0) {
		past = 1e-9 * math.Abs(step) // SPICE sweeps no other names
	}
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

// endSweep finds the sources of the sweeps, and tries the first point if there are other names.
func (p *parser) endSweep() error {
	d := p.out.DC
	if d == nil {
		return nil
	}
	for k := range d.Sweeps {
		s := &d.Sweeps[k]
		if slices.ContainsFunc(d.Sweeps[:k], func(o Sweep) bool { return o.Source == s.Source }) {
			return p.errorAt(s.file, s.line, "source %q is swept twice in .dc, want different sources", shorten(s.Source))
		}
		s.Element = slices.IndexFunc(p.out.Elements, func(e Element) bool { return e.Name == s.Source && e.Source != nil })
	}
	if !d.Remakes() {
		return nil
	}
	p.out.maker = p
	_, err := p.out.At(0)
	return err
}
