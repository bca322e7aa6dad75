package hlo

import (
	"bytes"
	"strings"
)

// deepestRegion is how deep regions may nest.
const deepestRegion = 200

// An mlirParser reads modules of MLIR.
type mlirParser struct {
	s     *scanner
	b     *builder // of the module that is read, nil before one
	begin func(line int) *builder
	junk  *int64 // lines that are nothing known
	locs  locations
	stack []frame
	dict  []byte
	value []byte // first of a list of values, as in %0:2, %1 = …
	valid bool   // value is what was read last
}

// A frame is a region that is read, or the brackets around regions in the
// generic form.
type frame struct {
	list      bool // brackets around regions
	comp      *computation
	op        operation // of the region that is read
	line, col int
}

// run reads up to the end of the input, or up to a module of HLO.
func (p *mlirParser) run() {
	start := true
	for {
		line := p.s.space()
		if p.s.atEnd() {
			break
		}
		if len(p.stack) == 1 && p.s.peek() == 'H' {
			break
		}
		if p.top().list {
			p.between()
			start = true
			continue
		}
		start = p.token(line || start)
	}
	if k := len(p.stack) - 1; k > 0 {
		p.s.fail("input ends within the region that begins at %d:%d", p.stack[k].line, p.stack[k].col)
	}
	p.finishOp()
}

func (p *mlirParser) top() *frame { return &p.stack[len(p.stack)-1] }

// between reads what is between regions in brackets.
func (p *mlirParser) between() {
	switch c := p.s.peek(); c {
	case '{':
		p.stack[len(p.stack)-1].line = p.s.line
		p.brace(true)
	case ',':
		p.s.take()
	case ')':
		p.s.take()
		p.stack = p.stack[:len(p.stack)-1]
	default:
		p.s.fail("want a region, a comma or ')', got %q", c)
	}
}

// token reads one piece of a region. Start says that an operation may begin
// here; the result, that one may begin at what follows.
func (p *mlirParser) token(start bool) bool {
	s := p.s
	c, line := s.peek(), s.line
	wasValue := p.valid
	p.valid = false
	switch {
	case c == '%':
		p.values(wasValue)
	case c == ',':
		s.take()
		p.valid = wasValue
	case c == '"' && start:
		p.generic(nil, s.line)
	case c == '"':
		s.skipString()
	case c == '^':
		s.take()
		p.ident()
		if s.peek() == '(' {
			s.skipGroup()
		}
		if s.peek() == ':' {
			s.take()
		}
		return true
	case c == '{':
		return p.brace(false)
	case c == '}':
		return p.endRegion()
	case c == '(':
		p.paren()
	case c == '[':
		s.skipGroup()
	case c == '<':
		s.take()
		if s.peek() == '{' {
			p.properties()
		}
	case c == '-':
		s.take()
		if s.peek() == '>' {
			s.take()
			p.top().op.arrow()
		}
	case c == ':':
		s.take()
		p.top().op.inTypes = true
	case c == '@':
		p.symbol()
	case c == '#':
		p.hash(start)
		return s.line != line
	case c == '!' || identByte(c):
		return p.word(start)
	case c == ')' || c == ']':
		s.fail("got %c without an open bracket", c)
	default:
		s.take()
	}
	return false
}

// ident takes a name of MLIR, which may be empty.
func (p *mlirParser) ident() []byte {
	s := p.s
	s.text = s.text[:0]
	for !s.atEnd() && identByte(s.buf[s.pos]) {
		if len(s.text) < maxToken {
			s.text = append(s.text, s.buf[s.pos])
		}
		s.pos++
	}
	return s.text
}

// values reads %name, with what follows it, and the operation that it is the
// result of where there is one. More says that it is in a list.
func (p *mlirParser) values(more bool) {
	s := p.s
	line := s.line
	s.take()
	name := p.ident()
	if !more {
		p.value = append(p.value[:0], name...)
	}
	for c := s.peek(); c == ':' || c == '#'; c = s.peek() { // %0:2, %0#1
		if next := s.second(); next < '0' || next > '9' {
			break
		}
		s.take()
		p.ident()
	}
	p.valid = true
	s.space()
	if s.peek() != '=' {
		return
	}
	s.take()
	s.space()
	p.valid = false
	if s.peek() == '"' {
		if p.generic(p.value, line) {
			return
		}
	} else if name := p.ident(); len(name) > 0 {
		p.startOp(name, p.value, line)
		return
	}
	p.skipped()
}

// generic reads a string, and reports whether it is the name of an operation.
func (p *mlirParser) generic(result []byte, line int) bool {
	text := p.s.quoted()
	p.dict = append(p.dict[:0], text...)
	p.s.space()
	if p.s.peek() != '(' {
		return false
	}
	p.startOp(bytes.Trim(p.dict, `"`), result, line)
	return true
}

// skipped counts a line that is nothing known.
func (p *mlirParser) skipped() {
	*p.junk++
}

// paren reads a bracket: of types, of regions, or of something else.
func (p *mlirParser) paren() {
	s, op := p.s, &p.top().op
	switch {
	case op.inTypes:
		p.types(s.keptUpTo(maxTypes, s.skipGroup))
	case op.kind == opFunc && !op.hasArgs && !op.generic:
		op.hasArgs = true
		p.parameters(s.keptUpTo(maxTypes, s.skipGroup))
	default:
		line, col := s.line, s.col()
		s.take()
		s.space()
		if s.peek() == '{' {
			p.push(frame{list: true, line: line, col: col})
			return
		}
		s.stack = append(s.stack[:0], ')')
		s.skipRest(line, col)
	}
}

// push adds a frame.
func (p *mlirParser) push(f frame) {
	if len(p.stack) > deepestRegion {
		p.s.fail("regions are nested deeper than %d", deepestRegion)
	}
	p.stack = append(p.stack, f)
}

// hash reads #name, and its value where it is the definition of a location.
func (p *mlirParser) hash(start bool) {
	s := p.s
	line := s.line
	s.take()
	name := append([]byte{'#'}, p.ident()...)
	if !start {
		return
	}
	s.space()
	if s.peek() != '=' {
		if p.idle() {
			p.skipped()
			if s.line == line {
				s.skipLine()
			}
		}
		return
	}
	s.take()
	s.space()
	if word := p.ident(); string(word) == "loc" && s.peek() == '(' {
		p.locs.parse(p.locs.get(name), s.group())
	}
}

// symbol reads @name or @"name".
func (p *mlirParser) symbol() {
	s := p.s
	s.take()
	var name string
	if s.peek() == '"' {
		name = unquoteMLIR(s.quoted())
	} else {
		name = strings.ToValidUTF8(string(p.ident()), "�")
	}
	if op := &p.top().op; op.symbol == "" {
		op.symbol = name
	}
}

// word reads a word: the name of an operation, a type, a location or any other.
func (p *mlirParser) word(start bool) bool {
	s := p.s
	line := s.line
	op := &p.top().op
	if s.peek() == '!' {
		s.take()
		p.ident()
		return false
	}
	word := p.ident()
	switch {
	case s.peek() == '<' && (string(word) == "tensor" || string(word) == "tuple" || string(word) == "memref"):
		isTensor := string(word) == "tensor"
		text := p.angle()
		if op.inTypes {
			op.result(text, isTensor)
		}
	case string(word) == "loc" && s.peek() == '(':
		p.location(s.group())
	case start && p.begins(word):
		p.startOp(word, nil, line)
	case string(word) == "applies":
		s.space()
		op.applies = append(op.applies[:0], p.ident()...)
		p.apply()
	case string(word) == "private" && op.kind == opFunc:
		op.private = true
	case start && p.idle():
		p.skipped()
		if s.line == line {
			s.skipLine()
		}
		return true
	default:
		op.inTypes = false
	}
	return false
}

// begins reports whether a word at the beginning of a line begins an operation.
// Outside of everything, where there may be any text, a module and a function
// are told by what follows.
func (p *mlirParser) begins(word []byte) bool {
	switch string(word) {
	case "module", "builtin.module", "func", "func.func":
		return len(p.stack) > 1 || p.s.declares(word)
	}
	return startsOp(word)
}

// idle reports whether nothing is being read.
func (p *mlirParser) idle() bool {
	op := &p.top().op
	return len(p.stack) == 1 && (op.kind == opNone || op.regions > 0)
}

// angle takes a type in angles, without them.
func (p *mlirParser) angle() []byte {
	s := p.s
	line, col := s.line, s.col()
	text := s.kept(func() {
		for depth := 0; ; {
			if s.atEnd() {
				s.fail("input ends within the type that begins at %d:%d", line, col)
			}
			switch s.peek() {
			case '"':
				s.skipString()
				continue
			case '<':
				depth++
			case '>':
				depth--
			}
			s.take()
			if depth == 0 {
				return
			}
		}
	})
	return text[1:max(1, len(text)-1)]
}
