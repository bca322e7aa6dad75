package newton

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// A shownEvent is the begin of a range, or the end of the last.
type shownEvent struct {
	begin bool
	name  string
	index int64
}

// shown is what Ranges were told.
type shown struct {
	events []shownEvent
	open   []string
	bare   int // ends without a begin
}

func (s *shown) Push(p Phase, index int64) {
	s.events = append(s.events, shownEvent{true, p.String(), index})
	s.open = append(s.open, p.String())
}

func (s *shown) Pop() {
	if len(s.open) == 0 {
		s.bare++
		return
	}
	last := len(s.open) - 1
	s.events = append(s.events, shownEvent{false, s.open[last], trace.NoIndex})
	s.open = s.open[:last]
}

// counts returns how many ranges there were of each phase.
func (s *shown) counts() map[string]int64 {
	n := map[string]int64{}
	for _, e := range s.events {
		if e.begin {
			n[e.name]++
		}
	}
	return n
}

// rangesOf returns the begins and ends of a capture in the form of shown.
func rangesOf(t *testing.T, path string) []shownEvent {
	t.Helper()
	tr, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	var s shown
	for e := range tr.Events() {
		switch name := tr.Names[e.Name]; e.Kind {
		case trace.Begin:
			s.events = append(s.events, shownEvent{true, name, e.Index})
			s.open = append(s.open, name)
		case trace.End:
			s.Pop()
		}
	}
	return s.events
}

// checkShown checks what Ranges were told of a run against its counts and, if
// there is one, against a capture that was written phase by phase.
func checkShown(t *testing.T, name string, e *Engine, s *shown, capture []shownEvent) {
	t.Helper()
	if len(s.open) > 0 || s.bare > 0 {
		t.Errorf("%s, n=%d: got %v open and %d ends too many", name, e.n, s.open, s.bare)
	}
	n, got := &e.Stats, s.counts()
	for phase, want := range map[Phase]int64{PhaseIteration: n.Iterations, PhaseBuildSystem: n.Iterations, PhaseLinearSolve: n.Iterations,
		PhaseFactor: n.Factors, PhaseRefactor: n.Refactors + n.PivotFailures, PhaseSolve: n.Solves, PhaseConvergence: n.Solves,
		PhaseGminStep: n.GminSteps, PhaseSourceStep: n.SourceSteps, PhaseTimestep: e.rec.step, PhasePredict: e.rec.step} {
		if got[phase.String()] != want {
			t.Errorf("%s, n=%d: got %d ranges of %v, want %d", name, e.n, got[phase.String()], phase, want)
		}
	}
	if capture != nil && !slices.Equal(s.events, capture) {
		t.Errorf("%s, n=%d: got other ranges shown than recorded:\n%v\n%v", name, e.n, s.events, capture)
	}
}

// watchedSystem is a system that looks at which phase it is evaluated in.
type watchedSystem struct {
	*wide
	shown *shown
	wrong int
}

func (s *watchedSystem) Load(e *Eval) {
	if n := len(s.shown.open); n < 2 || s.shown.open[n-1] != trace.PhaseBuildSystem || s.shown.open[n-2] != trace.PhaseIteration {
		s.wrong++
	}
	s.wide.Load(e)
}

// Ranges are told of a phase while it lasts, in small systems too, of every time
// step whatever the sample, and without a recorder.
func TestRangesAreLive(t *testing.T) {
	s := &watchedSystem{wide: &wide{n: 2, drive: math.Sin, slope: func(float64) float64 { return 1 }}, shown: &shown{}}
	e := New(s, Options{})
	e.Record(nil, nil, 64)
	e.Ranges = s.shown
	if err := e.Transient(context.Background(), Span{Step: 0.01, Stop: 1}); err != nil {
		t.Fatal(err)
	}
	// Once the operating point is found, charges are evaluated outside of its ranges.
	if e.Stats.Loads < 100 || s.wrong != 1 {
		t.Errorf("got %d of %d evaluations outside of build_system, want 1", s.wrong, e.Stats.Loads)
	}
	checkShown(t, "live", e, s.shown, nil)
	steps := int64(0)
	for _, r := range s.shown.events {
		if r.begin && r.name == trace.PhaseTimestep {
			if steps++; r.index != steps {
				t.Fatalf("got time step %d, want %d", r.index, steps)
			}
		}
	}
}
