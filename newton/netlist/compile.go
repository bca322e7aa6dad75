package netlist

import (
	"fmt"
	"strings"
)

// Limits of an expression: how deep its parentheses nest, and its length.
const (
	maxExprDepth = 200
	maxExprText  = 1 << 16
)

// compile parses an expression of parameters as ngspice's numparam reads it: the
// operators of [levels] from the weakest on, signs and ! above them, ^ and ** above all
// (-2^2 is -4), joined from the left (2^3^2 is 64), parentheses, functions of
// [functions], numbers with scales, names of parameters. calls, which may be nil, is
// told of each call.
func compile(text string, calls func(*expr) error) (*expr, error) {
	c := compiler{s: text, calls: calls}
	return c.all()
}

// all reads the whole text.
func (c *compiler) all() (*expr, error) {
	e, err := c.start()
	if err != nil {
		return nil, err
	}
	if c.blank(); c.i < len(c.s) {
		return nil, fmt.Errorf("unexpected %q in expression %q, want an operator or its end", c.rest(), shorten(c.s))
	}
	return e, nil
}

// start reads an expression that the text starts with.
func (c *compiler) start() (*expr, error) {
	if len(c.s) > maxExprText {
		return nil, fmt.Errorf("expression has %d characters, want at most %d", len(c.s), maxExprText)
	}
	return c.choice(0)
}

// A compiler reads the expression s from position i.
type compiler struct {
	s      string
	i      int
	calls  func(*expr) error
	probes *probes // where voltages and currents may be used; nil in a parameter
	seen   bool    // a voltage, a current or time was refused
}

func (c *compiler) blank() {
	for c.i < len(c.s) && (c.s[c.i] == ' ' || c.s[c.i] == '\t') {
		c.i++
	}
}

// rest returns what is left of the text, shortened, for messages.
func (c *compiler) rest() string { return shorten(c.s[c.i:]) }

// take skips blanks and then the operator op, if that is next.
func (c *compiler) take(op string) bool {
	c.blank()
	if strings.HasPrefix(c.s[c.i:], op) {
		c.i += len(op)
		return true
	}
	return false
}

// fold folds constants of a parameter. An expression of voltages and currents has other
// functions, and is folded when it becomes a program.
func (c *compiler) fold(e *expr) (*expr, error) {
	if c.probes != nil {
		return e, nil
	}
	return fold(e)
}

// choice reads a condition and both of its values, or one value.
func (c *compiler) choice(depth int) (*expr, error) {
	x, err := c.level(0, depth)
	if err != nil || !c.take("?") {
		return x, err
	}
	if depth > maxExprDepth {
		return nil, fmt.Errorf("expression nests deeper than %d", maxExprDepth)
	}
	y, err := c.choice(depth + 1)
	if err != nil {
		return nil, err
	}
	if !c.take(":") {
		return nil, fmt.Errorf("unexpected %q in expression %q, want a colon", c.rest(), shorten(c.s))
	}
	z, err := c.choice(depth + 1)
	if err != nil {
		return nil, err
	}
	return c.fold(&expr{op: '?', args: []*expr{x, y, z}})
}

// An operator with its text.
type operator struct {
	text string
	op   byte
}

// levels are the operators of two operands, from the weakest on. A text that another
// one starts with comes behind that.
var levels = [...][]operator{
	{{"||", '|'}, {"|", '|'}},
	{{"&&", '&'}, {"&", '&'}},
	{{"==", '='}, {"!=", opUnequal}, {"<>", opUnequal}},
	{{"<=", opAtMost}, {">=", opAtLeast}, {"<", '<'}, {">", '>'}},
	{{"+", '+'}, {"-", '-'}},
	{{"*", '*'}, {"/", '/'}, {"%", '%'}},
}

// level reads operands that operators of a level join from the left.
func (c *compiler) level(k, depth int) (*expr, error) {
	if k == len(levels) {
		return c.sign(depth, c.power)
	}
	x, err := c.level(k+1, depth)
	for err == nil {
		op := c.operator(levels[k])
		if op == 0 {
			return x, nil
		}
		var y *expr
		if y, err = c.level(k+1, depth); err == nil {
			x, err = c.fold(&expr{op: op, args: []*expr{x, y}})
		}
	}
	return nil, err
}

// operator takes one of a level, 0 if none is next.
func (c *compiler) operator(list []operator) byte {
	c.blank()
	rest := c.s[c.i:]
	for _, o := range list {
		if !strings.HasPrefix(rest, o.text) || o.op == '*' && strings.HasPrefix(rest, "**") || o.op == '<' && strings.HasPrefix(rest, "<>") {
			continue
		}
		c.i += len(o.text)
		return o.op
	}
	return 0
}

// sign reads signs and then an operand.
func (c *compiler) sign(depth int, operand func(int) (*expr, error)) (*expr, error) {
	if depth > maxExprDepth {
		return nil, fmt.Errorf("expression nests deeper than %d", maxExprDepth)
	}
	minus := false
	for {
		if c.take("-") {
			minus = !minus
		} else if !c.take("+") {
			break
		}
	}
	var x *expr
	var err error
	if !strings.HasPrefix(c.s[c.i:], "!=") && (c.take("!") || c.take("~")) {
		if x, err = c.sign(depth+1, operand); err == nil {
			x, err = c.fold(&expr{op: '!', args: []*expr{x}})
		}
	} else {
		x, err = operand(depth)
	}
	if err != nil || !minus {
		return x, err
	}
	return c.fold(&expr{op: opMinus, args: []*expr{x}})
}

// power reads powers. Behind a sign, an exponent of a parameter is one operand, and an
// exponent of voltages and currents has its own powers.
func (c *compiler) power(depth int) (*expr, error) {
	x, err := c.primary(depth)
	for err == nil {
		if !c.take("**") && !c.take("^") {
			return x, nil
		}
		operand := c.primary
		if c.blank(); c.probes != nil && c.i < len(c.s) && strings.IndexByte("+-!~", c.s[c.i]) >= 0 {
			operand = c.power
			depth++
		}
		var y *expr
		if y, err = c.sign(depth, operand); err == nil {
			x, err = c.fold(&expr{op: '^', args: []*expr{x, y}})
		}
	}
	return nil, err
}

func (c *compiler) primary(depth int) (*expr, error) {
	if depth > maxExprDepth {
		return nil, fmt.Errorf("expression nests deeper than %d", maxExprDepth)
	}
	for _, pair := range [...]string{"()", "{}", "''", `""`} {
		if pair != "()" && c.probes == nil || !c.take(pair[:1]) {
			continue
		}
		x, err := c.choice(depth + 1)
		if err == nil && !c.take(pair[1:]) {
			return nil, fmt.Errorf("unexpected %q in expression %q, want %s", c.rest(), shorten(c.s), pair[1:])
		}
		return x, err
	}
	if c.i == len(c.s) {
		return nil, fmt.Errorf("expression %q ends where a number, a name or ( is wanted", shorten(c.s))
	}
	if ch := c.s[c.i]; isDigit(ch) || ch == '.' {
		return c.number()
	}
	word := c.word()
	if word == "" {
		return nil, fmt.Errorf("unexpected %q in expression %q, want a number, a name or (", c.rest(), shorten(c.s))
	}
	if c.take("(") {
		if word == "v" || word == "i" {
			return c.probe(word)
		}
		if word == "poly" && c.polynomialHere() {
			return c.polynomial(depth)
		}
		return c.call(word, depth)
	}
	if word == "table" && c.i < len(c.s) && c.s[c.i] == '{' {
		return c.table(depth)
	}
	return c.name(word)
}

// table reads {expression} [=] (x,y) … behind its name.
func (c *compiler) table(depth int) (*expr, error) {
	x, err := c.primary(depth + 1)
	if err != nil {
		return nil, err
	}
	c.take("=")
	e := &expr{op: opCall, name: "table", fn: lookupFunction("table"), args: []*expr{x}}
	for c.take("(") {
		for k, end := range [...]string{",", ")"} {
			y, err := c.choice(depth + 1)
			if err != nil {
				return nil, err
			}
			if !c.take(end) && k == 1 {
				return nil, fmt.Errorf("unexpected %q in a table, want )", c.rest())
			}
			e.args = append(e.args, y)
		}
		c.take(",")
	}
	if err := e.fn.check(len(e.args)); err != nil {
		return nil, err
	}
	return c.fold(e)
}

// name returns a parameter, time or a constant.
func (c *compiler) name(word string) (*expr, error) {
	switch word {
	case "time", "temper":
		c.seen = true
	case "hertz":
		c.seen = true
		fallthrough
	case "pi", "e":
		if v, ok := named(word); ok && c.probes != nil {
			return &expr{op: opConst, val: v}, nil
		}
	}
	if word == "time" && c.probes != nil {
		return &expr{op: opTime}, nil
	}
	return &expr{op: opName, name: word}, nil
}

// number reads digits, exponent, scale and unit.
func (c *compiler) number() (*expr, error) {
	start := c.i
	n := mantissa(c.s[c.i:])
	c.i += n
	for c.i < len(c.s) && (wordByte(c.s[c.i]) || c.s[c.i] >= 0x80) { // the micro and ohm signs are no bytes of names
		c.i++
	}
	text := c.s[start:c.i]
	if len(text) >= n+3 && lower(text[n:n+3]) == "mil" && c.probes == nil {
		return nil, fmt.Errorf("got %q in an expression, where ngspice reads mil as milli: want the length in metres", text)
	}
	f, ok := number(text)
	if !ok {
		return nil, fmt.Errorf("got %q, want a number", shorten(c.s[start:]))
	}
	return &expr{op: opConst, val: f}, nil
}

// word reads a name.
func (c *compiler) word() string {
	start := c.i
	for c.i < len(c.s) && wordByte(c.s[c.i]) {
		c.i++
	}
	return c.s[start:c.i]
}

func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c == '.' || c == '$' || c == '#' || c == '@'
}

// call reads the arguments of a function, behind its parenthesis.
func (c *compiler) call(name string, depth int) (*expr, error) {
	x := &expr{op: opCall, name: name, fn: lookupFunction(name)}
	for !(len(x.args) == 0 && c.take(")")) {
		arg, err := c.choice(depth + 1)
		if err != nil {
			return nil, err
		}
		x.args = append(x.args, arg)
		if c.take(")") {
			break
		}
		if !c.take(",") {
			return nil, fmt.Errorf("unexpected %q in the arguments of %s, want , or )", c.rest(), shorten(name))
		}
	}
	if c.calls != nil {
		if err := c.calls(x); err != nil {
			return nil, err
		}
	} else if x.fn == nil {
		return nil, unknownFunction(name)
	}
	if x.user != nil || x.fn == nil {
		return x, nil
	}
	if err := x.fn.check(len(x.args)); err != nil {
		return nil, err
	}
	if x.nominal() {
		return x.args[0], nil
	}
	if x.fn.name == "if" || x.fn.name == "ternary_fcn" {
		x = &expr{op: '?', args: x.args}
	}
	return c.fold(x)
}

// nominal says whether a call has a random value, for which its first argument stands.
func (e *expr) nominal() bool {
	return e.fn != nil && e.user == nil && (e.fn.special == isNominal || e.fn.special == isLimit && len(e.args) == 2)
}

func unknownFunction(name string) error {
	return fmt.Errorf("got function %q, want one of %s", shorten(name), functionNames())
}
