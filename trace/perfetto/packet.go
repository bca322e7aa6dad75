package perfetto

import (
	"strings"

	"github.com/nrkit/nrkit/internal/protowire"
)

// The types of this file are the messages that the package writes, a Go field for
// each field. A message is filled first and then written by its append, which
// names each singular field once and outside of any loop: none can occur twice in
// a message, which readers would take for the last of them alone.

// A packet is one TracePacket. It has at most one of event, descriptor, clocks,
// statistics and attributes, since readers look at one of them alone.
type packet struct {
	sequence   uint64
	flags      uint64
	dropped    bool // packets of the sequence are missing before this one
	first      bool // of the sequence
	defaults   uint64
	interned   interned
	clock      uint64 // of the timestamp; 0: that of the sequence
	timestamp  uint64
	event      *event
	descriptor *descriptor
	clocks     []clock
	statistics *statistics
	attributes []string // key=value
}

// Interned are texts that later packets of the sequence name by their numbers.
type interned struct{ categories, names, keys []entry }

type entry struct {
	id   uint64
	text string
}

// An event is one TrackEvent.
type event struct {
	kind     uint64
	category uint64 // 0: none
	name     uint64 // 0: text
	text     string // the name of what is not interned; "" for none
	track    uint64 // 0: that of the sequence
	notes    []annotation
	valued   bool // a counter has value
	value    float64
	out, in  []uint64 // flows
}

// reset makes e an event of that kind with nothing else.
func (e *event) reset(kind uint64) {
	e.kind, e.category, e.name, e.track, e.valued = kind, 0, 0, 0, false
	if e.text != "" {
		e.text = ""
	}
	e.notes, e.out, e.in = e.notes[:0], e.out[:0], e.in[:0]
}

// An annotation is an argument: a whole number where that is its sort.
type annotation struct {
	key   uint64
	whole bool
	n     int64
	value float64
}

// A descriptor is one TrackDescriptor: of a process, a thread, a counter, or a
// plain track when it is none of these.
type descriptor struct {
	uuid, parent uint64
	name         string
	description  string
	process      *process
	thread       *thread
	counter      *counter
}

type process struct {
	pid           int64
	command, name string
	labels        []string
}

type thread struct {
	pid, tid int64
	name     string
}

// A counter has a unit of the format or one in words.
type counter struct {
	unit uint64
	word string
}

// A clock is one of a snapshot.
type clock struct {
	id          uint64
	now         int64
	incremental bool
}

// Statistics are those of a tracing session of one buffer.
type statistics struct {
	lost      int64    // packets
	sequences []uint64 // that say where
}

// append writes a packet as a field of a trace.
func (p *packet) append(m protowire.Message) protowire.Message {
	m, at := m.Open(tracePacket)
	if p.event != nil {
		m = m.Uint(packetTimestamp, p.timestamp)
	}
	m = m.Uint(packetSequence, p.sequence)
	if p.flags != 0 {
		m = m.Uint(packetSequenceFlags, p.flags)
	}
	if p.clock != 0 {
		m = m.Uint(packetClock, p.clock)
	}
	if p.first {
		m = m.Uint(packetFirst, 1)
	}
	if p.dropped {
		m = m.Uint(packetDropped, 1)
	}
	if p.defaults != 0 {
		m = appendDefaults(m, p.defaults)
	}
	if !p.interned.empty() {
		m = p.interned.append(m)
	}
	switch {
	case p.event != nil:
		m = p.event.append(m)
	case p.descriptor != nil:
		m = p.descriptor.append(m)
	case p.clocks != nil:
		m = appendClocks(m, p.clocks)
	case p.statistics != nil:
		m = p.statistics.append(m)
	case p.attributes != nil:
		m = appendAttributes(m, p.attributes)
	}
	return m.Close(at)
}

// appendDefaults writes that events of the sequence are on that track and in its
// clock.
func appendDefaults(m protowire.Message, track uint64) protowire.Message {
	m, at := m.Open(packetDefaults)
	m, event := m.Open(defaultsTrackEvent)
	return m.Uint(eventTrack, track).Close(event).Uint(defaultsClock, sequenceClock).Close(at)
}

func (n *interned) empty() bool { return len(n.categories)+len(n.names)+len(n.keys) == 0 }

func (n *interned) append(m protowire.Message) protowire.Message {
	m, at := m.Open(packetInterned)
	m = appendEntries(m, internedCategories, n.categories)
	m = appendEntries(m, internedEvents, n.names)
	return appendEntries(m, internedAnnotations, n.keys).Close(at)
}

func appendEntries(m protowire.Message, field int, list []entry) protowire.Message {
	for _, e := range list {
		var at int
		m, at = m.Open(field)
		m = m.Uint(internedID, e.id).Text(internedText, e.text).Close(at)
	}
	return m
}

func (e *event) append(m protowire.Message) protowire.Message {
	m, at := m.Open(packetTrackEvent)
	m = m.Uint(eventType, e.kind)
	if e.name != 0 {
		m = m.Uint(eventName, e.name)
	} else if e.text != "" {
		m = m.Text(eventText, e.text)
	}
	if e.category != 0 {
		m = m.Uint(eventCategory, e.category)
	}
	if e.track != 0 {
		m = m.Uint(eventTrack, e.track)
	}
	for i := range e.notes {
		m = e.notes[i].append(m)
	}
	if e.valued {
		if n, ok := whole(e.value); ok {
			m = m.Uint(eventCounter, uint64(n))
		} else {
			m = m.Double(eventDouble, e.value)
		}
	}
	for _, id := range e.out {
		m = m.Fixed(eventFlow, id)
	}
	for _, id := range e.in {
		m = m.Fixed(eventFlowEnd, id)
	}
	return m.Close(at)
}

func (a *annotation) append(m protowire.Message) protowire.Message {
	m, at := m.Open(eventAnnotations)
	m = m.Uint(annotationName, a.key)
	if a.whole {
		m = m.Uint(annotationInt, uint64(a.n))
	} else {
		m = m.Double(annotationDouble, a.value)
	}
	return m.Close(at)
}

// append writes a descriptor. Plain tracks are not merged with siblings of their
// name, as readers would otherwise do.
func (d *descriptor) append(m protowire.Message) protowire.Message {
	m, at := m.Open(packetDescriptor)
	m = m.Uint(descriptorUUID, d.uuid)
	if d.parent != 0 {
		m = m.Uint(descriptorParent, d.parent)
	}
	if d.name != "" {
		m = m.Text(descriptorName, d.name)
	}
	if d.description != "" {
		m = m.Text(descriptorDescription, d.description)
	}
	switch {
	case d.process != nil:
		m = d.process.append(m)
	case d.thread != nil:
		m = d.thread.append(m)
	case d.counter != nil:
		m = d.counter.append(m)
	default:
		m = m.Uint(descriptorMerge, mergeNone)
	}
	return m.Close(at)
}

func (p *process) append(m protowire.Message) protowire.Message {
	m, at := m.Open(descriptorProcess)
	m = m.Uint(processPID, uint64(p.pid)).Text(processCommand, p.command).Text(processName, p.name)
	for _, label := range p.labels {
		m = m.Text(processLabels, label)
	}
	return m.Close(at)
}

func (t *thread) append(m protowire.Message) protowire.Message {
	m, at := m.Open(descriptorThread)
	return m.Uint(threadPID, uint64(t.pid)).Uint(threadTID, uint64(t.tid)).Text(threadName, t.name).Close(at)
}

func (c *counter) append(m protowire.Message) protowire.Message {
	m, at := m.Open(descriptorCounter)
	if c.unit != 0 {
		m = m.Uint(counterUnit, c.unit)
	} else if c.word != "" {
		m = m.Text(counterUnitName, c.word)
	}
	return m.Close(at)
}

func appendClocks(m protowire.Message, list []clock) protowire.Message {
	m, at := m.Open(packetClocks)
	for _, c := range list {
		var one int
		m, one = m.Open(clocksClock)
		m = m.Uint(clockID, c.id).Uint(clockTimestamp, uint64(c.now))
		if c.incremental {
			m = m.Uint(clockIncremental, 1)
		}
		m = m.Close(one)
	}
	return m.Close(at)
}

func appendAttributes(m protowire.Message, list []string) protowire.Message {
	m, at := m.Open(packetAttributes)
	for _, label := range list {
		var one int
		key, value, _ := strings.Cut(label, "=")
		m, one = m.Open(attributesAttribute)
		m = m.Text(attributeKey, key).Text(attributeString, value).Close(one)
	}
	return m.Close(at)
}

func (t *statistics) append(m protowire.Message) protowire.Message {
	m, at := m.Open(packetStatistics)
	m, buffer := m.Open(statisticsBuffer)
	m = m.Uint(bufferLoss, uint64(t.lost)).Close(buffer)
	for _, id := range t.sequences {
		var writer int
		m, writer = m.Open(statisticsWriter)
		m = m.Uint(writerSequence, id).Uint(writerBuffer, 0).Close(writer)
	}
	return m.Close(at)
}
