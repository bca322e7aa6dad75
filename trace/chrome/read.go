package chrome

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// Is says whether a file that begins like this may be Chrome JSON: an object or an
// array. 64 bytes are looked at.
func Is(head []byte) bool {
	text := bytes.TrimLeft(head[:min(len(head), 64)], " \t\r\n")
	return len(text) > 0 && (text[0] == '{' || text[0] == '[')
}

// Read reads a trace from JSON that is not compressed.
//
// Times stay as they are: time 0 of the trace is ts 0 of the file, and Header.Start
// is known only for files that Write wrote. A tid or pid that is no number gets a
// number, and becomes the name of its track.
//
// The error is a *SyntaxError, or the error of r. Without an error the trace is
// usable, and the warnings say what is doubtful, one warning for each kind.
//
// Cost: O(n log n) for n events out of order, otherwise O(n). Memory: some 130 bytes
// per event.
func Read(r io.Reader) (t *trace.Trace, warnings []Warning, err error) {
	defer func() {
		if f := recover(); f != nil {
			known, ok := f.(failure)
			if !ok {
				panic(f)
			}
			t, warnings, err = nil, nil, known.err
		}
	}()
	d := &reader{
		scanner: newScanner(r),
		trace:   &trace.Trace{},
		names:   map[string]int32{},
		tracks:  map[identifier]int{},
		warned:  map[string]int{},
		texts:   map[string]int64{},
		program: map[int64]string{},
	}
	d.document()
	return d.build(), d.warnings, nil
}

// An identifier is what Chrome tells tracks apart by.
type identifier struct{ pid, tid int64 }

// A reader is the state of one Read.
type reader struct {
	*scanner
	trace    *trace.Trace
	names    map[string]int32
	tracks   map[identifier]int
	lines    []entries // by track
	args     []argument
	program  map[int64]string // by pid
	texts    map[string]int64 // numbers of ids that are text
	spelled  []string         // their texts
	warnings []Warning
	warned   map[string]int // code to its place in warnings
	label    []byte         // the name of the event at hand
	keep     []byte         // the key of the argument at hand
	now      event          // the event at hand
	order    int            // events so far
	sorted   bool           // categories are sorts
	sorts    map[sortKey]int32
}

// A sortKey is a name of a sort.
type sortKey struct {
	name int32 // without sort
	sort string
}

// sortedName returns the number of a name of a sort.
func (d *reader) sortedName(name []byte, sort string) int32 {
	plain := d.intern(name)
	if sort == "" {
		return plain
	}
	key := sortKey{plain, sort}
	i, ok := d.sorts[key]
	if !ok {
		t := d.trace
		i = int32(len(t.Names))
		t.Names = append(t.Names, string(name))
		for len(t.Sorts) < len(t.Names) {
			t.Sorts = append(t.Sorts, "")
		}
		t.Sorts[i] = sort
		if d.sorts == nil {
			d.sorts = map[sortKey]int32{}
		}
		d.sorts[key] = i
	}
	return i
}

// warn records a warning at the scanner's position, or counts it.
func (d *reader) warn(code, msg string) { d.warnAt(code, msg, d.line, d.col()) }

func (d *reader) warnAt(code, msg string, line, col int) {
	if i, ok := d.warned[code]; ok {
		d.warnings[i].Count++
		return
	}
	d.warned[code] = len(d.warnings)
	d.warnings = append(d.warnings, Warning{code, d.file, line, col, msg, 1})
}

// intern returns the number of a name.
func (d *reader) intern(name []byte) int32 {
	if i, ok := d.names[string(name)]; ok {
		return i
	}
	i := int32(len(d.trace.Names))
	d.names[string(name)] = i
	d.trace.Names = append(d.trace.Names, string(name))
	return i
}

// document takes the whole input.
func (d *reader) document() {
	c := d.mustToken("[ or {")
	if c == 0xef { // a byte order mark
		if d.must("a byte order mark") != 0xbb || d.must("a byte order mark") != 0xbf {
			d.fail("want [ or {, got 0xef")
		}
		c = d.mustToken("[ or {")
	}
	switch c {
	case '[':
		d.events(true)
	case '{':
		if !d.members() {
			return
		}
	default:
		d.fail("want [ or {, got %q", c)
	}
	if c, ok := d.token(); ok {
		d.fail("want the end of the input, got %q", c)
	}
}

// members takes the members of the object form; more is false when the input
// ended among the events.
func (d *reader) members() (more bool) {
	found := false
	type stop struct{}
	defer func() {
		if f := recover(); f != nil {
			if _, ok := f.(stop); !ok {
				panic(f)
			}
		}
	}()
	d.object(func(key []byte, c byte) {
		switch {
		case string(key) == "traceEvents":
			if c != '[' {
				d.fail("want [ for traceEvents, got %q", c)
			}
			found = true
			if !d.events(false) {
				panic(stop{})
			}
		case string(key) == "otherData" && c == '{':
			d.otherData()
		default:
			d.skip(c)
		}
	})
	if !found {
		d.fail("want traceEvents in the object, got none")
	}
	return true
}

// events takes the events of a list. The end of the input between two events
// ends the list: the array form allows it, for a program that was killed; in
// the object form it is warned of. whole is false when the list ended so.
func (d *reader) events(array bool) (whole bool) {
	for {
		c, ok := d.token()
		if ok && c == ']' {
			return true
		}
		if ok {
			if c != '{' {
				d.fail("want an event or ], got %q", c)
			}
			d.event()
			c, ok = d.token()
		}
		switch {
		case !ok:
			if !array {
				d.warn(codeUnfinished, "the input ends inside traceEvents")
			}
			return false
		case c == ']':
			return true
		case c != ',':
			d.fail("want , or ] after an event, got %q", c)
		}
	}
}

// otherData takes the header that Write wrote, as far as it is one.
func (d *reader) otherData() {
	h := &d.trace.Header
	d.object(func(key []byte, c byte) {
		switch k := string(key); {
		case k == "labels" && c == '{':
			h.Labels = map[string]string{}
			d.object(func(key []byte, c byte) {
				k := string(key)
				if c != '"' {
					d.skip(c)
					return
				}
				h.Labels[k] = string(d.string())
			})
		case c == '{' || c == '[':
			d.skip(c)
		default:
			text, _ := d.scalar(c, "a value")
			switch k {
			case "flows":
				if n, err := strconv.ParseInt(string(text), 10, 64); err == nil && n > 0 {
					d.trace.Flows = n
				}
			case "last_ns":
				d.trace.Last, _ = strconv.ParseInt(string(text), 10, 64)
			case "sorts":
				d.sorted = string(text) == "true"
			default:
				setHeader(h, k, string(text))
			}
		}
	})
}

// setHeader sets one field; a value that does not fit is left out.
func setHeader(h *trace.Header, key, text string) {
	switch key {
	case "program":
		h.Program = text
	case "host":
		h.Host = text
	case "clock":
		h.Clock = text
	case "pid":
		h.PID, _ = strconv.ParseInt(text, 10, 64)
	case "sample":
		h.Sample, _ = strconv.Atoi(text)
	case "start":
		h.Start, _ = time.Parse(time.RFC3339Nano, text)
	case "timer_ns":
		var v float64
		if json.Unmarshal([]byte(text), &v) == nil {
			h.TimerNS = v
		}
	}
}

// build makes the trace of what was read.
func (d *reader) build() *trace.Trace {
	t := d.trace
	t.Flows = min(t.Flows, int64(d.order)) // whoever adds them up keeps a record of each
	var events []trace.Event
	for i := range d.lines {
		events = d.nest(events, i)
	}
	if d.sorted { // what is open on the lanes of a thread is seen together
		slices.SortStableFunc(events, func(a, b trace.Event) int { return cmp.Compare(a.Time, b.Time) })
	}
	if _, open := d.warned[codeOpen]; open {
		t.Loss.Open = true
	}
	if t.Header.Program == "" && len(d.program) == 1 {
		for _, name := range d.program {
			t.Header.Program = name
		}
	}
	t.Events = func() iter.Seq[trace.Event] { return slices.Values(events) }
	return t
}

// track returns the number of the track of an identifier.
func (d *reader) track(id identifier) int {
	if i, ok := d.tracks[id]; ok {
		return i
	}
	i := len(d.lines)
	d.tracks[id] = i
	d.lines = append(d.lines, entries{})
	d.trace.Tracks = append(d.trace.Tracks, trace.Track{Process: id.pid, Thread: id.tid, Device: -1, Name: d.textOf(id.tid)})
	return i
}

// textOf returns the text that a number stands for, if it does.
func (d *reader) textOf(n int64) string {
	if k := firstText - n; k >= 0 && k < int64(len(d.spelled)) {
		return d.spelled[k]
	}
	return ""
}

// firstText stands for the first id that is text, the number below for the
// second.
const firstText = math.MinInt64 / 2

// number returns the number that an id says, or one that stands for its text.
func (d *reader) number(text []byte) int64 {
	if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		return n
	}
	if n, ok := d.texts[string(text)]; ok {
		return n
	}
	n := firstText - int64(len(d.spelled))
	d.texts[string(text)] = n
	d.spelled = append(d.spelled, string(text))
	return n
}
