package perfettotest

import "google.golang.org/protobuf/encoding/protowire"

// A form is how the value of a field is encoded, and which values it takes.
type form uint8

const (
	u64 form = iota
	i64
	u32
	i32
	boolean
	fixed64
	double
	text
	blob
	nested
)

// wire returns the wire type of values of that form.
func (f form) wire() protowire.Type {
	switch f {
	case fixed64, double:
		return protowire.Fixed64Type
	case text, blob, nested:
		return protowire.BytesType
	}
	return protowire.VarintType
}

// A message is a type of messages.
type message struct {
	name   string
	fields map[protowire.Number]field
	byName map[string]protowire.Number
}

func newMessage(name string, fields map[protowire.Number]field) *message {
	m := &message{name, fields, map[string]protowire.Number{}}
	for num, f := range fields {
		m.byName[f.name] = num
	}
	return m
}

// A field is a field of a message.
type field struct {
	name     string
	form     form
	repeated bool
	of       *message // of nested ones
	oneof    string   // of the fields of that name a message has one at most; "" for none
}

// one and many make fields that occur once and fields that are repeated.
func one(name string, f form) field  { return field{name: name, form: f} }
func many(name string, f form) field { return field{name: name, form: f, repeated: true} }

func (f field) in(oneof string) field { f.oneof = oneof; return f }
func (f field) is(m *message) field   { f.of = m; return f }

// file returns the schema of a trace: the messages and fields that package
// perfetto writes, with the cardinality that the protos give them.
func file() *message {
	interned := func(name string) *message {
		return newMessage(name, map[protowire.Number]field{1: one("iid", u64), 2: one("name", text)})
	}
	internedData := newMessage("InternedData", map[protowire.Number]field{
		1: many("event_categories", nested).is(interned("EventCategory")),
		2: many("event_names", nested).is(interned("EventName")),
		3: many("debug_annotation_names", nested).is(interned("DebugAnnotationName")),
	})
	packet := newMessage("TracePacket", map[protowire.Number]field{
		6:   one("clock_snapshot", nested).is(clockSnapshot()).in("data"),
		8:   one("timestamp", u64),
		10:  one("trusted_packet_sequence_id", u32),
		11:  one("track_event", nested).is(trackEvent()).in("data"),
		12:  one("interned_data", nested).is(internedData),
		13:  one("sequence_flags", u32),
		35:  one("trace_stats", nested).is(statistics()).in("data"),
		42:  one("previous_packet_dropped", u32),
		50:  one("compressed_packets", blob).in("data"),
		58:  one("timestamp_clock_id", u32),
		59:  one("trace_packet_defaults", nested).is(defaults()),
		60:  one("track_descriptor", nested).is(trackDescriptor()).in("data"),
		87:  one("first_packet_on_sequence", boolean),
		126: one("trace_attributes", nested).is(attributes()).in("data"),
	})
	return newMessage("Trace", map[protowire.Number]field{1: many("packet", nested).is(packet)})
}

func clockSnapshot() *message {
	clock := newMessage("Clock", map[protowire.Number]field{
		1: one("clock_id", u32), 2: one("timestamp", u64), 3: one("is_incremental", boolean), 4: one("unit_multiplier_ns", u64),
	})
	return newMessage("ClockSnapshot", map[protowire.Number]field{1: many("clocks", nested).is(clock), 2: one("primary_trace_clock", i32)})
}

func defaults() *message {
	event := newMessage("TrackEventDefaults", map[protowire.Number]field{11: one("track_uuid", u64)})
	return newMessage("TracePacketDefaults", map[protowire.Number]field{
		11: one("track_event_defaults", nested).is(event), 58: one("timestamp_clock_id", u32),
	})
}

func statistics() *message {
	buffer := newMessage("BufferStats", map[protowire.Number]field{19: one("trace_writer_packet_loss", u64)})
	writer := newMessage("WriterStats", map[protowire.Number]field{1: one("sequence_id", u64), 4: one("buffer", u32)})
	return newMessage("TraceStats", map[protowire.Number]field{
		1: many("buffer_stats", nested).is(buffer), 18: many("writer_stats", nested).is(writer),
	})
}

func attributes() *message {
	attribute := newMessage("Attribute", map[protowire.Number]field{
		1: one("key", text), 2: one("long_value", i64).in("value"), 3: one("string_value", text).in("value"),
	})
	return newMessage("TraceAttributes", map[protowire.Number]field{1: many("attribute", nested).is(attribute)})
}

func trackEvent() *message {
	annotation := newMessage("DebugAnnotation", map[protowire.Number]field{
		1: one("name_iid", u64).in("name"), 10: one("name", text).in("name"),
		3: one("uint_value", u64).in("value"), 4: one("int_value", i64).in("value"),
		5: one("double_value", double).in("value"), 6: one("string_value", text).in("value"),
	})
	return newMessage("TrackEvent", map[protowire.Number]field{
		3:  many("category_iids", u64),
		4:  many("debug_annotations", nested).is(annotation),
		9:  one("type", i32),
		10: one("name_iid", u64).in("name"),
		11: one("track_uuid", u64),
		22: many("categories", text),
		23: one("name", text).in("name"),
		30: one("counter_value", i64).in("counter"),
		44: one("double_counter_value", double).in("counter"),
		47: many("flow_ids", fixed64),
		48: many("terminating_flow_ids", fixed64),
	})
}

func trackDescriptor() *message {
	process := newMessage("ProcessDescriptor", map[protowire.Number]field{
		1: one("pid", i32), 2: many("cmdline", text), 6: one("process_name", text), 8: many("process_labels", text),
	})
	thread := newMessage("ThreadDescriptor", map[protowire.Number]field{
		1: one("pid", i32), 2: one("tid", i64), 5: one("thread_name", text),
	})
	counter := newMessage("CounterDescriptor", map[protowire.Number]field{
		3: one("unit", i32), 4: one("unit_multiplier", i64), 6: one("unit_name", text), 7: one("y_axis_share_key", text),
	})
	return newMessage("TrackDescriptor", map[protowire.Number]field{
		1:  one("uuid", u64),
		2:  one("name", text),
		3:  one("process", nested).is(process),
		4:  one("thread", nested).is(thread),
		5:  one("parent_uuid", u64),
		8:  one("counter", nested).is(counter),
		11: one("child_ordering", i32),
		12: one("sibling_order_rank", i32),
		14: one("description", text),
		15: one("sibling_merge_behavior", i32),
	})
}
