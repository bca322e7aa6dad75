package phases_test

import (
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
	"github.com/nrkit/nrkit/trace/perfetto"
	"github.com/nrkit/nrkit/xla/phases"
)

// export reads an export of Nsight Systems.
func export(t *testing.T, tables *timelinetest.Tables) *trace.Trace {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.sqlite")
	if err := tables.Write(path); err != nil {
		t.Fatal(err)
	}
	e, err := nsys.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	tr, _, err := timeline.Read(e, timeline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// In an export, the phases have the GPU time of the operations whose names say
// so; the wait for the condition is of the iteration, as long as another follows.
func TestExport(t *testing.T) {
	const steps, iterations = 3, 5
	in := export(t, timelinetest.XLA{Steps: steps, Iterations: iterations, PID: 7}.Tables())
	r := phases.Attribute(in, phases.Table{})
	check(t, "export", in, r.Trace)
	if r.Modules != steps || r.Thunks != steps+4*steps*iterations || r.Phased != r.Thunks {
		t.Errorf("got %+v", r)
	}
	s := trace.Summarize(r.Trace, trace.SummaryOptions{})
	const n = steps * iterations
	copies := int64(timelinetest.XLACopy * (n - steps))
	want := map[string][2]int64{
		"build_system": {n, timelinetest.XLABuild * n},
		"linear_solve": {n, timelinetest.XLASolve * n},
		"convergence":  {n, timelinetest.XLATest * n},
		"nr_iteration": {n, 1650*n + copies},
		"timestep":     {steps, (1650 + timelinetest.XLACopy) * n},
	}
	got := map[string][2]int64{}
	for _, p := range s.Phases {
		if _, ok := want[p.Name]; ok {
			got[p.Name] = [2]int64{p.Count, *p.GPU}
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if s.Steps.Count != steps || s.Iterations.Count != n || s.Histogram[iterations] != steps || s.Device.Unattributed != 0 {
		t.Errorf("got %d steps, %d iterations, %v", s.Steps.Count, s.Iterations.Count, s.Histogram)
	}
	for _, err := range []error{perfetto.Write(io.Discard, r.Trace), chrome.Write(io.Discard, r.Trace)} {
		if err != nil {
			t.Error(err)
		}
	}
}

// What a CUDA graph did is of the time step around its launch, and of no phase.
func TestExportGraph(t *testing.T) {
	r := phases.Attribute(export(t, timelinetest.XLA{Steps: 2, Iterations: 3, PID: 7, Graph: true}.Tables()), phases.Table{})
	if r.Graphs != 2 || len(r.Notes()) != 2 {
		t.Errorf("got %+v, %q", r, r.Notes())
	}
	for _, p := range trace.Summarize(r.Trace, trace.SummaryOptions{}).Phases {
		if p.Name == "linear_solve" && (p.Count != 4 || *p.GPU != 4*timelinetest.XLASolve) || p.Name == "timestep" && *p.GPU != 2*timelinetest.XLAGraph+4*(1650+timelinetest.XLACopy) {
			t.Errorf("got %+v, %d ns", p, *p.GPU)
		}
	}
}

// A capture of nrprof record has such ranges without Nsight Systems, also when
// the program was killed: what was open then stays open.
func TestCapture(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.nrt")
	rec, err := trace.Create(path, trace.Header{Program: "python"}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	th := rec.Thread("main")
	push := func(text string) { th.Begin(rec.Name("TSL:" + text)) }
	push("XlaModule:#prefix=jit(f),hlo_module=jit_f,program_id=1#")
	for range 1000 {
		for _, path := range []string{"nr_build_system/add", "nr_build_system/mul", "nr_linear_solve/dot", "out"} {
			push("Thunk:#name=" + path + ",hlo_op=" + path + "#")
			th.End()
		}
	}
	push("Thunk:#name=nr_build_system/add,hlo_op=last#")
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	in, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	r := phases.Attribute(in, phases.Table{})
	check(t, "capture", in, r.Trace)
	s := trace.Summarize(r.Trace, trace.SummaryOptions{})
	counts := map[string]int64{}
	for _, p := range s.Phases {
		counts[p.Name] = p.Count
	}
	if counts["build_system"] != 1001 || counts["linear_solve"] != 1000 || s.Open != 3 || in.Err() != nil || r.Trace.Err() != nil {
		t.Errorf("got %v, %d open", counts, s.Open)
	}
	total := map[string]int64{}
	for _, p := range s.Phases {
		total[p.Name] = p.Total
	}
	sum := int64(0)
	for _, p := range []string{"add,hlo_op=nr_build_system/add", "mul,hlo_op=nr_build_system/mul"} {
		sum += total["TSL:Thunk:#name=nr_build_system/"+p+"#"]
	}
	if total["build_system"] < sum || sum == 0 {
		t.Errorf("got %d ns in build_system, %d ns in its operations", total["build_system"], sum)
	}
}
