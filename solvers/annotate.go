package solvers

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// Annotate returns t with arguments on the ranges of its solver calls, as far as they
// are known: n, nnz and nrhs; pattern and values, which are numbers from 1; status.
// Readers of other formats than .nrt see them.
//
// The result reads t and shares its tables. It is t itself if t has no calls, or if
// the calls cannot be read.
//
// Cost: as [Read], and one comparison per event. Memory: a Call per call.
func Annotate(t *trace.Trace) *trace.Trace {
	run, err := Read(t)
	if run == nil || err != nil {
		return t
	}
	out := *t
	out.Names, out.Sorts = slices.Clip(t.Names), slices.Clip(t.Sorts) // t keeps its own
	var names [len(argNames)]int32
	for k, name := range argNames {
		if names[k] = int32(slices.Index(out.Names, name)); names[k] < 0 {
			names[k] = int32(len(out.Names))
			out.Names = append(out.Names, name)
		}
	}
	for len(out.Sorts) > 0 && len(out.Sorts) < len(out.Names) {
		out.Sorts = append(out.Sorts, "")
	}
	byTrack := make([][]int32, len(t.Tracks))
	for k := range run.Calls {
		track := run.Threads[run.Calls[k].Thread].track
		byTrack[track] = append(byTrack[track], int32(k))
	}
	out.Events = func() iter.Seq[trace.Event] {
		return func(yield func(trace.Event) bool) {
			a := annotator{t: t, run: run, names: names, tracks: make([]annotated, len(byTrack))}
			for k := range byTrack {
				a.tracks[k].calls = byTrack[k]
			}
			for e := range t.Events() {
				if !yield(e) || !a.after(&e, yield) {
					return
				}
			}
		}
	}
	return &out
}

// argNames are the names of the arguments.
var argNames = [...]string{"n", "nnz", "nrhs", "pattern", "values", "status"}

// args returns the values of the arguments of a call, Unknown for those that it lacks.
func args(c *Call) [len(argNames)]int64 {
	number := func(n int32) int64 { return cmp.Or(int64(n), Unknown) }
	size := func(n int64) int64 {
		if n < 0 {
			return Unknown
		}
		return n
	}
	return [...]int64{size(c.N), size(c.NNZ), size(int64(c.NRHS)), number(c.Pattern), number(c.Values), int64(c.Status)}
}

// An annotator finds the calls whose ranges begin.
type annotator struct {
	t      *trace.Trace
	run    *Run
	names  [len(argNames)]int32
	tracks []annotated
}

// An annotated track has calls in the order of their begins.
type annotated struct {
	calls []int32 // that have not begun
	last  int64   // time of the last event
}

// after yields the arguments of the call that an event begins, if it does.
func (a *annotator) after(e *trace.Event, yield func(trace.Event) bool) bool {
	if uint(e.Track) >= uint(len(a.tracks)) {
		return true
	}
	k := &a.tracks[e.Track]
	k.last = max(k.last, e.Time)
	for len(k.calls) > 0 && a.run.Calls[k.calls[0]].Begin < k.last {
		k.calls = k.calls[1:]
	}
	if e.Kind != trace.Begin || len(k.calls) == 0 || uint(e.Name) >= uint(len(a.t.Names)) {
		return true
	}
	c := &a.run.Calls[k.calls[0]]
	if c.Begin != k.last || !a.is(c, e.Name) {
		return true
	}
	k.calls = k.calls[1:]
	for i, v := range args(c) {
		if v == Unknown {
			continue
		}
		if !yield(trace.Event{Kind: trace.Arg, Track: e.Track, Time: e.Time, Name: a.names[i], Value: float64(v)}) {
			return false
		}
	}
	return true
}

// is says whether ranges with a name are calls of the function of c.
func (a *annotator) is(c *Call, name int32) bool {
	symbol := strings.TrimPrefix(a.t.Names[name], Domain+":")
	f := a.run.Functions[c.Function].Symbol
	return symbol == f || symbol == trace.GroupNumbers(f)
}
