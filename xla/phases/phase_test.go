package phases_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/xla/phases"
)

// Paths are those that JAX makes of named scopes, transformations and nested
// functions.
func TestPhase(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"", ""},
		{"jit(f)/jit(main)/add", ""},
		{"jit(f)/jit(main)/while/body/nr_build_system/add", "build_system"},
		{"jit(f)/while/body/build_system/add", "build_system"},
		{"while/body/nr_linear_solve", "linear_solve"}, // of a fusion: the scope alone
		{"jit(f)/jvp(nr_linear_solve)/dot_general", "linear_solve"},
		{"jit(f)/transpose(jvp(nr_linear_solve))/dot_general", "linear_solve"},
		{"jit(f)/vmap(jvp(nr_build_system))/scatter-add", "build_system"},
		{"jit(f)/vmap()/jvp()/convergence/reduce_max", "convergence"},
		{"jit(f)/nr_enforce_noi/select_n", "build_system"},
		{"jit(f)/nr_check_convergence/lt", "convergence"},
		{"jit(f)/nr_update/sub", "convergence"},
		{"jit(f)/update/sub", ""},
		// Those around others count when nothing follows.
		{"jit(f)/transient/while/body/timestep/while/body/nr_iteration/nr_build_system/add", "build_system"},
		{"jit(f)/transient/while/body/timestep/while/cond/lt", "timestep"},
		{"transient/while", "transient"},
		{"nr_transient/nr_timestep/nr_iteration/add", "nr_iteration"},
		{"operating_point/gmin_step/nr_iteration/lte/add", "lte"},
		// The first of the others: what a solve does within it is of it.
		{"nr_linear_solve/factor/while/body/mul", "linear_solve"},
		{"nr_build_system/jit(solve)/triangular_solve", "build_system"},
		// Functions are called what programs call them.
		{"jit(solve)/while/body/nr_build_system/add", "build_system"},
		{"jit(solve)/add", ""},
		{"pjit(output)/add", ""},
		{"jit(nr_linear_solve)/add", "linear_solve"},
		{"vmap(jit(solve))/add", ""},
		{"solve/add", "solve"},
		// Parameters of primitives are not segments.
		{"jit(f)/pjit[name=a/solve/b inline=False]/add", ""},
		{"jit(f)/dot_general[dimension_numbers=(((1,), (0,)), ((), ())) precision=None]", ""},
		{"jit(f)/reduce[axes=[0]]/nr_build_system/add[x=[1/2]]", "build_system"},
		{"nr_nr_iteration/nr_nr_solve", ""},
		{"my_nr_build_system/build_system_2", ""},
		{"((((", ""}, {"))))/nr_solve)", "solve"}, {"[/nr_solve", ""}, {"]/nr_solve", "solve"},
	} {
		got, ok := phases.Phase(c.path)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s: got %q, %v, want %q", c.path, got, ok, c.want)
		}
	}
}

// Every phase of package trace has its own name, and that with nr_.
func TestPhasesOfTrace(t *testing.T) {
	for _, p := range all {
		for _, path := range []string{p, "jit(f)/" + p + "/add", "jvp(" + p + ")", "nr_" + strings.TrimPrefix(p, "nr_")} {
			if got, ok := phases.Phase(path); got != p || !ok {
				t.Errorf("%s: got %q, %v, want %q", path, got, ok, p)
			}
		}
	}
}

var all = []string{
	trace.PhaseTransient, trace.PhaseOperatingPoint, trace.PhaseGminStep, trace.PhaseSourceStep, trace.PhaseTimestep,
	trace.PhasePredict, trace.PhaseIteration, trace.PhaseBuildSystem, trace.PhaseLinearSolve, trace.PhaseFactor,
	trace.PhaseRefactor, trace.PhaseSolve, trace.PhaseConvergence, trace.PhaseLTE, trace.PhaseOutput,
}

// All phases of a path come, the outermost first, none twice in a row.
func TestPhases(t *testing.T) {
	path := "jit(f)/transient/while/body/timestep/time_step/nr_iteration/jvp(nr_linear_solve)/transpose(jvp(linear_solve))/solve/dot"
	got := slices.Collect(phases.Table{}.Phases(path))
	if want := []string{"transient", "timestep", "nr_iteration", "linear_solve", "solve"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Segments that were added come first, with wrappers too, and as functions.
func TestTable(t *testing.T) {
	table := phases.NewTable(map[string]string{"stamp": "build_system", "bsim4": "device_model", "nr_solve": "factor", "newton": "nr_iteration"})
	for path, want := range map[string]string{
		"jit(f)/stamp/add":              "build_system",
		"jit(f)/vmap(bsim4)/add":        "device_model",
		"jit(bsim4)/add":                "device_model",
		"jit(f)/nr_solve/add":           "factor",
		"jit(f)/newton/convergence/lt":  "convergence",
		"jit(f)/newton/while/body/fuse": "nr_iteration",
		"jit(f)/nr_output/copy":         "output",
		"jit(f)/copy":                   "",
	} {
		if got, ok := table.Phase(path); got != want || ok != (want != "") {
			t.Errorf("%s: got %q, %v, want %q", path, got, ok, want)
		}
	}
}

// Phase needs no memory: readers ask for millions of operations.
func TestPhaseAllocates(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { phases.Phase("jit(f)/transient/while/body/transpose(jvp(nr_linear_solve))/add") }); n != 0 {
		t.Errorf("got %v allocations", n)
	}
}

// A phase is one there is; what comes before and after with segments that are
// none changes nothing.
func FuzzPhase(f *testing.F) {
	f.Add("jit(f)/jit(main)/while/body/nr_build_system/add")
	f.Add("transpose(jvp(nr_linear_solve))/dot_general[a=(1/2)]")
	f.Add("timestep/[/]/)(nr_iteration/\xff(solve)")
	f.Fuzz(func(t *testing.T, path string) {
		phase, ok := phases.Phase(path)
		if ok != slices.Contains(all, phase) {
			t.Fatalf("got %q, %v", phase, ok)
		}
		if p, _ := phases.Phase("jit(f)/while/" + path); p != phase {
			t.Errorf("behind others: got %q, want %q", p, phase)
		}
		if p, _ := phases.Phase(path + "/add"); p != phase {
			t.Errorf("before others: got %q, want %q", p, phase)
		}
		if n := len(slices.Collect(phases.Table{}.Phases(path))); n > 1+strings.Count(path, "/") || (n > 0) != ok {
			t.Errorf("got %d phases of %q", n, path)
		}
	})
}
