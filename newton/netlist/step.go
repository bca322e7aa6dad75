package netlist

import (
	"slices"
	"strings"
)

// A stepping is what .step steps, with its first value. A run has one set of values.
type stepping struct {
	name       string
	value      float64
	file, line int32
}

// A dataTable is a .data card: names, and rows of their values.
type dataTable struct {
	names  []string
	values []float64
}

// column returns the values of name k.
func (t *dataTable) column(k int) []float64 {
	var out []float64
	for ; k < len(t.values); k += len(t.names) {
		out = append(out, t.values[k])
	}
	return out
}

// data takes .data NAME name … value ….
func (c *cursor) data() error {
	name, err := c.word("the name of the table")
	if err != nil {
		return err
	}
	var t dataTable
	for c.peek(0, wordToken) && !c.isNumber() {
		t.names = append(t.names, c.toks[c.i].text)
		c.i++
	}
	for len(t.values) < len(t.names) || c.more() {
		v, err := c.constant("a value of the table")
		if err != nil {
			return err
		}
		t.values = append(t.values, v)
	}
	if len(t.names) == 0 || len(t.values)%len(t.names) != 0 {
		return c.errorf("got %d values in .data, want rows of the %d names", len(t.values), len(t.names))
	}
	if c.p.tables == nil {
		c.p.tables = map[string]*dataTable{}
	}
	c.p.tables[name] = &t
	return nil
}

// step takes .step, in the forms of .dc, of PSpice (with param in front, or the type of
// a model and model(parameter)), and data=TABLE.
func (c *cursor) step() ([]stepping, error) {
	var out []stepping
	for c.more() {
		line := c.line()
		if c.isWord("data") && c.peek(1, '=') {
			t, err := c.tableHere()
			if err != nil {
				return nil, err
			}
			for k, n := range t.names {
				out = append(out, stepping{n, t.values[k], c.c.file, line})
			}
			continue
		}
		c.simplify()
		s, err := c.sweep()
		if err != nil {
			return nil, err
		}
		out = append(out, stepping{s.Source, s.Values[0], c.c.file, line})
	}
	if len(out) == 0 {
		return nil, c.errorf("got .step without a name, want .step NAME FIRST LAST STEP")
	}
	return out, nil
}

// tableHere reads data=TABLE.
func (c *cursor) tableHere() (*dataTable, error) {
	c.i += 2
	name, err := c.word("the name of a table of .data")
	if err != nil {
		return nil, err
	}
	t := c.p.tables[name]
	if t == nil {
		c.i--
		return nil, c.errorf("table %q of .data is not defined", shorten(name))
	}
	return t, nil
}

// simplify drops the word param, and writes MODEL:PARAMETER for what PSpice writes as
// TYPE MODEL(PARAMETER).
func (c *cursor) simplify() {
	at := c.i
	if c.peek(0, wordToken) && slices.Contains(spacings, c.toks[c.i].text) {
		at++
	}
	word := func(k int) bool { return at+k < len(c.toks) && c.toks[at+k].kind == wordToken }
	switch {
	case word(0) && c.toks[at].text == "param" && word(1):
		c.toks = slices.Delete(c.toks, at, at+1)
	case word(0) && word(1) && word(3) && c.toks[at+2].kind == '(' && at+4 < len(c.toks) && c.toks[at+4].kind == ')':
		c.toks[at].text = c.toks[at+1].text + ":" + c.toks[at+3].text
		c.toks = slices.Delete(c.toks, at+1, at+5)
	}
}

// applySteps gives what .step steps its first value, and says so. It returns the
// temperature, if that is stepped.
func (p *parser) applySteps() (heat *stepping, err error) {
	for _, c := range p.steps {
		if c.toks[0].text == ".data" {
			if err := c.data(); err != nil {
				return nil, err
			}
		}
	}
	for _, c := range p.steps {
		if c.toks[0].text == ".data" {
			continue
		}
		list, err := c.step()
		if err != nil {
			return nil, err
		}
		for k := range list {
			s := &list[k]
			p.warn(s.file, s.line, ".step is not run as steps: %s has its first value %.6g", shorten(s.name), s.value)
			switch {
			case p.main.cells[s.name] != nil:
				p.main.set(s.name, s.value)
				p.main.forget()
			case s.name == "temp":
				heat = s
			default:
				p.stepDevice(".step", s)
			}
		}
	}
	return heat, nil
}

// forget drops the values of parameters, because one of them has changed.
func (f *frame) forget() {
	for _, c := range f.cells {
		if c.v.e != nil {
			c.state = unseen
		}
	}
}

// stepDevice alters an element or a model: R1, R1:R, X1:R1:R or MODEL:PARAMETER.
func (p *parser) stepDevice(card string, s *stepping) {
	parts := strings.Split(s.name, ":")
	if m := p.steppedModel(parts); m != nil {
		m.params = append(m.params, param{parts[1], value{c: s.value}})
		if m.model != nil {
			m.model.Param[parts[1]] = s.value
		}
		return
	}
	path := 0
	for path < len(parts)-1 && strings.HasPrefix(parts[path], "x") {
		path++
	}
	a := alteration{card: card, element: parts[path], values: []float64{s.value}, file: s.file, line: s.line}
	if path > 0 && parts[path] != "" {
		a.element = parts[path][:1] + "." + strings.Join(parts[:path+1], ".")
	}
	a.param = strings.Join(parts[path+1:], ":")
	p.addAlteration(&a)
}

// steppedModel returns the model of MODEL:PARAMETER, nil where it is no model of the main circuit.
func (p *parser) steppedModel(parts []string) *modelCard {
	if len(parts) != 2 || p.top.lines[parts[0]] != 0 {
		return nil
	}
	return p.top.models[parts[0]]
}

// atArgument returns where an argument of a waveform is kept, nil for none of this name.
// An argument that is not given has its default, as with 0.
func (s *Source) atArgument(name string) *float64 {
	names := map[Shape][]string{
		Pulse: {"v1", "v2", "td", "tr", "tf", "pw", "per"}, Sin: {"v0", "va", "freq", "td", "theta", "phase"},
		Exp: {"v1", "v2", "td1", "tau1", "td2", "tau2"}, SFFM: {"v0", "va", "fc", "mdi", "fs"},
	}[s.Shape]
	if name == "vo" {
		name = "v0"
	}
	k := slices.Index(names, name)
	if k < 0 {
		return nil
	}
	for len(s.Arg) <= k {
		s.Arg = append(s.Arg, 0)
	}
	return &s.Arg[k]
}
