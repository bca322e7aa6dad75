package hlo

import (
	"bytes"
	"strings"
)

// An instruction is one line of a computation of HLO while it is read.
type instruction struct {
	name  string
	line  int
	op    string
	tuple bool
	shape shape
	type_ []byte // of the text, where it is a tuple in the entry

	target   string // of a custom call
	calls    []string
	apply    []string
	body     string
	cond     string
	branches []string
	trip     int64
	known    bool
	meta     metadata
}

// named reports whether the name of an instruction is needed.
func named(op string) bool { return op == "while" || op == "conditional" }

// instruction reads an instruction, or passes over a line that is none. The
// next byte begins it.
func (p *hloParser) instruction(c *computation) {
	s := p.s
	in := &p.in
	*in = instruction{line: s.line, type_: in.type_[:0]}
	word := s.name()
	if string(word) == "ROOT" {
		s.space()
		word = s.name()
	}
	p.nameText = append(p.nameText[:0], word...)
	s.space()
	if len(word) == 0 || s.peek() != '=' {
		p.unknown(in.line)
		return
	}
	s.take()
	if !p.opcode(c) || s.peek() != '(' {
		p.unknown(in.line)
		return
	}
	if named(in.op) {
		in.name = plain(p.nameText)
	}
	s.skipGroup() // of operands
	for s.space(); s.peek() == ','; s.space() {
		s.take()
		s.space()
		p.attribute()
	}
	p.b.add(c, in)
}

// opcode reads a type, which may be missing, and an opcode.
func (p *hloParser) opcode(c *computation) bool {
	s, in := p.s, &p.in
	s.space()
	if s.peek() == '(' {
		p.tupleType(c)
		s.space()
		return p.word()
	}
	word := s.name()
	switch s.peek() {
	case '[':
		k := p.b.dtypes.number(word)
		in.shape.dtype = p.b.dtypes.list[k]
		text := s.group()
		in.shape.dimensions(text[1 : len(text)-1])
		if s.peek() == '{' {
			s.skipGroup() // layout
		}
	case '(':
		if string(word) != "b" {
			p.setOp(word)
			return len(word) > 0
		}
		p.tupleType(c) // a buffer: b(f32[4])
	} // else a type that has no dimensions, such as token
	s.space()
	return p.word()
}

// tupleType reads the type of a tuple, which is kept where it may be that of a
// parameter of the entry.
func (p *hloParser) tupleType(c *computation) {
	p.in.tuple = true
	if c.kind == KindEntry {
		p.in.type_ = append(p.in.type_[:0], p.s.keptUpTo(maxTypes, p.s.skipGroup)...)
		return
	}
	p.s.skipGroup()
}

// word reads an opcode.
func (p *hloParser) word() bool {
	word := p.s.name()
	p.setOp(word)
	p.s.space()
	return len(word) > 0
}

func (p *hloParser) setOp(word []byte) {
	p.in.op = p.b.ops.list[p.b.ops.number(word)]
}

// attribute reads key=value of an instruction.
func (p *hloParser) attribute() {
	s, in := p.s, &p.in
	p.key = append(p.key[:0], s.name()...)
	s.space()
	if s.peek() != '=' {
		return
	}
	s.take()
	s.space()
	switch string(p.key) {
	case "metadata":
		if s.peek() == '{' {
			in.meta = parseMetadata(s.group())
		}
	case "calls", "called_computations":
		in.calls = p.list(in.calls)
	case "to_apply", "select", "scatter", "comparator":
		in.apply = p.list(in.apply)
	case "branch_computations", "true_computation", "false_computation":
		in.branches = p.list(in.branches)
	case "body":
		in.body = plain(s.name())
	case "condition":
		in.cond = plain(s.name())
	case "custom_call_target":
		if s.peek() == '"' {
			in.target = unquote(s.quoted())
		}
	case "backend_config", "known_trip_count", "trip_count":
		p.configuration()
	}
	p.skipValue()
}

// configuration reads the value of backend_config, or that of an attribute with
// the trip count itself.
func (p *hloParser) configuration() {
	s, in := p.s, &p.in
	if in.op != "while" {
		return
	}
	text := s.kept(p.skipValue)
	n, ok := int64(0), false
	if string(p.key) == "backend_config" {
		n, ok = tripCount(text)
	} else {
		n, ok = digits(text)
	}
	if ok {
		in.trip, in.known = n, true
	}
}

// skipValue skips what is left of a value.
func (p *hloParser) skipValue() {
	s := p.s
	for !s.atEnd() {
		switch c := s.peek(); {
		case c == '"':
			s.skipString()
		case c == '{' || c == '(' || c == '[':
			s.skipGroup()
		case c == ',' || c == '}' || c == ')' || c == ']' || c <= ' ':
			return
		default:
			s.take()
		}
	}
}

// list appends the names of a value to a list: %a, or {%a, %b}.
func (p *hloParser) list(list []string) []string {
	if p.s.peek() != '{' {
		return append(list, plain(p.s.name()))
	}
	for name := range bytes.FieldsFuncSeq(p.s.group(), func(r rune) bool { return strings.ContainsRune("{}, \t\r\n", r) }) {
		list = append(list, plain(name))
	}
	return list
}

// plain returns a name without the sign before it.
func plain(name []byte) string {
	if len(name) > 0 && (name[0] == '%' || name[0] == '@') {
		name = name[1:]
	}
	return strings.ToValidUTF8(string(name), "�")
}

// add adds an instruction to a computation.
func (b *builder) add(c *computation, in *instruction) {
	b.count(c, []byte(in.op))
	if in.shape.dtype != "" {
		b.result(in.shape)
	}
	phase := b.phase(in.meta.opName)
	b.attribute(phase, 1)
	launch := launchOf(in.op, in.target)
	if launch >= 0 {
		c.launches[launch]++
		if phase >= 0 {
			c.phases.add(phase, 1)
		}
	}
	b.memory(c, in)
	b.uses(c, in)
}

// memory counts the constants, and the parameters of the entry.
func (b *builder) memory(c *computation, in *instruction) {
	switch {
	case in.op == "constant":
		b.m.Constants++
		b.m.ConstantBytes = add(b.m.ConstantBytes, in.shape.bytes())
	case in.op == "parameter" && c.kind == KindEntry:
		b.m.Parameters++
		size := in.shape.bytes()
		if in.tuple {
			size = 0
			for _, s := range shapesOf(in.type_) {
				size = add(size, s.bytes())
			}
		}
		b.m.ParameterBytes = add(b.m.ParameterBytes, size)
	}
}

// uses notes what computations an instruction uses, and how.
func (b *builder) uses(c *computation, in *instruction) {
	switch in.op {
	case "while":
		l := &loop{in: c, condition: target{name: in.cond}, body: target{name: in.body}}
		l.While = While{Name: in.name, Line: in.line, Source: b.source(in.meta)}
		if in.known {
			n := in.trip
			l.TripCount = &n
		}
		b.loops = append(b.loops, l)
		c.controls = append(c.controls, control{targets: []target{l.condition, l.body}, loop: l})
		b.use(KindCondition, in.cond)
		b.use(KindBody, in.body)
	case "conditional":
		ch := &choice{in: c, Conditional: Conditional{Name: in.name, Line: in.line, Source: b.source(in.meta)}}
		for _, name := range in.branches {
			ch.branches = append(ch.branches, target{name: name})
			b.use(KindBranch, name)
		}
		b.choices = append(b.choices, ch)
		c.controls = append(c.controls, control{targets: ch.branches, choice: ch})
	case "fusion", "fusion-start":
		b.fused = true
		b.use(KindFusion, in.calls...)
		b.use(KindApplied, in.apply...)
	case "call", "call-start", "async-start":
		for _, name := range append(in.calls, in.apply...) {
			c.controls = append(c.controls, control{targets: []target{{name: name}}})
			b.use(KindCalled, name)
		}
	default:
		b.use(KindApplied, in.calls...)
		b.use(KindApplied, in.apply...)
	}
	if in.target != "" {
		c.customs.add(b.targets.number([]byte(in.target)), 1)
	}
}

// use notes what computations are used for; the first use counts.
func (b *builder) use(kind string, list ...string) {
	for _, name := range list {
		if _, ok := b.kinds[name]; !ok {
			b.kinds[name] = kind
		}
	}
}
