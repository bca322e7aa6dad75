package compare

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/testkit/planttest"
	"github.com/nrkit/nrkit/trace"
)

// The course has the self times of all phases in time steps, as the table of phases has
// them, at any width.
func TestCourseHasAllTime(t *testing.T) {
	tr := planttest.Realistic.Trace(rand.New(rand.NewPCG(1, 1)), time.Time{})
	c := readCourse(tr)
	s := trace.Summarize(tr, trace.SummaryOptions{})
	want := map[string]int64{}
	for _, g := range []*trace.Regime{&s.Regimes.Cold, &s.Regimes.WarmUp, &s.Regimes.Steady} {
		for _, p := range g.Phases {
			want[p.Name] += p.Self
		}
	}
	if len(want) != len(c.phases) || len(want) < 8 {
		t.Errorf("got %d phases, want %d", len(c.phases), len(want))
	}
	for name, ns := range want {
		for _, width := range []int64{1, 4, 512, 1024} {
			sum := 0.0
			for _, x := range c.at(name, width) {
				sum += x.self
			}
			if math.Abs(sum-float64(ns)) > 1e-6*float64(ns) {
				t.Errorf("%s at width %d: got %.0f ns, want %d", name, width, sum, ns)
			}
		}
	}
	if c.first != 1 || c.last != 300 || c.width != 1 {
		t.Errorf("got steps %d to %d of width %d, want 1 to 300 of 1", c.first, c.last, c.width)
	}
}

// However large the numbers of steps are, a course has few cells, and loses nothing.
func TestCourseIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := course{width: 1, phases: map[string][]cell{}}
		steps := rapid.SliceOfN(rapid.OneOf(rapid.Int64Range(0, 5000), rapid.Int64Range(0, math.MaxInt64)), 1, 50).Draw(t, "steps")
		for _, k := range steps {
			c.add("a", k, 100, 2)
		}
		var sum cell
		for _, x := range c.phases["a"] {
			sum.add(x)
		}
		if n := float64(len(steps)); len(c.phases["a"]) > mostCells || sum.steps != n || sum.self != 100*n || math.Abs(sum.log-n*math.Log(50)) > 1e-6*n {
			t.Fatalf("got %d cells with %+v of %d steps", len(c.phases["a"]), sum, len(steps))
		}
		if r := (&Run{course: &c}); runsOf(panels([]*Run{r, r}, 0)) > 2 {
			t.Fatal("want two rows at most")
		}
	})
	c := course{width: 1, phases: map[string][]cell{}}
	for k := range int64(2 * mostPhases) {
		c.add(string(rune(0x4e00+k)), k, 1, 1)
	}
	if len(c.phases) != mostPhases {
		t.Errorf("got %d phases, want %d", len(c.phases), mostPhases)
	}
}

// A step in which the thread lost the processor is not in the course, nor is time of the
// recorder, and a trace without time steps has no course.
func TestCourseLeavesOut(t *testing.T) {
	names := []string{trace.PhaseTimestep, trace.PhaseSolve, trace.PhaseRecording, trace.ArgCPU}
	var events []trace.Event
	for step := range int64(3) {
		at := 100 * step
		events = append(events, trace.Event{Kind: trace.Begin, Name: 0, Index: step + 1, Time: at})
		if step == 1 {
			events = append(events, trace.Event{Kind: trace.Arg, Name: 3, Value: 5, Time: at})
		}
		events = append(events, trace.Event{Kind: trace.Begin, Name: 1, Index: trace.NoIndex, Time: at + 10}, trace.Event{Kind: trace.End, Name: 1, Time: at + 40},
			trace.Event{Kind: trace.Begin, Name: 2, Index: trace.NoIndex, Time: at + 50}, trace.Event{Kind: trace.End, Name: 2, Time: at + 90},
			trace.Event{Kind: trace.End, Name: 0, Time: at + 95})
	}
	tracks := []trace.Track{{Process: 1, Thread: 1, Device: -1}}
	c := readCourse(trace.FromEvents(trace.Header{}, names, tracks, events))
	solve, step := c.phases[trace.PhaseSolve], c.phases[trace.PhaseTimestep]
	if len(c.phases) != 2 || len(solve) != 4 || solve[1].self != 30 || solve[2].steps != 0 || solve[3].self != 30 || step[1].self != 25 {
		t.Errorf("got %+v", c.phases)
	}
	names[0] = "frame"
	if c := readCourse(trace.FromEvents(trace.Header{}, names, tracks, events)); c != nil {
		t.Errorf("without time steps: got %+v", c)
	}
}

// Panels have only what all runs have: a run without a phase, or without some steps,
// takes it from all.
func TestPanelsNeedAllRuns(t *testing.T) {
	long, short := &course{width: 1, phases: map[string][]cell{}}, &course{width: 1, phases: map[string][]cell{}}
	for k := range int64(100) {
		long.add("a", k, 1000, 1)
		long.add("b", k, 1000, 1)
		if k < 60 {
			short.add("a", k, 1000, 1)
		}
		if k >= 20 && k < 26 {
			short.add("b", k, 1000, 1)
		}
	}
	list := panels([]*Run{{course: long}, {course: short}}, 0)
	if len(list) != 1 || list[0].phase != "a" || len(list[0].steps) != 30 || list[0].steps[29] != [2]int64{58, 59} {
		t.Errorf("got %+v, want a in 30 columns", list)
	}
	if list := panels([]*Run{{course: long}, {}}, 0); list != nil {
		t.Errorf("a run without a course: got %d panels", len(list))
	}
}
