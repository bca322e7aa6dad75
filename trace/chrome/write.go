package chrome

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// Write writes t to w as one JSON object. The object is not compressed.
//
// Cost: one pass over the events, some 130 bytes per range. Memory: the open
// ranges and their arguments.
func Write(w io.Writer, t *trace.Trace) error {
	x := writer{out: bufio.NewWriterSize(w, 64<<10), t: t, lines: make([]line, len(t.Tracks)), counted: map[counter]int32{}}
	for _, name := range t.Names {
		x.names = append(x.names, quoted(name))
	}
	x.header()
	for e := range t.Events() {
		x.event(e)
	}
	for i := range x.lines {
		x.unfinished(&x.lines[i])
	}
	x.out.WriteString("\n]}\n")
	return x.out.Flush()
}

// A writer is the state of one Write. Errors stay in out until Flush.
type writer struct {
	out     *bufio.Writer
	t       *trace.Trace
	names   []string // in quotes
	lines   []line   // by track
	counted map[counter]int32
	buf     []byte
	comma   bool
}

// A line is the state of one track.
type line struct {
	pid, tid int64
	ids      string // ,"pid":…,"tid":…
	open     []pending
	args     []argument // of the open ranges
	moment   moment
}

// A pending range has begun; its number and arguments are written with its end.
type pending struct {
	name  int32
	index int64
	from  int // where in line.args its arguments begin
}

type argument struct {
	name  int32
	value float64
}

// A counter is one for Perfetto, whose counters of JSON belong to processes. The
// writer remembers the track that had it first.
type counter struct {
	pid  int64
	name int32
}

// quoted returns s as a JSON string; bytes that are not UTF-8 become U+FFFD. DEL
// is escaped, since Perfetto refuses a file with a control character in otherData.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic("internal error: chrome: " + err.Error())
	}
	return escapeDEL(b)
}

func escapeDEL(b []byte) string { return strings.ReplaceAll(string(b), "\x7f", `\u007f`) }

// fields are those of the header as otherData has them.
type fields struct {
	Program string            `json:"program,omitempty"`
	Host    string            `json:"host,omitempty"`
	PID     int64             `json:"pid,omitempty"`
	Start   string            `json:"start,omitempty"` // RFC 3339
	Sample  int               `json:"sample,omitempty"`
	Clock   string            `json:"clock,omitempty"`
	TimerNS float64           `json:"timer_ns,omitempty"`
	Labels  map[string]string `json:"labels,omitempty"`
	Flows   int64             `json:"flows,omitempty"`   // their ids are below
	Sorts   bool              `json:"sorts,omitempty"`   // categories are sorts
	Last    int64             `json:"last_ns,omitempty"` // last time known, where ranges never end
}

// header writes what comes before the events, and the metadata events.
func (x *writer) header() {
	h := x.t.Header
	f := fields{h.Program, h.Host, h.PID, "", h.Sample, h.Clock, h.TimerNS, h.Labels, x.t.Flows, x.t.Sorts != nil, 0}
	if x.t.Loss.Open {
		f.Last = x.t.Last
	}
	if !h.Start.IsZero() {
		f.Start = h.Start.Format(time.RFC3339Nano)
	}
	other, err := json.Marshal(f)
	if err != nil { // a cost that is not a number
		f.TimerNS = 0
		other, _ = json.Marshal(f)
	}
	x.out.WriteString(`{"displayTimeUnit":"ns","otherData":`)
	x.out.WriteString(escapeDEL(other))
	x.out.WriteString(`,"traceEvents":[`)
	named := map[int64]bool{}
	for i, id := range identify(x.t.Tracks) {
		tr, l := x.t.Tracks[i], &x.lines[i]
		l.pid, l.tid = id.pid, id.tid
		l.ids = `,"pid":` + strconv.FormatInt(id.pid, 10) + `,"tid":` + strconv.FormatInt(id.tid, 10)
		if name := x.processName(tr); name != "" && !named[id.pid] {
			named[id.pid] = true
			x.metadata(l, "process_name", `"name":`+quoted(name))
		}
		x.metadata(l, "thread_name", identity(tr, id))
	}
}

// processName names the process of a track, with its rank unless that is 0.
func (x *writer) processName(tr trace.Track) string {
	name := x.t.ProcessName(tr)
	if tr.Rank > 0 {
		name = strings.TrimSpace(name + " rank " + strconv.Itoa(int(tr.Rank)))
	}
	return name
}

func (x *writer) metadata(l *line, name, args string) {
	x.start(`"M"`, `"`+name+`"`, l)
	x.buf = append(append(append(x.buf, `,"args":{`...), args...), "}}"...)
	x.finish()
}

// start begins an event of that phase.
func (x *writer) start(phase, name string, l *line) {
	if x.comma {
		x.out.WriteByte(',')
	}
	x.comma = true
	x.buf = append(x.buf[:0], "\n{\"ph\":"...)
	x.buf = append(append(append(x.buf, phase...), `,"name":`...), name...)
	x.buf = append(x.buf, l.ids...)
}

func (x *writer) finish() { x.out.Write(x.buf) }

// event writes one event.
func (x *writer) event(e trace.Event) {
	l := &x.lines[e.Track]
	switch e.Kind {
	case trace.Begin:
		x.begin(l, e)
	case trace.Arg:
		if len(l.open) > 0 {
			l.args = append(l.args, argument{e.Name, e.Value})
		}
	case trace.End:
		x.end(l, e)
	case trace.Counter:
		x.counter(l, e)
	case trace.Instant:
		x.start(`"i"`, x.names[e.Name], l)
		x.time(e.Time)
		x.buf = append(x.buf, `,"s":"t"}`...)
		x.finish()
	case trace.FlowOut, trace.FlowIn:
		x.flow(l, e)
	}
}

// begin writes a B event. It has no args: speedscope would take each value of
// them for another function.
func (x *writer) begin(l *line, e trace.Event) {
	l.open = append(l.open, pending{e.Name, e.Index, len(l.args)})
	x.start(`"B"`, x.names[e.Name], l)
	l.moment.begin(e.Time, x.names[e.Name])
	x.buf = l.moment.append(append(x.buf, `,"ts":`...))
	x.category(e.Name)
	x.buf = append(x.buf, '}')
	x.finish()
}

// end writes an E event with the number and the arguments of its range.
func (x *writer) end(l *line, e trace.Event) {
	if len(l.open) == 0 {
		return
	}
	p := l.open[len(l.open)-1]
	l.open = l.open[:len(l.open)-1]
	x.start(`"E"`, x.names[p.name], l)
	l.moment.end(e.Time, x.names[p.name], p.index == trace.NoIndex && p.from == len(l.args))
	x.buf = l.moment.append(append(x.buf, `,"ts":`...))
	x.category(p.name)
	x.args(p.index, l.args[p.from:])
	l.args = l.args[:p.from]
}

// unfinished writes the numbers and arguments of the ranges that never end, the
// outermost first, for Read: no other reader knows the event.
func (x *writer) unfinished(l *line) {
	for i, p := range l.open {
		to := len(l.args)
		if i+1 < len(l.open) {
			to = l.open[i+1].from
		}
		x.start(`"M"`, `"`+openRange+`"`, l)
		x.args(p.index, l.args[p.from:to])
	}
}

// counter writes a value of a counter. Perfetto has one counter for each name of
// a process, so that those of other threads get an id.
func (x *writer) counter(l *line, e trace.Event) {
	x.start(`"C"`, x.names[e.Name], l)
	x.time(e.Time)
	k := counter{l.pid, e.Name}
	first, ok := x.counted[k]
	if !ok {
		first, x.counted[k] = e.Track, e.Track
	}
	if first != e.Track {
		x.buf = append(strconv.AppendInt(append(x.buf, `,"id":"thread `...), l.tid, 10), '"')
	}
	x.buf = append(x.buf, `,"args":{"value":`...)
	x.buf = append(appendFloat(x.buf, e.Value), "}}"...)
	x.finish()
}

// flow writes the start or the end of a flow, in the slice around it.
func (x *writer) flow(l *line, e trace.Event) {
	phase, bind := `"s"`, ""
	if e.Kind == trace.FlowIn {
		phase, bind = `"f"`, `,"bp":"e"`
	}
	x.start(phase, `"launch"`, l)
	x.time(e.Time)
	x.buf = append(x.buf, `,"cat":"flow","id":`...)
	x.buf = append(append(strconv.AppendInt(x.buf, e.Index, 10), bind...), '}')
	x.finish()
}

// category appends the sort of a range that is no phase.
func (x *writer) category(name int32) {
	if sort := x.t.Sort(name); sort != "" {
		x.buf = append(append(append(x.buf, `,"cat":"`...), sort...), '"')
	}
}

// args appends the arguments of a range, where it has any, and ends the event.
func (x *writer) args(index int64, args []argument) {
	const none = `,"args":{`
	if index != trace.NoIndex || len(args) > 0 {
		x.buf = append(x.buf, none...)
		if index != trace.NoIndex {
			x.buf = strconv.AppendInt(append(x.buf, `"index":`...), index, 10)
		}
		for i, a := range args {
			if i > 0 || index != trace.NoIndex {
				x.buf = append(x.buf, ',')
			}
			x.buf = append(append(x.buf, x.names[a.name]...), ':')
			x.buf = appendFloat(x.buf, a.value)
		}
		x.buf = append(x.buf, '}')
	}
	x.buf = append(x.buf, '}')
	x.finish()
}

// time appends the ts of an event that is no end of a range.
func (x *writer) time(ns int64) {
	x.buf = appendMicros(append(x.buf, `,"ts":`...), ns)
}

// appendFloat appends v so that it does not look like an integer, and so that
// Perfetto reads it right: it keeps the digits before the point in 63 bits, and
// ten to the power of the number of those after it in 64.
func appendFloat(b []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(strconv.AppendFloat(append(b, '"'), v, 'g', -1, 64), '"')
	}
	if a := math.Abs(v); a != 0 && (a < 1e-3 || a >= 1e15) {
		return strconv.AppendFloat(b, v, 'e', -1, 64)
	}
	n := len(b)
	b = strconv.AppendFloat(b, v, 'f', -1, 64)
	if bytes.IndexByte(b[n:], '.') < 0 {
		b = append(b, ".0"...)
	}
	return b
}
