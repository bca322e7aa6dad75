package netlist

import (
	"fmt"
	"slices"
	"strings"
)

// A script runs the commands of .control blocks up to the first analysis.
type script struct {
	p    *parser
	vars map[string]float64 // of let, where they are constants
	text map[string]string  // of set
}

// constants are a .csparam line.
type constants struct {
	params     []param
	file, line int32
}

// analyse runs the commands of .control blocks and chooses the transient: the one
// that ngspice runs first, where run stands for that of .tran. Commands behind that
// analysis change nothing. Without a transient the first DC sweep counts, and without
// that the first operating point.
func (p *parser) analyse() error {
	s := script{p: p, vars: map[string]float64{}, text: map[string]string{}}
	for _, c := range p.constants {
		for _, q := range c.params {
			v, err := q.v.eval(p.main)
			if err != nil {
				return p.errorAt(c.file, c.line, "%v", err)
			}
			s.vars[q.name] = v
		}
	}
	deck, last := p.out.Tran, p.decisive()
	for k := range p.commands {
		c := &p.commands[k]
		switch {
		case k <= last:
			if err := s.run(c, deck); err != nil {
				return err
			}
		case c.name == "op" && c.flow == "":
			p.out.OP = true
		case c.name == "tran":
			p.warn(c.card.file, c.card.line, "tran is ignored: another transient comes first")
		case c.name == "dc":
			p.warn(c.card.file, c.card.line, "dc is ignored: another analysis comes first")
		}
	}
	return p.chooseAnalysis()
}

// decisive returns the place of the command that runs the analysis, behind all
// commands if there is none.
func (p *parser) decisive() int {
	for _, q := range []struct {
		name string
		deck bool
	}{{"tran", p.out.Tran != nil}, {"dc", p.sweep != nil}, {"op", p.out.OP}} {
		k := slices.IndexFunc(p.commands, func(c command) bool { return c.name == q.name || c.name == "run" && q.deck })
		if k >= 0 {
			return k
		}
	}
	return len(p.commands)
}

// run runs one command. deck is the transient of .tran.
func (s *script) run(c *command, deck *Tran) error {
	if c.flow != "" && c.name != "let" && c.name != "unlet" && c.name != "unset" && c.name != "set" {
		return s.errorf(c, "%s inside %s is not supported: only commands outside of loops and conditions run", c.name, c.flow)
	}
	rest := strings.TrimSpace(c.card.text[len(firstWord(c.card.text)):])
	switch c.name {
	case "op":
		s.p.out.OP = true
		return nil
	case "run":
		return nil
	case "dc":
		return s.dc(c)
	case "tran":
		return s.tran(c, deck)
	case "set":
		return s.set(c, rest)
	case "let":
		return s.let(c, rest)
	case "unset", "unlet":
		for _, name := range strings.Fields(rest) {
			delete(s.vars, name)
			delete(s.text, name)
		}
		return nil
	case "option":
		cur, err := s.cursor(c, c.card.text)
		if err != nil {
			return err
		}
		return cur.options()
	case "alter":
		return s.alter(c, rest)
	}
	return s.errorf(c, "command %s of .control is not supported: it would change the analysis behind it", c.name)
}

func (s *script) errorf(c *command, format string, args ...any) error {
	return s.p.errorAt(c.card.file, c.card.line, format, args...)
}

// cursor returns the tokens of a command behind its name, with the values of
// variables in place of their names.
func (s *script) cursor(c *command, text string) (*cursor, error) {
	text, err := s.expand(text)
	if err != nil {
		return nil, s.errorf(c, "%s: %v", c.name, err)
	}
	toks, _, err := split(nil, text)
	if err != nil {
		return nil, s.errorf(c, "%v", err)
	}
	one := c.card
	one.text = text
	return &cursor{p: s.p, c: &one, toks: toks, i: 1}, nil
}

func (s *script) dc(c *command) error {
	cur, err := s.cursor(c, c.card.text)
	if err != nil {
		return err
	}
	s.p.out.DC, err = cur.dc()
	return err
}

func (s *script) tran(c *command, deck *Tran) error {
	cur, err := s.cursor(c, c.card.text)
	if err != nil {
		return err
	}
	s.p.out.Tran = nil
	if err := cur.tran(); err != nil {
		return err
	}
	if deck != nil {
		s.p.warn(c.card.file, c.card.line, "tran replaces .tran, because no run command comes before it")
	}
	return nil
}

// expand puts the values of variables in place of $name and $&name.
func (s *script) expand(text string) (string, error) {
	if !strings.Contains(text, "$") {
		return text, nil
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		if text[i] != '$' {
			b.WriteByte(text[i])
			i++
			continue
		}
		start := i
		i++
		vector := i < len(text) && text[i] == '&'
		if vector {
			i++
		}
		from := i
		for i < len(text) && (isDigit(text[i]) || 'a' <= text[i] && text[i] <= 'z' || text[i] == '_') {
			i++
		}
		value, ok := s.text[text[from:i]]
		if vector {
			var v float64
			if v, ok = s.vars[text[from:i]]; ok {
				value = fmt.Sprintf("%.17g", v)
			}
		}
		if !ok {
			return "", fmt.Errorf("variable %s has no constant value", shorten(text[start:i]))
		}
		if b.Len()+len(value) > maxCard {
			return "", fmt.Errorf("command has more than %d bytes with its variables", maxCard)
		}
		b.WriteString(value)
	}
	return b.String(), nil
}

// set takes name=value: an option, or a variable.
func (s *script) set(c *command, rest string) error {
	name, value, given := strings.Cut(rest, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	probe := cursor{p: s.p}
	option := probe.real(name) != nil || whole(&s.p.out.Options, name) != nil || name == "method"
	switch {
	case !given:
		delete(s.text, name)
		return nil
	case option && c.flow != "":
		return s.errorf(c, "set %s inside %s is not supported: only commands outside of loops and conditions run", name, c.flow)
	case option:
		cur, err := s.cursor(c, "set "+rest)
		if err != nil {
			return err
		}
		return cur.options()
	}
	value, err := s.expand(strings.Trim(value, `"`))
	if delete(s.text, name); err == nil && c.flow == "" && !strings.HasPrefix(value, "(") {
		s.text[name] = value
	}
	return nil
}

// let takes name = expression. Only a constant has a value here.
func (s *script) let(c *command, rest string) error {
	name, text, _ := strings.Cut(rest, "=")
	name, _, part := strings.Cut(strings.TrimSpace(name), "[")
	delete(s.vars, strings.TrimSpace(name))
	if v, err := s.constant(text); err == nil && c.flow == "" && !part {
		s.vars[name] = v
	}
	return nil
}

// param finds variables for expressions.
func (s *script) param(name string) (float64, error) {
	if v, ok := s.vars[name]; ok {
		return v, nil
	}
	return 0, fmt.Errorf("%q has no constant value", shorten(name))
}

// constant returns the value of an expression of + - * / and variables. The
// functions and powers of .control differ from those of parameters.
func (s *script) constant(text string) (float64, error) {
	text, err := s.expand(strings.TrimSpace(text))
	if err != nil {
		return 0, err
	}
	if len(text) > 2 && text[0] == '{' && text[len(text)-1] == '}' {
		text = text[1 : len(text)-1]
	}
	for i := range len(text) {
		if text[i] == '^' || text[i] == '*' && i > 0 && text[i-1] == '*' || text[i] == '(' && i > 0 && wordByte(text[i-1]) {
			return 0, fmt.Errorf("got %q, want a number or an expression of + - * / and constants", shorten(text))
		}
	}
	e, err := compile(text, nil)
	if err != nil {
		return 0, err
	}
	return e.eval(s)
}
