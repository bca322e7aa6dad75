package phases

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/trace"
)

// A Result is a trace with the phases of its XLA ranges, and the numbers of these
// ranges.
type Result struct {
	Trace   *trace.Trace
	Modules int64 // ranges of runs of a module
	Thunks  int64 // ranges of operations
	Phased  int64 // of them: that name a phase
	Graphs  int64 // launches of CUDA graphs in them
}

// Has reports whether a trace has ranges that Phases looks at.
func Has(t *trace.Trace) bool {
	return slices.ContainsFunc(t.Names, func(name string) bool {
		x, ok := ParseTSL(name)
		return ok && (x.Kind == KindModule || x.Kind == KindThunk)
	})
}

// Attribute returns t with ranges of phases around the ranges of XLA. t is not
// changed. The result has the events of t with the added ranges among them, and they
// are read under the same conditions. If there is nothing to add, the result is t.
//
// Cost: one pass over the events, and each pass over the events of the result is one
// pass over the events of t. Memory: bounded; 24 bytes of a temporary file for each
// begin and end of a phase that is added, where there are many. Close of the result
// gives the file back, and closes t.
func Attribute(t *trace.Trace, table Table) Result {
	p := newPass(t, table)
	if p == nil {
		return Result{Trace: t}
	}
	for e := range t.Events() {
		p.event(e)
	}
	p.finish()
	r := p.result
	if r.Trace = t; p.added > 0 {
		r.Trace = p.trace()
	}
	return r // a pass that added nothing has no file
}

// Notes says what a reader of the phases should know.
func (r *Result) Notes() []string {
	if r.Thunks+r.Modules == 0 {
		return nil
	}
	var list []string
	if r.Phased == 0 {
		list = append(list, fmt.Sprintf("none of the %d ranges of XLA names a phase; in JAX, name phases with jax.named_scope(\"nr_build_system\") and so on", r.Thunks+r.Modules))
	} else {
		list = append(list, fmt.Sprintf("phases also come from the names of %d of %d operations of XLA; they are approximate for fusions, which keep the name of one operation", r.Phased, r.Thunks))
	}
	if r.Graphs > 0 {
		list = append(list, fmt.Sprintf("%d launches of CUDA graphs count only under the phase of the range around them; operations within a graph have no ranges", r.Graphs))
	}
	return list
}

// trace returns the trace with what was added.
func (p *pass) trace() *trace.Trace {
	t := *p.t
	t.Names, t.Sorts = p.names, p.sorts
	from := p.t.Events
	t.Events = func() iter.Seq[trace.Event] {
		return func(yield func(trace.Event) bool) {
			next := make([]additions, len(p.tracks))
			for k := range next {
				next[k] = additions{from: p.tracks[k].added.Read(), track: int32(k)}
				next[k].next()
			}
			for e := range from() {
				if uint(e.Track) < uint(len(next)) {
					a := &next[e.Track]
					if !a.emit(yield) {
						return
					}
					a.seen++
				}
				if !yield(e) {
					return
				}
			}
			for k := range next {
				if !next[k].emit(yield) {
					return
				}
			}
		}
	}
	fault, release := t.Fault, t.Release
	t.Fault = func() error {
		if fault != nil {
			if err := fault(); err != nil {
				return err
			}
		}
		return p.space.Err()
	}
	t.Release = func() error {
		err := p.space.Close()
		if release != nil {
			err = errors.Join(release(), err)
		}
		return err
	}
	return &t
}

// Additions are what was added to a track, read once.
type additions struct {
	from  *spill.Reader[addition]
	head  *addition
	track int32
	seen  int64 // events of the track
}

func (a *additions) next() { a.head = a.from.Next() }

// emit yields what was added before the next event of the track.
func (a *additions) emit(yield func(trace.Event) bool) bool {
	for ; a.head != nil && a.head.before <= a.seen; a.next() {
		e := trace.Event{Time: a.head.time, Index: trace.NoIndex, Track: a.track, Name: a.head.name, Kind: trace.Begin}
		if a.head.end {
			e.Kind, e.Index = trace.End, 0
		}
		if !yield(e) {
			return false
		}
	}
	return true
}

// A place is what a name says.
type place struct {
	module, thunk bool
	text          Text
	phase         string // that it is, if it is a range of the program; "" for none
	call, launch  bool   // is of another sort; launches a graph
}

// place returns what a name of t says.
func placeOf(t *trace.Trace, name int32) place {
	text := t.Names[name]
	if sort := t.Sort(name); sort != "" {
		return place{call: true, launch: strings.Contains(text, "GraphLaunch")}
	}
	if x, ok := ParseTSL(text); ok {
		return place{module: x.Kind == KindModule, thunk: x.Kind == KindThunk, text: x}
	}
	if p, ok := Phase(text); ok && p == text {
		return place{phase: p}
	}
	return place{}
}
