package perfetto

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/protowire"
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

// describe writes the processes, the tracks and the start of every sequence.
func (x *exporter) describe() {
	type process struct {
		pid  int64
		rank int32
	}
	type thread struct{ pid, tid int64 }
	processes := map[process]uint64{}
	owner := map[int64]int32{}
	threads := map[thread]bool{}
	for _, tr := range x.t.Tracks {
		x.ranks = x.ranks || tr.Rank > 0
	}
	for i, tr := range x.t.Tracks {
		s := &x.sequences[i]
		pid := tr.Process
		if first, taken := owner[pid]; !taken {
			owner[pid] = tr.Rank
		} else if first != tr.Rank {
			pid += int64(tr.Rank) << 22 // Linux gives no pid as large
		}
		p := process{pid, tr.Rank}
		parent, known := processes[p]
		if !known {
			parent = x.uuid("process", pid, int64(tr.Rank))
			processes[p] = parent
			x.describeProcess(s, parent, pid, tr)
		}
		isThread := tr.Device < 0 && usable(pid) && usable(tr.Thread) && !threads[thread{pid, tr.Thread}]
		if isThread {
			threads[thread{pid, tr.Thread}] = true
		}
		x.describeTrack(s, parent, pid, tr, isThread)
		x.startSequence(s)
	}
}

// usable says whether Perfetto takes n for the number of a process or thread;
// 0 is its idle task.
func usable(n int64) bool { return n > 0 && n <= math.MaxInt32 }

// describeProcess writes the descriptor of a process with the identity of the
// run.
func (x *exporter) describeProcess(s *sequence, uuid uint64, pid int64, tr trace.Track) {
	h := &x.t.Header
	program := x.t.ProcessName(tr)
	name := program
	if x.ranks {
		name = strings.TrimSpace(fmt.Sprintf("%s rank %d", name, tr.Rank))
	}
	m, packet := x.out.packets.Open(tracePacket)
	m, desc := m.Uint(packetSequence, s.id).Open(packetDescriptor)
	m = m.Uint(descriptorUUID, uuid)
	if usable(pid) {
		var p int
		m, p = m.Open(descriptorProcess)
		m = m.Uint(processPID, uint64(pid)).Text(processCommand, program).Text(processName, name)
		for _, label := range identity(h) {
			m = m.Text(processLabels, label)
		}
		m = m.Close(p)
	} else {
		m = m.Text(descriptorName, strings.Join(append([]string{name}, identity(h)...), " "))
	}
	x.out.packets = m.Close(desc).Close(packet)
}

// identity returns the header as key=value, in order of the keys.
func identity(h *trace.Header) []string {
	var out []string
	if h.Host != "" {
		out = append(out, "host="+h.Host)
	}
	if h.Clock != "" {
		out = append(out, "clock="+h.Clock)
	}
	if h.Sample > 1 {
		out = append(out, fmt.Sprintf("sample=1/%d", h.Sample))
	}
	for _, key := range slices.Sorted(maps.Keys(h.Labels)) {
		out = append(out, key+"="+h.Labels[key])
	}
	return out
}

// describeTrack writes the descriptor of one track.
func (x *exporter) describeTrack(s *sequence, parent uint64, pid int64, tr trace.Track, isThread bool) {
	m, packet := x.out.packets.Open(tracePacket)
	m, desc := m.Uint(packetSequence, s.id).Open(packetDescriptor)
	m = m.Uint(descriptorUUID, s.uuid).Uint(descriptorParent, parent)
	if isThread {
		var th int
		m, th = m.Open(descriptorThread)
		m = m.Uint(threadPID, uint64(pid)).Uint(threadTID, uint64(tr.Thread)).Text(threadName, tr.Name).Close(th)
	} else {
		m = m.Text(descriptorName, trackName(tr))
	}
	x.out.packets = m.Close(desc).Close(packet)
}

// trackName names a track that is not a thread.
func trackName(tr trace.Track) string {
	switch {
	case tr.Name != "":
		return tr.Name
	case tr.Device >= 0:
		return fmt.Sprintf("device %d context %d stream %d", tr.Device, tr.Context, tr.Stream)
	}
	return fmt.Sprintf("thread %d", tr.Thread)
}

// startSequence writes the packet that begins a sequence: its clock, its
// default track, and where its clock stands.
func (x *exporter) startSequence(s *sequence) {
	m, packet := x.out.packets.Open(tracePacket)
	m = m.Uint(packetSequence, s.id).Uint(packetSequenceFlags, flagCleared).Uint(packetFirst, 1)
	m, defaults := m.Open(packetDefaults)
	m, event := m.Open(defaultsTrackEvent)
	m = m.Uint(eventTrack, s.uuid).Close(event)
	m = m.Uint(defaultsClock, sequenceClock).Close(defaults)

	m, clocks := m.Open(packetClocks)
	m = clock(m, sequenceClock, 0, true)
	m = clock(m, boottime, x.start(), false)
	if x.start() != 0 {
		m = clock(m, realtime, x.start(), false)
	}
	x.out.packets = m.Close(clocks).Close(packet)
}

// clock appends one clock of a snapshot.
func clock(m protowire.Message, id uint64, now int64, incremental bool) protowire.Message {
	m, c := m.Open(clocksClock)
	m = m.Uint(clockID, id).Uint(clockTimestamp, uint64(now))
	if incremental {
		m = m.Uint(clockIncremental, 1)
	}
	return m.Close(c)
}

// describeCounter writes the descriptor of a counter below the track of s.
func (x *exporter) describeCounter(s *sequence, uuid uint64, name string) {
	m, packet := x.out.packets.Open(tracePacket)
	m, desc := m.Uint(packetSequence, s.id).Open(packetDescriptor)
	m = m.Uint(descriptorUUID, uuid).Uint(descriptorParent, s.uuid).Text(descriptorName, name)
	m, c := m.Open(descriptorCounter)
	m = counterUnits(m, name)
	x.out.packets = m.Close(c).Close(desc).Close(packet)
}

// counterUnits appends the unit that the name of a counter tells.
func counterUnits(m protowire.Message, name string) protowire.Message {
	switch {
	case strings.HasSuffix(name, "_ns"):
		return m.Uint(counterUnit, unitNS)
	case strings.HasSuffix(name, "_bytes"):
		return m.Uint(counterUnit, unitBytes)
	case strings.HasSuffix(name, "iterations"), strings.HasSuffix(name, "_count"):
		return m.Uint(counterUnit, unitCount)
	case strings.HasSuffix(name, "_s"), strings.HasSuffix(name, "step_size"):
		return m.Text(counterUnitName, "s")
	}
	return m
}
