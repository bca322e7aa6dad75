package hlo

// An hloParser reads one module of HLO.
type hloParser struct {
	s        *scanner
	b        *builder
	in       instruction
	nameText []byte
	key      []byte
}

// unknown passes over the rest of a line that is nothing known, unless it ended
// already.
func (p *hloParser) unknown(line int) {
	p.b.m.Skipped++
	if p.s.line == line {
		p.s.skipLine()
	}
}

// header reads what follows HloModule: a name and attributes.
func (p *hloParser) header() {
	s, m := p.s, p.b.m
	s.space()
	m.Name = plain(s.name())
	for s.space(); s.peek() == ','; s.space() {
		s.take()
		s.space()
		p.key = append(p.key[:0], s.name()...)
		s.space()
		if s.peek() != '=' {
			continue
		}
		s.take()
		s.space()
		value := s.kept(p.skipValue)
		switch string(p.key) {
		case "is_scheduled":
			m.Optimized = string(value) == "true"
		case "num_partitions":
			m.Partitions = max(1, integer(value))
		case "replica_count", "num_replicas":
			m.Replicas = max(1, integer(value))
		}
	}
}

// table reads a table of stack frames, whose name was read: lines that begin
// with a number.
func (p *hloParser) table(name string) {
	s := p.s
	for {
		s.space()
		if c := s.peek(); c < '0' || c > '9' {
			return
		}
		id := integer(s.name())
		s.space()
		switch s.peek() {
		case '"':
			p.b.frames.set(name, id, s.quoted())
		case '{':
			p.b.frames.set(name, id, s.group())
		default:
			p.unknown(s.line)
		}
	}
}

// computation reads a computation, whose first word was read, or passes over a
// line that is none.
func (p *hloParser) computation(word []byte, line int) {
	s := p.s
	c := &computation{line: line}
	if string(word) == "ENTRY" {
		c.kind = KindEntry
		s.space()
		word = s.name()
	}
	c.name = plain(word)
	s.space()
	if s.peek() == '(' {
		s.skipGroup()
		p.result()
	}
	if len(word) == 0 || s.peek() != '{' {
		p.unknown(line)
		return
	}
	col := s.col()
	s.take()
	p.b.comps = append(p.b.comps, c)
	if c.kind == KindEntry {
		p.b.entry = c
	}
	for {
		s.space()
		switch {
		case s.atEnd():
			s.fail("input ends within the computation %s, which begins at %d:%d", c.name, line, col)
		case s.peek() == '}':
			s.take()
			p.attributes()
			return
		}
		p.instruction(c)
	}
}

// result skips -> and a type, up to the brace of the body.
func (p *hloParser) result() {
	s := p.s
	s.space()
	if s.peek() != '-' {
		return
	}
	if word := s.name(); string(word) == "->" {
		s.space()
		s.name() // empty before a tuple
	}
	if s.peek() == '(' {
		s.skipGroup()
	}
	if s.peek() == '[' {
		s.skipGroup()
		if s.peek() == '{' { // a layout follows at once, the body does not
			s.skipGroup()
		}
	}
	s.space()
}

// attributes skips what follows the brace of a computation: attributes.
func (p *hloParser) attributes() {
	for s := p.s; ; {
		s.space()
		if s.peek() != ',' {
			return
		}
		s.take()
		s.space()
		s.name()
		if s.peek() == '=' {
			s.take()
			p.skipValue()
		}
	}
}
