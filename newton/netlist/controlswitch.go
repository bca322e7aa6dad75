package netlist

// controlOf is what the names of the node and of the source end with that carry the
// control of a switch with an expression.
const controlOf = "#control"

// expressionSwitch takes s as Xyce writes it with an expression:
// name node node model [on|off] control={expression}.
//
// The expression becomes the voltage of a node of its own, by a source b in front of the
// switch.
func (c *cursor) expressionSwitch(d *device) error {
	if err := c.nodes(d, 2); err != nil {
		return err
	}
	if err := c.modelName(d); err != nil {
		return err
	}
	for (c.isWord("on") || c.isWord("off")) && !c.peek(1, '=') {
		if err := c.flag(d); err != nil {
			return err
		}
	}
	if !c.isWord("control") || !c.peek(1, '=') {
		return c.errorf("got %s, want control={expression}", c.got())
	}
	c.i += 2
	s := c.p.scope
	b := device{proto: Element{Name: "b" + d.proto.Name + controlOf, Line: d.proto.Line, File: d.proto.File, Geometry: d.proto.Geometry}}
	e, p, err := c.behaviour(d)
	if err != nil {
		return err
	}
	if err := c.behave(&b, &behaviourCard{e: e, voltage: true}, p); err != nil {
		return err
	}
	b.behaviour.finish()
	node := s.node(d.proto.Name + controlOf)
	b.proto.Nodes[0], b.proto.Nodes[1] = node, ground
	d.proto.Nodes[2], d.proto.Nodes[3] = node, ground
	d.expressed = true
	s.lines[b.proto.Name] = c.c.line
	s.devices = append(s.devices, b)
	return c.end("the end of the line behind the expression")
}

// controlHere says whether the card has control=.
func (c *cursor) controlHere() bool {
	for k := range len(c.toks) - c.i {
		if c.peek(k, wordToken) && c.toks[c.i+k].text == "control" && c.peek(k+1, '=') {
			return true
		}
	}
	return false
}
