package chrome

import (
	"bufio"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// Write writes t to w as one JSON object. Whether it is compressed is up to the
// caller.
//
// Cost: one pass over the events, some 90 bytes per range. Memory: the open
// ranges and their arguments.
func Write(w io.Writer, t *trace.Trace) error {
	x := writer{out: bufio.NewWriterSize(w, 64<<10), t: t, lines: make([]line, len(t.Tracks))}
	for _, name := range t.Names {
		x.names = append(x.names, quoted(name))
	}
	x.header()
	for e := range t.Events() {
		x.event(e)
	}
	for i := range x.lines {
		x.begin(&x.lines[i])
	}
	x.out.WriteString("\n]}\n")
	return x.out.Flush()
}

// A writer is the state of one Write. Errors stay in out until Flush.
type writer struct {
	out   *bufio.Writer
	t     *trace.Trace
	names []string // in quotes
	lines []line   // by track
	buf   []byte
	comma bool
}

// A line is the state of one track. The last range to begin waits until it is
// known whether it has anything inside.
type line struct {
	ids     string // ,"pid":…,"tid":…
	open    []int  // by open range, where its arguments begin
	args    []argument
	waiting bool
	first   trace.Event // the range that waits
}

type argument struct {
	name  int32
	value float64
}

// quoted returns s as a JSON string; bytes that are not UTF-8 become U+FFFD.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic("internal error: chrome: " + err.Error())
	}
	return string(b)
}

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
	Flows   int64             `json:"flows,omitempty"` // their ids are below
	Sorts   bool              `json:"sorts,omitempty"` // categories are sorts
}

// header writes what comes before the events, and the metadata events.
func (x *writer) header() {
	h := x.t.Header
	f := fields{h.Program, h.Host, h.PID, "", h.Sample, h.Clock, h.TimerNS, h.Labels, x.t.Flows, x.t.Sorts != nil}
	if !h.Start.IsZero() {
		f.Start = h.Start.Format(time.RFC3339Nano)
	}
	other, err := json.Marshal(f)
	if err != nil { // a cost that is not a number
		f.TimerNS = 0
		other, _ = json.Marshal(f)
	}
	x.out.WriteString(`{"displayTimeUnit":"ns","otherData":`)
	x.out.Write(other)
	x.out.WriteString(`,"traceEvents":[`)
	type id struct{ pid, tid int64 }
	used := map[id]bool{}
	named := map[int64]bool{}
	owner := map[int64]int32{} // rank of a pid
	for i, tr := range x.t.Tracks {
		k := id{tr.Process, tr.Thread}
		if first, taken := owner[k.pid]; !taken {
			owner[k.pid] = tr.Rank
		} else if first != tr.Rank {
			k.pid += int64(tr.Rank) << 32 // above any process of a system
		}
		for next := int64(1) << 32; used[k]; next++ { // above any thread of a system
			k.tid = next
		}
		used[k] = true
		x.lines[i].ids = `,"pid":` + strconv.FormatInt(k.pid, 10) + `,"tid":` + strconv.FormatInt(k.tid, 10)
		if name := x.processName(tr); name != "" && !named[k.pid] {
			named[k.pid] = true
			x.metadata(&x.lines[i], "process_name", `"name":`+quoted(name))
		}
		x.metadata(&x.lines[i], "thread_name", identity(tr, k.pid, k.tid))
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

// identity returns the args that name a track; the parts with their usual
// value are left out.
func identity(tr trace.Track, pid, tid int64) string {
	args := `"name":` + quoted(tr.Name)
	number := func(key string, v, usual int64) {
		if v != usual {
			args += `,"` + key + `":` + strconv.FormatInt(v, 10)
		}
	}
	number("process", tr.Process, pid)
	number("thread", tr.Thread, tid)
	number("device", int64(tr.Device), -1)
	number("context", int64(tr.Context), 0)
	number("stream", int64(tr.Stream), 0)
	number("rank", int64(tr.Rank), 0)
	number("lane", int64(tr.Lane), 0)
	return args
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

// event writes what is certain once e is known.
func (x *writer) event(e trace.Event) {
	l := &x.lines[e.Track]
	switch e.Kind {
	case trace.Begin:
		x.begin(l)
		l.open = append(l.open, len(l.args))
		l.first, l.waiting = e, true
	case trace.Arg:
		if len(l.open) > 0 {
			l.args = append(l.args, argument{e.Name, e.Value})
		}
	case trace.End:
		x.end(l, e)
	case trace.Counter:
		x.begin(l)
		x.start(`"C"`, x.names[e.Name], l)
		x.time(`,"ts":`, e.Time)
		x.buf = append(x.buf, `,"args":{"value":`...)
		x.buf = append(appendFloat(x.buf, e.Value), "}}"...)
		x.finish()
	case trace.Instant:
		x.begin(l)
		x.start(`"i"`, x.names[e.Name], l)
		x.time(`,"ts":`, e.Time)
		x.buf = append(x.buf, `,"s":"t"}`...)
		x.finish()
	case trace.FlowOut, trace.FlowIn:
		x.begin(l)
		x.flow(l, e)
	}
}

// flow writes the start or the end of a flow, in the slice around it.
func (x *writer) flow(l *line, e trace.Event) {
	phase, bind := `"s"`, ""
	if e.Kind == trace.FlowIn {
		phase, bind = `"f"`, `,"bp":"e"`
	}
	x.start(phase, `"launch"`, l)
	x.time(`,"ts":`, e.Time)
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

// begin writes the range that waits, if any, as a B event.
func (x *writer) begin(l *line) {
	if !l.waiting {
		return
	}
	l.waiting = false
	x.start(`"B"`, x.names[l.first.Name], l)
	x.time(`,"ts":`, l.first.Time)
	x.category(l.first.Name)
	x.args(l.first.Index, nil)
}

func (x *writer) end(l *line, e trace.Event) {
	if len(l.open) == 0 {
		return
	}
	from := l.open[len(l.open)-1]
	l.open = l.open[:len(l.open)-1]
	if l.waiting {
		l.waiting = false
		x.start(`"X"`, x.names[l.first.Name], l)
		x.time(`,"ts":`, l.first.Time)
		x.time(`,"dur":`, e.Time-l.first.Time)
		x.category(l.first.Name)
		x.args(l.first.Index, l.args[from:])
	} else {
		x.start(`"E"`, x.names[e.Name], l)
		x.time(`,"ts":`, e.Time)
		x.category(e.Name)
		x.args(trace.NoIndex, l.args[from:])
	}
	l.args = l.args[:from]
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

// time appends ns as microseconds.
func (x *writer) time(key string, ns int64) {
	x.buf = append(x.buf, key...)
	u := uint64(ns)
	if ns < 0 {
		x.buf = append(x.buf, '-')
		u = -u
	}
	x.buf = strconv.AppendUint(x.buf, u/1000, 10)
	if f := u % 1000; f != 0 {
		x.buf = append(x.buf, '.', byte('0'+f/100), byte('0'+f/10%10), byte('0'+f%10))
	}
}

// appendFloat appends v so that it does not look like an integer.
func appendFloat(b []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(strconv.AppendFloat(append(b, '"'), v, 'g', -1, 64), '"')
	}
	n := len(b)
	b = strconv.AppendFloat(b, v, 'g', -1, 64)
	for _, c := range b[n:] {
		if c == '.' || c == 'e' {
			return b
		}
	}
	return append(b, ".0"...)
}
