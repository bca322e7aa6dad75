package xplane

import (
	"math"
	"strconv"
	"strings"
)

// A plane is an XPlane: what one device or host did.
type plane struct {
	name  string
	lines []message
	stats []message // of the plane itself

	eventMetas, statMetas []message

	events map[int64]*eventMeta
	keys   map[int64]key
}

// An eventMeta is an XEventMetadata.
type eventMeta struct {
	name     string
	stats    []message
	disabled bool // it says that command buffers were disabled
}

// A key is an XStatMetadata: the name of stats, and a text that stats refer to.
type key struct {
	name string
	what known
}

// readPlane finds what a plane is made of.
func readPlane(m message) (*plane, error) {
	p := &plane{}
	err := m.each(func(f field) error {
		switch f.number {
		case 2:
			p.name = string(f.body.data)
			return f.want(lengthy, "XPlane.name")
		case 3:
			p.lines = append(p.lines, f.body)
			return f.want(lengthy, "XPlane.lines")
		case 4:
			p.eventMetas = append(p.eventMetas, f.body)
			return f.want(lengthy, "XPlane.event_metadata")
		case 5:
			p.statMetas = append(p.statMetas, f.body)
			return f.want(lengthy, "XPlane.stat_metadata")
		case 6:
			p.stats = append(p.stats, f.body)
			return f.want(lengthy, "XPlane.stats")
		}
		return nil
	})
	return p, err
}

// load reads the tables of the plane.
func (p *plane) load() error {
	p.keys = make(map[int64]key, len(p.statMetas))
	for _, m := range p.statMetas {
		id, body, err := entry(m)
		if err != nil {
			return err
		}
		k := key{}
		if err := body.each(func(f field) error {
			if f.number == 2 {
				k.name = string(f.body.data)
				return f.want(lengthy, "XStatMetadata.name")
			}
			return nil
		}); err != nil {
			return err
		}
		k.what = knownStat(k.name)
		p.keys[id] = k
	}
	p.events = make(map[int64]*eventMeta, len(p.eventMetas))
	for _, m := range p.eventMetas {
		id, body, err := entry(m)
		if err != nil {
			return err
		}
		e, err := readEventMeta(body)
		if err != nil {
			return err
		}
		p.events[id] = e
	}
	return nil
}

// entry reads an entry of a map.
func entry(m message) (id int64, value message, err error) {
	err = m.each(func(f field) error {
		switch f.number {
		case 1:
			id = int64(f.n)
			return f.want(varint, "key of a map")
		case 2:
			value = f.body
			return f.want(lengthy, "value of a map")
		}
		return nil
	})
	return id, value, err
}

func readEventMeta(m message) (*eventMeta, error) {
	e := &eventMeta{}
	display := ""
	err := m.each(func(f field) error {
		switch f.number {
		case 2:
			e.name = string(f.body.data)
			return f.want(lengthy, "XEventMetadata.name")
		case 4:
			display = string(f.body.data)
			return f.want(lengthy, "XEventMetadata.display_name")
		case 5:
			e.stats = append(e.stats, f.body)
			return f.want(lengthy, "XEventMetadata.stats")
		}
		return nil
	})
	if e.name == "" {
		e.name = display
	}
	e.disabled = strings.Contains(e.name, "CommandBuffer disabled when profiling") || strings.Contains(e.name, "(disabled for profiling)")
	return e, err
}

// ordinal returns the number of the device in the name of a plane, such as
// /device:GPU:0; ok is false for names without one.
func (p *plane) ordinal() (n int32, ok bool) {
	rest, ok := strings.CutPrefix(p.name, "/device:GPU:")
	if !ok {
		return 0, false
	}
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	x, err := strconv.ParseInt(digits, 10, 32)
	return int32(x), err == nil
}

// A line is an XLine: a stream of a device, or a thread of a host.
type line struct {
	id     int64
	name   string
	start  int64 // ns
	events int
	body   message

	reached func(offset int64) // is called at each event
}

func readLine(m message) (*line, error) {
	l := &line{body: m}
	display := ""
	err := m.each(func(f field) error {
		switch f.number {
		case 1:
			l.id = int64(f.n)
			return f.want(varint, "XLine.id")
		case 2:
			l.name = string(f.body.data)
			return f.want(lengthy, "XLine.name")
		case 3:
			l.start = int64(f.n)
			return f.want(varint, "XLine.timestamp_ns")
		case 4:
			l.events++
			return f.want(lengthy, "XLine.events")
		case 11:
			display = string(f.body.data)
			return f.want(lengthy, "XLine.display_name")
		}
		return nil
	})
	if l.name == "" {
		l.name = display
	}
	return l, err
}

// each calls f for the events of the line, with one and the same event.
func (l *line) each(f func(*event) error) error {
	var e event
	return l.body.each(func(x field) error {
		if x.number != 4 {
			return nil
		}
		l.reached(x.at)
		if err := e.read(x.body); err != nil {
			return err
		}
		return f(&e)
	})
}

// stream returns the number of the stream in the name of a line, such as
// Stream #16(Kernel,MemcpyD2H); ok is false for lines that are none.
func (l *line) stream() (n int64, ok bool) {
	rest, ok := strings.CutPrefix(l.name, "Stream #")
	if !ok {
		return 0, false
	}
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil
}

// An event is an XEvent.
type event struct {
	meta             int64
	offset, duration int64 // ps
	aggregated       bool  // it stands for several, whose times are not known
	stats            []message
}

// read fills the event, whose memory it uses again.
func (e *event) read(m message) error {
	*e = event{stats: e.stats[:0]}
	for {
		f, ok, err := m.next()
		if err != nil || !ok {
			return err
		}
		wire, what := varint, "XEvent.metadata_id"
		switch f.number {
		case 1:
			e.meta = int64(f.n)
		case 2:
			e.offset, what = int64(f.n), "XEvent.offset_ps"
		case 3:
			e.duration, what = int64(f.n), "XEvent.duration_ps"
		case 4:
			e.stats = append(e.stats, f.body)
			wire, what = lengthy, "XEvent.stats"
		case 5:
			e.aggregated, what = true, "XEvent.num_occurrences"
		default:
			continue
		}
		if err := f.want(wire, what); err != nil {
			return err
		}
	}
}

// times returns when the event begins and ends, in ns: ps are cut off both, so
// that what nests or follows in ps does so in ns. ok is false when it ends
// before it begins, or is 73 years or more from time 0.
func (e *event) times(l *line) (start, end int64, ok bool) {
	if e.duration < 0 || e.offset > math.MaxInt64-e.duration || l.start < -farthest || l.start > farthest {
		return 0, 0, false
	}
	start, end = l.start+floor(e.offset), l.start+floor(e.offset+e.duration)
	return start, end, start >= -farthest && end <= farthest
}

const farthest = 1 << 61 // ns

// floor returns whole ns of ps.
func floor(ps int64) int64 {
	if ps < 0 {
		return -((-ps-1)/1000 + 1)
	}
	return ps / 1000
}
