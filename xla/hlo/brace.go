package hlo

import "bytes"

// brace reads an opening brace, and what is between it and the one that closes
// it, unless that is a region, which List says it must be. It reports whether an
// operation may begin at what follows.
func (p *mlirParser) brace(list bool) bool {
	s := p.s
	line, col := s.line, s.col()
	s.take()
	s.space()
	p.dict = p.dict[:0]
	switch c := s.peek(); {
	case c == '}' && list, c == '%' || c == '^':
		p.beginRegion(line, col)
		return true
	case c == '}':
		s.take()
		if p.top().op.kind == opModule { // one of nothing
			p.b.body = true
		}
		return false
	case c == '"':
		at := s.line
		p.dict = append(p.dict, s.quoted()...)
		s.space()
		if s.peek() == '(' {
			name := bytes.Clone(bytes.Trim(p.dict, `"`))
			p.beginRegion(line, col)
			p.startOp(name, nil, at)
			return false
		}
	case identByte(c):
		at := s.line
		p.dict = append(p.dict, p.ident()...)
		s.space()
		if c := s.peek(); c != '=' && c != ',' && c != '}' || c == '}' && terminates(string(p.dict)) {
			name := bytes.Clone(p.dict)
			p.beginRegion(line, col)
			p.startOp(name, nil, at)
			return false
		}
	}
	if list {
		s.fail("want an operation at the beginning of a region")
	}
	s.stack = append(s.stack[:0], '}')
	if p.top().op.wantsDict() {
		text := s.kept(func() { s.skipRest(line, col) })
		p.dict = append(p.dict, ' ')
		p.attributes(append(p.dict, text...))
		return false
	}
	s.skipRest(line, col)
	return false
}

// properties reads the braces of <{…}>.
func (p *mlirParser) properties() {
	if p.top().op.wantsDict() {
		p.attributes(p.s.keptUpTo(maxTypes, p.s.skipGroup))
		return
	}
	p.s.skipGroup()
}
