package chrome

import (
	"strconv"

	"github.com/nrkit/nrkit/trace"
)

// An event is a trace event as it stands in the file.
type event struct {
	phase     string
	named     bool // reader.label is its name
	id        identifier
	ts, dur   stamp
	hasTS     bool
	duration  byte // 'd' from dur, 't' from tdur, 0 when missing
	index     int64
	args      span // of reader.args
	text      string
	numbers   map[string]int64 // of metadata
	skipped   int              // arguments
	sort      string           // category, in files that Write wrote
	flow      int64            // its id, -1 for none
	line, col int
}

// A span is a part of reader.args.
type span struct{ from, to int32 }

// Entries are the events of one track that are more than metadata, in the
// order of the file.
type entries struct {
	ranges []entry // B, E and X
	marks  []entry // i, C, s and f
	open   []entry // numbers and arguments of ranges that never end, the outermost first
}

// An entry is a B, E, X, i, C, s or f event. index of s and f is the flow.
type entry struct {
	ts, end int64 // ns; end of X only
	index   int64
	value   float64 // of C
	order   int     // in the file
	args    span
	name    int32
	kind    byte // the phase
}

// event takes one event after its brace and files it.
func (d *reader) event() {
	d.now = event{index: trace.NoIndex, flow: -1, line: d.line, col: d.col()}
	d.now.args = span{int32(len(d.args)), int32(len(d.args))}
	empty := true
	d.object(func(key []byte, c byte) {
		empty = false
		d.member(key, c)
	})
	d.order++
	if empty { // what some writers end their list with
		return
	}
	d.place()
}

// member takes one member of an event.
func (d *reader) member(key []byte, c byte) {
	e := &d.now
	switch string(key) {
	case "ph":
		text, _ := d.scalar(c, "a phase")
		e.phase = phaseOf(text)
	case "name":
		if c != '"' {
			d.skip(c)
			return
		}
		d.label, e.named = append(d.label[:0], d.string()...), true
	case "ts":
		e.ts, e.hasTS = d.micros(c, "ts"), true
	case "dur":
		e.dur, e.duration = d.micros(c, "dur"), 'd'
	case "tdur":
		if e.duration == 'd' {
			d.skip(c)
			return
		}
		e.dur, e.duration = d.micros(c, "tdur"), 't'
	case "pid":
		text, _ := d.scalar(c, "a pid")
		e.id.pid = d.number(text)
	case "tid":
		text, _ := d.scalar(c, "a tid")
		e.id.tid = d.number(text)
	case "cat":
		text, _ := d.scalar(c, "a category")
		if d.sorted {
			e.sort = sortOf(text)
		}
	case "id":
		text, _ := d.scalar(c, "an id")
		if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			e.flow = n
		}
	case "args":
		if c != '{' {
			d.skip(c)
			return
		}
		d.object(d.argument)
	default:
		d.skip(c)
	}
}

// phaseOf returns the phase without keeping the text of those that are usual.
func phaseOf(text []byte) string {
	for _, p := range [...]string{"X", "B", "E", "C", "i", "I", "M"} {
		if string(text) == p {
			return p
		}
	}
	return string(text)
}

// sortOf returns the sort that a category is, "" for others.
func sortOf(text []byte) string {
	for _, s := range [...]string{trace.SortAPI, trace.SortSync, trace.SortOS, trace.SortKernel, trace.SortMemcpy, trace.SortMemset, trace.SortGraph} {
		if string(text) == s {
			return s
		}
	}
	return ""
}

// micros takes a time in µs, a number or a number in quotes.
func (d *reader) micros(c byte, key string) stamp {
	line, col := d.line, d.col()
	text, _ := d.scalar(c, "a number of microseconds")
	s, ok := micros(text)
	if !ok {
		panic(failure{&SyntaxError{d.file, line, col, "want a number of microseconds for " + key + ", got " + strconv.Quote(string(text))}})
	}
	return s
}

// argument takes one argument. What it means is known only with the phase, so
// that numbers and the name are kept for all.
func (d *reader) argument(key []byte, c byte) {
	e := &d.now
	if c == '{' || c == '[' {
		d.skip(c)
		e.skipped++
		return
	}
	isName, isIndex := string(key) == "name", string(key) == "index"
	key = append(d.keep[:0], key...)
	d.keep = key
	text, quoted := d.scalar(c, "an argument")
	if isName && quoted {
		e.text = string(text)
	}
	if n, err := strconv.ParseInt(string(text), 10, 64); err == nil && !quoted {
		if e.numbers == nil && (e.phase == "M" || e.phase == "") {
			e.numbers = map[string]int64{}
		}
		if e.numbers != nil {
			e.numbers[string(key)] = n
		}
		if isIndex {
			e.index = n
			return
		}
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		e.skipped++
	}
	if err != nil || e.phase == "M" && !d.isOpenRange() {
		return
	}
	d.args = append(d.args, argument{d.intern(key), v})
	e.args.to++
}

// isOpenRange says whether the event at hand is of a range that never ends.
func (d *reader) isOpenRange() bool { return d.now.named && string(d.label) == openRange }

// place puts the event where it belongs.
func (d *reader) place() {
	e := &d.now
	switch e.phase {
	case "M":
		d.metadata()
		return
	case "X", "B", "E", "i", "I", "C":
	case "s", "f":
		if d.isFlow() {
			break
		}
		d.warnAt(codePhase, "skipped an event of phase "+strconv.Quote(e.phase), e.line, e.col)
		return
	case "":
		d.warnAt(codeNoPhase, "skipped an event without ph", e.line, e.col)
		return
	default:
		d.warnAt(codePhase, "skipped an event of phase "+strconv.Quote(e.phase), e.line, e.col)
		return
	}
	if !e.hasTS {
		d.warnAt(codeNoTimestamp, "skipped an event without ts", e.line, e.col)
		return
	}
	for range e.skipped {
		d.warnAt(codeArgument, "skipped an argument that is not a number", e.line, e.col)
	}
	name := int32(-1)
	if e.named {
		name = d.sortedName(d.label, e.sort)
	} else if e.phase != "E" {
		name = d.intern([]byte("(unnamed)"))
	}
	n := entry{ts: e.ts.round(), index: e.index, order: d.order, args: e.args, name: name, kind: e.phase[0]}
	l := &d.lines[d.track(e.id)]
	switch e.phase {
	case "X":
		if end, ok := d.end(); ok {
			n.end = end
			l.ranges = append(l.ranges, n)
		}
	case "B", "E":
		l.ranges = append(l.ranges, n)
	case "s", "f":
		n.index = e.flow
		l.marks = append(l.marks, n)
	case "i", "I":
		l.marks = append(l.marks, n)
	case "C":
		d.counter(l, n)
	}
}

// isFlow says whether the event at hand is a flow as Write writes them.
func (d *reader) isFlow() bool {
	return d.now.flow >= 0 && d.now.flow < d.trace.Flows && d.now.hasTS
}

// end returns where an X event ends. One of negative duration is skipped; one
// without dur takes tdur, or none, as speedscope does.
func (d *reader) end() (end int64, ok bool) {
	e := &d.now
	switch {
	case e.duration == 't':
		d.warnAt(codeNoDuration, "an X event without dur: tdur is used", e.line, e.col)
	case e.duration == 0:
		d.warnAt(codeNoDuration, "an X event without dur: duration 0 is used", e.line, e.col)
	case e.dur.ns < 0:
		d.warnAt(codeNegative, "skipped an X event of negative duration", e.line, e.col)
		return 0, false
	}
	sum, ok := e.ts.plus(e.dur)
	if !ok {
		panic(failure{&SyntaxError{d.file, e.line, e.col, "want ts + dur within 292 years, got more"}})
	}
	return sum.round(), true
}

// counter files one entry for each number of a counter event. The one called
// value has the name of the event alone.
func (d *reader) counter(l *entries, n entry) {
	for _, a := range d.args[n.args.from:n.args.to] {
		k := n
		k.value, k.args = a.value, span{}
		if key := d.trace.Names[a.name]; key != "value" {
			k.name = d.intern([]byte(d.trace.Names[n.name] + " " + key))
		}
		l.marks = append(l.marks, k)
	}
	if n.index != trace.NoIndex { // a counter called index is no number of a range
		n.value, n.args, n.index = float64(n.index), span{}, trace.NoIndex
		n.name = d.intern([]byte(d.trace.Names[n.name] + " index"))
		l.marks = append(l.marks, n)
	}
}

// openRange is the name of the metadata events with what the end of a range would
// have had.
const openRange = "open_range"

// metadata uses what names processes and threads, and what Write says of ranges
// that never end.
func (d *reader) metadata() {
	e := &d.now
	if d.isOpenRange() {
		l := &d.lines[d.track(e.id)]
		l.open = append(l.open, entry{index: e.index, args: e.args})
		return
	}
	d.args = d.args[:e.args.from]
	if !e.named {
		return
	}
	switch string(d.label) {
	case "process_name":
		d.program[e.id.pid] = e.text
	case "thread_name":
		tr := &d.trace.Tracks[d.track(e.id)]
		tr.Name = e.text
		if n, ok := e.numbers["process"]; ok {
			tr.Process = n
		}
		if n, ok := e.numbers["thread"]; ok {
			tr.Thread = n
		}
		for key, field := range map[string]*int32{
			"device": &tr.Device, "context": &tr.Context, "stream": &tr.Stream, "rank": &tr.Rank, "lane": &tr.Lane,
		} {
			if n, ok := e.numbers[key]; ok && int64(int32(n)) == n {
				*field = int32(n)
			}
		}
	}
}
