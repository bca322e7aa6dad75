package solvers

import (
	"fmt"
	"strconv"
	"strings"
)

// An expressionError is a message about byte at of a term.
type expressionError struct {
	at  int
	msg string
}

func (e *expressionError) Error() string { return e.msg }

// expression reads TERM, TERM | EXPRESSION or TERM & EXPRESSION. It also returns the
// loads and constants of the terms.
func (p *parser) expression(field Field, t []token) (Expression, []offset, error) {
	var terms []Expression
	var offsets []offset
	for k := 0; k < len(t); k += 2 {
		more, err := parseTerm(t[k].text)
		if at, ok := err.(*expressionError); ok {
			return Expression{}, nil, p.errorAt(token{"", t[k].line, t[k].col + at.at}, "%v", err)
		}
		guard := false
		switch {
		case k+1 == len(t):
		case t[k+1].text != "|" && t[k+1].text != "&":
			return Expression{}, nil, p.errorAt(t[k+1], "want one value for %v, got %q after it", field, t[k+1].text)
		case k+2 == len(t):
			return Expression{}, nil, p.errorAt(t[k+1], "want an expression after %s", t[k+1].text)
		default:
			guard = t[k+1].text == "&"
		}
		if guard && len(more) > 1 {
			return Expression{}, nil, p.errorAt(t[k], "want at most %d maps before &", maxMaps)
		}
		more[len(more)-1].Guard = guard
		offsets = append(offsets, more[0].offsets(field, len(terms))...)
		if terms = append(terms, more...); len(terms) > maxAlternatives {
			return Expression{}, nil, p.errorAt(t[k], "more than %d alternatives", maxAlternatives)
		}
	}
	for k := len(terms) - 1; k > 0; k-- {
		next := terms[k]
		terms[k-1].Otherwise = &next
	}
	return terms[0], offsets, nil
}

// offsets returns the loads of a term, or its constant.
func (e Expression) offsets(field Field, alternative int) []offset {
	if e.Base == BaseConstant {
		return []offset{{field, alternative, -1}}
	}
	var offsets []offset
	for k, step := range e.Steps {
		if !step.Narrow {
			offsets = append(offsets, offset{field, alternative, k})
		}
	}
	return offsets
}

// parseTerm reads a term: aK, ret, fK, fret, a number or a name of constantNames; then
// steps, maps, a factor and a question mark. A term with many maps becomes several
// alternatives.
func parseTerm(s string) ([]Expression, error) {
	p := expressionParser{s: s}
	e, err := p.base()
	for err == nil && (p.next() == '[' || p.next() == ':') {
		var step Step
		step, err = p.step()
		if e.Steps = append(e.Steps, step); len(e.Steps) > maxSteps {
			err = p.errorf("more than %d steps", maxSteps)
		}
	}
	var maps []Map
	if err == nil && p.next() == '{' {
		maps, err = p.maps()
	}
	if err == nil && p.next() == '*' {
		e.Scale, err = p.scale()
	}
	if p.next() == '?' {
		e.ZeroUnknown = true
		p.at++
	}
	switch {
	case err != nil:
		return nil, err
	case p.at < len(s):
		return nil, p.errorf("want [OFFSET]:TYPE, :TYPE, {FROM=TO}, *FACTOR or ?, got %q", s[p.at:])
	case e.Base == BaseConstant && (e.Steps != nil || maps != nil || e.Scale != 0 || e.ZeroUnknown):
		return nil, p.errorf("nothing may follow the number %d", e.Constant)
	}
	return e.withMaps(maps), nil
}

// withMaps returns a copy of the term for each four maps.
func (e Expression) withMaps(maps []Map) []Expression {
	var terms []Expression
	for len(maps) > maxMaps {
		part := e
		part.Maps = maps[:maxMaps:maxMaps]
		terms, maps = append(terms, part), maps[maxMaps:]
	}
	e.Maps = maps
	return append(terms, e)
}

type expressionParser struct {
	s  string
	at int
}

func (p *expressionParser) errorf(format string, args ...any) error {
	return &expressionError{p.at, fmt.Sprintf(format, args...)}
}

// next returns the next byte, 0 at the end.
func (p *expressionParser) next() byte {
	if p.at < len(p.s) {
		return p.s[p.at]
	}
	return 0
}

// word takes the bytes up to one that ends a part.
func (p *expressionParser) word() string {
	end := p.at + strings.IndexAny(p.s[p.at:]+"[", "[]:{}= *?")
	w := p.s[p.at:end]
	p.at = end
	return w
}

func (p *expressionParser) base() (Expression, error) {
	w := p.word()
	if w == "ret" {
		return Expression{Base: BaseReturn}, nil
	}
	if w == "fret" {
		return Expression{Base: BaseFloatReturn}, nil
	}
	if c, ok := constant(w); ok {
		return Expression{Base: BaseConstant, Constant: c}, nil
	}
	if len(w) > 1 && (w[0] == 'a' || w[0] == 'f') {
		if k, err := strconv.ParseUint(w[1:], 10, 8); err == nil && k < maxArgument {
			return Expression{Base: map[byte]Base{'a': BaseArgument, 'f': BaseFloat}[w[0]], K: uint8(k)}, nil
		}
	}
	p.at = 0
	return Expression{}, p.errorf("expression %q: want aK, fK, ret, fret or a number", p.s)
}

func (p *expressionParser) step() (Step, error) {
	step := Step{Narrow: true}
	if p.next() == '[' {
		p.at++
		begin := p.at
		offset, err := strconv.ParseInt(p.word(), 0, 32)
		if err != nil {
			p.at = begin
			return step, p.errorf("want the offset as a number after [")
		}
		if p.next() != ']' {
			return step, p.errorf("want ] after the offset")
		}
		p.at++
		step = Step{Offset: int32(offset)}
	}
	if p.next() != ':' {
		return step, p.errorf("want :TYPE after ]")
	}
	p.at++
	begin := p.at
	t, ok := loadType(p.word())
	if !ok {
		p.at = begin
		return step, p.errorf("want one of the types %s", strings.Join(loadNames[1:], ", "))
	}
	step.Type = t
	return step, nil
}

func loadType(name string) (Load, bool) {
	if name == "u64" {
		return LoadPointer, true
	}
	for k, n := range loadNames {
		if k > 0 && n == name {
			return Load(k), true
		}
	}
	return 0, false
}

func (p *expressionParser) maps() ([]Map, error) {
	p.at++
	var maps []Map
	for {
		for p.next() == ' ' || p.next() == '\t' {
			p.at++
		}
		if p.next() == '}' {
			p.at++
			break
		}
		begin := p.at
		from, ok := constant(p.word())
		if !ok || p.next() != '=' {
			p.at = begin
			return nil, p.errorf("want FROM=TO between { and }")
		}
		p.at++
		to, ok := constant(p.word())
		if !ok || from != int32(int16(from)) || to != int32(int16(to)) {
			p.at = begin
			return nil, p.errorf("want two numbers of 16 bits, or names of types, layouts or phases")
		}
		maps = append(maps, Map{int16(from), int16(to)})
	}
	if len(maps) == 0 {
		return nil, p.errorf("want FROM=TO between { and }")
	}
	return maps, nil
}

func (p *expressionParser) scale() (int32, error) {
	p.at++
	begin := p.at
	k, err := strconv.ParseInt(p.word(), 0, 32)
	if err != nil || k == 0 || k == 1 {
		p.at = begin
		return 0, p.errorf("want a whole number other than 0 and 1 after *")
	}
	return int32(k), nil
}

// constant reads a number, or the name of a type, a layout or a phase.
func constant(w string) (int32, bool) {
	if c, ok := constantNames[w]; ok {
		return c, true
	}
	c, err := strconv.ParseInt(w, 0, 32)
	return int32(c), err == nil
}
