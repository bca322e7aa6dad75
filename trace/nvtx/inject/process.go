package inject

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// A process is one program that a process ran. After exec there is another.
type process struct {
	pid     uint32
	image   uint64
	name    string
	texts   map[uint64]string
	domains map[uint64]string
	schemas map[uint64]string // names of payload schemas
	threads map[uint64]string // by tid

	keys   map[nameKey]int32 // names of events → index of list
	list   []nameKey
	ids    []int32 // by index of list: index of Trace.Names
	brief  []int32 // of names in the default domain, by name: index of list + 1, 0 when it was not met
	ranges startEnd
}

// A nameKey is what the name of an event is made of.
type nameKey struct {
	domain, name uint32
	schema       uint64 // of the payload, when there is no name
}

func newProcess(h header) *process {
	return &process{
		pid: h.pid, image: h.image,
		texts: map[uint64]string{}, domains: map[uint64]string{}, schemas: map[uint64]string{}, threads: map[uint64]string{},
		keys: map[nameKey]int32{}, ranges: startEnd{starts: map[uint64]*starts{}},
	}
}

// clean returns text of a program as UTF-8.
func clean(b []byte) string { return strings.ToValidUTF8(string(b), "�") }

// define takes a definition and reports whether it was one.
func (p *process) define(x *record) bool {
	switch x.sort {
	case defineText:
		p.texts[x.id] = clean(x.data)
	case defineDomain:
		p.domains[x.id] = clean(x.data)
	case defineThread:
		p.threads[x.id] = clean(x.data)
	case defineProgram:
		p.name = clean(x.data)
	case defineSchema:
		if len(x.data) >= 8 {
			n := min(binary.LittleEndian.Uint64(x.data), uint64(len(x.data)-8))
			p.schemas[x.id] = clean(x.data[8 : 8+n])
		}
	case defineCategory, defineEnum:
	default:
		return false
	}
	return true
}

// key returns what the name of an event is made of.
func key(x *record) nameKey {
	k := nameKey{domain: x.domain, name: x.name}
	if x.name == noName && x.sort != 0 {
		for p := range x.payloads {
			k.schema = p.schema
			break
		}
	}
	return k
}

// index returns the number of an event's name in list.
func (p *process) index(x *record) int32 {
	if x.sort != 0 || x.domain != 0 {
		return p.add(key(x))
	}
	for int(x.name) >= len(p.brief) {
		p.brief = append(p.brief, 0)
	}
	if p.brief[x.name] == 0 {
		p.brief[x.name] = 1 + p.add(nameKey{name: x.name})
	}
	return p.brief[x.name] - 1
}

func (p *process) add(k nameKey) int32 {
	i, ok := p.keys[k]
	if !ok {
		i = int32(len(p.list))
		p.keys[k] = i
		p.list = append(p.list, k)
	}
	return i
}

// nameOf returns the name of an event, which index has met.
func (p *process) nameOf(x *record) int32 { return p.ids[min(int(p.index(x)), len(p.ids)-1)] }

// The NVTX domains of this project: the ranges of the first are phases, the ranges of
// the second are calls of solvers.
const (
	ownDomain     = "nrkit"
	solversDomain = "nrkit.solvers"
)

// text returns the name of an event as people read it: that of its domain, a
// colon, its own. The default domain and the domains of this project are not named.
func (p *process) text(k nameKey) string {
	text, ok := p.texts[uint64(k.name)]
	switch {
	case k.name == noName:
		text = "(no name)"
		if s := p.schemas[k.schema]; s != "" && k.schema != 0 {
			text = s
		}
	case !ok || k.name == lostName:
		text = "(lost name)"
	}
	if k.domain == 0 {
		return text
	}
	if d := p.domain(uint64(k.domain)); d != ownDomain && d != solversDomain {
		return d + ":" + text
	}
	return text
}

func (p *process) domain(id uint64) string {
	if s, ok := p.domains[id]; ok {
		return s
	}
	return fmt.Sprintf("(lost domain %d)", id)
}

// names gives every name of every process a number, and returns the table. Two
// processes that name a range alike share a number.
type names struct {
	list []string
	ids  map[string]int32
}

// reserved are the names of a capture that are not a program's: those of
// arguments, and of the counters of GPUs.
const reserved = 64

func (n *names) id(s string) int32 {
	if id, ok := n.ids[s]; ok {
		return id
	}
	if len(n.list) >= maxNames-reserved {
		s = "(other names)" // as many as a capture can hold
		if id, ok := n.ids[s]; ok {
			return id
		}
	}
	id := int32(len(n.list))
	n.list = append(n.list, s)
	n.ids[s] = id
	return id
}

// resolve gives the names that were met their numbers.
func (p *process) resolve(n *names) {
	p.ids = make([]int32, len(p.list))
	for i, k := range p.list {
		p.ids[i] = n.id(p.text(k))
	}
}

// threadName returns what people call a thread.
func (p *process) threadName(tid uint64) string {
	if s := p.threads[tid]; s != "" {
		return s
	}
	if tid == uint64(p.pid) {
		return "main thread"
	}
	return fmt.Sprintf("thread %d", tid)
}

// number returns the numeric payload of a long record.
func (x *record) number() (float64, bool) {
	switch x.payload {
	case 1:
		return float64(x.value), true
	case 2:
		return float64(int64(x.value)), true
	case 3:
		return math.Float64frombits(x.value), true
	case 4:
		return float64(uint32(x.value)), true
	case 5:
		return float64(int32(x.value)), true
	case 6:
		return float64(math.Float32frombits(uint32(x.value))), true
	}
	return 0, false
}
