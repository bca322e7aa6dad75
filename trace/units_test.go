package trace

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A unitOracle follows one track to find its units, and does nothing else.
type unitOracle struct {
	names      []int32
	stepBegin  int64
	iterBegin  int64
	iterations int
	step, iter int // ranges of these names that are open
	steps      series
	iters      series
	cpu        int64   // of the step; -1 when unknown
	lost       []int64 // steps that were preempted
	begun      int64   // steps
}

// findUnits finds the units of a trace before anything is added up.
func findUnits(t *Trace, o SummaryOptions) units {
	u := unitsOf(t, o)
	tracks := make([]unitOracle, len(t.Tracks))
	cpu := int32(slices.Index(t.Names, ArgCPU))
	for e := range t.Events() {
		if uint(e.Track) < uint(len(tracks)) {
			switch e.Kind {
			case Begin:
				tracks[e.Track].begin(&e, &u)
			case End:
				tracks[e.Track].end(&e, &u)
			case Arg:
				tracks[e.Track].arg(&e, cpu, &u)
			}
		}
	}
	u.chooseFrom(tracks)
	return u
}

// arg takes the CPU time of a step.
func (t *unitOracle) arg(e *Event, cpu int32, u *units) {
	if k := len(t.names) - 1; e.Name == cpu && cpu >= 0 && k >= 0 && t.names[k] == u.step && t.step == 1 {
		t.cpu = int64(e.Value)
	}
}

func (t *unitOracle) begin(e *Event, u *units) {
	t.names = append(t.names, e.Name)
	switch {
	case e.Name < 0:
	case e.Name == u.step:
		if t.step++; t.step == 1 {
			t.stepBegin, t.iterations, t.cpu = e.Time, 0, -1
			t.begun++
		}
	case e.Name == u.iteration:
		if t.iter++; t.iter == 1 {
			t.iterBegin = e.Time
			t.iterations++
		}
	}
}

func (t *unitOracle) end(e *Event, u *units) {
	k := len(t.names) - 1
	if k < 0 {
		return
	}
	name := t.names[k]
	t.names = t.names[:k]
	switch {
	case name < 0:
	case name == u.step:
		if t.step--; t.step == 0 && t.cpu >= 0 {
			t.lost = append(t.lost, t.begun-1)
		} else if t.step == 0 {
			t.steps.add(float64(e.Time-t.stepBegin) / float64(max(t.iterations, 1)))
		}
	case name == u.iteration:
		if t.iter--; t.iter == 0 {
			t.iters.add(float64(e.Time - t.iterBegin))
		}
	}
}

// chooseFrom takes steps for units where there are any, on whatever track.
func (u *units) chooseFrom(tracks []unitOracle) {
	steps, iters := false, false
	for i := range tracks {
		t := &tracks[i]
		steps = steps || t.begun > 0 // also where each of them was preempted
		iters = iters || t.iters.n+t.iter > 0
	}
	if !steps {
		u.step = -1
	}
	if !iters {
		u.iteration = -1
	}
	u.name = u.step
	if !steps {
		u.name = u.iteration
	}
	for i := range tracks {
		s := &tracks[i].steps
		if !steps {
			s = &tracks[i].iters
		}
		from, ok := s.settled(coldOnes(tracks[i].lost))
		from = unsettled(from, tracks[i].lost)
		u.lost = append(u.lost, tracks[i].lost)
		u.steady = append(u.steady, from)
		u.few = u.few || s.n+len(tracks[i].lost) > 0 && s.n < settleUnits
		u.restless = u.restless || s.n >= settleUnits && !ok
	}
	u.known = true
}

// summarizeTwice is Summarize in two passes: the units are found before anything is
// added up.
func summarizeTwice(t *Trace, o SummaryOptions) *Summary {
	o = o.filled()
	return newSums(t, findUnits(t, o)).prepare(false).read().finish(o)
}

// sameTable compares the tables of one pass and of two.
func sameTable(t rapid.TB, what string, tr *Trace) {
	t.Helper()
	if got, want := Summarize(tr, SummaryOptions{}), summarizeTwice(tr, SummaryOptions{}); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}

// One pass gives the table that two give.
func TestOnePass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { sameTable(t, "capture", drawnCapture(t)) })
}

// A solver of some time steps, on several tracks in turn: some steps are preempted, those
// before slow take longer, and a track is left out where its number of steps is 0.
type turns struct {
	steps []int // by track
	slow  int
	lost  int // one step of so many is preempted; 0 for none
}

func (c *turns) trace(seed uint64) *Trace {
	tracks := make([]Track, len(c.steps))
	scripts := make([]script, len(c.steps))
	for k := range tracks {
		tracks[k], scripts[k].track = Track{Thread: int64(k)}, int32(k)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	names := &script{}
	for _, n := range []string{PhaseTransient, PhaseTimestep, PhaseIteration, PhaseSolve, ArgCPU} {
		names.name(n)
	}
	for k := range scripts {
		scripts[k].names = names.names
		scripts[k].begin(PhaseTransient)
	}
	for i := range slices.Max(c.steps) {
		for k, n := range c.steps {
			if i >= n {
				continue
			}
			s := &scripts[k]
			ns := 1000 + rng.Int64N(100)
			if i < c.slow*(k+1) {
				ns *= 3
			}
			s.in(PhaseTimestep, 0, func() {
				for range 1 + rng.IntN(3) {
					s.in(PhaseIteration, ns/2, func() { s.in(PhaseSolve, ns/2, nil) })
				}
				if c.lost > 0 && rng.IntN(c.lost) == 0 {
					s.events = append(s.events, Event{Time: s.now, Index: NoIndex, Track: s.track, Name: s.name(ArgCPU), Kind: Arg, Value: 5})
				}
			})
		}
	}
	var all []Event
	for k := range scripts {
		scripts[k].begin(PhaseTimestep) // is still open
		all = append(all, scripts[k].events...)
	}
	slices.SortStableFunc(all, func(a, b Event) int { return cmp.Compare(a.Time, b.Time) })
	return FromEvents(Header{}, names.names, tracks, all)
}

// Units beyond those that may be warm-up are added up before it is known which are.
func TestManyUnits(t *testing.T) {
	for k, c := range []turns{
		{steps: []int{settleHead + 9000}},
		{steps: []int{settleHead + 9000}, slow: 7000},
		{steps: []int{settleHead + 9000}, slow: 7000, lost: 20},
		{steps: []int{2*settleHead + 5000}, slow: settleHead + 1000, lost: 100},
		{steps: []int{settleHead + 3000, 40, settleHead - 1, 12, settleHead + 1}, slow: 5000, lost: 3},
		{steps: []int{settleHead, settleHead}, lost: 7},
		{steps: []int{5, 0}, lost: 1},
	} {
		tr := c.trace(uint64(k))
		sameTable(t, fmt.Sprintf("%+v", c), tr)
		tr.Header.Sample = 2
		sameTable(t, fmt.Sprintf("%+v, sampled", c), tr)
	}
}

// An argument without a name is no CPU time.
func TestNamelessArgument(t *testing.T) {
	var s script
	for range 40 {
		s.in(PhaseTimestep, 10, func() {
			s.events = append(s.events, Event{Time: s.now, Index: NoIndex, Name: -1, Kind: Arg, Value: 5})
		})
	}
	if got := Summarize(s.trace(), SummaryOptions{}); got.Regimes.Preempted != nil || got.Regimes.Steady.Units != 39 || got.CPU != 0 {
		t.Errorf("got %+v", got)
	}
}

// The warning of few steps says which steps count.
func TestFewKept(t *testing.T) {
	var s script
	s.name(ArgCPU)
	for i := range 60 {
		s.in(PhaseTimestep, 10, func() {
			if i%2 == 1 {
				s.events = append(s.events, Event{Time: s.now, Index: NoIndex, Name: s.name(ArgCPU), Kind: Arg, Value: 5})
			}
		})
	}
	const want = "fewer than 32 timed time steps in which the thread kept the processor: too few to distinguish warm-up from steady"
	if got := Summarize(s.trace(), SummaryOptions{}); !slices.Contains(got.Warnings, want) {
		t.Errorf("got warnings %q, want %q", got.Warnings, want)
	}
}

// A unit has more ranges than are kept one by one, some of them at places that have no
// node of their own.
func TestLongUnit(t *testing.T) {
	var s script
	s.name(ArgCPU)
	for i := range 5 {
		s.in(PhaseTimestep, 7, func() {
			for k := range heldRanges + 500 {
				s.in(fmt.Sprint("a", k), 1, func() { s.in(PhaseSolve, int64(k), func() { s.in("inner", 3, nil) }) })
			}
			if i == 2 {
				s.events = append(s.events, Event{Time: s.now, Index: NoIndex, Name: s.name(ArgCPU), Kind: Arg, Value: 5})
			}
		})
	}
	tr := s.trace()
	sameTable(t, "long unit", tr)
	if got := Summarize(tr, SummaryOptions{}).Regimes; got.Preempted.Units != 1 || got.Steady.Units != 3 {
		t.Errorf("got %+v", got)
	}
}

// Warm-up has ranges at places that have no node of their own.
func TestCrowdedWarmUp(t *testing.T) {
	var s script
	for i := range 120 {
		ns := int64(10)
		if i < 33 {
			ns = 30
		}
		s.in(PhaseTimestep, 7*ns, func() {
			for k := range 140 {
				s.in(fmt.Sprint("a", min(i, 40)*140+k), ns, func() { s.in("b", ns, nil) })
			}
		})
	}
	sameTable(t, "crowded warm-up", s.trace())
	if r := Summarize(s.trace(), SummaryOptions{}).Regimes; r.WarmUp.Units != 32 {
		t.Errorf("got %+v", r.WarmUp.Units)
	}
}

// A trace whose table of names has time steps, but no time step: iterations are the units.
func TestUnitsWithoutSteps(t *testing.T) {
	var s script
	s.name(PhaseTimestep)
	for range 100 {
		s.in(PhaseIteration, 10, func() { s.in(PhaseSolve, 5, nil) })
	}
	sameTable(t, "no steps", s.trace())
	if r := Summarize(s.trace(), SummaryOptions{}).Regimes; r.Unit != PhaseIteration || r.Cold.Units != 1 || r.Steady.Units != 99 {
		t.Errorf("got %+v", r)
	}
	s = script{}
	s.name(PhaseTimestep)
	s.name(PhaseIteration)
	s.in("other", 5, nil)
	sameTable(t, "no units", s.trace())
}

// What the sums find doubtful has all problems of Check, whatever the events are.
func TestExamineFindsAll(t *testing.T) {
	names := []string{PhaseTimestep, PhaseIteration, PhaseFactor, PhaseLinearSolve, "own", "cudaLaunch"}
	rapid.Check(t, func(t *rapid.T) {
		tr := FromEvents(Header{}, names, make([]Track, 1), rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Event {
			e := Event{Time: rapid.Int64Range(0, 3).Draw(t, "time"), Kind: Kind(rapid.SampledFrom([]int{0, 0, 1, 1, 2, 3, 4, 5, 6, 9}).Draw(t, "kind")), Name: int32(rapid.IntRange(-1, 6).Draw(t, "name"))}
			e.Track, e.Index = int32(rapid.SampledFrom([]int{0, 0, 0, 0, 0, 0, 1, -1}).Draw(t, "track")), rapid.Int64Range(-1, 2).Draw(t, "index")
			return e
		}), 0, 6).Draw(t, "events"))
		tr.Flows, tr.Sorts = 2, []string{"", "", "", "", "", SortAPI}
		_, got := Examine(tr, SummaryOptions{})
		if want := Check(tr); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}
