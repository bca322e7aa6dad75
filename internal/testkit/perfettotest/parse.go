package perfettotest

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// maxKept is how many problems are kept word by word.
const maxKept = 20

// problems are what is wrong with a file, by what is wrong with it.
type problems struct {
	order []string
	count map[string]int
	first map[string]string // of each, in detail
}

// add notes one. Kind is the same for all that are alike.
func (p *problems) add(kind, format string, args ...any) {
	if p.count == nil {
		p.count, p.first = map[string]int{}, map[string]string{}
	}
	if p.count[kind]++; p.count[kind] == 1 {
		p.order = append(p.order, kind)
		p.first[kind] = fmt.Sprintf(format, args...)
	}
}

func (p *problems) err() error {
	var list []error
	for _, kind := range p.order[:min(len(p.order), maxKept)] {
		list = append(list, fmt.Errorf("%s: %d times, first: %s", kind, p.count[kind], p.first[kind]))
	}
	return errors.Join(list...)
}

// A node is a message as protozero hands it out.
type node struct {
	of     *message
	values map[protowire.Number][]value
}

type value struct {
	n     uint64
	bytes []byte
}

// parse reads a message. What follows a malformed field is lost, as in protozero.
func (p *problems) parse(m *message, b []byte) node {
	out := node{m, map[protowire.Number][]value{}}
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			p.add("malformed "+m.name, "%v", protowire.ParseError(n))
			return out
		}
		b = b[n:]
		n = protowire.ConsumeFieldValue(num, typ, b)
		if n < 0 {
			p.add("malformed "+m.name, "field %d: %v", num, protowire.ParseError(n))
			return out
		}
		p.take(out, num, typ, b)
		b = b[n:]
	}
	return out
}

// take adds the field that b begins with to a message.
func (p *problems) take(out node, num protowire.Number, typ protowire.Type, b []byte) {
	m := out.of
	f, known := m.fields[num]
	if !known {
		p.add(fmt.Sprintf("%s: field %d is not in the schema", m.name, num), "wire type %d", typ)
		return
	}
	if typ != f.form.wire() {
		p.add(fmt.Sprintf("%s.%s: wrong wire type", m.name, f.name), "got %d, want %d", typ, f.form.wire())
		return
	}
	var v value
	switch typ {
	case protowire.VarintType:
		v.n, _ = protowire.ConsumeVarint(b)
	case protowire.Fixed64Type:
		v.n, _ = protowire.ConsumeFixed64(b)
	case protowire.BytesType:
		v.bytes, _ = protowire.ConsumeBytes(b)
	}
	if !f.form.holds(v.n) {
		p.add(fmt.Sprintf("%s.%s: value out of range", m.name, f.name), "got %d", int64(v.n))
	}
	if len(out.values[num]) > 0 && !f.repeated {
		p.add(fmt.Sprintf("%s.%s occurs more than once in a message", m.name, f.name), "the last one wins")
	}
	for other, g := range m.fields {
		if f.oneof != "" && g.oneof == f.oneof && other != num && len(out.values[other]) > 0 {
			p.add(fmt.Sprintf("%s has both %s and %s", m.name, g.name, f.name), "the reader decides")
		}
	}
	out.values[num] = append(out.values[num], v)
}

// holds says whether the reader keeps the whole of a number.
func (f form) holds(n uint64) bool {
	switch f {
	case u32:
		return n <= math.MaxUint32
	case i32:
		return int64(n) >= math.MinInt32 && int64(n) <= math.MaxInt32
	case boolean:
		return n <= 1
	}
	return true
}

// number returns the number of a field by its name. The name is one of the
// schema.
func (m node) number(name string) protowire.Number {
	if num, ok := m.of.byName[name]; ok {
		return num
	}
	panic("internal error: perfettotest: " + m.of.name + " has no field " + name)
}

func (m node) all(name string) []value { return m.values[m.number(name)] }

func (m node) has(name string) bool { return len(m.all(name)) > 0 }

// last returns the value of a singular field, 0 when it is missing.
func (m node) last(name string) value {
	list := m.all(name)
	if len(list) == 0 {
		return value{}
	}
	return list[len(list)-1]
}

func (m node) num(name string) uint64 { return m.last(name).n }

func (m node) text(name string) string { return string(m.last(name).bytes) }

func (m node) texts(name string) []string {
	var out []string
	for _, v := range m.all(name) {
		out = append(out, string(v.bytes))
	}
	return out
}

// sub returns the message in a singular field, an empty one when it is missing.
func (p *problems) sub(m node, name string) node {
	return p.parse(m.of.fields[m.number(name)].of, m.last(name).bytes)
}

// subs returns the messages in a repeated field.
func (p *problems) subs(m node, name string) []node {
	var out []node
	for v := range slices.Values(m.all(name)) {
		out = append(out, p.parse(m.of.fields[m.number(name)].of, v.bytes))
	}
	return out
}
