package netlist

import (
	"slices"
	"strings"
)

// An alteration is an alter command of a .control block.
type alteration struct {
	card           string // alter, .step or .dc
	element, param string
	values         []float64 // one, or the arguments of a waveform
	file, line     int32
	used, done     bool // an element has it; the size of a passive element took it
}

// alter takes element [parameter] = value or @element[parameter] = value. The value is
// an expression of constants, or a list [ value … ] of the arguments of a waveform.
func (s *script) alter(c *command, rest string) error {
	left, right, ok := strings.Cut(rest, "=")
	if !ok {
		return s.errorf(c, "got %q, want alter element [parameter] = value", shorten(c.card.text))
	}
	a := alteration{card: "alter", file: c.card.file, line: c.card.line}
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
	s.p.addAlteration(&a)
	return nil
}

func (p *parser) addAlteration(a *alteration) {
	if p.altered == nil {
		p.altered = map[string][]*alteration{}
	}
	p.altered[a.element] = append(p.altered[a.element], a)
}

// alter changes an element that .control alters, before its multiplier counts.
func (p *parser) alter(e *Element) error {
	for _, a := range p.altered[e.Name] {
		a.used = true
		if a.done {
			continue
		}
		at, begin := e.alterable(a.param), 0.0
		if e.Source != nil {
			begin = e.Source.atStart()
		}
		shape := slices.Index(shapeNames, a.param)
		switch {
		case at != nil && len(a.values) == 1:
			*at = a.values[0]
			if e.Source != nil && at != &e.Source.DC && e.Source.DC == begin { // it was not given
				e.Source.DC = e.Source.atStart()
			}
		case e.Source != nil && shape > 0 && len(a.values) > 0:
			src := &Source{Shape: Shape(shape), DC: e.Source.DC, Arg: slices.Clone(a.values)}
			if n, want := len(src.Arg), shapeArgs[shape]; n < want.least || n > want.most || src.Shape == PWL && n%2 != 0 {
				return p.errorAt(a.file, a.line, "got %d arguments for %s of %s", n, a.param, shorten(e.Name))
			}
			e.Source = src
		case e.Source != nil && (a.param == "acmag" || a.param == "acphase" || a.param == "ac"):
		default:
			return p.errorAt(a.file, a.line, "%s: parameter %q of %s%s is not supported", a.card, shorten(a.param), shorten(e.Name),
				map[bool]string{true: " with several values"}[len(a.values) != 1])
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
		src := *e.Source
		src.Arg = slices.Clone(src.Arg)
		e.Source = &src
		if param == "" || param == "dc" || param == "dcv0" {
			return &src.DC
		}
		if at := src.atArgument(param); at != nil {
			return at
		}
	case VCVS, CCCS, VCCS, CCVS:
		if e.Extra != nil && e.Extra.Poly == 0 && len(e.Extra.Coef) == 1 && (param == "" || param == "gain") {
			return &e.Extra.Coef[0]
		}
	case Diode, Bipolar, JFET, MESFET:
		if param == "area" || param == "" {
			return &e.Area
		}
	case MOSFET:
		if at := mosField(param); at != nil {
			return at(e)
		}
	}
	return e.otherParameter(param)
}

// otherParameter returns where a parameter is kept that many kinds have.
func (e *Element) otherParameter(param string) *float64 {
	if param == "m" {
		return &e.M
	}
	if e.Extra != nil {
		for k := range e.Extra.Given {
			if e.Extra.Given[k].Name == param {
				return &e.Extra.Given[k].Value
			}
		}
	}
	if param != "temp" && param != "dtemp" || e.Model == nil {
		return nil
	}
	if e.Extra == nil {
		e.Extra = &Extra{}
	}
	e.Extra.Given = append(e.Extra.Given, Parameter{Name: param})
	return &e.Extra.Given[len(e.Extra.Given)-1].Value
}

// alterSize changes a parameter from which a passive element gets its value.
func (p *parser) alterSize(e *Element, own map[string]float64) {
	for _, a := range p.altered[e.Name] {
		if slices.Contains(passiveKeys[e.Kind], a.param) && len(a.values) == 1 {
			own[a.param] = a.values[0]
			a.used, a.done = true, true
		}
	}
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
	switch {
	case first == nil:
		return nil
	case first.card != "alter":
		return p.errorAt(first.file, first.line, "%s: %q is no parameter, element or model", first.card, shorten(first.element))
	}
	return p.errorAt(first.file, first.line, "alter: element %q is not defined", shorten(first.element))
}
