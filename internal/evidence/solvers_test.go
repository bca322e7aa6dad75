package evidence

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/jsontext"
	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// backslash saves the capture of a program that analyses one pattern ten times.
func backslash(t *testing.T) string {
	t.Helper()
	c, err := solvertest.Capture(solvertest.Backslash(10))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.nrt")
	write(t, path, func(f *os.File) error { return trace.Save(f, c) })
	return path
}

func write(t *testing.T, path string, to func(*os.File) error) {
	t.Helper()
	f, err := os.Create(path)
	if err == nil {
		err = to(f)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, path string) *input.Set {
	t.Helper()
	set, err := input.OpenAll([]string{path}, input.Options{}, merge.Options{Align: merge.Start})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// The calls of solvers are in the input, so that rules find what is repeated.
func TestSolverCalls(t *testing.T) {
	r, err := Ask(open(t, backslash(t)), "", func(*diagnose.Input) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	k := slices.IndexFunc(r.Findings, func(f diagnose.Finding) bool { return f.Rule == "repeated-analysis" })
	if k < 0 || !strings.Contains(r.Findings[k].Title, "umfpack_di_symbolic") || r.Findings[k].Evidence[0].Value != 9 {
		t.Errorf("got %+v, want 9 repeated analyses", r.Findings)
	}
}

// Matrices beside the capture are in the input; a damaged folder is an error.
func TestCapturedMatrices(t *testing.T) {
	path := backslash(t)
	dir := strings.TrimSuffix(path, ".nrt") + ".matrices"
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	set := open(t, path)
	in := Of(set)
	if err := AddSolvers(set, in); err != nil || in.Solvers == nil || in.Captured != nil {
		t.Errorf("without an index: got %v, %v", err, in.Captured)
	}
	pid := uint64(in.Solvers.Threads[0].Process)
	write(t, filepath.Join(dir, "00001_A.mtx"), func(f *os.File) error {
		_, err := f.WriteString("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 1\n")
		return err
	})
	write(t, filepath.Join(dir, matrices.IndexName), func(f *os.File) error {
		return jsontext.Write(f, &matrices.Index{Schema: matrices.Schema, Capture: "run.nrt", LeftOut: []matrices.LeftOut{},
			Calls: []matrices.Call{{Number: 1, Process: pid, Function: "f", Library: "umfpack", Phase: "analyze", Rows: 2, N: 2, NNZ: 2, Pattern: "1", Files: matrices.Files{Matrix: "00001_A.mtx"}}}})
	})
	if err := AddSolvers(set, in); err != nil || in.Captured == nil || len(in.Captured.Patterns) != 1 || in.Captured.Source != "run.matrices" {
		t.Errorf("got %+v, %v", in.Captured, err)
	}
	write(t, filepath.Join(dir, matrices.IndexName), func(f *os.File) error {
		_, err := f.WriteString("{")
		return err
	})
	if err := AddSolvers(set, in); err == nil {
		t.Error("a damaged index is no error")
	}
	if err := set.Close(); err != nil {
		t.Error(err)
	}
}

// Functions of C++ have legible names. The names in the trace stay as they are.
func TestSolverNames(t *testing.T) {
	const symbol = "_ZN3SIM15solve_equationsEv"
	p := &solvertest.Program{PID: 1, Functions: []solvers.Function{{Symbol: symbol, Library: "wrap", Phase: solvers.PhaseSolve}}}
	p.Thread(1).Call(10, 20, symbol, solvertest.Blank())
	c, err := solvertest.Capture(p)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.nrt")
	write(t, path, func(f *os.File) error { return trace.Save(f, c) })
	set := open(t, path)
	defer set.Close()
	var in diagnose.Input
	if err := AddSolvers(set, &in); err != nil || len(in.Solvers.Functions) != 1 || in.Solvers.Functions[0].Symbol != "SIM::solve_equations" {
		t.Errorf("got %+v, %v", in.Solvers, err)
	}
	if run, err := solvers.Read(c); err != nil || run.Functions[0].Symbol != symbol {
		t.Errorf("got %+v, %v", run, err)
	}
}
