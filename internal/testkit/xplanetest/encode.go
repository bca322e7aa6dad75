package xplanetest

import (
	"slices"

	"github.com/nrkit/nrkit/internal/protowire"
)

// A Space is a profile.
type Space struct {
	Planes   []*Plane
	Errors   []string
	Warnings []string
	Hosts    []string
}

// A Plane is a device or host. Its tables are made when it is encoded.
type Plane struct {
	ID    int64
	Name  string
	Lines []*Line
	Stats []Stat
}

// A Line is a stream or thread.
type Line struct {
	ID     int64
	Name   string
	Start  int64 // ns
	Events []Event
}

// An Event takes Duration ps from Offset on.
type Event struct {
	Name             string
	Offset, Duration int64
	Stats            []Stat
	Occurrences      int64 // instead of Offset when not 0
	MetaStats        []Stat
	NoMeta           bool // its metadata is missing
}

// A Stat is a value: int64, uint64, float64, string, []byte or Ref.
type Stat struct {
	Name  string
	Value any
}

// Stats returns stats of pairs of a name and a value.
func Stats(pairs ...any) []Stat {
	var list []Stat
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, Stat{pairs[i].(string), pairs[i+1]})
	}
	return list
}

// A Ref is a text that is kept among the names of stats.
type Ref string

// tables are those of a plane.
type tables struct {
	events []Event // by id-1: the first of its name
	ids    map[string]uint64
	stats  []string // by id-1
	keys   map[string]uint64
}

func (t *tables) event(e Event) uint64 {
	id, ok := t.ids[e.Name]
	if !ok {
		t.events = append(t.events, e)
		id = uint64(len(t.events))
		t.ids[e.Name] = id
	}
	return id
}

func (t *tables) key(name string) uint64 {
	id, ok := t.keys[name]
	if !ok {
		t.stats = append(t.stats, name)
		id = uint64(len(t.stats))
		t.keys[name] = id
	}
	return id
}

// Encode returns the profile as a file has it.
func (s *Space) Encode() []byte {
	var m protowire.Message
	for _, p := range s.Planes {
		var at int
		m, at = m.Open(1)
		m = p.encode(m).Close(at)
	}
	for number, list := range [][]string{2: s.Errors, 3: s.Warnings, 4: s.Hosts} {
		for _, text := range list {
			m = m.Text(number, text)
		}
	}
	return m
}

func (p *Plane) encode(m protowire.Message) protowire.Message {
	t := &tables{ids: map[string]uint64{}, keys: map[string]uint64{}}
	if p.ID != 0 {
		m = m.Uint(1, uint64(p.ID))
	}
	m = m.Text(2, p.Name)
	for _, l := range p.Lines {
		var at int
		m, at = m.Open(3)
		m = l.encode(m, t).Close(at)
	}
	var own protowire.Message
	for _, s := range p.Stats {
		own = s.encode(own, 6, t)
	}
	for i, e := range slices.Clone(t.events) {
		if e.NoMeta {
			continue
		}
		var outer, inner int
		m, outer = m.Open(4)
		m = m.Uint(1, uint64(i+1))
		m, inner = m.Open(2)
		m = m.Uint(1, uint64(i+1)).Text(2, e.Name)
		for _, s := range e.MetaStats {
			m = s.encode(m, 5, t)
		}
		m = m.Close(inner).Close(outer)
	}
	for i := 0; i < len(t.stats); i++ {
		var outer, inner int
		m, outer = m.Open(5)
		m = m.Uint(1, uint64(i+1))
		m, inner = m.Open(2)
		m = m.Uint(1, uint64(i+1)).Text(2, t.stats[i]).Close(inner).Close(outer)
	}
	return append(m, own...)
}

func (l *Line) encode(m protowire.Message, t *tables) protowire.Message {
	m = m.Uint(1, uint64(l.ID)).Text(2, l.Name).Uint(3, uint64(l.Start))
	for _, e := range l.Events {
		var at int
		m, at = m.Open(4)
		m = m.Uint(1, t.event(e))
		if e.Occurrences != 0 {
			m = m.Uint(5, uint64(e.Occurrences))
		} else {
			m = m.Uint(2, uint64(e.Offset))
		}
		m = m.Uint(3, uint64(e.Duration))
		for _, s := range e.Stats {
			m = s.encode(m, 4, t)
		}
		m = m.Close(at)
	}
	return m
}

func (s Stat) encode(m protowire.Message, number int, t *tables) protowire.Message {
	m, at := m.Open(number)
	m = m.Uint(1, t.key(s.Name))
	switch v := s.Value.(type) {
	case float64:
		m = m.Double(2, v)
	case uint64:
		m = m.Uint(3, v)
	case int64:
		m = m.Uint(4, uint64(v))
	case string:
		m = m.Text(5, v)
	case []byte:
		m = m.Text(6, string(v))
	case Ref:
		m = m.Uint(7, t.key(string(v)))
	default:
		panic("xplanetest: stat of unknown type")
	}
	return m.Close(at)
}
