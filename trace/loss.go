package trace

import "fmt"

// Loss says what a trace lacks.
type Loss struct {
	Dropped   int64 // ranges the recorder had no room for
	Events    int64 // counters, arguments and instants it had no room for
	Truncated int64 // bytes at the end of the file that are not a whole chunk
	Chunks    int64 // chunks that were damaged
	Ranges    int64 // ranges in damaged chunks, as far as their headers say
	Open      bool  // the program did not close the trace
}

// Warnings says in sentences what the trace lacks.
func (l Loss) Warnings() []string {
	var list []string
	say := func(bad bool, format string, args ...any) {
		if bad {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	say(l.Open, "the program did not close the trace: it is still running, or it was killed")
	say(l.Dropped > 0, "%s dropped for lack of room: the time counts for the enclosing ranges", several(l.Dropped, "range"))
	say(l.Chunks > 0, "%s damaged, with %s", several(l.Chunks, "chunk"), several(l.Ranges, "range"))
	say(l.Truncated > 0, "%s at the end of the file: not a whole chunk", several(l.Truncated, "byte"))
	return list
}
