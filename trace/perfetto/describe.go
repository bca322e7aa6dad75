package perfetto

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// uuid returns an identity for the thing of that kind and numbers, different
// for every trace so that files can be concatenated.
func (x *exporter) uuid(kind string, numbers ...int64) uint64 {
	h := fnv.New64a()
	var b [8]byte
	put := func(v int64) {
		binary.LittleEndian.PutUint64(b[:], uint64(v))
		h.Write(b[:])
	}
	put(x.start())
	put(x.t.Header.PID)
	h.Write([]byte(x.t.Header.Host))
	h.Write([]byte{0})
	h.Write([]byte(kind))
	for _, n := range numbers {
		put(n)
	}
	return max(h.Sum64(), 1) // 0 is the default track
}

// start returns the wall clock at time 0 in ns since 1970, 0 when unknown.
func (x *exporter) start() int64 {
	if x.t.Header.Start.IsZero() {
		return 0
	}
	return x.t.Header.Start.UnixNano()
}

// firstSequence returns the id of the first sequence. Ids of two bytes are
// spread so that those of concatenated files hardly ever meet.
func (x *exporter) firstSequence() uint64 { return 128 + x.uuid("sequences")%8192 }

// A group is a process.
type group struct {
	pid      int64 // not that of another group
	rank     int32
	uuid     uint64
	sequence uint64 // that describes it
	program  string
	name     string // program and rank
}

// A place is where ranges nest but for their lanes.
type place struct {
	group                   int
	thread                  int64
	device, context, stream int32
}

// describe writes the processes, the tracks and the start of every sequence.
func (x *exporter) describe() {
	if len(x.t.Tracks) == 0 {
		x.describeNothing()
		return
	}
	for _, tr := range x.t.Tracks {
		x.ranks = x.ranks || tr.Rank > 0
	}
	places := make([]place, len(x.t.Tracks))
	mains := map[place]int{} // the track of the first lane
	for i, tr := range x.t.Tracks {
		p := place{x.group(tr, &x.sequences[i]), tr.Thread, tr.Device, tr.Context, tr.Stream}
		places[i] = p
		if main, known := mains[p]; !known || x.t.Tracks[main].Lane > 0 && tr.Lane == 0 {
			mains[p] = i
		}
	}
	for i, tr := range x.t.Tracks {
		s, g := &x.sequences[i], &x.groups[places[i].group]
		d := descriptor{uuid: s.uuid, parent: g.uuid}
		switch main := mains[places[i]]; {
		case main != i:
			d.parent, d.name = x.sequences[main].uuid, trackName(tr)
		case tr.Device < 0 && usable(g.pid) && usable(tr.Thread):
			d.thread = &thread{g.pid, tr.Thread, tr.Name}
		default:
			d.name = trackName(tr)
		}
		x.putDescriptor(s.id, &d)
		x.startSequence(s, true)
	}
}

// describeNothing writes the process and the clock of a trace without tracks.
func (x *exporter) describeNothing() {
	s := &x.sequences[0]
	if h := &x.t.Header; usable(h.PID) {
		x.group(trace.Track{Process: h.PID}, s)
	}
	s.uuid = 0
	x.startSequence(s, true)
}

// group returns the index of the process of a track, which is described when it
// is new.
func (x *exporter) group(tr trace.Track, s *sequence) int {
	pid := tr.Process
	for i := range x.groups {
		if g := &x.groups[i]; g.pid == pid {
			if g.rank == tr.Rank {
				return i
			}
			pid += int64(tr.Rank) << 22 // Linux gives no pid as large
		}
	}
	for i := range x.groups {
		if g := &x.groups[i]; g.pid == pid && g.rank == tr.Rank {
			return i
		}
	}
	g := group{pid: pid, rank: tr.Rank, uuid: x.uuid("process", pid, int64(tr.Rank)), sequence: s.id, program: x.t.ProcessName(tr)}
	g.name = g.program
	if x.ranks {
		g.name = strings.TrimSpace(fmt.Sprintf("%s rank %d", g.name, tr.Rank))
	}
	x.groups = append(x.groups, g)
	x.describeGroup(&g, nil)
	return len(x.groups) - 1
}

// describeGroup writes the descriptor of a process. Readers number labels anew in
// each descriptor, so that all of them are in one.
func (x *exporter) describeGroup(g *group, labels []string) {
	d := descriptor{uuid: g.uuid}
	if usable(g.pid) {
		d.process = &process{g.pid, g.program, g.name, labels}
	} else if d.name = g.name; d.name == "" {
		d.name = "process"
	}
	x.putDescriptor(g.sequence, &d)
}

// usable says whether Perfetto takes n for the number of a process or thread;
// 0 is its idle task.
func usable(n int64) bool { return n > 0 && n <= math.MaxInt32 }

// trackName names a track that is not a thread.
func trackName(tr trace.Track) string {
	switch {
	case tr.Name != "":
		return tr.Name
	case tr.Device >= 0:
		return fmt.Sprintf("device %d context %d stream %d", tr.Device, tr.Context, tr.Stream)
	case tr.Thread < 0:
		return fmt.Sprintf("thread %d", -tr.Thread)
	}
	return fmt.Sprintf("thread %d", tr.Thread)
}

// putDescriptor writes a descriptor as a packet of a sequence.
func (x *exporter) putDescriptor(sequence uint64, d *descriptor) {
	p := packet{sequence: sequence, descriptor: d}
	x.out.packets = p.append(x.out.packets)
}

// startSequence writes the packet that begins a sequence, or begins it anew where
// something is missing: its clock, its default track, and where its clock stands.
func (x *exporter) startSequence(s *sequence, first bool) {
	clocks := []clock{{sequenceClock, s.time, true}, {boottime, x.start() + s.time, false}}
	if x.start() != 0 {
		clocks = append(clocks, clock{realtime, x.start() + s.time, false})
	}
	p := packet{sequence: s.id, flags: flagCleared, first: first, dropped: !first, defaults: s.uuid, clocks: clocks}
	x.out.packets = p.append(x.out.packets)
	s.forget()
}
