package netlist

import (
	"fmt"
	"math"
)

// An expr is an expression of parameters. One without names is folded into a
// constant when it is compiled.
type expr struct {
	op   byte // opConst, opName, opCall or the character of an operator; 'n' negates, '^' is a power
	val  float64
	name string
	fn   *function
	args []*expr
}

const (
	opConst byte = 0
	opName  byte = 'v'
	opCall  byte = 'f'
	opMinus byte = 'n'
)

// Limits of an expression: how deep its parentheses nest, and its length.
const (
	maxExprDepth = 200
	maxExprText  = 1 << 16
)

// compile parses an expression as ngspice's numparam reads it: + - * / with
// the usual precedence, ^ and ** above them and above the sign (-2^2 is -4),
// joined from the left (2^3^2 is 64), parentheses, functions of [functions],
// numbers with scales, names of parameters.
func compile(text string) (*expr, error) {
	if len(text) > maxExprText {
		return nil, fmt.Errorf("expression has %d characters, want at most %d", len(text), maxExprText)
	}
	c := compiler{s: text}
	e, err := c.sum(0)
	if err != nil {
		return nil, err
	}
	if c.blank(); c.i < len(c.s) {
		return nil, fmt.Errorf("unexpected %q in expression %q, want an operator or its end", c.rest(), text)
	}
	return e, nil
}

// A compiler reads the expression s from position i.
type compiler struct {
	s string
	i int
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
	if len(c.s)-c.i >= len(op) && c.s[c.i:c.i+len(op)] == op {
		c.i += len(op)
		return true
	}
	return false
}

func (c *compiler) sum(depth int) (*expr, error) {
	x, err := c.product(depth)
	for err == nil {
		op := byte('+')
		if !c.take("+") {
			if !c.take("-") {
				return x, nil
			}
			op = '-'
		}
		var y *expr
		if y, err = c.product(depth); err == nil {
			x, err = fold(&expr{op: op, args: []*expr{x, y}})
		}
	}
	return nil, err
}

func (c *compiler) product(depth int) (*expr, error) {
	x, err := c.signed(depth)
	for err == nil {
		op := byte('*')
		if !c.take("*") {
			if !c.take("/") {
				return x, nil
			}
			op = '/'
		}
		var y *expr
		if y, err = c.signed(depth); err == nil {
			x, err = fold(&expr{op: op, args: []*expr{x, y}})
		}
	}
	return nil, err
}

func (c *compiler) signed(depth int) (*expr, error) {
	return c.sign(depth, c.power)
}

// sign reads signs and then an operand.
func (c *compiler) sign(depth int, operand func(int) (*expr, error)) (*expr, error) {
	minus := false
	for {
		if c.take("-") {
			minus = !minus
		} else if !c.take("+") {
			break
		}
	}
	x, err := operand(depth)
	if err != nil || !minus {
		return x, err
	}
	return fold(&expr{op: opMinus, args: []*expr{x}})
}

func (c *compiler) power(depth int) (*expr, error) {
	x, err := c.primary(depth)
	for err == nil {
		if !c.take("**") && !c.take("^") {
			return x, nil
		}
		var y *expr
		if y, err = c.sign(depth, c.primary); err == nil {
			x, err = fold(&expr{op: '^', args: []*expr{x, y}})
		}
	}
	return nil, err
}

func (c *compiler) primary(depth int) (*expr, error) {
	if depth > maxExprDepth {
		return nil, fmt.Errorf("expression nests deeper than %d", maxExprDepth)
	}
	if c.take("(") {
		x, err := c.sum(depth + 1)
		if err == nil && !c.take(")") {
			return nil, fmt.Errorf("unexpected %q in expression %q, want )", c.rest(), shorten(c.s))
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
		return c.call(word, depth)
	}
	return &expr{op: opName, name: word}, nil
}

// number reads digits, exponent, scale and unit.
func (c *compiler) number() (*expr, error) {
	start := c.i
	n := mantissa(c.s[c.i:])
	c.i += n
	for c.i < len(c.s) && wordByte(c.s[c.i]) {
		c.i++
	}
	text := c.s[start:c.i]
	if len(text) >= n+3 && lower(text[n:n+3]) == "mil" {
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
	fn := lookupFunction(name)
	if fn == nil {
		return nil, fmt.Errorf("got function %q, want one of %s", shorten(name), functionNames())
	}
	x := &expr{op: opCall, name: name, fn: fn}
	for {
		arg, err := c.sum(depth + 1)
		if err != nil {
			return nil, err
		}
		x.args = append(x.args, arg)
		if c.take(")") {
			break
		}
		if !c.take(",") {
			return nil, fmt.Errorf("unexpected %q in the arguments of %s, want , or )", c.rest(), name)
		}
	}
	if len(x.args) != fn.arity() {
		return nil, fmt.Errorf("got %d arguments for %s, want %d", len(x.args), name, fn.arity())
	}
	return fold(x)
}

// fold returns the value of e as a constant where its operands are constants.
func fold(e *expr) (*expr, error) {
	for _, a := range e.args {
		if a.op != opConst {
			return e, nil
		}
	}
	v, err := e.eval(nil)
	if err != nil {
		return nil, err
	}
	return &expr{op: opConst, val: v}, nil
}

// A scopeEnv finds the values of parameters.
type scopeEnv interface {
	param(name string) (float64, error)
}

// eval returns the value of e. Names are looked up in env. A value that is
// infinite or not a number is an error.
func (e *expr) eval(env scopeEnv) (float64, error) {
	switch e.op {
	case opConst:
		return e.val, nil
	case opName:
		return env.param(e.name)
	}
	var a [2]float64
	for i, x := range e.args {
		v, err := x.eval(env)
		if err != nil {
			return 0, err
		}
		a[i] = v
	}
	v := e.apply(a[0], a[1])
	if !finite(v) {
		return 0, fmt.Errorf("%s gives %v, want a finite number", e.describe(a[:len(e.args)]), v)
	}
	return v, nil
}

// apply computes one operation.
func (e *expr) apply(x, y float64) float64 {
	switch e.op {
	case '+':
		return x + y
	case '-':
		return x - y
	case '*':
		return x * y
	case '/':
		return x / y
	case '^':
		return math.Pow(math.Abs(x), y) // as in ngspice without a compatibility mode
	case opMinus:
		return -x
	}
	if e.fn.two != nil {
		return e.fn.two(x, y)
	}
	return e.fn.one(x)
}

// describe returns the operation with the values of its operands.
func (e *expr) describe(a []float64) string {
	switch {
	case e.op == opCall && len(a) == 1:
		return fmt.Sprintf("%s(%g)", e.name, a[0])
	case e.op == opCall:
		return fmt.Sprintf("%s(%g,%g)", e.name, a[0], a[1])
	case len(a) == 1:
		return fmt.Sprintf("-(%g)", a[0])
	}
	return fmt.Sprintf("%g%c%g", a[0], e.op, a[1])
}

// shorten cuts s for a message.
func shorten(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return s[:most] + "..."
}
