package run

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

// script makes the events of a solver on one track, with durations in µs.
type script struct {
	names  []string
	events []trace.Event
	now    int64
}

func (s *script) name(name string) int32 {
	if k := slices.Index(s.names, name); k >= 0 {
		return int32(k)
	}
	s.names = append(s.names, name)
	return int32(len(s.names) - 1)
}

func (s *script) in(name string, inside func()) {
	id := s.name(name)
	s.events = append(s.events, trace.Event{Kind: trace.Begin, Name: id, Time: s.now, Index: trace.NoIndex})
	inside()
	s.events = append(s.events, trace.Event{Kind: trace.End, Name: id, Time: s.now})
}

func (s *script) phase(name string, us int64) { s.in(name, func() { s.now += 1000 * us }) }

func (s *script) iteration(anew bool) {
	s.in(trace.PhaseIteration, func() {
		s.phase(trace.PhaseBuildSystem, 600)
		s.in(trace.PhaseLinearSolve, func() {
			if anew {
				s.phase(trace.PhaseFactor, 2000)
			} else {
				s.phase(trace.PhaseRefactor, 240)
			}
			s.phase(trace.PhaseSolve, 40)
		})
		s.phase(trace.PhaseConvergence, 20)
	})
}

// stepsTrace returns a transient of so many time steps, of which every third
// took three iterations, and the others two; one of sample is in the trace.
func stepsTrace(steps, sample int) *trace.Trace {
	var s script
	s.in(trace.PhaseTransient, func() {
		for k := range steps {
			if k%sample == 0 {
				s.in(trace.PhaseTimestep, func() {
					s.phase(trace.PhasePredict, 10)
					s.iteration(k == 0)
					s.iteration(false)
					if k%3 == 2 {
						s.iteration(false)
					}
					s.phase(trace.PhaseLTE, 25)
					s.now += 5000 // in no phase
				})
			} else {
				s.now += 1_950_000 // an untimed step is faster than a timed one
			}
		}
	})
	h := trace.Header{Program: "nrprof run demo", Sample: sample, TimerNS: 50}
	t := trace.FromEvents(h, s.names, []trace.Track{{Process: 1, Thread: 1, Device: -1, Name: "solver"}}, s.events)
	t.Counts = trace.Counts{Number: map[string]int64{trace.CountTimesteps: int64(steps)}}
	return t
}

// demo is a run whose figures are all given.
func demo(phases *trace.Summary) *simulate.Report {
	return &simulate.Report{
		Schema:   "run/v1",
		Circuit:  simulate.Info{Name: "demo", Title: "a demonstration", Unknowns: 5156, Nodes: 5122, Branches: 34, Devices: 10178, NNZ: 45254},
		Analysis: simulate.Analysis{Kind: "tran", Step: 2e-12, End: 2e-9, UIC: true, Method: "trap", Ordering: "btf+amd", Reached: 2e-9},
		Stop:     simulate.StopEnd,
		Counts: simulate.Counts{Accepted: 61, RejectedLTE: 2, RejectedNR: 1, Iterations: 160, WastedLTE: 5, WastedNR: 10,
			LimiterBlocked: 3, ResidualBlocked: 1, Loads: 161, Factors: 1, Refactors: 159, Solves: 160, PivotFailures: 2},
		PerStep: []int64{0, 0, 40, 19, 0, 1},
		Blocked: []simulate.Blocked{{Unknown: "vdd#branch", Count: 16}, {Unknown: "out", Count: 8}},
		Linear:  &simulate.Linear{Blocks: 69, NNZL: 37717, NNZU: 37717, NNZLU: 85960, FillRatio: 1.9, Flops: 1276387},
		Models: []simulate.Model{{Name: "linear part", Timed: 10, PerLoad: 18e3}, {Name: "resistor", Devices: 32, Timed: 10, PerLoad: 2e3, Each: 62.5},
			{Name: "nch", Devices: 5056, Timed: 10, PerLoad: 300e3, Each: 59}, {Name: "pch", Devices: 5056, Timed: 10, PerLoad: 270e3, Each: 53},
			{Name: "source", Devices: 34, Timed: 10, PerLoad: 2e3, Each: 58}},
		Elapsed: 100_000_000, Phases: phases, Warnings: []string{},
	}
}

func summary(t *trace.Trace) *trace.Summary {
	return trace.Summarize(t, trace.SummaryOptions{Source: "demo.nrt"})
}

// runs are reports that take different ways.
func runs() map[string]*simulate.Report {
	op := demo(summary(stepsTrace(60, 1)))
	op.Analysis = simulate.Analysis{Kind: "op", Method: "trap", Ordering: "amd"}
	op.PerStep, op.Elapsed = nil, 0
	op.Counts = simulate.Counts{Iterations: 9, OPIterations: 9, GminSteps: 3}
	op.Solution = []simulate.Value{{Name: "out", Value: 1.25}, {Name: "vdd#branch", Value: -1e-3}}
	failed := demo(nil)
	failed.Stop, failed.Analysis.Reached = simulate.StopFailed, 1.5e-10
	failed.Warnings = []string{"node x floats"}
	for k := range failed.Models {
		failed.Models[k].PerLoad = 0
	}
	cut := demo(summary(stepsTrace(8, 1)))
	cut.Stop = simulate.StopInterrupted
	return map[string]*simulate.Report{"full": demo(summary(stepsTrace(60, 1))), "sampled": demo(summary(stepsTrace(6400, 64))),
		"op": op, "failed": failed, "interrupted": cut, "nothing": {Circuit: simulate.Info{Name: "x"}, Stop: simulate.StopFailed}}
}

func plain(t *testing.T, d *reports.Document, width int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := reports.Text(&b, d, width); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRunReports(t *testing.T) {
	for name, rep := range runs() {
		got := plain(t, Report(rep, Verdict(rep)), 80)
		golden.Equal(t, "run/"+name+".txt", got)
		if lines := bytes.Count(got, []byte("\n")); lines > 52 {
			t.Errorf("%s: %d lines are more than a screen", name, lines)
		}
		for line := range strings.Lines(string(got)) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s: %d columns in %q", name, n, line)
			}
		}
		var md bytes.Buffer
		if err := reports.Markdown(&md, Report(rep, Verdict(rep))); err != nil || strings.Contains(md.String(), "%!") {
			t.Errorf("%s: %v, %s", name, err, md.String())
		}
	}
}

func TestPhasesReports(t *testing.T) {
	for name, tr := range map[string]*trace.Trace{"full": stepsTrace(60, 1), "sampled": stepsTrace(6400, 64),
		"empty": trace.FromEvents(trace.Header{}, nil, nil, nil)} {
		golden.Equal(t, "phases/"+name+".txt", plain(t, Phases(summary(tr)), 80))
	}
}

// Of a trace of thousands of names the heavy ones are shown, by time and by the
// time of GPUs, and how many are not.
func TestPhasesOfManyNames(t *testing.T) {
	gpu := int64(90)
	s := &trace.Summary{RootNS: 1e6, Ranges: 5000, Device: &trace.DeviceSummary{Work: 1, NS: 100}}
	for k := range 5000 {
		name := fmt.Sprintf("op %d", k)
		s.Paths = append(s.Paths, trace.Phase{Name: name, Path: name, Count: 1, Total: int64(k), Share: float64(k) / 1e6})
	}
	s.Paths[7].GPU = &gpu
	text := string(plain(t, Phases(s), 200))
	if n := strings.Count(text, "\n  op "); n != maxRows {
		t.Errorf("%d rows, want %d", n, maxRows)
	}
	for _, want := range []string{"op 7 ", "op 4901 ", "op 4999 ", "Not listed: 4,900 rows below "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "op 4900 ") {
		t.Errorf("op 4900 is shown")
	}
}

// The bounds are those of Amdahl's law: with a part gone, the rest remains.
func TestBound(t *testing.T) {
	for share, want := range map[float64]string{0: "1.00×", 0.5: "2.00×", 0.87: "7.69×", 0.13: "1.15×", 0.9995: "2,000×", 1: "1,000,000×"} {
		if got := (estimate{Phase: trace.Phase{Share: share}}).bound(); got != want {
			t.Errorf("share %v: want %s, got %s", share, want, got)
		}
	}
	s := &trace.Summary{RootNS: 100, Phases: []trace.Phase{{Name: trace.PhaseBuildSystem, Total: 87, Share: 0.87},
		{Name: trace.PhaseLinearSolve, Total: 10, Share: 0.1}}}
	want := "Device evaluation takes 87 % of the time, the linear solver 10 %. By Amdahl's law, a faster linear solver speeds the run up by at most 1.11×, faster evaluation by at most 7.69×."
	if got := sharesSentence(s); got != want {
		t.Errorf("want %q\n got %q", want, got)
	}
}

// Of a sample the verdict says how sure its shares are, and bounds as far as they
// are; it bounds nothing where the shares are open, and has no shares of one step.
func TestBoundOfSample(t *testing.T) {
	const shares = "Device evaluation takes 60 % of the time, the linear solver 20 %"
	const open = ". With 1 of 64 time steps timed, the shares are too uncertain to bound the gain of a faster solver or evaluation; use --sample 1/8 to time more steps."
	for _, c := range []struct {
		build, solve float64
		timed        int64
		want         string
	}{
		{5, 2.5, 100, "Device evaluation takes 60 % ± 5 % of the time, the linear solver 20 % ± 2.5 % (± standard error). " +
			"By Amdahl's law, a faster linear solver speeds the run up by at most 1.18× to 1.33×, faster evaluation by at most 2.00× to 3.33×."},
		{12.5, 20, 100, "Device evaluation takes 60 % ± 12.5 % of the time, the linear solver 20 % ± 20 %" + open},
		{13, 1, 100, "Device evaluation takes 60 % ± 13 % of the time, the linear solver 20 % ± 1 %" + open},
		{0, 0, 3, shares + ". By Amdahl's law, a faster linear solver speeds the run up by at most 1.25×, faster evaluation by at most 2.50×."},
	} {
		s := &trace.Summary{RootNS: 100, Sample: 64, Steps: &trace.Unit{Count: 6400, Timed: c.timed}, Phases: []trace.Phase{
			{Name: trace.PhaseBuildSystem, Total: 60, Share: 0.6, Estimated: true, ShareError: c.build / 100},
			{Name: trace.PhaseLinearSolve, Total: 20, Share: 0.2, Estimated: true, ShareError: c.solve / 100}}}
		want := fmt.Sprintf("%s Caveat: estimated from %d of 6,400 time steps.", c.want, c.timed)
		if got := sharesSentence(s); got != want {
			t.Errorf("want %q\n got %q", want, got)
		}
	}
	for _, c := range []struct {
		timed, count int64
		want         string
	}{
		{1, 6, "Only 1 of 6 time steps was timed: too few to say which share of the time each phase takes; use --sample 1 to time all steps."},
		{2, 6400, "Only 2 of 6,400 time steps were timed: too few to say which share of the time each phase takes; use --sample 1/8 to time more steps."},
	} {
		s := &trace.Summary{RootNS: 100, Sample: 64, Steps: &trace.Unit{Count: c.count, Timed: c.timed}, Phases: []trace.Phase{
			{Name: trace.PhaseBuildSystem, Total: 1, Share: 0.01}, {Name: trace.PhaseLinearSolve, Total: 5, Share: 0.05}}}
		if got := sharesSentence(s); got != c.want {
			t.Errorf("want %q\n got %q", c.want, got)
		}
	}
	e := estimate{trace.Phase{Share: 0.8, Estimated: true, ShareError: 0.12}}
	if got := e.bound(); got != "2.27× or more" {
		t.Errorf("got %q of a share that may be all", got)
	}
}

func TestHistogram(t *testing.T) {
	table := reports.Facts()
	histogram(table, []int64{0, 1, 80, 40, 3, 2, 1, 1, 1})
	var got []string
	for _, row := range table.Rows {
		got = append(got, row[0]+": "+row[1])
	}
	want := []string{"1 iteration: ▎ 1 step, 0.78 %", "2 iterations: " + strings.Repeat("█", 24) + " 80 steps, 62.0 %",
		"3 iterations: " + strings.Repeat("█", 12) + " 40 steps, 31.0 %", "4 iterations: ▉ 3 steps, 2.3 %",
		"5 iterations: ▋ 2 steps, 1.6 %", "6 or more: ▉ 3 steps, 2.3 %"}
	if !slices.Equal(got, want) {
		t.Errorf("want %q\n got %q", want, got)
	}
}

func TestSeconds(t *testing.T) {
	for x, want := range map[float64]string{0: "0 s", 2e-9: "2 ns", 1: "1 s", 5e-3: "5 ms", 1.25e-10: "125 ps", 1e-15: "1 fs", 3600: "3,600 s", 9.999e-10: "1 ns"} {
		if got := seconds(x); got != want {
			t.Errorf("%g: want %s, got %s", x, want, got)
		}
	}
}

// Where the run factored anew more often than not, that is what is compared.
func TestLinearSentence(t *testing.T) {
	rep := func(factors, refactors int64) *simulate.Report {
		s := &trace.Summary{Regimes: &trace.Regimes{Steady: trace.Regime{Phases: []trace.Phase{
			{Name: trace.PhaseFactor, Count: factors, Total: 1, Median: 3000}, {Name: trace.PhaseRefactor, Count: refactors, Total: 1, Median: 500},
			{Name: trace.PhaseSolve, Count: 9, Total: 1, Median: 100}}}}}
		return &simulate.Report{Phases: s, Linear: &simulate.Linear{Flops: 6000}}
	}
	for want, r := range map[string]*simulate.Report{
		"A refactorisation costs 5.00 solves and runs at 12.0 Gflop/s (medians).": rep(2, 7),
		"A factorisation costs 30.0 solves and runs at 2.00 Gflop/s (medians).":   rep(7, 2),
		"": {},
	} {
		if got := linearSentence(r); got != want {
			t.Errorf("want %q, got %q", want, got)
		}
	}
}

// Evaluations that are slower since their models are timed are told of.
func TestModelsNote(t *testing.T) {
	s := &trace.Summary{Phases: []trace.Phase{{Name: trace.PhaseBuildSystem, Total: 1, Mean: 200}}}
	for _, c := range []struct {
		timed int64
		all   float64
		want  string
	}{
		{0, 0, ""}, {2, 240, ""}, {2, 100, ""},
		{2, 900, "From 2 of 900 evaluations, in which the clock was read at each model. These evaluations took 4.50 times as long as the others, so the times are too large and the shares approximate."},
	} {
		rep := &simulate.Report{Phases: s, Counts: simulate.Counts{Loads: 900}, Models: []simulate.Model{{Timed: c.timed}}}
		if got := modelsNote(rep, c.all); got != c.want {
			t.Errorf("%d timed: want %q, got %q", c.timed, c.want, got)
		}
	}
}

// The verdict names --sample only where it would help.
func TestTimerSentence(t *testing.T) {
	for _, c := range []struct {
		kind   string
		sample int
		cost   int64
		want   string
	}{
		{"tran", 1, 4, ""}, {"tran", 1, 20, "Timing took up to 20 % of the time; --sample 1/64 reduces this overhead."},
		{"tran", 64, 20, "Timing took up to 20 % of the time."}, {"op", 1, 20, "Timing took up to 20 % of the time."},
	} {
		rep := &simulate.Report{Analysis: simulate.Analysis{Kind: c.kind}, Phases: &trace.Summary{RootNS: 100, TimerCost: c.cost, Sample: c.sample}}
		if got := timerSentence(rep); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}
