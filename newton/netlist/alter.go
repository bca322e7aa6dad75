package netlist

import (
	"slices"
	"strings"
)

// An alteration is an alter command of a .control block.
type alteration struct {
	element, param string
	values         []float64 // one, or the arguments of a waveform
	file, line     int32
	used           bool
}

// alter takes element [parameter] = value or @element[parameter] = value. The value is
// an expression of constants, or a list [ value … ] of the arguments of a waveform.
func (s *script) alter(c *command, rest string) error {
	left, right, ok := strings.Cut(rest, "=")
	if !ok {
		return s.errorf(c, "got %q, want alter element [parameter] = value", shorten(c.card.text))
	}
	a := alteration{file: c.card.file, line: c.card.line}
	left, right = strings.TrimSpace(left), strings.TrimSpace(right)
	if name, found := strings.CutPrefix(left, "@"); found {
		name, param, _ := strings.Cut(name, "[")
		a.element, a.param = strings.TrimSpace(name), strings.TrimSpace(strings.TrimSuffix(param, "]"))
	} else if words := strings.Fields(left); len(words) == 1 || len(words) == 2 {
		a.element = words[0]
		if len(words) == 2 {
			a.param = words[1]
		}
	}
	if a.element == "" {
		return s.errorf(c, "got %q, want alter element [parameter] = value", shorten(c.card.text))
	}
	texts := []string{right}
	if list, found := strings.CutPrefix(right, "["); found {
		texts = strings.Fields(strings.TrimSuffix(list, "]"))
	}
	for _, text := range texts {
		v, err := s.constant(text)
		if err != nil {
			return s.errorf(c, "alter %s: %v", shorten(a.element), err)
		}
		a.values = append(a.values, v)
	}
	if s.p.altered == nil {
		s.p.altered = map[string][]*alteration{}
	}
	s.p.altered[a.element] = append(s.p.altered[a.element], &a)
	return nil
}

// alter changes an element that .control alters, before its multiplier counts.
func (p *parser) alter(e *Element) error {
	for _, a := range p.altered[e.Name] {
		a.used = true
		at := e.alterable(a.param)
		shape := slices.Index(shapeNames, a.param)
		switch {
		case at != nil && len(a.values) == 1:
			*at = a.values[0]
		case e.Source != nil && shape > 0 && len(a.values) > 0:
			src := &Source{Shape: Shape(shape), DC: e.Source.DC, Arg: slices.Clone(a.values)}
			if n, want := len(src.Arg), shapeArgs[shape]; n < want.least || n > want.most || src.Shape == PWL && n%2 != 0 {
				return p.errorAt(a.file, a.line, "got %d arguments for %s of %s", n, a.param, shorten(e.Name))
			}
			e.Source = src
		case e.Source != nil && (a.param == "acmag" || a.param == "acphase" || a.param == "ac"):
		default:
			return p.errorAt(a.file, a.line, "alter: parameter %q of %s with %d values is not supported", shorten(a.param), shorten(e.Name), len(a.values))
		}
	}
	return nil
}

// alterable returns where a parameter is kept that alter names, nil without such a parameter.
func (e *Element) alterable(param string) *float64 {
	switch e.Kind {
	case Resistor, Capacitor, Inductor:
		long := map[Kind]string{Resistor: "resistance", Capacitor: "capacitance", Inductor: "inductance"}[e.Kind]
		switch param {
		case "", long, string(byte(e.Kind)):
			return &e.Value
		}
	case Voltage, Current:
		if param == "" || param == "dc" {
			src := *e.Source
			e.Source = &src
			return &src.DC
		}
	case VCVS, CCCS, VCCS, CCVS:
		if e.Extra != nil && e.Extra.Poly == 0 && len(e.Extra.Coef) == 1 && (param == "" || param == "gain") {
			return &e.Extra.Coef[0]
		}
	case Diode, Bipolar, JFET:
		if param == "area" || param == "" {
			return &e.Area
		}
	case MOSFET:
		if at := mosField(param); at != nil {
			return at(e)
		}
	}
	return nil
}

// endAlter refuses alterations of elements that do not exist.
func (p *parser) endAlter() error {
	var first *alteration
	for _, list := range p.altered {
		for _, a := range list {
			if !a.used && (first == nil || a.line < first.line) {
				first = a
			}
		}
	}
	if first != nil {
		return p.errorAt(first.file, first.line, "alter: element %q is not defined", shorten(first.element))
	}
	return nil
}
