package phases

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// save writes the capture of a program and returns its path.
func save(t *testing.T, dir, name string, p *solvertest.Program) string {
	t.Helper()
	c, err := solvertest.Capture(p)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := trace.Save(&b, c); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// solverText returns the report of captures, with calls one by one.
func solverText(t *testing.T, paths ...string) string {
	t.Helper()
	set, err := input.OpenAll(paths, input.Options{}, merge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	doc := phasetable.OfSet(set)
	doc.ListCalls()
	var b bytes.Buffer
	if err := reports.Text(&b, Report(doc, set, ""), 140); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The sections on solver calls of a program that analyses anew in each iteration, of
// a time integrator, and of one that is killed.
func TestSolver(t *testing.T) {
	dir := t.TempDir()
	killed := solvertest.Backslash(2)
	killed.Thread(100).Begin(400e6, "umfpack_di_numeric")
	killed.Thread(100).Push(430e6) // the last that the capture has
	killed.Thread(100).Pop(440e6)
	for name, p := range map[string]*solvertest.Program{"backslash": solvertest.Backslash(18), "integrator": solvertest.Integrator(5, 3), "killed": killed} {
		golden.Equal(t, name+".txt", []byte(solverText(t, save(t, dir, name+".nrt", p))))
	}
}

// Functions of C++ have legible names.
func TestSolverNames(t *testing.T) {
	const symbol = "_ZN3SIM15evaluate_modelsEv"
	p := &solvertest.Program{PID: 1, Functions: []solvers.Function{{Symbol: symbol, Library: "wrap", Phase: solvers.PhaseFunction}}}
	p.Thread(1).Call(10, 20, symbol, solvertest.Blank())
	text := solverText(t, save(t, t.TempDir(), "a.nrt", p))
	if n := strings.Count(text, " SIM::evaluate_models "); n != 2 || strings.Contains(text, symbol) {
		t.Errorf("got %d names, want one in each of two tables:\n%s", n, text)
	}
}

// Of several files, each has its sections.
func TestSolverRanks(t *testing.T) {
	dir := t.TempDir()
	got := solverText(t, save(t, dir, "a.nrt", solvertest.Backslash(2)), save(t, dir, "b.nrt", solvertest.Integrator(2, 2)))
	for _, want := range []string{"SOLVER CALLS OF RANK 0\n  libraries   umfpack\n", "SOLVER CALLS OF RANK 1\n  libraries   klu, sundials\n", "MATRICES OF RANK 1"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// A share of several threads is no bound.
func TestSolverThreads(t *testing.T) {
	p := solvertest.Integrator(2, 2)
	p.Thread(201).Call(1000, 900e3, "klu_factor", solvertest.Blank())
	got := solverText(t, save(t, t.TempDir(), "a.nrt", p))
	if strings.Contains(got, "Amdahl") || !strings.Contains(strings.Join(strings.Fields(got), " "), "added over 2 threads. The threads may wait") {
		t.Errorf("got\n%s", got)
	}
}

// Calls of a solver have iterations, but no ranges of iterations.
func TestSolverIterations(t *testing.T) {
	for _, c := range []struct {
		of   *phasetable.Solver
		want bool
	}{{nil, false}, {&phasetable.Solver{Summary: &solvers.Summary{}}, true}} {
		doc := &phasetable.Document{Summary: &trace.Summary{}, Solver: c.of, Rows: &steps.Table{}}
		var b bytes.Buffer
		if err := reports.Text(&b, Report(doc, &input.Set{}, ""), 140); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "--calls lists"); got != c.want {
			t.Errorf("got %t, want %t:\n%s", got, c.want, &b)
		}
	}
}
