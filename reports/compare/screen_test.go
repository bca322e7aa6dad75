package compare

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

// gpuSide returns n runs of two devices, of which the second is idle twice as long
// as the first. The k-th kernel has so many launches of so many ns. Time steps take
// step ns, 0 for runs without.
func gpuSide(n int, step, idle int64, kernels ...[2]int64) []*compare.Run {
	var runs []*compare.Run
	for i := range int64(n) {
		w := &trace.WorkSummary{Threads: 1}
		for d := range int64(2) {
			ns := idle*(1+d) + i
			w.Devices = append(w.Devices, trace.DeviceWork{Device: int32(d), Span: 1e7, Busy: 1e7 - ns, Kernels: 9e6 - ns, Memory: 1e6, Idle: ns})
		}
		for k, x := range kernels {
			if x[0] > 0 {
				w.Operations = append(w.Operations, trace.WorkTotal{Name: fmt.Sprintf("kernel%02d%s", k, strings.Repeat("_é", 20*(k%3))), Sort: trace.SortKernel, Count: x[0], Total: x[0]*x[1] + i})
			}
		}
		w.Calls = []trace.CallTotal{{Name: "cudaStreamSynchronize", Waits: true, Count: 30, Total: 4 * idle}, {Name: "cuCtxSynchronize", Waits: true, Count: 1, Total: 77}}
		s := &trace.Summary{Program: "sim", Span: 1e7 + i, Work: w}
		if step > 0 {
			phase := func(name string, ns int64) trace.Phase {
				return trace.Phase{Name: name, Count: 10, Mean: float64(ns + i), Total: 10 * ns}
			}
			steady := trace.Regime{Units: 40, Total: 400 * step, Mean: float64(step + i), Phases: []trace.Phase{phase(trace.PhaseTimestep, 10*step), phase(trace.PhaseLinearSolve, 6*step)}}
			s.Ranges, s.RootNS, s.Regimes = 100, 1e7+i, &trace.Regimes{Unit: trace.PhaseTimestep, Steady: steady}
		}
		runs = append(runs, compare.FromSummary(fmt.Sprintf("%d.sqlite", i), s, compare.Mean))
	}
	return runs
}

// many returns twelve kernels of so many launches.
func many(launches int64) [][2]int64 {
	var list [][2]int64
	for k := range int64(12) {
		list = append(list, [2]int64{launches + k, 1000 * (k + 1)})
	}
	return list
}

// TestScreen: one screen, whatever there is to say.
func TestScreen(t *testing.T) {
	for name, c := range map[string]struct{ old, new []*compare.Run }{
		"one_run":   {gpuSide(1, 0, 1e6, many(40)...), gpuSide(1, 0, 2e6, append(many(50), [2]int64{3, 7})...)},
		"gone":      {gpuSide(1, 0, 1e6, [2]int64{5, 100}, [2]int64{1, 50}), gpuSide(1, 0, 1e6, [2]int64{5, 100}, [2]int64{0, 0}, [2]int64{9, 9})},
		"uncaught":  {gpuSide(1, 0, 1e6, [2]int64{5, 100}), gpuSide(1, 0, 1e6)},
		"six_runs":  {gpuSide(6, 1000, 1e6, many(40)...), gpuSide(6, 1200, 1e6, many(40)...)},
		"two_steps": {gpuSide(1, 1000, 1e6, many(40)...), gpuSide(1, 1000, 1e6, many(40)...)},
	} {
		r, err := compare.Compare(c.old, c.new, compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := reports.Text(&text, Screen(r), 100); err != nil {
			t.Fatal(err)
		}
		golden.Equal(t, "screen_"+name+".txt", text.Bytes())
		if n := strings.Count(text.String(), "\n"); n > 45 {
			t.Errorf("%s: got %d lines, want one screen", name, n)
		}
		for line := range strings.Lines(text.String()) {
			if n := utf8.RuneCountInString(line); n > 101 {
				t.Errorf("%s: line of %d columns: %s", name, n-1, line)
			}
		}
	}
}
