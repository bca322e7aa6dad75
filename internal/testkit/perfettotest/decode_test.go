package perfettotest_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/nrkit/nrkit/internal/testkit/perfettotest"
)

// A wire is a message that is put together field by field.
type wire []byte

func (w wire) num(field protowire.Number, v uint64) wire {
	return protowire.AppendVarint(protowire.AppendTag(w, field, protowire.VarintType), v)
}

func (w wire) sub(field protowire.Number, in wire) wire {
	return protowire.AppendBytes(protowire.AppendTag(w, field, protowire.BytesType), in)
}

func (w wire) text(field protowire.Number, s string) wire { return w.sub(field, wire(s)) }

// packet is a packet of sequence 9.
func (w wire) packet(in wire) wire { return w.sub(1, in.num(10, 9)) }

func clockOf(id, now, incremental uint64) wire {
	return wire{}.num(1, id).num(2, now).num(3, incremental)
}

// start begins a trace: a thread with track 7 of process 5, and its sequence.
func start() wire {
	process := wire{}.num(1, 4).sub(3, wire{}.num(1, 5).text(6, "p").text(8, "a=b"))
	thread := wire{}.num(1, 7).num(5, 4).sub(4, wire{}.num(1, 5).num(2, 6).text(5, "t"))
	clocks := wire{}.sub(1, clockOf(64, 0, 1)).sub(1, clockOf(6, 1000, 0))
	defaults := wire{}.sub(11, wire{}.num(11, 7)).num(58, 64)
	return wire{}.packet(wire{}.sub(60, process)).packet(wire{}.sub(60, thread)).packet(wire{}.num(13, 1).sub(59, defaults).sub(6, clocks))
}

// at is an event after some time, with what is interned for it.
func at(delta uint64, data, event wire) wire {
	w := wire{}.num(8, delta).num(13, 2)
	if data != nil {
		w = w.sub(12, data)
	}
	return w.sub(11, event)
}

var (
	nameData = wire{}.sub(2, wire{}.num(1, 3).text(2, "solve"))
	catData  = wire{}.sub(1, wire{}.num(1, 4).text(2, "phase"))
	keyData  = wire{}.sub(3, wire{}.num(1, 5).text(2, "step"))
	allData  = append(append(append(wire{}, nameData...), catData...), keyData...)
	note     = wire{}.num(1, 5).num(4, 8)
	begin    = wire{}.num(9, 1).num(10, 3).num(3, 4)
	end      = wire{}.num(9, 2)
)

func TestDecode(t *testing.T) {
	file := start().packet(at(5, allData, begin.sub(4, note))).packet(at(6, nil, end))
	tr, err := perfettotest.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	s := tr.Track(7).Slices[0]
	if s.Name != "solve" || s.Category != "phase" || s.Start != 1005 || s.End != 1011 || s.Args["step"] != "8" {
		t.Errorf("got %+v", s)
	}
}

// What trace_processor changes or drops without a word is a problem.
func TestProblems(t *testing.T) {
	slice := func(p wire) wire { return start().packet(p).packet(at(6, nil, end)) }
	for _, c := range []struct {
		name, want string
		file       wire
	}{
		{"interned_data twice: the first is lost", "TracePacket.interned_data occurs more than once in a message: 2 times",
			slice(wire{}.num(8, 5).num(13, 2).sub(12, nameData).sub(12, catData).sub(12, keyData).sub(11, begin.sub(4, note)))},
		{"and so the name is", "slice without a name: 1 times",
			slice(wire{}.num(8, 5).num(13, 2).sub(12, nameData).sub(12, catData).sub(11, begin))},
		{"and the argument", "argument without a name: 1 times",
			slice(wire{}.num(8, 5).num(13, 2).sub(12, keyData).sub(12, append(append(wire{}, nameData...), catData...)).sub(11, begin.sub(4, note)))},
		{"type twice", "TrackEvent.type occurs more than once in a message: 1 times", slice(at(5, allData, begin.num(9, 1)))},
		{"no category", "slice without a category: 1 times", slice(at(5, nameData, wire{}.num(9, 1).num(10, 3)))},
		{"unknown field", "TrackEvent: field 6 is not in the schema", slice(at(5, allData, begin.num(6, 1)))},
		{"wire type", "TrackEvent.type: wrong wire type", slice(at(5, allData, begin.text(9, "x")))},
		{"two of a oneof", "TrackEvent has both ", slice(at(5, allData, begin.text(23, "x")))},
		{"tid", "tid is not from 1 to 2^31-1", start().packet(wire{}.sub(60, wire{}.num(1, 8).num(5, 4).sub(4, wire{}.num(1, 5).num(2, 1<<32).text(5, "u"))))},
		{"pid", "ProcessDescriptor.pid: value out of range", start().packet(wire{}.sub(60, wire{}.num(1, 8).sub(3, wire{}.num(1, 1<<32))))},
		{"a thread twice", "two threads of one pid and tid", start().packet(wire{}.sub(60, wire{}.num(1, 8).num(5, 4).sub(4, wire{}.num(1, 5).num(2, 6))))},
		{"a process twice", "two processes of one pid", start().packet(wire{}.sub(60, wire{}.num(1, 8).sub(3, wire{}.num(1, 5))))},
		{"labels twice", "process has labels more than once", start().packet(wire{}.sub(60, wire{}.num(1, 4).sub(3, wire{}.num(1, 5).text(8, "c=d"))))},
		{"one uuid, two tracks", "track_descriptor: one uuid, two tracks", start().packet(wire{}.sub(60, wire{}.num(1, 7).text(2, "x")))},
		{"siblings of one name", "tracks of one parent and name are merged",
			start().packet(wire{}.sub(60, wire{}.num(1, 8).num(5, 4).text(2, "x"))).packet(wire{}.sub(60, wire{}.num(1, 9).num(5, 4).text(2, "x")))},
		{"parent", "parent of a track is not described", start().packet(wire{}.sub(60, wire{}.num(1, 8).num(5, 99).text(2, "x")))},
		{"state needed", "packet skipped: it needs incremental state that is not valid",
			start().packet(at(5, allData, begin)).packet(wire{}.num(42, 1).num(8, 1).num(13, 2).sub(11, end))},
		{"loss first", "previous_packet_dropped on the first packet of a sequence", wire{}.packet(wire{}.num(42, 1).num(13, 1))},
		{"end of nothing", "end of nothing: 1 times", start().packet(at(5, allData, end))},
		{"other end", "end of another slice than the innermost", slice(at(5, append(append(wire{}, allData...), wire{}.sub(2, wire{}.num(1, 9).text(2, "else"))...), begin)).packet(at(0, nil, begin)).packet(at(0, nil, wire{}.num(9, 2).num(10, 9)))},
		{"snapshot hides", "TracePacket has both ", start().packet(wire{}.num(13, 2).num(8, 1).sub(6, wire{}.sub(1, clockOf(6, 1000, 0))).sub(11, begin))},
		{"clock", "timestamp of a clock without a snapshot", slice(at(5, allData, begin).num(58, 65))},
		{"no track", "event on a track that is not described", slice(at(5, allData, begin.num(11, 77)))},
		{"malformed", "malformed TrackEvent", slice(at(5, allData, append(append(wire{}, begin...), 0x80)))},
	} {
		_, err := perfettotest.Decode(c.file)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// Events are in order of time, and of the file where times are equal: a packet of
// an absolute clock that comes late takes its place.
func TestOrderOfEqualTimes(t *testing.T) {
	late := wire{}.num(8, 1005).num(58, 6).num(13, 2).sub(11, begin)
	file := start().packet(at(5, allData, begin)).packet(at(0, nil, end)).packet(at(5, nil, begin)).packet(late).packet(at(0, nil, end)).packet(at(0, nil, end))
	tr, err := perfettotest.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	var got [][3]int64
	for _, s := range tr.Track(7).Slices {
		got = append(got, [3]int64{s.Start, s.End, int64(s.Depth)})
	}
	if len(got) != 3 || got[0] != [3]int64{1005, 1005, 0} || got[1] != [3]int64{1005, 1010, 0} || got[2] != [3]int64{1010, 1010, 1} {
		t.Errorf("got %v", got)
	}
}
