package simulate

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/trace"
)

// recorded runs a circuit under a recorder and returns the report and the capture.
func recorded(t *testing.T, name string, cfg Config) (*Report, *trace.Trace) {
	t.Helper()
	c, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name+".nrt")
	cfg.Recorder, err = trace.Create(path, trace.Header{Program: "test", Sample: cfg.Sample}, trace.Options{Chunks: 64})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := Run(context.Background(), c, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := cfg.Recorder.Close(); err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tr.Close(); err != nil {
			t.Error(err)
		}
	})
	return rep, tr
}

// The ranges of a capture are as many as the counts say, whether iterations are
// recorded at once (ring) or phase by phase (mul4).
func TestRangesMatchCounts(t *testing.T) {
	for _, name := range []string{"ring", "mul4"} {
		rep, tr := recorded(t, name, Config{Steps: 300})
		if rep.Stop != StopSteps || rep.Counts.Accepted != 301 {
			t.Errorf("%s: got stop %q after %d points, want %q after 301", name, rep.Stop, rep.Counts.Accepted, StopSteps)
		}
		if p := trace.Check(tr); len(p) > 0 {
			t.Errorf("%s: got problems %v", name, p)
		}
		n := rep.Counts
		steps := n.Accepted - 1 + n.RejectedLTE + n.RejectedNR
		want := map[string]int64{
			trace.PhaseTransient: 1, trace.PhaseTimestep: steps, trace.PhasePredict: steps,
			trace.PhaseIteration: n.Iterations, trace.PhaseBuildSystem: n.Iterations, trace.PhaseLinearSolve: n.Iterations,
			trace.PhaseSolve: n.Solves, trace.PhaseConvergence: n.Iterations, trace.PhaseOutput: 0,
		}
		if name == "ring" {
			want[trace.PhaseRefactor], want[trace.PhaseFactor] = n.Refactors, n.Factors
		} else { // refactorisations that failed have their time
			want[trace.PhaseRefactor], want[trace.PhaseFactor] = n.Refactors+n.PivotFailures, n.Factors
		}
		got := map[string]int64{}
		for _, p := range trace.Summarize(tr, trace.SummaryOptions{}).Phases {
			got[p.Name] = p.Count
		}
		for phase, w := range want {
			if got[phase] != w {
				t.Errorf("%s: got %d ranges of %s, want %d", name, got[phase], phase, w)
			}
		}
	}
}

// The calls of a sampled run are those of one that is timed throughout, and
// neither knows them by estimate.
func TestSampledCalls(t *testing.T) {
	for _, name := range []string{"ring", "mul"} {
		calls := func(sample int) map[string]int64 {
			_, tr := recorded(t, name, Config{Steps: 1000, Sample: sample, Waveform: io.Discard})
			n := map[string]int64{}
			for _, p := range trace.Summarize(tr, trace.SummaryOptions{}).Phases {
				if p.CountEstimated {
					t.Errorf("%s, 1 of %d: the count of %s is an estimate", name, sample, p.Name)
				}
				n[p.Name] = p.Count
			}
			delete(n, trace.PhaseRecording)
			return n
		}
		want, got := calls(1), calls(8)
		for phase, n := range want {
			if got[phase] != n {
				t.Errorf("%s: got %d calls of %s where 1 of 8 steps is timed, want %d", name, got[phase], phase, n)
			}
		}
	}
}

// A sampled run times about one step of each block, and its totals are scaled to
// the exact counts.
func TestSampled(t *testing.T) {
	rep, tr := recorded(t, "ring", Config{Steps: 6400, Sample: 64})
	s := trace.Summarize(tr, trace.SummaryOptions{})
	if s.Steps == nil || s.Steps.Timed < 100 || s.Steps.Timed > 102 || s.Steps.Count != 6400 {
		t.Fatalf("got %+v, want 100 or 101 of 6400 steps timed", s.Steps)
	}
	for _, p := range s.Phases {
		if p.Name != trace.PhaseTimestep {
			continue
		}
		if p.Count != 6400 || !p.Estimated || p.CountEstimated {
			t.Errorf("got %+v, want an estimate for 6400 steps", p)
		}
		if p.Total > 2*rep.Elapsed {
			t.Errorf("got %d ns in steps of %d in all", p.Total, rep.Elapsed)
		}
	}
}

// .ic holds nodes for a transient, not for an operating point.
func TestInitialConditions(t *testing.T) {
	const text = "t\nv1 a 0 1\nr1 a b 1k\nc1 b 0 1u\n.ic v(b)=0.25\n.op\n.tran 1u 10u\n.end\n"
	c := deck(t, text)
	b, _ := c.unknown("v(b)")
	rep, err := Run(context.Background(), c, Config{OP: true})
	if err != nil {
		t.Fatal(err)
	}
	if v := rep.Solution[b].Value; math.Abs(v-1) > 1e-6 {
		t.Errorf("operating point: got v(b)=%g, want 1", v)
	}
	var wave bytes.Buffer
	if _, err := Run(context.Background(), c, Config{Waveform: &wave}); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(wave.String()), "\n")
	if rows[0] != "time,v(a),v(b),i(v1)" || !strings.HasPrefix(rows[1], "0,1,0.25") {
		t.Errorf("got header %q and first point %q, want v(b)=0.25 at time 0", rows[0], rows[1])
	}
	// 0.25 towards 1 with 1 ms, for 10 µs.
	var last float64
	if _, err := fmt.Sscan(strings.Split(rows[len(rows)-1], ",")[2], &last); err != nil {
		t.Fatal(err)
	}
	if want := 1 - 0.75*math.Exp(-0.01); math.Abs(last-want) > 1e-5 {
		t.Errorf("got v(b)=%g at the end, want %g", last, want)
	}
}

func TestSelection(t *testing.T) {
	s, err := ParseSelection("2, 5-7")
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range map[int64]bool{1: false, 2: true, 3: false, 5: true, 7: true, 8: false} {
		if s.Has(k) != want {
			t.Errorf("got %v for %d", s.Has(k), k)
		}
	}
	if s.Last() != 7 {
		t.Errorf("got last %d, want 7", s.Last())
	}
	for _, bad := range []string{"", "0", "3-2", "a", "1-", "-1", "1,,2"} {
		if _, err := ParseSelection(bad); err == nil {
			t.Errorf("%q: got no error", bad)
		}
	}
}

// Captured Jacobians are those that a dump writes, with their right-hand sides.
func TestCaptureAndDump(t *testing.T) {
	sel, err := ParseSelection("3-4,9")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Load("ring")
	if err != nil {
		t.Fatal(err)
	}
	list, err := Capture(context.Background(), c, Config{}, sel)
	if err != nil || len(list) != 3 {
		t.Fatalf("got %d Jacobians and %v, want 3", len(list), err)
	}
	dir := t.TempDir()
	if _, err := Run(context.Background(), c, Config{Steps: 10, Watch: Dump(dir, c, sel)}); err != nil {
		t.Fatal(err)
	}
	for _, j := range list {
		f, err := sparseio.Open(filepath.Join(dir, j.Name+".mtx"), sparseio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !f.Matrix.Pattern.Equal(c.System.Pattern()) || !slices.Equal(f.Matrix.Values, j.Matrix.Values) {
			t.Errorf("%s: the file has another matrix", j.Name)
		}
		r, err := sparseio.Open(filepath.Join(dir, j.Name+"_b.mtx"), sparseio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Matrix.Pattern.Rows != c.System.Size() || r.Matrix.Pattern.Cols != 1 {
			t.Errorf("%s: got a right-hand side of %d × %d", j.Name, r.Matrix.Pattern.Rows, r.Matrix.Pattern.Cols)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 15 {
		t.Errorf("got %d files and %v, want 15", len(files), err)
	}
	if _, err := Capture(context.Background(), c, Config{Steps: 2}, Selection{ranges: [][2]int64{{900, 900}}}); err == nil {
		t.Error("iterations that are not reached: got no error")
	}
}

// A step that is recorded at once has the events that it has phase by phase, in
// the same order, with the same numbers and values.
func TestStepsAtOnce(t *testing.T) {
	type event struct {
		kind  trace.Kind
		name  string
		index int64
		value float64
	}
	events := func(cfg Config) []event {
		_, tr := recorded(t, "mul", cfg)
		var list []event
		transient := false
		for e := range tr.Events() {
			name := tr.Names[e.Name]
			transient = transient || name == trace.PhaseTransient
			if name == trace.PhaseRecording || name == trace.ArgCPU { // as the machine pleases
				continue
			}
			if transient { // before, refactorisations that fail are told only phase by phase
				list = append(list, event{e.Kind, name, e.Index, e.Value})
			}
		}
		return list
	}
	watch := func(newton.Iteration) error { return nil }
	same := func(at, phases []event) {
		if len(at) != len(phases) {
			t.Fatalf("got %d events at once, %d phase by phase", len(at), len(phases))
		}
		for k := range at {
			if at[k] != phases[k] {
				t.Fatalf("event %d: got %+v at once, %+v phase by phase", k, at[k], phases[k])
			}
		}
	}
	same(events(Config{Steps: 500, Waveform: io.Discard}), events(Config{Steps: 500, Waveform: io.Discard, Watch: watch}))
	at := events(Config{Steps: 3000})
	same(at, events(Config{Steps: 3000, Watch: watch}))
	rejected, longest := 0, int64(0)
	for k := range at {
		switch {
		case at[k].kind == trace.Arg && at[k].name == "rejected":
			rejected++
		case at[k].kind == trace.Begin && at[k].name == trace.PhaseIteration:
			longest = max(longest, at[k].index)
		}
	}
	if rejected == 0 || longest <= 4 {
		t.Errorf("got %d rejected steps and %d iterations at most, want some and more than are recorded at once", rejected, longest)
	}
}
