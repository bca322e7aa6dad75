package export_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/benchfmt"
	"github.com/nrkit/nrkit/trace/pprof"
)

// sampledTrace is an operating point and a transient of 1 + 6400 steps of two or
// three iterations, of which the first and about 1 of 64 others are timed, which
// makes them slower, and of these one of every loses the processor for 3 ms within
// its device evaluation. The program counted its iterations and evaluations.
func sampledTrace(every int) *trace.Trace {
	names := []string{trace.PhaseTransient, trace.PhaseTimestep, trace.PhaseIteration, trace.PhaseBuildSystem, trace.PhaseLinearSolve,
		trace.PhaseOperatingPoint, trace.ArgCPU, trace.PhaseRecording}
	rng := rand.New(rand.NewPCG(1, 12))
	var events []trace.Event
	now, off := int64(0), int64(0)
	add := func(kind trace.Kind, name int32, value float64) {
		events = append(events, trace.Event{Kind: kind, Name: name, Time: now, Value: value, Index: trace.NoIndex})
	}
	leaf := func(name int32, ns int64) {
		add(trace.Begin, name, 0)
		now += ns
		add(trace.End, name, 0)
	}
	iterations, timed := int64(0), 0
	iteration := func(slow, lost int64) {
		iterations++
		add(trace.Begin, 2, 0)
		leaf(3, slow+1000+rng.Int64N(300)+lost)
		leaf(4, 2*slow+400+rng.Int64N(60))
		now += 50
		add(trace.End, 2, 0)
	}
	add(trace.Begin, 5, 0)
	for range 9 {
		iteration(0, 0)
	}
	add(trace.End, 5, 0)
	add(trace.Begin, 0, 0)
	start := now
	for i := range 6401 {
		its := 2 + rng.IntN(2)
		if i > 0 && rng.IntN(64) > 0 {
			for range its {
				iterations++
				now += 1500 + rng.Int64N(360)
			}
			if rng.IntN(100) == 0 { // steps that are not timed lose the processor, too
				now, off = now+1e6, off+1e6
			}
			continue
		}
		add(trace.Begin, 1, 0)
		from, lost := now, int64(0)
		if timed++; timed%every == 0 {
			lost = 3e6
		}
		for k := range its {
			iteration(60, lost)
			lost *= int64(k) // 0: it is lost once
		}
		if timed%every == 0 {
			off += 3e6
			add(trace.Arg, 6, float64(now-from-3e6))
		}
		add(trace.End, 1, 0)
	}
	add(trace.Arg, 6, float64(now-start-off))
	add(trace.End, 0, 0)
	tr := trace.FromEvents(trace.Header{Sample: 64}, names, []trace.Track{{Process: 1, Thread: 1, Device: -1}}, events)
	tr.Counts.Number = map[string]int64{trace.CountTimesteps: 6401, trace.CountIterations: iterations}
	tr.Counts.Table = map[string][]trace.Row{trace.TableCalls: {{Name: trace.PhaseBuildSystem, Count: iterations}}}
	return tr
}

// All views of a sampled capture have the same figures of a phase: the sums of a
// profile are the totals and the calls of the table, and results in the format of
// Go benchmarks are those of timed steps by the factors of the table.
func TestViewsAgree(t *testing.T) {
	tr := sampledTrace(20)
	s := trace.Summarize(tr, trace.SummaryOptions{})
	agreeWithProfile(t, tr, s)
	for _, p := range s.Phases {
		if math.Abs(p.Mean*float64(p.Count)-float64(p.Total)) > 1e-6*float64(p.Total) {
			t.Errorf("%s: %d calls of %g ns are no %d", p.Name, p.Count, p.Mean, p.Total)
		}
		if want := p.Name == trace.PhaseLinearSolve; p.CountEstimated != want {
			t.Errorf("%s: estimated count %t, want %t", p.Name, p.CountEstimated, want)
		}
	}
	if s.PreemptedSteps == 0 || s.Regimes.Preempted == nil || s.Regimes.Preempted.Units != s.PreemptedSteps || s.PreemptedNS != 3e6*s.PreemptedSteps {
		t.Errorf("got %d steps that lost the processor for %d ns, want 3 ms each", s.PreemptedSteps, s.PreemptedNS)
	}
	// 1210 and 550 ns of 1810 in iterations that are timed; with the 3 ms that
	// preempted steps lost in it, build_system would have 0.96 of the time.
	for name, want := range map[string][2]float64{trace.PhaseBuildSystem: {0.66, 0.678}, trace.PhaseLinearSolve: {0.296, 0.312}} {
		for _, p := range s.Phases {
			if p.Name == name && (p.Share < want[0] || p.Share > want[1] || p.ShareError <= 0 || p.ShareError > 0.05) {
				t.Errorf("%s: got a share of %g ± %g, want one in %v", name, p.Share, p.ShareError, want)
			}
		}
	}
	if x := s.Inflation; x < 1.04 || x > 1.12 {
		t.Errorf("got inflation %g, want 1.08: what others took of the processor is not in it", x)
	}
	agreeWithBenchmarks(t, tr, s)
}

// All views agree as well where each timed step lost the processor, so that these
// stand for the others.
func TestViewsAgreeWherePreempted(t *testing.T) {
	tr := sampledTrace(1)
	s := trace.Summarize(tr, trace.SummaryOptions{})
	if s.Regimes == nil || s.Regimes.Preempted == nil || s.Regimes.Preempted.Units != s.Steps.Timed-1 {
		t.Fatalf("got regimes %+v, want each step but the first preempted", s.Regimes)
	}
	agreeWithProfile(t, tr, s)
	agreeWithBenchmarks(t, tr, s)
}

// agreeWithProfile compares the sums of the profile of tr with the table of phases.
func agreeWithProfile(t *testing.T, tr *trace.Trace, s *trace.Summary) {
	t.Helper()
	totals, calls := profileSums(t, tr)
	for _, p := range s.Phases {
		if d := math.Abs(float64(totals[p.Name] - p.Total)); d > 20 {
			t.Errorf("%s: got %d ns in the profile, %d in the table", p.Name, totals[p.Name], p.Total)
		}
		if d := math.Abs(float64(calls[p.Name] - p.Count)); d > 2 {
			t.Errorf("%s: got %d calls in the profile, %d in the table", p.Name, calls[p.Name], p.Count)
		}
	}
}

// profileSums returns wall and calls by function of the profile of tr: wall of
// stacks that have it, calls of those that end in it.
func profileSums(t *testing.T, tr *trace.Trace) (wall, calls map[string]int64) {
	t.Helper()
	var b bytes.Buffer
	if err := pprof.Write(&b, tr); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	wall, calls = map[string]int64{}, map[string]int64{}
	for _, sample := range p.Sample {
		for i, l := range sample.Location {
			name := l.Line[0].Function.Name
			wall[name] += sample.Value[1]
			if i == 0 {
				calls[name] += sample.Value[0]
			}
		}
	}
	return wall, calls
}

// agreeWithBenchmarks compares the mean of the calls in steps: after the first
// tenth of the steps, which the format leaves out, they are like the others.
func agreeWithBenchmarks(t *testing.T, tr *trace.Trace, s *trace.Summary) {
	t.Helper()
	var b bytes.Buffer
	if err := benchfmt.Write(&b, tr); err != nil {
		t.Fatal(err)
	}
	ns, calls := map[string]float64{}, map[string]float64{}
	for line := range strings.Lines(b.String()) {
		f := strings.Fields(line)
		if len(f) < 4 || !strings.HasPrefix(f[0], "BenchmarkPhase/") {
			continue
		}
		name := strings.TrimPrefix(f[0], "BenchmarkPhase/phase=")
		n, _ := strconv.ParseFloat(f[1], 64)
		x, err := strconv.ParseFloat(f[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		ns[name] += n * x
		calls[name] += n
	}
	for _, p := range s.Phases {
		if p.Name != trace.PhaseTimestep {
			continue
		}
		if got := ns[p.Name] / calls[p.Name]; math.Abs(got/p.Mean-1) > 0.02 {
			t.Errorf("%s: got %g ns/op, want the mean of the table, %g", p.Name, got, p.Mean)
		}
	}
}
