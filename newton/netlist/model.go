package netlist

// model takes .model name type [(] name=value … [)].
func (c *cursor) model() error {
	name, err := c.word("the name of the model")
	if err != nil {
		return err
	}
	s := c.p.scope
	if m := s.models[name]; m != nil {
		return c.errorf("model %q is already defined on %s", shorten(name), position(c.p.out.Files[m.file], int(m.line)))
	}
	m := &modelCard{name: name, file: c.c.file, line: c.c.line, scope: s, constant: true}
	if m.typeName, err = c.word("the type of the model"); err != nil {
		return err
	}
	if m.typ = modelType(m.typeName); m.typ == 0 {
		s.models[name] = m // it is an error to use it
		return nil
	}
	if err := c.modelParams(m); err != nil {
		return err
	}
	if m.constant && !m.typ.isPassive() {
		if err := c.p.buildModel(m); err != nil {
			return err
		}
	}
	s.models[name] = m
	return nil
}

// modelParams reads the parameters of a model, with or without parentheses.
func (c *cursor) modelParams(m *modelCard) error {
	open := c.peek(0, '(')
	if open {
		c.i++
	}
	for c.more() && !c.peek(0, ')') {
		if c.channel(m) {
			continue
		}
		key := c.modelKey()
		if key == "" {
			return c.errorf("got %s, want name=value", c.got())
		}
		if rating(key) {
			if !c.more() || c.peek(0, ')') {
				return c.errorf("got %s, want the value of %s", c.got(), key)
			}
			c.i++
			continue
		}
		v, err := c.value("the value of " + shorten(key))
		if err != nil {
			return err
		}
		if (key == "l" || key == "w") && (m.typ == NMOS || m.typ == PMOS) {
			c.p.warn(c.c.file, c.line(), "%s of model %s is ignored, as in ngspice: transistors have their own", key, shorten(m.name))
			continue
		}
		if key == "level" && m.typ == D && v.e == nil && v.c == 2 {
			c.p.warn(c.c.file, c.line(), "level 2 of model %s has the equations of level 1, as in ngspice", shorten(m.name))
		}
		m.constant = m.constant && v.e == nil
		m.params = append(m.params, param{key, v})
	}
	if open {
		if !c.more() {
			return c.errorf("got the end of the line, want )")
		}
		c.i++
	}
	return c.end("name=value or the end of the line")
}

// channel reads nchan or pchan of a power MOSFET.
func (c *cursor) channel(m *modelCard) bool {
	if m.typ != VDN && m.typ != VDP || c.peek(1, '=') || !c.isWord("nchan") && !c.isWord("pchan") {
		return false
	}
	m.typ = VDN
	if c.isWord("pchan") {
		m.typ = VDP
	}
	c.i++
	return true
}

// modelKey reads the name of a parameter; = may be missing in front of a number.
func (c *cursor) modelKey() string {
	if key := c.key(); key != "" {
		return key
	}
	if !c.peek(0, wordToken) || isDigit(c.toks[c.i].text[0]) ||
		!c.peek(1, exprToken) && !(c.peek(1, wordToken) && !c.peek(2, '=') && c.numberAt(1)) {
		return ""
	}
	c.i++
	return c.toks[c.i-1].text
}

// rating reports whether a model parameter tells who made a part, what it
// stands, or the version of equations that have several, which those here have
// not; makers' models have them, with words for values, such as 3.3.0.
func rating(key string) bool {
	switch key {
	case "version", "mfg", "vpk", "ipk", "iave", "irms", "diss", "type":
		return true
	}
	return false
}

// buildModel makes the model of a card whose parameters are constants.
func (p *parser) buildModel(m *modelCard) error {
	name := m.name
	if m.scope != p.top {
		name = m.scope.name + ":" + name
	}
	model, err := p.newModel(m, name, nil)
	m.model = model
	return err
}

// newModel evaluates the parameters of a model.
func (p *parser) newModel(m *modelCard, name string, f *frame) (*Model, error) {
	out := &Model{Name: name, Type: m.typ, Param: make(map[string]float64, len(m.params)), Line: m.line, File: m.file}
	for _, q := range m.params {
		v, err := q.v.eval(f)
		if err != nil {
			return nil, p.errorAt(m.file, m.line, "%s of model %s: %v", shorten(q.name), shorten(m.name), err)
		}
		out.Param[q.name] = v
	}
	p.out.Models = append(p.out.Models, out)
	return out, nil
}
