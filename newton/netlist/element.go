package netlist

// element takes the card of an element.
func (c *cursor) element() error {
	name := c.toks[0].text
	c.i = 1
	s := c.p.scope
	if line, ok := s.lines[name]; ok {
		return c.errorf("element %q is already defined on line %d", shorten(name), line)
	}
	s.lines[name] = c.c.line
	d := device{proto: Element{Kind: Kind(name[0]), Name: name, Line: c.c.line, File: c.c.file, Geometry: Geometry{NRD: 1, NRS: 1, M: 1}}}
	kind := Kind(name[0])
	if kind == 'x' {
		kind = 0
	}
	l := letterOf(kind)
	if l == nil {
		if what, ok := refused[name[0]]; ok {
			return c.errorf("element %q is not supported: %s have no equations here", shorten(name), what)
		}
		return c.errorf("element %q is not supported: got letter %q, want one of %s", shorten(name), name[:1], readable())
	}
	if err := l.read(c, &d); err != nil {
		return c.postpone(l, err)
	}
	if len(d.dynamic) == 0 && d.source == nil && d.call == nil && d.behaviour == nil && d.passive == nil {
		e := d.proto
		if e.Source != nil {
			src := *e.Source
			e.Source = &src
		}
		if err := e.finish(); err != nil {
			return c.p.errorAt(c.c.file, c.c.line, "%s: %v", shorten(name), err)
		}
	}
	s.devices = append(s.devices, d)
	return nil
}

// nodes reads n nodes, which may stand in parentheses.
func (c *cursor) nodes(d *device, n int) error {
	open := c.peek(0, '(')
	if open {
		c.i++
	}
	for k := range n {
		if c.peek(1, '=') {
			return c.errorf("got %s, want node %d of %d", c.got(), k+1, n)
		}
		if !c.peek(0, wordToken) {
			return c.errorf("got %s, want node %d of %d", c.got(), k+1, n)
		}
		node := c.toks[c.i].text
		c.i++
		d.proto.Nodes[k] = c.p.scope.node(node)
	}
	if open {
		if !c.peek(0, ')') {
			return c.errorf("got %s, want ) after %d nodes", c.got(), n)
		}
		c.i++
	}
	return nil
}

// multiplierOf describes m= of an element.
const multiplierOf = "the multiplier"

// assign reads a value into a field of the element.
func (c *cursor) assign(d *device, at func(*Element) *float64, want string) error {
	v, err := c.value(want)
	if err != nil {
		return err
	}
	if want == multiplierOf {
		d.m = newMultiplier(v)
	}
	if v.e != nil {
		d.dynamic = append(d.dynamic, dynamic{at, v.e})
		return nil
	}
	*at(&d.proto) = v.c
	return nil
}

// Where the values of elements are kept.
func atValue(e *Element) *float64 { return &e.Value }
func atArea(e *Element) *float64  { return &e.Area }
func atM(e *Element) *float64     { return &e.M }
func atNRD(e *Element) *float64   { return &e.NRD }
func atNRS(e *Element) *float64   { return &e.NRS }
func atIC(e *Element) *float64    { return &e.IC }
func atW(e *Element) *float64     { return &e.W }
func atL(e *Element) *float64     { return &e.L }
func atAD(e *Element) *float64    { return &e.AD }
func atAS(e *Element) *float64    { return &e.AS }
func atPD(e *Element) *float64    { return &e.PD }
func atPS(e *Element) *float64    { return &e.PS }

// passive takes r, c, l: name node node value [m=…] [ic=…].
func (c *cursor) passive(d *device) error {
	if err := c.nodes(d, 2); err != nil {
		return err
	}
	letter := string(byte(d.proto.Kind))
	given := false
	for c.more() {
		if taken, err := c.semiconductor(d, given); err != nil {
			return err
		} else if taken {
			continue
		}
		at, want := atValue, "the value"
		switch key := c.key(); {
		case key == "":
			if given {
				return c.errorf("got %s, want name=value or the end of the line", c.got())
			}
			given = true
		case key == letter:
			given = true
		case key == "m":
			at, want = atM, multiplierOf
		case key == "ic" && letter != "r":
			at, want = atIC, "the initial value"
			d.proto.HasIC = true
		case key == "q" && letter == "c":
			if given {
				return c.errorf("got q, want one value")
			}
			if taken, err := c.passiveBehaviour(d, true); taken {
				return err
			}
			return c.errorf("got %s, want the charge as {expression}", c.got())
		case key == "ac" && letter == "r":
			if _, err := c.value("a resistance"); err != nil {
				return err
			}
			continue
		default:
			c.i -= 2
			return c.errorf("parameter %q of %s is not supported, want %s, m%s", shorten(key), d.proto.Name, letter,
				map[bool]string{false: " or ic", true: " or ac"}[letter == "r"])
		}
		if want == "the value" {
			if taken, err := c.passiveBehaviour(d, false); taken {
				return err
			}
		}
		if err := c.assign(d, at, want); err != nil {
			return err
		}
	}
	if d.passive != nil {
		d.passive.value = given
	}
	if !given && !d.hasModel() {
		return c.errorf("%s has no value, want %s1 node node value", shorten(d.proto.Name), letter)
	}
	return nil
}

// modelName reads the name of a model.
func (c *cursor) modelName(d *device) (err error) {
	if c.peek(1, '=') {
		return c.errorf("got %s, want the name of a model", c.got())
	}
	d.modelName, err = c.word("the name of a model")
	return err
}

// diode takes d: name anode cathode model [area] [off] [ic=…] [area=…] [pj=…] [m=…].
func (c *cursor) diode(d *device) error {
	if err := c.nodes(d, 2); err != nil {
		return err
	}
	if err := c.modelName(d); err != nil {
		return err
	}
	d.proto.Area = 1
	for c.more() {
		at, want := atArea, "the area"
		key := c.key()
		if more, err := c.moreOf(d, key); more || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		switch {
		case key == "area":
		case key == "m":
			at, want = atM, multiplierOf
		case key == "ic":
			at, want = atIC, "the initial voltage"
			d.proto.HasIC = true
		case key == "pj":
			if err := c.give(d, key); err != nil {
				return err
			}
			continue
		case key != "":
			c.i -= 2
			return c.errorf("parameter %q of %s is not supported, want area, pj, m, ic, temp, dtemp or off", shorten(key), d.proto.Name)
		case c.isWord("off"):
			d.proto.Off = true
			c.i++
			continue
		case !c.isNumber():
			return c.errorf("got %s, want an area, off or name=value", c.got())
		}
		if err := c.assign(d, at, want); err != nil {
			return err
		}
	}
	return nil
}

// mosfet takes m: name drain gate source bulk model [w=…] … [off].
//
// With four words in front of the parameters it is a device of another type, with three
// nodes: the type of its model says which.
func (c *cursor) mosfet(d *device) error {
	words := 0
	for c.peek(words, wordToken) && !c.peek(words+1, '=') {
		if c.toks[c.i+words].text == "thermal" && words > 4 {
			c.i += words
			return c.errorf("flag thermal of %s is not supported: temperatures do not change while a circuit runs", shorten(d.proto.Name))
		}
		words++
	}
	if words == 5 && c.toks[c.i+4].text == "off" {
		words--
	}
	nodes := 4
	if words == 4 {
		nodes, d.three = 3, true
		d.proto.Nodes[3] = ground
	}
	if err := c.nodes(d, nodes); err != nil {
		return err
	}
	if err := c.modelName(d); err != nil {
		return err
	}
	for c.more() {
		if c.isWord("off") {
			d.proto.Off = true
			c.i++
			continue
		}
		key := c.key()
		if key == "" {
			return c.errorf("got %s, want off or name=value", c.got())
		}
		if more, err := c.moreOf(d, key); more || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		at := mosField(key)
		if at == nil {
			c.i -= 2
			return c.errorf("parameter %q of %s is not supported, want w, l, ad, as, pd, ps, nrd, nrs, m, ic, temp, dtemp or off", shorten(key), d.proto.Name)
		}
		want := "the value of " + key
		if key == "m" {
			want = multiplierOf
		}
		if err := c.assign(d, at, want); err != nil {
			return err
		}
	}
	return nil
}

// moreOf reads a temperature, or the initial voltages of a MOSFET.
func (c *cursor) moreOf(d *device, key string) (bool, error) {
	switch {
	case key == "temp" || key == "dtemp":
		return true, c.give(d, key)
	case key == "ic" && d.proto.Kind == MOSFET:
		return true, c.giveList(d, initialNames(MOSFET)...)
	}
	return false, nil
}

func mosField(key string) func(*Element) *float64 {
	switch key {
	case "w":
		return atW
	case "l":
		return atL
	case "ad":
		return atAD
	case "as":
		return atAS
	case "pd":
		return atPD
	case "ps":
		return atPS
	case "nrd":
		return atNRD
	case "nrs":
		return atNRS
	case "m":
		return atM
	}
	return nil
}

// instance takes x: name node … subcircuit [params:] [name=value …].
func (c *cursor) instance(d *device) error {
	d.proto.Kind = 0
	var words []string
	open := false
	for c.more() && !(c.peek(0, wordToken) && c.peek(1, '=')) && !c.isWord("params:") {
		if c.peek(0, '(') && !open && len(words) == 0 {
			open = true
			c.i++
			continue
		}
		if c.peek(0, ')') && open {
			open = false
			c.i++
			continue
		}
		w, err := c.word("a node or the name of a subcircuit")
		if err != nil {
			return err
		}
		words = append(words, w)
	}
	if len(words) == 0 || open {
		return c.errorf("got %s, want %s node … subcircuit", c.got(), shorten(d.proto.Name))
	}
	if c.isWord("params:") {
		c.i++
	}
	set, err := c.assignments()
	if err != nil {
		return err
	}
	if err := c.end("name=expression"); err != nil {
		return err
	}
	call := &call{name: words[len(words)-1], m: value{c: 1}}
	for _, w := range words[:len(words)-1] {
		call.args = append(call.args, c.p.scope.node(w))
	}
	for _, q := range set {
		if q.name == "m" {
			call.m, d.m = q.v, newMultiplier(q.v)
		} else {
			call.set = append(call.set, q)
		}
	}
	d.call = call
	return nil
}
