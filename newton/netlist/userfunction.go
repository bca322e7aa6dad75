package netlist

import (
	"fmt"
	"slices"
	"strings"
)

// A userFunction is a .func line.
type userFunction struct {
	params []string
	body   *expr
}

// A pendingCall is a call of a function that was not defined when it was read, or one
// of a built-in function.
type pendingCall struct {
	e          *expr
	scope      *scope
	file, line int32
}

// called returns what takes the calls of an expression of the card.
func (c *cursor) called() func(*expr) error {
	p, s, file, line := c.p, c.p.scope, c.c.file, c.line()
	return func(e *expr) error {
		if e.user = s.findFunction(e.name); e.user != nil {
			return e.checkArguments()
		}
		if e.fn == nil {
			p.calls = append(p.calls, pendingCall{e, s, file, line})
			return nil
		}
		if e.nominal() {
			p.warn(file, line, "%s is not random here: it has its nominal value", e.name)
		}
		if k := (builtInUse{e.name, s}); !p.used[k] {
			if p.used == nil {
				p.used = map[builtInUse]bool{}
			}
			p.used[k] = true
		}
		return nil
	}
}

// A builtInUse is a built-in function that is called in a scope.
type builtInUse struct {
	name  string
	scope *scope
}

// findFunction looks for a function in the scope and in those around it.
func (s *scope) findFunction(name string) *userFunction {
	for ; s != nil; s = s.parent {
		if f := s.functions[name]; f != nil {
			return f
		}
	}
	return nil
}

// checkArguments wants as many arguments as the function of the netlist has.
func (e *expr) checkArguments() error {
	if n := len(e.user.params); n != len(e.args) {
		return fmt.Errorf("got %d arguments for %s, want %d", len(e.args), shorten(e.name), n)
	}
	return nil
}

// maxParams bounds the arguments of a function of the netlist.
const maxParams = 1000

// function takes .func name(argument, …) {expression}, which may have = in the middle.
func (c *cursor) function() error {
	card := c.toks[0].text
	name, err := c.word("the name of the function")
	if err != nil {
		return err
	}
	if !c.peek(0, '(') {
		return c.errorf("got %s, want %s name(argument, …) {expression}", c.got(), card)
	}
	f := &userFunction{}
	for c.i++; c.peek(0, wordToken) && len(f.params) < maxParams; c.i++ {
		if text := c.toks[c.i].text; slices.Contains(f.params, text) {
			return c.errorf("argument %q of function %s occurs twice", shorten(text), shorten(name))
		}
		f.params = append(f.params, c.toks[c.i].text)
	}
	if !c.peek(0, ')') {
		return c.errorf("got %s, want an argument of function %s or )", c.got(), shorten(name))
	}
	if c.i++; c.peek(0, '=') {
		c.i++
	}
	s := c.p.scope
	if s.functions[name] != nil {
		return c.errorf("function %q is already defined", shorten(name))
	}
	for use := range c.p.used {
		for q := use.scope; use.name == name && q != nil; q = q.parent {
			if q == s {
				return c.errorf("function %q is defined behind its first use, where it is the built-in function: want %s in front", shorten(name), card)
			}
		}
	}
	start := c.i
	c.i = len(c.toks)
	if start < len(c.toks) && c.toks[start].kind == exprToken { // others may follow
		c.i = start + 1
	}
	if f.body, err = c.expression(start, name); err != nil {
		return err
	}
	if s.functions == nil {
		s.functions = map[string]*userFunction{}
	}
	s.functions[name] = f
	if c.more() && card != ".func" {
		return c.params(card)
	}
	return c.end("an operator or the end of the line")
}

// resolve connects the calls that were read before their functions.
func (p *parser) resolve() error {
	for _, q := range p.calls {
		err := unknownFunction(q.e.name)
		if q.e.user = q.scope.findFunction(q.e.name); q.e.user != nil {
			err = q.e.checkArguments()
		}
		if err != nil {
			return p.errorAt(q.file, q.line, "%v", err)
		}
	}
	p.calls = nil
	return nil
}

// definesFunction says whether name(argument, …) = is next.
func (c *cursor) definesFunction() bool {
	if !c.isFunction() {
		return false
	}
	k := 2
	for c.peek(k, wordToken) {
		k++
	}
	return k > 2 && c.peek(k, ')') && c.peek(k+1, '=')
}

// isFunction says whether a .param line defines a function: name(argument, …) =.
func (c *cursor) isFunction() bool {
	return c.peek(0, wordToken) && c.peek(1, '(') && !strings.ContainsAny(c.toks[c.i].text, "+-*/^")
}
