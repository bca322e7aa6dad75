package netlist

import "strings"

// save records v(a), v(a,b), i(x) and, of .save, names of nodes. The rest of what
// ngspice and Xyce can save or print is ignored with a warning, except how Xyce writes
// its file: format=csv.
func (c *cursor) save(card string) error {
	if card != ".save" && c.peek(0, wordToken) && !c.peek(1, '(') && !c.peek(1, '=') {
		c.i++ // the analysis
	}
	var first string // what is ignored
	var at int32
	ignored := 0
	for c.more() {
		taken, err := c.saveOne(card)
		if err != nil {
			return err
		}
		if taken {
			continue
		}
		line := c.line()
		if text := c.item(); ignored == 0 {
			first, at = text, line
		}
		ignored++
	}
	const can = "only v(node), v(node,node) and i(source) can be saved"
	switch ignored {
	case 0:
	case 1:
		c.p.warn(c.c.file, at, "%s: %q is ignored: %s", card, first, can)
	default:
		c.p.warn(c.c.file, at, "%s: %q and %d more are ignored: %s", card, first, ignored-1, can)
	}
	return nil
}

// saveOne records one voltage or current, if the token at hand starts one.
func (c *cursor) saveOne(card string) (bool, error) {
	at := c.line()
	switch {
	case (c.isWord("v") || c.isWord("i")) && c.peek(1, '(') && c.peek(2, wordToken):
		fn, a := c.toks[c.i].text, c.toks[c.i+2].text
		c.i += 3
		if fn == "v" && c.peek(0, wordToken) {
			a += "," + c.toks[c.i].text
			c.i++
		}
		if !c.peek(0, ')') {
			return false, c.errorf("got %s, want )", c.got())
		}
		c.i++
		c.keep(fn+"("+a+")", at)
	case c.isWord("all"):
		c.i++
	case card != ".save" && c.peek(0, wordToken) && c.peek(1, '='):
		c.i = min(c.i+3, len(c.toks))
	case c.peek(0, wordToken) && !c.peek(1, '(') && c.toks[c.i].text[0] != '@' && card == ".save":
		name := c.toks[c.i].text
		c.i++
		if v, ok := strings.CutSuffix(name, "#branch"); ok {
			c.keep("i("+v+")", at)
		} else {
			c.keep("v("+name+")", at)
		}
	default:
		return false, nil
	}
	return true, nil
}

// item passes over a token, with the parentheses behind it, and returns their text.
func (c *cursor) item() string {
	from, depth := c.toks[c.i].off, 0
	for {
		switch {
		case c.peek(0, '('):
			depth++
		case c.peek(0, ')'):
			depth--
		}
		if c.i++; !c.more() {
			return shorten(strings.TrimSpace(c.c.text[from:]))
		}
		if depth <= 0 && !c.peek(0, '(') {
			return shorten(strings.TrimRight(c.c.text[from:c.toks[c.i].off], " \t,"))
		}
	}
}

// keep notes a voltage or current that the card names on a line.
func (c *cursor) keep(name string, line int32) {
	out := c.p.out
	out.Save = append(out.Save, name)
	out.SaveAt = append(out.SaveAt, Place{out.Files[c.c.file], int(line)})
}
