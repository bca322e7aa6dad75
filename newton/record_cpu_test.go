package newton

import (
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// Phases of large systems have their CPU time: part of build_system, which
// sleeps now and then, and no more than its time of any other. Those of
// small systems have none, and neither has a sample.
func TestPhaseCPU(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the CPU time of a thread is known on Linux alone")
	}
	for _, c := range []struct {
		n, sample int
		want      bool
	}{{phaseSystem, 1, true}, {phaseSystem, 2, false}, {phaseSystem - 1, 1, false}, {2, 1, false}} {
		path := filepath.Join(t.TempDir(), "run.nrt")
		rec, err := trace.Create(path, trace.Header{Program: "test", Sample: c.sample}, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		runtime.LockOSThread()
		s := &sleepy{wide: wide{n: c.n, drive: func(float64) float64 { return 1 }, slope: func(float64) float64 { return 1 }}}
		e := New(s, Options{})
		e.Record(rec, rec.Thread("solver"), c.sample)
		if err := e.Transient(t.Context(), Span{Step: 1e-2, Stop: 1, UIC: true}); err != nil {
			t.Fatal(err)
		}
		runtime.UnlockOSThread()
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
		tr, err := trace.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		sum := trace.Summarize(tr, trace.SummaryOptions{})
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		checkPhaseCPU(t, sum, c.want)
	}
}

func checkPhaseCPU(t *testing.T, sum *trace.Summary, want bool) {
	t.Helper()
	found := map[string]trace.Phase{}
	for _, p := range sum.Paths {
		found[p.Name] = p
	}
	for _, name := range []string{trace.PhasePredict, trace.PhaseIteration, trace.PhaseBuildSystem, trace.PhaseLinearSolve,
		trace.PhaseRefactor, trace.PhaseSolve, trace.PhaseConvergence, trace.PhaseLTE} {
		p := found[name]
		if p.Count == 0 || (p.CPU != nil) != want {
			t.Errorf("%s, %d ranges: got CPU time %v, want one: %t", name, p.Count, p.CPU, want)
		} else if want && (*p.CPU < 0 || *p.CPU > p.Total) {
			t.Errorf("%s: got %d ns of CPU time of %d ns", name, *p.CPU, p.Total)
		}
	}
	if b := found[trace.PhaseBuildSystem]; want && b.CPU != nil && (time.Duration(*b.CPU) < time.Millisecond || time.Duration(b.Total-*b.CPU) < 10*time.Millisecond) {
		t.Errorf("build_system: got %d ns of CPU time of %d ns, want both", *b.CPU, b.Total)
	}
}
