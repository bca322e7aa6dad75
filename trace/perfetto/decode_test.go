package perfetto_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// A node is a protobuf message decoded without a schema.
type node map[protowire.Number][]value

type value struct {
	n     uint64
	bytes []byte
}

func parse(b []byte) node {
	out := node{}
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeTag(b)
		must(n)
		b = b[n:]
		var v value
		switch typ {
		case protowire.VarintType:
			v.n, n = protowire.ConsumeVarint(b)
		case protowire.Fixed64Type:
			v.n, n = protowire.ConsumeFixed64(b)
		case protowire.BytesType:
			v.bytes, n = protowire.ConsumeBytes(b)
		default:
			panic(fmt.Sprintf("field %d has wire type %d", num, typ))
		}
		must(n)
		b = b[n:]
		out[num] = append(out[num], v)
	}
	return out
}

func must(n int) {
	if n < 0 {
		panic(protowire.ParseError(n))
	}
}

func (m node) num(f protowire.Number) uint64 {
	if len(m[f]) == 0 {
		return 0
	}
	return m[f][len(m[f])-1].n
}

func (m node) text(f protowire.Number) string {
	if len(m[f]) == 0 {
		return ""
	}
	return string(m[f][len(m[f])-1].bytes)
}

func (m node) sub(f protowire.Number) []node {
	var out []node
	for _, v := range m[f] {
		out = append(out, parse(v.bytes))
	}
	return out
}

// Decoded is what a viewer makes of a file.
type decoded struct {
	tracks  map[uint64]node // TrackDescriptors by uuid
	order   []uint64        // their uuids in order
	slices  map[uint64][]*slice
	open    map[uint64][]*slice
	samples map[uint64][]sample
	marks   map[uint64][]sample
}

type slice struct {
	name       string
	start, end int64 // end is -1 while open
	depth      int
	args       map[string]string
	sort       string
	out, in    []uint64 // flows
}

type sample struct {
	time  int64
	name  string
	value float64
}

// A seq is the state of a packet sequence by the rules of the format.
type seq struct {
	clock   int64 // of the incremental clock 64, in its own units
	offset  int64 // BOOTTIME at its 0
	uuid    uint64
	names   map[uint64]string
	keys    map[uint64]string
	cleared bool
}

func decode(file []byte) *decoded {
	d := &decoded{
		tracks: map[uint64]node{}, slices: map[uint64][]*slice{}, open: map[uint64][]*slice{},
		samples: map[uint64][]sample{}, marks: map[uint64][]sample{},
	}
	d.packets(parse(file), map[uint64]*seq{})
	return d
}

func (d *decoded) packets(file node, sequences map[uint64]*seq) {
	for _, p := range file.sub(1) {
		for _, z := range p[50] {
			r, err := zlib.NewReader(bytes.NewReader(z.bytes))
			if err != nil {
				panic(err)
			}
			plain, err := io.ReadAll(r)
			if err != nil {
				panic(err)
			}
			d.packets(parse(plain), sequences)
		}
		if len(p[50]) == 0 {
			id := p.num(10)
			if id == 0 {
				panic("packet without a sequence")
			}
			if sequences[id] == nil {
				sequences[id] = &seq{}
			}
			d.packet(p, sequences[id])
		}
	}
}

func (d *decoded) packet(p node, s *seq) {
	if p.num(13)&1 != 0 {
		*s = seq{cleared: true, names: map[uint64]string{}, keys: map[uint64]string{}}
	}
	for _, def := range p.sub(59) {
		if def.num(58) != 64 {
			panic("default clock is not the clock of the sequence")
		}
		s.uuid = def.sub(11)[0].num(11)
	}
	for _, snap := range p.sub(6) {
		for _, c := range snap.sub(1) {
			switch c.num(1) {
			case 64:
				if c.num(3) != 1 {
					panic("clock 64 is not incremental")
				}
				s.clock = int64(c.num(2))
			case 6:
				s.offset = int64(c.num(2))
			}
		}
	}
	for _, in := range p.sub(12) {
		for _, e := range in.sub(2) {
			s.names[e.num(1)] = e.text(2)
		}
		for _, e := range in.sub(3) {
			s.keys[e.num(1)] = e.text(2)
		}
	}
	for _, t := range p.sub(60) {
		d.tracks[t.num(1)] = t
		d.order = append(d.order, t.num(1))
	}
	for _, e := range p.sub(11) {
		if p.num(13)&2 == 0 || !s.cleared {
			panic("an event that needs what came before does not say so, or nothing came before")
		}
		s.clock += int64(p.num(8))
		d.event(e, s, s.offset+s.clock)
	}
}

func (d *decoded) event(e node, s *seq, now int64) {
	uuid := s.uuid
	if len(e[11]) > 0 {
		uuid = e.num(11)
	}
	if d.tracks[uuid] == nil {
		panic("event on a track that is not described")
	}
	name := s.names[e.num(10)]
	if e.num(10) != 0 && name == "" {
		panic("name was not interned")
	}
	switch e.num(9) {
	case 1:
		sl := &slice{name: name, start: now, end: -1, depth: len(d.open[uuid]), args: map[string]string{}}
		sl.annotate(e, s)
		d.open[uuid] = append(d.open[uuid], sl)
		d.slices[uuid] = append(d.slices[uuid], sl)
	case 2:
		last := len(d.open[uuid]) - 1
		d.open[uuid][last].annotate(e, s)
		d.open[uuid][last].end = now
		d.open[uuid] = slices.Delete(d.open[uuid], last, last+1)
	case 3:
		d.marks[uuid] = append(d.marks[uuid], sample{time: now, name: name})
	case 4:
		v := float64(int64(e.num(30)))
		if len(e[44]) > 0 {
			v = math.Float64frombits(e.num(44))
		}
		d.samples[uuid] = append(d.samples[uuid], sample{now, d.tracks[uuid].text(2), v})
	default:
		panic("event of no type")
	}
}

func (sl *slice) annotate(e node, s *seq) {
	if c := e.text(22); c != "" {
		sl.sort = c
	}
	for _, f := range e[47] {
		sl.out = append(sl.out, f.n)
	}
	for _, f := range e[48] {
		sl.in = append(sl.in, f.n)
	}
	for _, a := range e.sub(4) {
		key := s.keys[a.num(1)]
		if key == "" {
			panic("annotation name was not interned")
		}
		if len(a[5]) > 0 {
			sl.args[key] = fmt.Sprint(math.Float64frombits(a.num(5)))
		} else {
			sl.args[key] = fmt.Sprint(int64(a.num(4)))
		}
	}
}
