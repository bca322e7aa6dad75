package netlist

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/newton/tape"
)

// A Behaviour is a source whose value is an expression: the elements whose currents it
// uses are the Names of the [Extra], and the pairs of nodes whose voltages it uses are
// the Nodes. The variables of the program are in that order.
type Behaviour struct {
	Voltage bool // across the element; a current through it otherwise
	Program *tape.Program
}

// A behaviourCard is the expression of an element. Its program is made once, or once
// for each instance if it uses parameters.
type behaviourCard struct {
	e        *expr
	voltage  bool
	amperes  int
	dynamic  bool
	tc1, tc2 value
	temp     value // °C, where hasTemp
	dtemp    value
	hasTemp  bool
	program  *tape.Program
}

// factorName is the parameter that stands for the factor by temperature.
const factorName = "*factor"

// maxProgram bounds the operations of one program.
const maxProgram = 100_000

// room is the temperature of a circuit that states none, in °C, and the temperature at
// which tc1 and tc2 count nothing.
const room = 27

// arbitrary takes b: name node node v=expression or i=expression.
func (c *cursor) arbitrary(d *device) error {
	if err := c.nodes(d, 2); err != nil {
		return err
	}
	if !(c.isWord("v") || c.isWord("i")) || !c.peek(1, '=') {
		return c.errorf("got %s, want v=expression or i=expression", c.got())
	}
	voltage := c.isWord("v")
	c.i += 2
	e, p, err := c.behaviour(d)
	if err != nil {
		return err
	}
	if err := c.behave(d, &behaviourCard{e: e, voltage: voltage}, p); err != nil {
		return err
	}
	return c.behaviourParameters(d, true)
}

// valued takes value=, vol= or cur= of e and g with an expression.
func (c *cursor) valued(d *device) error {
	voltage := d.proto.Kind == VCVS
	c.i++
	if c.peek(0, '=') {
		c.i++
	}
	e, p, err := c.behaviour(d)
	if err != nil {
		return err
	}
	if err := c.behave(d, &behaviourCard{e: e, voltage: voltage}, p); err != nil {
		return err
	}
	return c.behaviourParameters(d, false)
}

// tabled takes table {expression} = (x,y) … of e and g.
func (c *cursor) tabled(d *device) error {
	voltage := d.proto.Kind == VCVS
	c.i++
	if c.peek(0, '=') {
		c.i++
	}
	if !c.more() || c.peek(0, '(') || c.peek(0, ')') {
		return c.errorf("got %s, want table {expression} = (x,y) …", c.got())
	}
	e, p, err := c.behaviour(d)
	if err != nil {
		return err
	}
	if c.peek(0, '=') {
		c.i++
	}
	table := &expr{op: opTable, name: "table", args: []*expr{e}}
	if err := c.points(table); err != nil {
		return err
	}
	if err := c.behave(d, &behaviourCard{e: table, voltage: voltage}, p); err != nil {
		return err
	}
	return c.behaviourParameters(d, false)
}

// points reads the points of a table, in parentheses or not.
func (c *cursor) points(table *expr) error {
	open := 0
	for c.more() && !c.peek(1, '=') {
		switch {
		case c.peek(0, '('):
			open++
			c.i++
			continue
		case c.peek(0, ')'):
			if open--; open < 0 {
				return c.errorf("got ) in the table without a ( before it")
			}
			c.i++
			continue
		}
		v, err := c.value("x or y of a point of the table")
		if err != nil {
			return err
		}
		point := v.e
		if point == nil {
			point = &expr{op: opConst, val: v.c}
		}
		table.args = append(table.args, point)
	}
	if open > 0 {
		return c.errorf("got %s, want ) behind the last point of the table", c.got())
	}
	if n := len(table.args) - 1; n < 4 || n%2 != 0 {
		return c.errorf("got %d numbers in the table, want two or more pairs of x and y", n)
	}
	return nil
}

// behaviour reads an expression of voltages and currents, from the token at hand to
// where it ends.
func (c *cursor) behaviour(d *device) (*expr, *probes, error) {
	if !c.more() {
		return nil, nil, c.errorf("got the end of the line, want the expression of %s", shorten(d.proto.Name))
	}
	start := c.toks[c.i].off
	p := &probes{}
	in := compiler{s: c.c.text[start:], calls: c.called(), probes: p}
	e, err := in.start()
	if err != nil {
		return nil, nil, c.errorf("%v", err)
	}
	end := start + in.i
	for c.more() && c.toks[c.i].off < end {
		c.i++
	}
	next := len(c.c.text)
	if c.more() {
		next = c.toks[c.i].off
	}
	if left := strings.TrimSpace(c.c.text[end:next]); left != "" {
		c.i--
		return nil, nil, c.errorf("unexpected %q behind the expression of %s, want an operator or its end", shorten(left), shorten(d.proto.Name))
	}
	return e, p, nil
}

// behave makes the element one with an expression.
func (c *cursor) behave(d *device, b *behaviourCard, p *probes) error {
	x := d.extra()
	x.Names = p.amperes
	for _, pair := range p.volts {
		for _, name := range pair {
			x.Nodes = append(x.Nodes, c.p.scope.node(name))
		}
	}
	d.proto.Kind = Behavioural
	d.behaviour = b
	d.proto.Nodes[2], d.proto.Nodes[3] = 0, 0
	b.amperes = len(x.Names)
	return nil
}

// behaviourParameters reads what follows the expression.
func (c *cursor) behaviourParameters(d *device, thermal bool) error {
	b := d.behaviour
	for c.more() {
		key := c.key()
		at := b.thermal(key)
		switch {
		case key == "":
			return c.errorf("got %s, want name=value or the end of the line", c.got())
		case key == "m":
			if err := c.assign(d, atM, multiplierOf); err != nil {
				return err
			}
			continue
		case at == nil || !thermal:
			c.i -= 2
			return c.errorf("parameter %q of %s is not supported, want m%s", shorten(key), shorten(d.proto.Name),
				map[bool]string{true: ", tc1, tc2, temp or dtemp"}[thermal])
		}
		v, err := c.value("the value of " + key)
		if err != nil {
			return err
		}
		*at, b.hasTemp = v, b.hasTemp || key == "temp"
	}
	b.finish()
	return nil
}

// thermal returns where a parameter is kept, nil for none.
func (b *behaviourCard) thermal(key string) *value {
	switch key {
	case "tc1":
		return &b.tc1
	case "tc2":
		return &b.tc2
	case "temp":
		return &b.temp
	case "dtemp":
		return &b.dtemp
	}
	return nil
}

// finish multiplies by the factor, and finds out whether there are parameters.
func (b *behaviourCard) finish() {
	for _, v := range []value{b.tc1, b.tc2, b.temp, b.dtemp} {
		b.dynamic = b.dynamic || v.e != nil
	}
	b.dynamic = b.dynamic || b.e.parametric()
	if b.tc1 != (value{}) || b.tc2 != (value{}) {
		b.e = &expr{op: '*', args: []*expr{b.e, {op: opName, name: factorName}}}
	}
}

// parametric says whether e uses a parameter or a function of the netlist.
func (e *expr) parametric() bool {
	if e.op == opName && e.name != "temper" && e.name != factorName || e.op == opCall && (e.user != nil || e.fn == nil) {
		return true
	}
	return slices.ContainsFunc(e.args, (*expr).parametric)
}

// passiveBehaviour takes the value of a resistor, capacitor or inductor if it is an
// expression of voltages, currents, time or temperature. It says whether it is.
//
// A resistor is a current of v/R, a capacitor one of C·dv/dt, or of dQ/dt if charge is
// set, and an inductor a voltage of L·di/dt.
func (c *cursor) passiveBehaviour(d *device, charge bool) (bool, error) {
	if !c.peek(0, exprToken) {
		return false, nil
	}
	probe := compiler{s: c.toks[c.i].text, calls: func(*expr) error { return nil }}
	if _, err := probe.start(); !probe.seen && !charge {
		return false, nil // an error of another kind is found again
	} else if err == nil && !probe.seen {
		return true, c.errorf("got a charge that does not depend on a voltage, want c=FARAD")
	}
	if d.passive != nil {
		return true, c.errorf("got %s behind the parameters of %s, want the expression in front", c.got(), shorten(d.proto.Name))
	}
	e, p, err := c.behaviour(d)
	if err != nil {
		return true, err
	}
	kind := d.proto.Kind
	b := &behaviourCard{e: e, voltage: kind == Inductor}
	own := &expr{op: opVolts, k: len(p.volts)}
	if kind == Inductor {
		k := slices.Index(p.amperes, d.proto.Name)
		if k < 0 {
			k = len(p.amperes)
			p.amperes = append(p.amperes, d.proto.Name)
		}
		own = &expr{op: opAmperes, k: k}
	}
	if err := c.behave(d, b, p); err != nil {
		return true, err
	}
	if kind != Inductor {
		d.proto.Extra.Nodes = append(d.proto.Extra.Nodes, d.proto.Nodes[0], d.proto.Nodes[1])
	}
	if err := c.behaviourParameters(d, true); err != nil {
		return true, err
	}
	switch {
	case kind == Resistor:
		b.e = &expr{op: '/', args: []*expr{own, b.e}}
	case charge:
		b.e = &expr{op: opSlope, args: []*expr{b.e}}
	default:
		b.e = &expr{op: '*', args: []*expr{b.e, {op: opSlope, args: []*expr{own}}}}
	}
	return true, nil
}

// cost returns the bytes that the program of an instance takes.
func (b *behaviourCard) cost() int64 {
	if b == nil || !b.dynamic {
		return 0
	}
	const bytesPerNode = 48
	return bytesPerNode * b.e.size()
}

// behaviour gives an element the program of its instance.
func (x *expander) behaviour(f *frame, d *device, e *Element) error {
	b := d.behaviour
	p := b.program
	if p == nil {
		var err error
		if p, err = x.compile(f, b, len(e.Extra.Nodes)/2); err != nil {
			return err
		}
		if !b.dynamic {
			b.program = p
		}
		if x.programs += p.Bytes(); x.programs > x.p.budget() {
			return fmt.Errorf("expressions of the expanded netlist take more than %d MiB, the limit for a text of %d bytes", x.p.budget()>>20, x.p.bytes)
		}
	}
	e.Extra.Behaviour = &Behaviour{Voltage: b.voltage, Program: p}
	return nil
}

// compile makes the program of an instance.
func (x *expander) compile(f *frame, b *behaviourCard, volts int) (*tape.Program, error) {
	temper := x.p.out.Options.temperature()
	l := lowering{env: f, amperes: b.amperes}
	l.b.Variables = b.amperes + volts
	var err error
	if l.factor, err = b.factor(f, temper); err != nil {
		return nil, err
	}
	root, err := l.ref(b.e, nil)
	if err != nil {
		return nil, err
	}
	if v, ok := l.b.Value(root); ok && !finite(v) {
		return nil, fmt.Errorf("expression gives %v, want a finite number", v)
	}
	if l.b.Len() > maxProgram {
		return nil, fmt.Errorf("expression has more than %d operations with the functions that it calls", maxProgram)
	}
	return l.b.Program(root), nil
}

// factor returns the factor by temperature.
func (b *behaviourCard) factor(f *frame, temper float64) (float64, error) {
	var v [4]float64
	for k, q := range [...]value{b.tc1, b.tc2, b.temp, b.dtemp} {
		var err error
		if v[k], err = q.eval(f); err != nil {
			return 0, err
		}
	}
	switch {
	case b.hasTemp:
		temper = v[2]
	default:
		temper += v[3]
	}
	d := temper - room
	return 1 + v[0]*d + v[1]*d*d, nil
}

// temperature returns the temperature of the circuit in °C.
func (o *Options) temperature() float64 {
	if o.HasTemp {
		return o.Temp
	}
	return room
}
