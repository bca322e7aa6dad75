package nvtxt

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/nrkit/nrkit/trace"
)

// Options say how a trace is written. The zero value is the default.
type Options struct {
	Offset int64 // ns from the start of the session to the start of the trace; may be negative
}

// Write writes t to w. The trace starts when the session starts.
//
// Cost: two passes over the events. Memory: the open ranges.
//
// The error comes from w, or names an event before the start of the session, because
// the format has no such times.
func Write(w io.Writer, t *trace.Trace) error { return WriteTo(w, t, Options{}) }

// header begins a file: what the lines have.
const header = `@RangePush, ProcessId, ThreadId, Time, Message
CategoryId = 0
Color = Blue
TimeBase = Relative
@RangePop, ProcessId, ThreadId, Time
TimeBase = Relative
@Marker, ProcessId, ThreadId, Time, Message
CategoryId = 0
Color = Blue
TimeBase = Relative
`

// WriteTo writes t to w.
func WriteTo(w io.Writer, t *trace.Trace, o Options) error {
	out := bufio.NewWriterSize(w, 64<<10)
	program := t.Header.Program
	if program == "" {
		program = "nrprof"
	}
	out.WriteString("SetFileDisplayName, " + quoted(program) + "\n" + header)
	names := make([]string, len(t.Names))
	for i, n := range t.Names {
		names[i] = ", " + quoted(n) + "\n"
	}
	ids := identities(t.Tracks)
	never := unclosed(t)
	begun := make([]int64, len(t.Tracks)) // ranges so far, by track
	open := make([]int, len(t.Tracks))
	var line []byte
	for e := range t.Events() {
		var kind string
		switch e.Kind {
		case trace.Begin:
			begun[e.Track]++
			if never[place{e.Track, begun[e.Track]}] {
				continue
			}
			kind = "RangePush"
			open[e.Track]++
		case trace.End:
			if open[e.Track] == 0 {
				continue
			}
			open[e.Track]--
			kind = "RangePop"
		case trace.Instant:
			kind = "Marker"
		default:
			continue
		}
		at := e.Time + o.Offset
		if at < 0 {
			return fmt.Errorf("nvtxt: track %d: event %d ns before the session: the format cannot hold negative times", e.Track, -at)
		}
		line = strconv.AppendInt(append(append(line[:0], kind...), ids[e.Track]...), at, 10)
		if e.Kind == trace.End {
			line = append(line, '\n')
		} else {
			line = append(line, names[e.Name]...)
		}
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// A place is a range: which of its track, from 1.
type place struct {
	track  int32
	number int64
}

// unclosed returns the ranges that never end.
func unclosed(t *trace.Trace) map[place]bool {
	open := make([][]int64, len(t.Tracks))
	begun := make([]int64, len(t.Tracks))
	for e := range t.Events() {
		switch stack := open[e.Track]; {
		case e.Kind == trace.Begin:
			begun[e.Track]++
			open[e.Track] = append(stack, begun[e.Track])
		case e.Kind == trace.End && len(stack) > 0:
			open[e.Track] = stack[:len(stack)-1]
		}
	}
	never := map[place]bool{}
	for track, stack := range open {
		for _, n := range stack {
			never[place{int32(track), n}] = true
		}
	}
	return never
}

// largest is the largest number of a process or a thread.
const largest = 1<<24 - 1

// identities returns the process and the thread of every track, as they stand
// in a line.
func identities(tracks []trace.Track) []string {
	type process struct {
		id   int64
		rank int32
	}
	pids := map[process]int64{}
	taken := map[int64]bool{}
	next := int64(largest)
	for _, tr := range tracks {
		p := process{tr.Process, tr.Rank}
		if _, known := pids[p]; known {
			continue
		}
		id := tr.Process
		for ; id <= 0 || id > largest || taken[id]; next-- {
			id = next
		}
		pids[p], taken[id] = id, true
	}
	type thread struct{ pid, tid int64 }
	used := map[thread]bool{}
	free := map[int64]int64{} // by process
	list := make([]string, len(tracks))
	for i, tr := range tracks {
		th := thread{pids[process{tr.Process, tr.Rank}], tr.Thread}
		if tr.Device >= 0 {
			th.tid = -1
		}
		for th.tid < 0 || th.tid > largest || used[th] {
			th.tid = largest - free[th.pid]
			free[th.pid]++
		}
		used[th] = true
		list[i] = fmt.Sprintf(", %d, %d, ", th.pid, th.tid)
	}
	return list
}

// quoted returns a text as the format takes it.
func quoted(s string) string {
	return `"` + strings.Map(func(r rune) rune {
		switch {
		case r == '"':
			return '\''
		case r == '\\':
			return '/'
		case !unicode.IsPrint(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "�")) + `"`
}
