package netlist

import "strings"

// A branch is an .if that is open.
type branch struct {
	line    int32
	outside bool // it stands in lines that are left out
	takes   bool // the lines at hand
	taken   bool // lines before
	last    bool // .else was read
}

// leavesOut says whether the lines at hand belong to a condition that does not hold.
func (l *lines) leavesOut() bool {
	n := len(l.branches)
	return n > 0 && !l.branches[n-1].takes
}

// conditional takes .if (expression), .elseif, .else and .endif. It reports whether the
// card is one of them.
//
// An expression has parameters of the main circuit that are defined in front of it.
func (l *lines) conditional(c *card) (bool, error) {
	name := firstWord(c.text)
	if k := strings.IndexByte(name, '('); k >= 0 {
		name = name[:k]
	}
	if name != ".if" && name != ".elseif" && name != ".else" && name != ".endif" {
		return false, nil
	}
	if l.p.scope != l.p.top && !l.leavesOut() {
		return true, l.errorf(c.line, "%s inside .subckt is not supported", name)
	}
	if name == ".if" {
		b := branch{line: c.line, outside: l.leavesOut()}
		if !b.outside {
			holds, err := l.holds(c, c.text[len(name):])
			if err != nil {
				return true, err
			}
			b.takes, b.taken = holds, holds
		}
		l.branches = append(l.branches, b)
		return true, nil
	}
	if len(l.branches) == 0 {
		return true, l.errorf(c.line, "got %s without .if before it", name)
	}
	b := &l.branches[len(l.branches)-1]
	switch {
	case name == ".endif":
		l.branches = l.branches[:len(l.branches)-1]
	case b.last:
		return true, l.errorf(c.line, "got %s after .else, want .endif", name)
	case name == ".else":
		b.last, b.takes = true, !b.outside && !b.taken
	case b.outside || b.taken:
		b.takes = false
	default:
		holds, err := l.holds(c, c.text[len(name):])
		if err != nil {
			return true, err
		}
		b.takes, b.taken = holds, holds
	}
	return true, nil
}

// holds evaluates a condition. As in ngspice, = alone compares as well.
func (l *lines) holds(c *card, text string) (bool, error) {
	var b strings.Builder
	for i := range len(text) {
		b.WriteByte(text[i])
		if text[i] == '=' && !(i > 0 && strings.IndexByte("=<>!", text[i-1]) >= 0) && !(i+1 < len(text) && text[i+1] == '=') {
			b.WriteByte('=')
		}
	}
	text = strings.TrimSpace(b.String())
	if n := len(text); n > 1 && (text[0] == '{' && text[n-1] == '}' || text[0] == '\'' && text[n-1] == '\'') {
		text = text[1 : n-1]
	}
	e, err := compile(text, nil)
	if err == nil {
		var v float64
		v, err = e.eval(newFrame(l.p.top, l.p.out))
		if err == nil {
			return v != 0, nil
		}
	}
	return false, l.errorf(c.line, "%s: %v", firstWord(c.text), err)
}

// endConditions refuses an .if that is still open at the end of the file.
func (l *lines) endConditions() error {
	if n := len(l.branches); n > 0 {
		return l.errorf(l.branches[n-1].line, "got .if without .endif after it")
	}
	return nil
}
