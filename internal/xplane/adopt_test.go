package xplane_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/xplanetest"
	"github.com/nrkit/nrkit/internal/xplane"
	"github.com/nrkit/nrkit/trace"
)

// Where calls do not say for which operation they are, and lie on a line whose id
// is that of no thread, as with HIP, phases are those of the kernels' own paths.
func TestPathsOfKernels(t *testing.T) {
	const n = 40
	s := xplanetest.Newton{Iterations: n, Start: start, Path: "jit(f)/jit(main)/while/body/nr_iteration"}.Space()
	calls := s.Planes[3].Lines[0]
	calls.ID, calls.Name = 4711, "Host Threads/4711"
	for i := range calls.Events {
		calls.Events[i].Stats = calls.Events[i].Stats[:2] // correlation_id, device_id
	}
	tr, _ := read(t, s)
	sum := trace.Summarize(tr, trace.SummaryOptions{})
	want := map[string]int64{"nr_iteration": 8700 * n, "build_system": 3000 * n, "linear_solve": 5000 * n, "convergence": 700 * n}
	for _, p := range sum.Phases {
		if p.Count != n || *p.GPU != want[p.Name] {
			t.Errorf("%s: got %d times, %d ns, want %d, %d", p.Name, p.Count, *p.GPU, n, want[p.Name])
		}
		delete(want, p.Name)
	}
	if len(want) > 0 {
		t.Errorf("no %v", want)
	}
}

// Calls on a line of their own are those of Python where each lies in a range of
// it that none begins or ends in; else they stay, and their share is told.
func TestAdopt(t *testing.T) {
	host := func(name string, from, to int64) xplanetest.Event {
		return xplanetest.Event{Name: name, Offset: from * 1000, Duration: (to - from) * 1000}
	}
	launch := func(id uint64, from, to int64) xplanetest.Event {
		e := host("hipModuleLaunchKernel", from, to)
		e.Stats = xplanetest.Stats("correlation_id", id)
		return e
	}
	kernel := func(id uint64, from, ns int64) xplanetest.Event {
		return xplanetest.Event{Name: "k", Offset: from * 1000, Duration: ns * 1000, Stats: xplanetest.Stats("correlation_id", id)}
	}
	line := func(id int64, name string, events ...xplanetest.Event) *xplanetest.Line {
		return &xplanetest.Line{ID: id, Name: name, Events: events}
	}
	python := func(id int64) *xplanetest.Line {
		return line(id, "python", host("step", 0, 100), host("solve", 20, 60))
	}
	gpu := []xplanetest.Event{kernel(1, 30, 300), kernel(2, 400, 100)}
	const alone = "1 of 2 device operations, 25.0 % of their time, are launched by threads without ranges (Host Threads/5): they count for no phase"
	for name, c := range map[string]struct {
		lines       []*xplanetest.Line
		step, solve int64 // ns on the GPU
		warning     string
	}{
		"both within":      {[]*xplanetest.Line{line(4, "Host Threads/4", launch(1, 22, 30), launch(2, 70, 80)), python(1 << 40)}, 400, 300, "assigned to the Python thread by time: each lies inside a Python range, and no Python range begins or ends during the call (Host Threads/4: 2 calls)"},
		"ends touch":       {[]*xplanetest.Line{python(1 << 40), line(4, "Host Threads/4", launch(1, 20, 60), launch(2, 60, 100))}, 400, 300, "(Host Threads/4: 2 calls)"},
		"one cut":          {[]*xplanetest.Line{python(1 << 40), line(4, "Host Threads/4", launch(1, 22, 30)), line(5, "Host Threads/5", launch(2, 55, 65))}, 300, 300, alone},
		"one in no range":  {[]*xplanetest.Line{python(1 << 40), line(4, "Host Threads/4", launch(1, 22, 30)), line(5, "Host Threads/5", launch(2, 101, 102))}, 300, 300, alone},
		"two that fit":     {[]*xplanetest.Line{python(1 << 40), line(4, "Host Threads/4", launch(1, 22, 30)), line(5, "Host Threads/5", launch(2, 70, 80))}, 0, 0, "2 of 2 device operations, 100.0 % of their time, are launched by threads without ranges (Host Threads/4, Host Threads/5)"},
		"one call":         {[]*xplanetest.Line{python(1 << 40), line(4, "Host Threads/4", launch(1, 22, 30))}, 300, 300, "(Host Threads/4: 1 call)"},
		"two of Python":    {[]*xplanetest.Line{python(1 << 40), line(9, "python3", host("x", 0, 100)), line(4, "Host Threads/4", launch(1, 22, 30), launch(2, 70, 80))}, 0, 0, "2 of 2 device operations, 100.0 %"},
		"ids of one kind":  {[]*xplanetest.Line{line(71, "Host Threads/71", launch(1, 22, 30)), python(71), line(5, "Host Threads/5", launch(2, 70, 80))}, 300, 300, alone},
		"not of the calls": {[]*xplanetest.Line{python(1 << 40), line(4, "worker", launch(1, 22, 30), launch(2, 70, 80))}, 0, 0, "(worker): they count for no phase"},
	} {
		s := &xplanetest.Space{Planes: []*xplanetest.Plane{
			{Name: "/device:GPU:0", Lines: []*xplanetest.Line{{Name: "Stream #1(Kernel)", Events: gpu}}},
			{Name: "/host:CPU", Lines: c.lines},
		}}
		tr, warnings, err := xplane.Read(bytes.NewReader(s.Encode()), xplane.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range trace.Summarize(tr, trace.SummaryOptions{}).Phases {
			want, known := map[string]int64{"step": c.step, "solve": c.solve}[p.Name]
			if known && *p.GPU != want {
				t.Errorf("%s: %s: got %d ns on the GPU, want %d", name, p.Name, *p.GPU, want)
			}
		}
		if !strings.Contains(strings.Join(warnings, "; "), c.warning) {
			t.Errorf("%s: got %q, want %q", name, warnings, c.warning)
		}
	}
}
