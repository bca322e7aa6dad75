package netlist

import (
	"slices"
	"strings"
)

// A control is the .control block at hand.
type control struct {
	line    int32    // of .control, or 0 when no block is open
	ignored []string // names of the commands that are, each once
	more    int      // and how many further names
}

// maxIgnored bounds the commands that a warning names.
const maxIgnored = 12

// A command is one of a .control block that asks for an analysis.
type command struct {
	tran *cursor // nil for run
}

// command takes one line of a .control block, or its end.
//
// The commands op, tran and run ask for analyses, with or without a dot; others
// are ignored, which one warning says for the block. A line may have several
// commands, separated by semicolons.
func (l *lines) command(s string) error {
	s = strings.TrimSpace(s)
	switch {
	case s == "" || s[0] == '*' || s[0] == '#':
		return nil
	case s[0] == '+':
		if l.open {
			return l.extend(s[1:])
		}
		return nil
	}
	if err := l.flush(); err != nil {
		return err
	}
	if strings.EqualFold(strings.TrimSpace(stripComment(s)), ".endc") {
		l.endControl()
		return nil
	}
	l.open, l.pending = true, card{file: l.file, line: l.line, raw: s}
	return nil
}

// endControl closes the block and says what was ignored.
func (l *lines) endControl() {
	k := &l.control
	if len(k.ignored) > 0 {
		l.p.warn(l.file, k.line, "commands of .control other than op, tran and run are ignored: %s%s",
			strings.Join(k.ignored, ", "), map[bool]string{true: " and others"}[k.more > 0])
	}
	*k = control{}
}

// commands takes the commands of a line of the block.
func (l *lines) commands(c *card) error {
	for raw := range strings.SplitSeq(c.raw, ";") {
		s := strings.TrimSpace(stripTrailing(raw, 0))
		if s == "" {
			continue
		}
		one := card{file: c.file, line: c.line, raw: s, text: lower(s)}
		if err := l.one(&one, raw); err != nil {
			return err
		}
	}
	return nil
}

// one takes one command; raw has what may be a comment as well.
func (l *lines) one(c *card, raw string) error {
	name := strings.TrimPrefix(firstWord(c.text), ".")
	switch name {
	case "op":
		l.p.out.OP = true
	case "run":
		l.p.commands = append(l.p.commands, command{})
	case "tran":
		if variable(raw) {
			l.p.warn(c.file, c.line, "tran is ignored: it uses a variable of .control")
			return nil
		}
		toks, off, err := split(nil, c.text)
		if err != nil {
			return l.p.errorAt(c.file, c.lineAt(off), "%v", err)
		}
		l.p.commands = append(l.p.commands, command{tran: &cursor{p: l.p, c: c, toks: toks, i: 1}})
	default:
		l.control.ignore(shorten(name))
	}
	return nil
}

// ignore remembers the name of a command that is not run.
func (k *control) ignore(name string) {
	switch {
	case slices.Contains(k.ignored, name):
	case len(k.ignored) < maxIgnored:
		k.ignored = append(k.ignored, name)
	default:
		k.more++
	}
}

// variable says whether a command uses a variable: $ before something other
// than a blank, which starts a comment.
func variable(s string) bool {
	for i := range len(s) - 1 {
		if s[i] == '$' && s[i+1] != ' ' && s[i+1] != '\t' {
			return true
		}
	}
	return false
}

// analyse chooses the transient among those of .control blocks and .tran: the
// one that ngspice runs first, where run stands for that of .tran. Others are
// ignored with a warning.
func (p *parser) analyse() error {
	deck, chosen := p.out.Tran, false
	for _, c := range p.commands {
		switch {
		case c.tran == nil:
			chosen = chosen || deck != nil
		case chosen:
			p.warn(c.tran.c.file, c.tran.c.line, "tran is ignored: another transient comes first")
		default:
			p.out.Tran = nil
			if err := c.tran.tran(); err != nil {
				return err
			}
			chosen = true
			if deck != nil {
				p.warn(c.tran.c.file, c.tran.c.line, "tran replaces .tran, because no run command comes before it")
			}
		}
	}
	return nil
}
