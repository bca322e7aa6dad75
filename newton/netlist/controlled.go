package netlist

import (
	"slices"
	"strconv"
)

// byCurrent says whether a source is controlled by currents.
func byCurrent(kind Kind) bool { return kind == CCCS || kind == CCVS }

// controlled takes e, f, g, h:
//
//	name node node node node gain            e, g
//	name node node source gain               f, h
//	name node node poly(n) … coefficients    each, with n pairs of nodes or n sources
func (c *cursor) controlled(d *device) error {
	if err := c.nodes(d, 2); err != nil {
		return err
	}
	switch {
	case c.isWord("poly"):
		return c.polynomial(d)
	case c.expressed(d):
		return c.valued(d)
	case c.isWord("table") && !byCurrent(d.proto.Kind):
		return c.tabled(d)
	case c.more() && c.peek(0, exprToken), c.peek(1, '='), c.peek(1, exprToken) && slices.Contains(transfers[:], c.toks[c.i].text):
		return c.errorf("got %s: this form of %s is not supported, want %s", c.got(), shorten(d.proto.Name), forms(d.proto.Kind))
	case byCurrent(d.proto.Kind):
		if err := c.controls(d, 1); err != nil {
			return err
		}
	default:
		if err := c.pair(d.proto.Nodes[2:], c.p.scope); err != nil {
			return err
		}
	}
	if err := c.coefficient(d, "the gain"); err != nil {
		return err
	}
	return c.instanceParameters(d, []string{"m"})
}

// transfers are the forms of sources that are refused.
var transfers = [...]string{"table", "value", "vol", "cur", "laplace", "freq", "chebyshev", "foster", "delay", "pwl", "multiply", "and", "or", "nand", "nor"}

// expressed says whether an expression follows.
func (c *cursor) expressed(d *device) bool {
	if byCurrent(d.proto.Kind) || !(c.peek(1, '=') || c.peek(1, exprToken)) {
		return false
	}
	return c.isWord("value") || c.isWord("vol") && d.proto.Kind == VCVS || c.isWord("cur") && d.proto.Kind == VCCS
}

// forms lists what a source may be.
func forms(kind Kind) string {
	if byCurrent(kind) {
		return "a gain or poly(n)"
	}
	return "a gain, poly(n), value={expression} or table"
}

// pair reads two nodes, which may stand in parentheses.
func (c *cursor) pair(dst []int32, s *scope) error {
	open := c.peek(0, '(')
	if open {
		c.i++
	}
	for k := range 2 {
		if !c.peek(0, wordToken) || c.peek(1, '=') {
			return c.errorf("got %s, want a controlling node", c.got())
		}
		dst[k] = s.node(c.toks[c.i].text)
		c.i++
	}
	if open {
		if !c.peek(0, ')') {
			return c.errorf("got %s, want ) after 2 nodes", c.got())
		}
		c.i++
	}
	return nil
}

// controls reads the names of n elements.
func (c *cursor) controls(d *device, n int) error {
	for range n {
		name, err := c.word("the name of a voltage source")
		if err != nil {
			return err
		}
		x := d.extra()
		x.Names = append(x.Names, name)
	}
	return nil
}

// maxVariables bounds the variables of a polynomial.
const maxVariables = 100

// polynomial takes poly(n), what controls it and coefficients.
func (c *cursor) polynomial(d *device) error {
	c.i++
	open := c.peek(0, '(')
	if open {
		c.i++
	}
	text, err := c.word("the number of variables of poly")
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxVariables {
		c.i--
		return c.errorf("got %s variables of poly, want 1 to %d", c.got(), maxVariables)
	}
	if open {
		if !c.peek(0, ')') {
			return c.errorf("got %s, want ) after the number of variables", c.got())
		}
		c.i++
	}
	x := d.extra()
	x.Poly = n
	if byCurrent(d.proto.Kind) {
		err = c.controls(d, n)
	} else {
		x.Nodes = make([]int32, 2*n)
		for k := 0; k < n && err == nil; k++ {
			err = c.pair(x.Nodes[2*k:], c.p.scope)
		}
		d.proto.Nodes[2], d.proto.Nodes[3] = ground, ground
	}
	if err != nil {
		return err
	}
	for c.more() && !c.peek(1, '=') {
		open := c.peek(0, '(') // around all coefficients
		if open || c.peek(0, ')') {
			c.i++
			continue
		}
		if err := c.coefficient(d, "a coefficient"); err != nil {
			return err
		}
	}
	if len(x.Coef) == 0 {
		return c.errorf("got %s, want the coefficients of poly", c.got())
	}
	return c.instanceParameters(d, []string{"m"})
}

// coupling takes k: name inductor inductor … coefficient.
func (c *cursor) coupling(d *device) error {
	x := d.extra()
	for c.peek(0, wordToken) && c.i < len(c.toks)-1 && !c.peek(1, '=') {
		x.Names = append(x.Names, c.toks[c.i].text)
		c.i++
	}
	if c.i--; len(x.Names) > 1 && c.isNumber() {
		c.i++
		return c.errorf("model %s of %s is not supported: magnetic cores are left out", c.got(), shorten(d.proto.Name))
	}
	c.i++
	if len(x.Names) < 2 {
		return c.errorf("got %s, want %s inductor inductor coefficient", c.got(), shorten(d.proto.Name))
	}
	if c.peek(1, '=') && (c.isWord("k") || c.isWord("coupling")) {
		c.i += 2
	}
	if err := c.coefficient(d, "the coefficient"); err != nil {
		return err
	}
	return c.end("the end of the line after the coefficient")
}

// voltageSwitch takes s: name node node node node model [on|off].
func (c *cursor) voltageSwitch(d *device) error {
	if c.controlHere() {
		return c.expressionSwitch(d)
	}
	if err := c.nodes(d, 2); err != nil {
		return err
	}
	if err := c.pair(d.proto.Nodes[2:], c.p.scope); err != nil {
		return err
	}
	return c.switchModel(d)
}

// currentSwitch takes w: name node node source model [on|off].
func (c *cursor) currentSwitch(d *device) error {
	if err := c.nodes(d, 2); err != nil {
		return err
	}
	if err := c.controls(d, 1); err != nil {
		return err
	}
	return c.switchModel(d)
}

func (c *cursor) switchModel(d *device) error {
	if err := c.modelName(d); err != nil {
		return err
	}
	return c.instanceParameters(d, nil, "on", "off")
}

// transmissionLine takes t: name node node node node z0=… (td=… or f=… [nl=…])
// [ic=v1,i1,v2,i2].
func (c *cursor) transmissionLine(d *device) error {
	if err := c.nodes(d, 4); err != nil {
		return err
	}
	return c.instanceParameters(d, []string{"z0", "zo", "td", "f", "nl", "ic"})
}
