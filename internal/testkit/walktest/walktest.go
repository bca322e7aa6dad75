package walktest

import (
	"iter"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// Names of the ranges, counters and arguments of NR and Random.
var Names = []string{
	"transient", "timestep", "nr_iteration", "build_system", "linear_solve", "factor", "convergence",
	"residual_norm", "step_size", "iterations", "growth", "operating_point",
}

// Header is the header of the traces of this package.
func Header() trace.Header {
	return trace.Header{
		Program: "nrprof run c6288", Host: "host", PID: 4711,
		Start:  time.Date(2026, 3, 4, 5, 6, 7, 89, time.UTC),
		Labels: map[string]string{"circuit": "c6288", "ordering": "amd"},
		Clock:  "monotonic", TimerNS: 31.5,
	}
}

// Of returns the trace of those events.
func Of(tracks int, events []trace.Event) *trace.Trace {
	t := &trace.Trace{Header: Header(), Names: Names}
	for i := range tracks {
		t.Tracks = append(t.Tracks, trace.Track{Process: 4711, Thread: int64(4711 + i), Device: -1, Name: "worker"})
	}
	t.Events = func() iter.Seq[trace.Event] { return slices.Values(events) }
	return t
}

// NR returns a trace of the ranges of a transient analysis of so many time
// steps, three iterations each. Nothing but iterations and steps is numbered;
// there are counters and arguments only when extras is set.
func NR(steps int, extras bool) *trace.Trace {
	return Of(1, NREvents(steps, extras))
}

// NREvents returns the events of NR.
func NREvents(steps int, extras bool) []trace.Event { return slices.Collect(nrEvents(steps, extras)) }

// Stream returns NR as a trace whose events are nowhere in memory: each pass makes
// them again.
func Stream(steps int, extras bool) *trace.Trace {
	t := Of(1, nil)
	t.Events = func() iter.Seq[trace.Event] { return nrEvents(steps, extras) }
	return t
}

func nrEvents(steps int, extras bool) iter.Seq[trace.Event] {
	return func(yield func(trace.Event) bool) {
		m := maker{rng: rand.New(rand.NewPCG(1, 2)), time: 1000, yield: yield}
		m.begin(0, trace.NoIndex)
		for step := 0; step < steps && !m.done; step++ {
			m.step(int64(step), extras)
		}
		m.end(0)
	}
}

type maker struct {
	rng   *rand.Rand
	time  int64
	yield func(trace.Event) bool
	done  bool
}

func (m *maker) add(e trace.Event) {
	if e.Time = m.time; !m.done {
		m.done = !m.yield(e)
	}
}

func (m *maker) begin(name int32, index int64) {
	m.time += 20 + m.rng.Int64N(30)
	m.add(trace.Event{Kind: trace.Begin, Name: name, Index: index})
}

func (m *maker) end(name int32) { m.add(trace.Event{Kind: trace.End, Name: name}) }

// leaf adds a range of about mean ns.
func (m *maker) leaf(name int32, mean int64) {
	m.begin(name, trace.NoIndex)
	m.time += mean + m.rng.Int64N(mean/8)
	m.end(name)
}

func (m *maker) step(step int64, extras bool) {
	m.begin(1, step)
	for k := range int64(3) {
		m.begin(2, k)
		m.leaf(3, 20000)
		m.begin(4, trace.NoIndex)
		m.leaf(5, 90000)
		if extras {
			m.add(trace.Event{Kind: trace.Arg, Name: 10, Value: 1 + m.rng.Float64()})
		}
		m.end(4)
		m.leaf(6, 3000)
		if extras {
			m.add(trace.Event{Kind: trace.Counter, Name: 7, Value: m.rng.ExpFloat64()})
		}
		m.end(2)
	}
	if extras {
		m.add(trace.Event{Kind: trace.Counter, Name: 8, Value: 1e-9})
		m.add(trace.Event{Kind: trace.Counter, Name: 9, Value: 3})
	}
	m.end(1)
}

// Random returns a legal trace of about n events on several tracks: ranges of
// all depths, many of no duration, some that never close, counters, arguments
// and instants.
func Random(seed uint64, n int) *trace.Trace {
	rng := rand.New(rand.NewPCG(seed, 7))
	tracks := 1 + rng.IntN(3)
	open := make([][]int32, tracks)
	now := make([]int64, tracks)
	var events []trace.Event
	for range n {
		k := rng.IntN(tracks)
		now[k] += rng.Int64N(3) * rng.Int64N(2000)
		e := trace.Event{Track: int32(k), Time: now[k], Name: int32(rng.IntN(len(Names)))}
		switch pick := rng.IntN(10); {
		case pick < 4 && len(open[k]) < 12:
			e.Kind, e.Index = trace.Begin, trace.NoIndex
			if rng.IntN(2) == 0 {
				e.Index = rng.Int64N(1000) - 3
			}
			open[k] = append(open[k], e.Name)
		case pick < 8 && len(open[k]) > 0:
			e.Kind, e.Name = trace.End, open[k][len(open[k])-1]
			open[k] = open[k][:len(open[k])-1]
		case pick == 8 && len(open[k]) > 0:
			e.Kind, e.Value = trace.Arg, rng.NormFloat64()
		case pick == 9:
			e.Kind, e.Value = trace.Counter, float64(rng.IntN(5))/4
		default:
			e.Kind = trace.Instant
		}
		events = append(events, e)
	}
	return Of(tracks, events)
}
