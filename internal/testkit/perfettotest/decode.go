package perfettotest

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"io"
	"slices"
	"strings"
)

// Decode reads a file as trace_processor does. The error lists what it would
// drop, rename or merge without a word, by kind, with the number of times.
func Decode(file []byte) (*Trace, error) {
	d := &decoder{
		trace: &Trace{Attributes: map[string]string{}}, sequences: map[uint64]*sequence{},
		tracks: map[uint64]*Track{}, global: map[uint64]int64{},
	}
	d.file(file, false)
	d.checkTracks()
	slices.SortStableFunc(d.events, func(a, b event) int { return cmp.Compare(a.time, b.time) })
	for _, e := range d.events {
		d.event(e)
	}
	return d.trace, d.err()
}

type decoder struct {
	problems
	trace     *Trace
	sequences map[uint64]*sequence
	tracks    map[uint64]*Track
	global    map[uint64]int64 // clocks of the machine: the last snapshot
	events    []event          // in the order of the file
	latest    int64            // time of the events so far
}

// An event is a track_event with the state of its sequence at its place.
type event struct {
	time  int64
	node  node
	track uint64 // default track
	state *interned
}

// A sequence is a packet sequence by the rules of the format.
type sequence struct {
	valid   bool // incremental state is there
	state   *interned
	track   uint64 // of trace_packet_defaults
	clock   uint64
	clocks  map[uint64]*clock
	packets int
}

// A clock is a clock of one sequence.
type clock struct {
	last        int64
	offset      int64 // BOOTTIME at its 0
	incremental bool
}

// Interned is what numbers stand for, of one generation of a sequence.
type interned struct{ categories, names, keys map[uint64]string }

// file reads packets, of the file or inflated.
func (d *decoder) file(b []byte, inflated bool) {
	for _, p := range d.subs(d.parse(traceSchema, b), "packet") {
		if !p.has("compressed_packets") {
			d.packet(p)
			continue
		}
		if inflated {
			d.add("compressed_packets within compressed_packets", "they are not read")
			continue
		}
		if plain, err := inflate(p.last("compressed_packets").bytes); err != nil {
			d.add("compressed_packets cannot be inflated", "%v", err)
		} else {
			d.file(plain, true)
		}
	}
}

var traceSchema = file()

func inflate(b []byte) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// packet does what ProtoTraceReader::ParsePacket does, in its order.
func (d *decoder) packet(p node) {
	id := p.num("trusted_packet_sequence_id")
	if id == 0 {
		d.add("packet without a sequence", "nothing in it can be incremental")
		return
	}
	s := d.sequences[id]
	if s == nil {
		s = &sequence{clocks: map[uint64]*clock{}}
		d.sequences[id] = s
	}
	d.attributes(p)
	s.packets++
	dropped, flags := p.num("previous_packet_dropped") != 0, p.num("sequence_flags")
	switch {
	case flags&flagCleared != 0:
		s.valid, s.track, s.clock = true, 0, 0
		s.state = &interned{map[uint64]string{}, map[uint64]string{}, map[uint64]string{}}
	case dropped:
		s.valid = false
	}
	if p.has("trace_packet_defaults") {
		def := d.sub(p, "trace_packet_defaults")
		s.clock = def.num("timestamp_clock_id")
		s.track = d.sub(def, "track_event_defaults").num("track_uuid")
	}
	if dropped {
		if s.packets == 1 {
			d.add("previous_packet_dropped on the first packet of a sequence", "it is not counted")
		}
		d.trace.Losses = append(d.trace.Losses, Loss{s.track, d.latest})
	}
	d.intern(p, s)
	for _, b := range d.subs(d.sub(p, "trace_stats"), "buffer_stats") {
		d.trace.Lost += int64(b.num("trace_writer_packet_loss"))
	}
	for _, w := range d.subs(d.sub(p, "trace_stats"), "writer_stats") {
		if d.sequences[w.num("sequence_id")] == nil {
			d.add("writer_stats of a sequence that is not there", "sequence %d", w.num("sequence_id"))
		}
	}
	if p.has("clock_snapshot") {
		d.snapshot(p, s)
		return
	}
	if flags&flagNeeds != 0 && !s.valid {
		d.add("packet skipped: it needs incremental state that is not valid", "sequence %d", id)
		return
	}
	d.payload(p, s)
}

func (d *decoder) attributes(p node) {
	for _, a := range d.subs(d.sub(p, "trace_attributes"), "attribute") {
		d.trace.Attributes[a.text("key")] = a.text("string_value")
	}
}

// intern reads interned_data.
func (d *decoder) intern(p node, s *sequence) {
	if !p.has("interned_data") {
		return
	}
	if !s.valid {
		d.add("interned_data skipped: incremental state is not valid", "")
		return
	}
	data := d.sub(p, "interned_data")
	for _, table := range []struct {
		field string
		names map[uint64]string
	}{{"event_categories", s.state.categories}, {"event_names", s.state.names}, {"debug_annotation_names", s.state.keys}} {
		for _, e := range d.subs(data, table.field) {
			iid, name := e.num("iid"), e.text("name")
			if old, known := table.names[iid]; iid == 0 || known && old != name {
				d.add("interned_data: number 0, or one that stood for another text", "%d: %q, then %q", iid, old, name)
			}
			table.names[iid] = name
		}
	}
}

// snapshot reads the clocks of a packet, in which the reader sees nothing else.
func (d *decoder) snapshot(p node, s *sequence) {
	snap := d.sub(p, "clock_snapshot")
	now, own := map[uint64]int64{}, map[uint64]*clock{}
	for _, c := range d.subs(snap, "clocks") {
		id, t := c.num("clock_id"), int64(c.num("timestamp"))
		if _, twice := now[id]; twice {
			d.add("clock_snapshot has a clock twice", "clock %d", id)
		}
		now[id] = t
		if id >= sequenceClock && id <= lastSequence {
			own[id] = &clock{last: t, incremental: c.num("is_incremental") != 0}
		} else if c.num("is_incremental") != 0 {
			d.add("clock of the machine is incremental", "clock %d", id)
		}
	}
	boot, ok := now[boottime]
	if !ok {
		d.add("clock_snapshot without BOOTTIME", "events cannot be converted")
	}
	for id, c := range own {
		c.offset = boot - now[id]
		if old := s.clocks[id]; old != nil && (c.incremental != old.incremental || c.last < old.last || c.offset != old.offset) {
			d.add("clock of a sequence runs backwards or is another", "clock %d from %d to %d", id, old.last, c.last)
		}
		s.clocks[id] = c
	}
}

// payload reads the events and descriptors of a packet.
func (d *decoder) payload(p node, s *sequence) {
	now, ok := d.time(p, s)
	if !ok {
		return
	}
	if p.has("track_descriptor") {
		d.describe(d.sub(p, "track_descriptor"))
	}
	if !p.has("track_event") {
		return
	}
	if !p.has("timestamp") {
		d.add("track_event without a timestamp", "it is dropped")
		return
	}
	d.events = append(d.events, event{now, d.sub(p, "track_event"), s.track, s.state})
}

// time converts the timestamp of a packet to BOOTTIME.
func (d *decoder) time(p node, s *sequence) (now int64, ok bool) {
	if !p.has("timestamp") {
		return d.latest, true
	}
	now = int64(p.num("timestamp"))
	id := p.num("timestamp_clock_id")
	if id == 0 {
		id = s.clock
	}
	switch {
	case id >= sequenceClock && id <= lastSequence:
		c := s.clocks[id]
		if c == nil {
			d.add("timestamp of a clock without a snapshot", "clock %d", id)
			return 0, false
		}
		if c.incremental {
			c.last += now
			now = c.last
		}
		now += c.offset
	case id != boottime:
		d.add("timestamp of a clock that is not BOOTTIME", "clock %d", id)
		return 0, false
	}
	if now < 0 {
		d.add("timestamp is negative", "%d", now)
		return 0, false
	}
	d.latest = max(d.latest, now)
	return now, true
}

// category joins what an event has.
func (d *decoder) category(e event) string {
	var list []string
	for _, v := range e.node.all("category_iids") {
		name, ok := e.state.categories[v.n]
		if !ok {
			d.add("category was not interned", "number %d", v.n)
		}
		list = append(list, name)
	}
	return strings.Join(append(list, e.node.texts("categories")...), ",")
}
