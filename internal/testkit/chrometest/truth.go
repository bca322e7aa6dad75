package chrometest

import (
	"fmt"
	"math"
	"strconv"

	"github.com/nrkit/nrkit/trace"
)

// A span is a range or an instant as the trace has it.
type span struct {
	name, sort string
	start, dur int64 // dur -1: it never ends
	depth      int
	args       map[string]Value // last one wins
	instant    bool
}

// A truth is what readers must show of a trace.
type truth struct {
	spans    [][]span // by track
	flows    [][2]string
	halves   int                 // ends of flows that begin nowhere
	counters map[string][]Sample // by track and name
}

// place names a span of a track, by its number there.
func place(track, span int) string { return fmt.Sprint(track, ":", span) }

// truthOf walks a trace.
func truthOf(t *trace.Trace) truth {
	w := truth{spans: make([][]span, len(t.Tracks)), counters: map[string][]Sample{}}
	open := make([][]int, len(t.Tracks))
	out, in := map[int64]string{}, map[int64]string{}
	for e := range t.Events() {
		k := int(e.Track)
		top := -1
		if n := len(open[k]); n > 0 {
			top = open[k][n-1]
		}
		switch e.Kind {
		case trace.Begin:
			s := span{name: t.Names[e.Name], sort: t.Sort(e.Name), start: e.Time, dur: -1, depth: len(open[k]), args: map[string]Value{}}
			if e.Index != trace.NoIndex {
				s.args["index"] = Value{Integer: true, Real: float64(e.Index)}
			}
			open[k] = append(open[k], len(w.spans[k]))
			w.spans[k] = append(w.spans[k], s)
		case trace.End:
			w.spans[k][top].dur = e.Time - w.spans[k][top].start
			open[k] = open[k][:len(open[k])-1]
		case trace.Arg:
			w.spans[k][top].args[t.Names[e.Name]] = value(e.Value)
		case trace.Instant:
			w.spans[k] = append(w.spans[k], span{name: t.Names[e.Name], start: e.Time, instant: true})
		case trace.Counter:
			key := fmt.Sprint(k, " ", t.Names[e.Name])
			w.counters[key] = append(w.counters[key], Sample{Start: e.Time, Value: value(e.Value)})
		case trace.FlowOut:
			out[e.Index] = place(k, top)
		case trace.FlowIn:
			in[e.Index] = place(k, top)
		}
	}
	for id, to := range in {
		if out[id] == "" {
			w.halves++
		} else {
			w.flows = append(w.flows, [2]string{out[id], to})
		}
	}
	return w
}

func value(v float64) Value {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Value{Text: strconv.FormatFloat(v, 'g', -1, 64)}
	}
	return Value{Real: v}
}

// near says whether two values are one, but for the last digits that Perfetto
// gets wrong.
func near(a, b Value) bool {
	return a.Integer == b.Integer && a.Text == b.Text && math.Abs(a.Real-b.Real) <= 1e-15*math.Abs(a.Real)
}
