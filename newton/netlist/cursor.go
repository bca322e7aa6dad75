package netlist

// A cursor reads the tokens of one card from left to right.
type cursor struct {
	p    *parser
	c    *card
	toks []token
	i    int
}

// errorf returns an error at the line of the token at hand, or of the last.
func (c *cursor) errorf(format string, args ...any) error {
	return c.p.errorAt(c.c.file, c.line(), format, args...)
}

// line returns the line of the token at hand, or of the last.
func (c *cursor) line() int32 {
	if len(c.toks) == 0 {
		return c.c.line
	}
	return c.c.lineAt(c.toks[min(c.i, len(c.toks)-1)].off)
}

func (c *cursor) more() bool { return c.i < len(c.toks) }

// peek says whether the token k behind the one at hand is of a kind.
func (c *cursor) peek(k int, kind byte) bool {
	return c.i+k < len(c.toks) && c.toks[c.i+k].kind == kind
}

// isWord says whether the token at hand is the given word.
func (c *cursor) isWord(s string) bool { return c.peek(0, wordToken) && c.toks[c.i].text == s }

// got describes the token at hand for a message.
func (c *cursor) got() string {
	if !c.more() {
		return "the end of the line"
	}
	t := c.toks[c.i]
	if t.kind == exprToken {
		return "{" + shorten(t.text) + "}"
	}
	return `"` + shorten(t.text) + `"`
}

// word reads a word. want describes it.
func (c *cursor) word(want string) (string, error) {
	if !c.peek(0, wordToken) {
		return "", c.errorf("got %s, want %s", c.got(), want)
	}
	c.i++
	return c.toks[c.i-1].text, nil
}

// A value is a number or an expression that awaits its parameters.
type value struct {
	c float64
	e *expr // nil: the value is c
}

// value reads a number, an expression in braces or quotes, or the name of a
// parameter or an expression without blanks. want describes it.
func (c *cursor) value(want string) (value, error) {
	if !c.more() || c.toks[c.i].kind != wordToken && c.toks[c.i].kind != exprToken {
		return value{}, c.errorf("got %s, want %s", c.got(), want)
	}
	t := c.toks[c.i]
	if t.kind == wordToken {
		if f, ok := number(t.text); ok {
			c.i++
			return value{c: f}, nil
		}
		if ch := t.text[0]; isDigit(ch) || ch == '.' || (ch == '-' || ch == '+') && len(t.text) > 1 && isDigit(t.text[1]) {
			return value{}, c.errorf("got %s, want %s", c.got(), want)
		}
	}
	e, err := compile(t.text, c.called())
	if err != nil {
		return value{}, c.errorf("%v", err)
	}
	c.i++
	return valueOf(e), nil
}

func valueOf(e *expr) value {
	if e.op == opConst {
		return value{c: e.val}
	}
	return value{e: e}
}

// constant reads a value of a card that is settled when the parameters of the
// main circuit are known.
func (c *cursor) constant(want string) (float64, error) {
	start := c.i
	v, err := c.value(want)
	if err != nil || v.e == nil {
		return v.c, err
	}
	if err := c.p.resolve(); err != nil {
		return 0, err
	}
	f, err := v.e.eval(c.p.main)
	if err != nil {
		c.i = start
		return 0, c.errorf("%v", err)
	}
	return f, nil
}

// isNumber says whether the token at hand starts a value that is no name.
func (c *cursor) isNumber() bool {
	if c.peek(0, exprToken) {
		return true
	}
	if !c.peek(0, wordToken) {
		return false
	}
	_, ok := number(c.toks[c.i].text)
	return ok
}

// key reads name = and returns the name, "" if that is not next.
func (c *cursor) key() string {
	if c.peek(0, wordToken) && c.peek(1, '=') {
		c.i += 2
		return c.toks[c.i-2].text
	}
	return ""
}

// end checks that nothing is left.
func (c *cursor) end(want string) error {
	if c.more() {
		return c.errorf("got %s, want %s", c.got(), want)
	}
	return nil
}

// assignments reads name = expression … up to the end of the card, or up to a
// function behind them. Unlike values elsewhere, these expressions may have blanks.
func (c *cursor) assignments() ([]param, error) {
	var out []param
	for c.more() {
		if len(out) > 0 && c.definesFunction() {
			return out, nil
		}
		name := c.key()
		if name == "" {
			return nil, c.errorf("got %s, want name=expression", c.got())
		}
		start := c.i
		for c.more() && !(c.peek(0, wordToken) && c.peek(1, '=')) && !(c.i > start && c.definesFunction()) {
			if c.peek(0, '=') {
				return nil, c.errorf("got =, want the value of %q first", shorten(name))
			}
			c.i++
		}
		e, err := c.expression(start, name)
		if err != nil {
			return nil, err
		}
		out = append(out, param{name: name, v: valueOf(e)})
	}
	return out, nil
}

// expression compiles the text of the tokens from start up to the one at hand.
func (c *cursor) expression(start int, name string) (*expr, error) {
	if start == c.i {
		return nil, c.errorf("got %s, want the value of %q", c.got(), shorten(name))
	}
	end := len(c.c.text)
	if c.more() {
		end = c.toks[c.i].off
	}
	text := c.c.text[c.toks[start].off:end]
	if c.i == start+1 {
		text = c.toks[start].text // without braces
	}
	e, err := compile(text, c.called())
	if err != nil {
		c.i = start
		return nil, c.errorf("%v", err)
	}
	return e, nil
}
