package xplane

import (
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/internal/nsys/project"
	"github.com/nrkit/nrkit/trace"
)

// A thread is what was found of one.
type thread struct {
	id    int64
	name  string
	items []lanes.Item
	calls []call

	launched float64 // ns of the work on devices of its calls
	works    int64   // how many these are
}

// A call is a call of a driver on a thread, with the operation it was for.
type call struct {
	start, end int64
	path       string // of the operation, or what all of its module begin with
	known      bool   // it is that of the operation
	op         int32  // number of the operation
}

// callLine is what the names of lines begin with that have the calls of a thread.
const callLine = "Host Threads/"

// hostLine reads a thread of a host. Threads with one id are one: calls of the
// driver have lines of their own.
func (r *reader) hostLine(p *plane, l *line) error {
	t := r.threads[l.id]
	if t == nil {
		t = &thread{id: l.id, name: l.name}
		r.threads[l.id] = t
		r.order = append(r.order, l.id)
	}
	if strings.HasPrefix(t.name, callLine) {
		r.oneID = r.oneID || !strings.HasPrefix(l.name, callLine)
		t.name = l.name
	} else if strings.HasPrefix(l.name, callLine) {
		r.oneID = true
	}
	t.items = slices.Grow(t.items, l.events)
	return l.each(func(e *event) error {
		a, meta, err := r.describe(p, e)
		if err != nil {
			return err
		}
		x, ok := r.usable(l, e)
		if !ok {
			return nil
		}
		if meta.disabled {
			r.disabled++
		}
		r.hostItem(t, x, meta, a)
		return nil
	})
}

// hostItem adds an item of a thread. Events that take no time are instants.
func (r *reader) hostItem(t *thread, x lanes.Item, meta *eventMeta, a *attrs) {
	switch {
	case a.hasStat(statCorrelation) || isCall(meta.name):
		name, _, _ := strings.Cut(meta.name, " (CudaGraph:") // which graph is launched
		sort := trace.SortAPI
		if waits(name) {
			sort = trace.SortSync
		}
		x.Rank, x.Name = lanes.RankAPI, r.add(name, sort)
	case x.Start == x.End:
		x.Rank, x.Name = lanes.RankMark, r.add(meta.name, "")
	default:
		r.ranged = true
		x.Rank, x.Name = lanes.RankRange, r.add(meta.name, "")
		if a.hasStat(statStep) {
			x.Arg, x.Number = lanes.IsIndex, a.number[statStep]
		}
	}
	t.items = append(t.items, x)
	if x.Rank != lanes.RankAPI {
		return
	}
	at := -1
	path := r.pathOf(a)
	if a.hasStat(statHLOOp) || path != "" {
		c := call{x.Start, x.End, path, true, r.op(a)}
		if c.path == "" {
			c.path, c.known = a.text[statPrefix], false
		}
		at = len(t.calls)
		t.calls = append(t.calls, c)
	}
	if a.hasStat(statCorrelation) {
		r.flows.call(place{id: a.number[statCorrelation], device: a.number[statDevice], t: t, k: len(t.items) - 1, c: at, path: path})
	}
}

// op returns the number of an operation: of the instruction of a module, or of
// the path where it is not known.
func (r *reader) op(a *attrs) int32 {
	key := [2]string{a.text[statModule], a.text[statHLOOp]}
	if key[1] == "" {
		key[1] = r.pathOf(a)
	}
	i, ok := r.ops[key]
	if !ok {
		i = int32(len(r.ops))
		r.ops[key] = i
	}
	return i
}

// isCall says whether a name is that of a function of CUDA or HIP.
func isCall(name string) bool {
	for _, library := range []string{"cuda", "cu", "hip"} {
		if rest, ok := strings.CutPrefix(name, library); ok && rest != "" && 'A' <= rest[0] && rest[0] <= 'Z' {
			return !strings.ContainsAny(name, " :/")
		}
	}
	return false
}

// waits says whether a function waits for devices.
func waits(name string) bool {
	if rest, ok := strings.CutPrefix(name, "hip"); ok {
		name = "cuda" + rest
	}
	return project.IsWait(name)
}

// small returns an id in 32 bits, -1 for one that does not fit.
func small(id int64) int32 {
	if id < 0 || id > math.MaxInt32 {
		return -1
	}
	return int32(id)
}

// bits returns the bits of an argument.
func bits(n int64) int64 { return int64(math.Float64bits(float64(n))) }
