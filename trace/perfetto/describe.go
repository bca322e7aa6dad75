package perfetto

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
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
	m, packet := x.out.packets.open(tracePacket)
	m, desc := m.uint(packetSequence, s.id).open(packetDescriptor)
	m = m.uint(descriptorUUID, uuid)
	if usable(pid) {
		var p int
		m, p = m.open(descriptorProcess)
		m = m.uint(processPID, uint64(pid)).string(processCommand, program).string(processName, name)
		for _, label := range identity(h) {
			m = m.string(processLabels, label)
		}
		m = m.close(p)
	} else {
		m = m.string(descriptorName, strings.Join(append([]string{name}, identity(h)...), " "))
	}
	x.out.packets = m.close(desc).close(packet)
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
	m, packet := x.out.packets.open(tracePacket)
	m, desc := m.uint(packetSequence, s.id).open(packetDescriptor)
	m = m.uint(descriptorUUID, s.uuid).uint(descriptorParent, parent)
	if isThread {
		var th int
		m, th = m.open(descriptorThread)
		m = m.uint(threadPID, uint64(pid)).uint(threadTID, uint64(tr.Thread)).string(threadName, tr.Name).close(th)
	} else {
		m = m.string(descriptorName, trackName(tr))
	}
	x.out.packets = m.close(desc).close(packet)
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
	m, packet := x.out.packets.open(tracePacket)
	m = m.uint(packetSequence, s.id).uint(packetSequenceFlags, flagCleared).uint(packetFirst, 1)
	m, defaults := m.open(packetDefaults)
	m, event := m.open(defaultsTrackEvent)
	m = m.uint(eventTrack, s.uuid).close(event)
	m = m.uint(defaultsClock, sequenceClock).close(defaults)

	m, clocks := m.open(packetClocks)
	m = clock(m, sequenceClock, 0, true)
	m = clock(m, boottime, x.start(), false)
	if x.start() != 0 {
		m = clock(m, realtime, x.start(), false)
	}
	x.out.packets = m.close(clocks).close(packet)
}

// clock appends one clock of a snapshot.
func clock(m message, id uint64, now int64, incremental bool) message {
	m, c := m.open(clocksClock)
	m = m.uint(clockID, id).uint(clockTimestamp, uint64(now))
	if incremental {
		m = m.uint(clockIncremental, 1)
	}
	return m.close(c)
}

// describeCounter writes the descriptor of a counter below the track of s.
func (x *exporter) describeCounter(s *sequence, uuid uint64, name string) {
	m, packet := x.out.packets.open(tracePacket)
	m, desc := m.uint(packetSequence, s.id).open(packetDescriptor)
	m = m.uint(descriptorUUID, uuid).uint(descriptorParent, s.uuid).string(descriptorName, name)
	m, c := m.open(descriptorCounter)
	m = counterUnits(m, name)
	x.out.packets = m.close(c).close(desc).close(packet)
}

// counterUnits appends the unit that the name of a counter tells.
func counterUnits(m message, name string) message {
	switch {
	case strings.HasSuffix(name, "_ns"):
		return m.uint(counterUnit, unitNS)
	case strings.HasSuffix(name, "_bytes"):
		return m.uint(counterUnit, unitBytes)
	case strings.HasSuffix(name, "iterations"), strings.HasSuffix(name, "_count"):
		return m.uint(counterUnit, unitCount)
	case strings.HasSuffix(name, "_s"), strings.HasSuffix(name, "step_size"):
		return m.string(counterUnitName, "s")
	}
	return m
}
