package perfetto

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// Write writes t to w.
//
// Cost: one pass over the events, two when the program did not close the trace,
// and some 28 bytes per range before deflating and 5 after. Memory: the open
// ranges and one batch of 128 KiB.
//
// The error comes from w, or says which track's time runs backwards.
func Write(w io.Writer, t *trace.Trace) error {
	x := newExporter(w, t)
	x.describe()
	for e := range t.Events() {
		if err := x.event(e); err != nil {
			return err
		}
		if len(x.out.packets) >= batchBytes {
			if err := x.out.flush(); err != nil {
				return err
			}
		}
	}
	x.finish()
	return x.out.flush()
}

// An exporter is the state of one Write.
type exporter struct {
	t         *trace.Trace
	out       *batch
	sequences []sequence // by track
	groups    []group    // processes
	ranks     bool       // there are several

	keys       []int32  // by name: which of indexKeys numbers its ranges
	categories []string // of events
	category   []int32  // by name: of its ranges

	begun      int64                // ranges so far
	unfinished map[int64][]argument // by number of the range: all arguments of those that never end; nil when unknown
	sampled    bool                 // slices stand for the steps that were not timed
	steps      int64                // that there were; -1 when unknown
	losses     losses

	p packet // that is being filled
	e event  // of it
}

// indexKeys are the annotations that number a range.
var indexKeys = [...]string{"index", "iteration", "step"}

// stepsKey is the annotation of how many steps were not timed.
const stepsKey = "steps"

// indexKey returns which of indexKeys fits the ranges called name.
func indexKey(name string) int32 {
	for k, key := range indexKeys[1:] {
		if strings.Contains(name, key) {
			return int32(k + 1)
		}
	}
	return 0
}

// Categories of what has no sort of its own.
const (
	categoryMark    = "mark"    // an instant
	categoryUntimed = "untimed" // steps that were not timed
	categoryPhase   = "phase"
	categoryRange   = "range" // of a program, and no phase
)

// Places of the first ones in exporter.categories.
const (
	markAt = iota
	untimedAt
)

func newExporter(w io.Writer, t *trace.Trace) *exporter {
	x := &exporter{t: t, out: newBatch(w), categories: []string{markAt: categoryMark, untimedAt: categoryUntimed}}
	for i, name := range t.Names {
		x.keys = append(x.keys, indexKey(name))
		x.category = append(x.category, x.categoryAt(categoryOf(t, int32(i))))
	}
	x.p.flags, x.p.event = flagNeeds, &x.e
	x.sequences = make([]sequence, max(len(t.Tracks), 1))
	first := x.firstSequence()
	for i := range x.sequences {
		x.sequences[i] = sequence{
			id:         first + uint64(i),
			uuid:       x.uuid("track", int64(i)),
			categories: make([]bool, len(x.categories)),
			names:      make([]bool, len(t.Names)),
			keys:       make([]bool, len(t.Names)+len(indexKeys)+1),
			counters:   make([]bool, len(t.Names)),
		}
	}
	x.sampled, x.steps = t.Header.Sample > 1 && !losesSteps(t), stepsOf(t)
	x.losses = losses{Loss: t.Loss}
	for _, m := range places(t) {
		if uint(m.Track) < uint(len(x.sequences)) {
			x.sequences[m.Track].missing = append(x.sequences[m.Track].missing, m.Time)
		}
	}
	if t.Loss.Open {
		x.unfinished = unfinished(t)
	}
	return x
}

// categoryOf returns the category of the ranges of a name.
func categoryOf(t *trace.Trace, name int32) string {
	if sort := t.Sort(name); sort != "" {
		return sort
	}
	if trace.IsPhase(t.Names[name]) {
		return categoryPhase
	}
	return categoryRange
}

// categoryAt returns the place of a category, which is made when it is new.
func (x *exporter) categoryAt(name string) int32 {
	i := slices.Index(x.categories, name)
	if i < 0 {
		i = len(x.categories)
		x.categories = append(x.categories, name)
	}
	return int32(i)
}

// unfinished returns the arguments of the ranges that never end, by their number
// in the order of their begins: they have no end to travel on.
func unfinished(t *trace.Trace) map[int64][]argument {
	type open struct {
		number int64
		args   []argument
	}
	stacks := make([][]open, len(t.Tracks))
	var n int64
	for e := range t.Events() {
		if uint(e.Track) >= uint(len(stacks)) {
			continue
		}
		s := stacks[e.Track]
		switch top := len(s) - 1; {
		case e.Kind == trace.Begin && uint(e.Name) < uint(len(t.Names)):
			stacks[e.Track] = append(s, open{number: n})
			n++
		case e.Kind == trace.End && top >= 0:
			stacks[e.Track] = s[:top]
		case e.Kind == trace.Arg && top >= 0:
			s[top].args = set(s[top].args, 0, argument{e.Name, e.Value})
		}
	}
	out := map[int64][]argument{}
	for _, s := range stacks {
		for _, r := range s {
			out[r.number] = r.args
		}
	}
	return out
}

// event writes the packet of one event.
func (x *exporter) event(e trace.Event) error {
	if uint(e.Track) >= uint(len(x.t.Tracks)) || named(e.Kind) && uint(e.Name) >= uint(len(x.t.Names)) {
		return nil
	}
	s := &x.sequences[e.Track]
	switch e.Kind {
	case trace.FlowOut, trace.FlowIn:
		x.flow(s, e)
		return nil
	case trace.Arg:
		x.argument(s, e)
		return nil
	}
	if e.Time < s.seen {
		return fmt.Errorf("perfetto: track %d: want times in order, got %d ns after %d ns", e.Track, e.Time, s.seen)
	}
	x.settle(s)
	s.seen = e.Time
	if len(s.missing) > 0 {
		x.lost(s, e.Time)
	}
	switch e.Kind {
	case trace.Begin:
		x.open(s, e)
	case trace.End:
		x.end(s, e)
	case trace.Counter:
		x.count(s, e)
	case trace.Instant:
		x.e.reset(typeInstant)
		x.e.category, x.e.name = x.categoryID(s, markAt), x.nameID(s, e.Name)
		x.put(s, e.Time)
	}
	return nil
}

// named says whether events of that kind have a name.
func named(k trace.Kind) bool {
	return k == trace.Begin || k == trace.Counter || k == trace.Arg || k == trace.Instant
}

// finish writes what the end of the trace shows.
func (x *exporter) finish() {
	for i := range x.sequences {
		s := &x.sequences[i]
		x.settle(s)
		x.losses.open += int64(len(s.open))
		x.losses.args += int64(len(s.args))
	}
	for i := range x.sequences {
		x.lost(&x.sequences[i], math.MaxInt64)
	}
	x.statistics()
	x.labels()
}

// put writes x.e as a packet of s at a time, with what was interned for it.
func (x *exporter) put(s *sequence, time int64) {
	x.p.timestamp, x.p.clock = uint64(time-s.time), 0
	s.time = time
	x.write(s)
}

// putAt is put for a time before that of packets that are written: readers sort.
func (x *exporter) putAt(s *sequence, time int64) {
	x.p.timestamp, x.p.clock = uint64(x.start()+time), boottime
	x.write(s)
}

func (x *exporter) write(s *sequence) {
	x.p.sequence = s.id
	x.out.packets = x.p.append(x.out.packets)
	if in := &x.p.interned; !in.empty() {
		in.categories, in.names, in.keys = in.categories[:0], in.names[:0], in.keys[:0]
	}
}

// nameID, categoryID and keyID return numbers of texts and intern them in the
// packet that is being filled.
func (x *exporter) nameID(s *sequence, name int32) (id uint64) {
	x.p.interned.names, id = intern(x.p.interned.names, s.names, name, x.t.Names[name])
	return id
}

func (x *exporter) categoryID(s *sequence, at int32) (id uint64) {
	x.p.interned.categories, id = intern(x.p.interned.categories, s.categories, at, x.categories[at])
	return id
}

// keyID is for annotations. Those from len(t.Names) on are indexKeys and stepsKey.
func (x *exporter) keyID(s *sequence, key int32) (id uint64) {
	if s.keys[key] {
		return uint64(key) + 1
	}
	text := stepsKey
	switch k := int(key) - len(x.t.Names); {
	case k < 0:
		text = x.t.Names[key]
	case k < len(indexKeys):
		text = indexKeys[k]
	}
	x.p.interned.keys, id = intern(x.p.interned.keys, s.keys, key, text)
	return id
}

// whole returns v as an integer if it is one that a float64 holds exactly.
func whole(v float64) (n int64, ok bool) {
	if math.Abs(v) > 1<<53 || v != math.Trunc(v) || v == 0 && math.Signbit(v) {
		return 0, false
	}
	return int64(v), true
}
