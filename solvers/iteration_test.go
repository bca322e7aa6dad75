package solvers_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/solvers"
)

// script runs calls on one thread: PHASE is a call, PHASE( and ) begin and end one with
// calls in it. Behind the phase stand objects: a1 and f1 use the analysis and the
// factorisation at address 1, +a1 and +f1 make them, -1 frees what is at the address,
// c1 is the context, p1 the pattern, n1 the columns, b1 the right-hand sides. lapack is
// a factorisation of another library. A - in PHASE is a blank.
func script(t *testing.T, text string) *solvers.Run {
	t.Helper()
	p := &solvertest.Program{PID: 1, Functions: append(table(), solvers.Function{Symbol: "dgetrf_", Library: "lapack", Phase: solvers.PhaseFactor})}
	th := p.Thread(1)
	now := int64(0)
	tick := func() int64 { now += 10; return now }
	var open []solvertest.Data
	end := func() {
		th.End(tick(), open[len(open)-1])
		open = open[:len(open)-1]
	}
	for _, word := range strings.Fields(text) {
		if word == ")" {
			end()
			continue
		}
		parts := strings.Split(word, ":")
		name, nests := strings.CutSuffix(parts[0], "(")
		symbol := "dgetrf_"
		if name != "lapack" {
			phase, err := solvers.ParsePhase(name)
			if err != nil {
				t.Fatal(err)
			}
			symbol = phase.String()
		}
		data := solvertest.Blank()
		for _, object := range parts[1:] {
			data[map[string]int{"a": solvertest.UsesAnalysis, "f": solvertest.UsesFactors, "+a": solvertest.MakesAnalysis, "+f": solvertest.MakesFactors,
				"-": solvertest.Frees, "c": solvertest.Context, "p": solvertest.Pattern, "n": solvertest.N, "b": solvertest.NRHS}[strings.TrimRight(object, "0123456789")]] = address(t, object)
		}
		th.Begin(tick(), symbol)
		open = append(open, data)
		if !nests {
			end()
		}
	}
	return read(t, p)
}

func address(t *testing.T, object string) uint64 {
	n, err := strconv.ParseUint(strings.TrimLeft(object, "+-afcpnb"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// iterationsOf writes iterations as FIRST–LAST calls, in what: analyses, factorisations,
// refactorisations, solves.
func iterationsOf(run *solvers.Run) string {
	var list []string
	for _, x := range run.Iterations {
		text := fmt.Sprintf("%d–%d %d,%d,%d,%d", x.First, x.Last, x.Analyses, x.Factors, x.Refactors, x.Solves)
		if x.Within >= 0 {
			text += fmt.Sprintf(" in %d", x.Within)
		}
		if x.Inferred {
			text += "?"
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}

func TestIterations(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"Newton", "analyze:+a1 factor:a1:+f2 solve:f2 refactor:f2 solve:f2 refactor:f2 solve:f2", "0–2 1,1,0,1?; 3–4 0,0,1,1?; 5–6 0,0,1,1?"},
		{"modified Newton", "analyze:+a1 factor:a1:+f2 solve:f2 solve:f2 solve:f2 refactor:f2 solve:f2 solve:f2", "0–4 1,1,0,3?; 5–7 0,0,1,2?"},
		{"a refactorisation that fails", "analyze:+a1 factor:a1:+f2 solve:f2 refactor:f2 free:-2 factor:a1:+f2 solve:f2", "0–2 1,1,0,1?; 3–6 0,1,1,1?"},
		{"two systems in turn", "analyze:+a1 analyze:+a2 factor:a1:+f3 factor:a2:+f4 solve:f3 solve:f4 refactor:f3 refactor:f4 solve:f4 solve:f3",
			"0–4 1,1,0,1?; 1–5 1,1,0,1?; 7–8 0,0,1,1?; 6–9 0,0,1,1?"},
		{"analysis anew", "analyze:+a1 factor:a1:+f2 solve:f2 free:-1 free:-2 analyze:+a1 factor:a1:+f2 solve:f2", "0–2 1,1,0,1?; 5–7 1,1,0,1?"},
		{"without objects", "factor solve factor solve solve", "0–1 0,1,0,1?; 2–4 0,1,0,2?"},
		{"by context", "factor:c1 factor:c2 solve:c1 solve:c2", "0–2 0,1,0,1?; 1–3 0,1,0,1?"},
		{"all in one", "analyze+factor+solve analyze+factor+solve", "0–0 1,1,0,1?; 1–1 1,1,0,1?"},
		{"all in one, in parts", "analyze+factor+solve( analyze factor solve )", "0–0 1,1,0,1?"},
		{"setup and solve", "setup:c1 linear-solve:c1 setup:c1 linear-solve:c1 linear-solve:c1", "0–1 0,0,0,1?; 2–4 0,0,0,2?"},
		{"no factorisation", "linear-solve solve", ""},
		{"factorisation before the watching", "solve:f7 factor:+f8 solve:f7", ""},
		{"killed in a solve", "factor:+f1 linear-solve(", ""},
		{"factorisation alone", "factor:+f1 refactor:f1", ""},
		{"nonlinear solver", "newton( function-evaluation jacobian-evaluation setup( factor:+f1 ) linear-solve( solve:f1 ) function-evaluation linear-solve( solve:f1 ) function-evaluation ) newton( linear-solve( refactor:f1 solve:f1 ) )",
			"1–5 0,1,0,1 in 0; 7–8 0,0,0,1 in 0; 12–12 0,0,1,1 in 11"},
		{"integrator", "integrate( newton( setup( analyze:+a1 factor:a1:+f2 ) linear-solve( solve:f2 ) linear-solve( solve:f2 ) ) newton( linear-solve( solve:f2 ) ) )",
			"2–5 1,1,0,1 in 1; 7–7 0,0,0,1 in 1; 10–10 0,0,0,1 in 9"},
		{"integrator alone", "integrate( factor:+f1 solve:f1 solve:f1 )", "1–2 0,1,0,1 in 0; 3–3 0,0,0,1 in 0"},
	} {
		run := script(t, c.script)
		if got := iterationsOf(run); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		for k := range run.Calls { // the calls agree
			if i := run.Calls[k].Iteration; i >= 0 && (int32(k) < run.Iterations[i].First || run.Calls[k].Begin > run.Iterations[i].End) {
				t.Errorf("%s: call %d is in iteration %d: %+v", c.name, k, i, run.Iterations[i])
			}
		}
	}
}

// Nested calls that do one thing count once.
func TestCounts(t *testing.T) {
	for text, want := range map[string]string{
		"factor( factor )":                                   "[0 1 0 0]",
		"factor( refactor )":                                 "[0 0 1 0]", // PETSc's MatLUFactorNumeric calls klu_refactor
		"refactor( factor )":                                 "[0 1 0 0]",
		"factor( refactor factor )":                          "[0 1 0 0]",
		"analyze+factor+solve":                               "[1 1 0 1]",
		"analyze+factor+solve( factor )":                     "[0 1 0 0]", // calls of its library say what it does
		"analyze+factor+solve( factor( factor ) )":           "[0 1 0 0]",
		"analyze+factor+solve( lapack )":                     "[1 1 0 1]",
		"analyze+factor+solve:b0":                            "[1 1 0 0]", // no right-hand side
		"factor( analyze+factor+solve( analyze factor ) )":   "[1 1 0 0]", // PETSc's MatLUFactorNumeric calls dgssvx
		"analyze+factor+solve( analyze factor solve solve )": "[1 1 0 2]",
		"factor( analyze+factor )":                           "[1 1 0 0]",
		"setup( analyze factor )":                            "[1 1 0 0]",
		"linear-solve( solve solve )":                        "[0 0 0 2]",
		"solve( solve( solve ) solve )":                      "[0 0 0 1]",
		"solve( newton( solve ) )":                           "[0 0 0 1]",
		"analyze( setup( analyze ) ) factor":                 "[1 1 0 0]",
	} {
		run := script(t, text)
		got := [4]int{}
		for k := range run.Calls {
			for i, p := range []solvers.Phase{solvers.PhaseAnalyze, solvers.PhaseFactor, solvers.PhaseRefactor, solvers.PhaseSolve} {
				if run.Calls[k].Counts(p) {
					got[i]++
				}
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: got %v, want %s", text, got, want)
		}
	}
}

// Objects of nested calls that make or use one thing are one object.
func TestNestedObjects(t *testing.T) {
	run := script(t, "analyze(:+a1 analyze:+a1 ) factor(:a1:+f1 factor:a1:+f1 ) solve(:f1 solve:f1 ) refactor(:f1 refactor:f1 ) free:-1 factor:+f1")
	if len(run.Analyses) != 1 || run.Analyses[0] != (solvers.Analysis{Call: 0, Factorisations: 1, Refactorisations: 1, Freed: true}) {
		t.Errorf("got %+v", run.Analyses)
	}
	if len(run.Factorisations) != 2 || run.Factorisations[0] != (solvers.Factorisation{Call: 2, Analysis: 1, Refactorisations: 1, Solves: 1, Freed: true}) {
		t.Errorf("got %+v", run.Factorisations)
	}
	if last := run.Calls[len(run.Calls)-1]; last.Factors != 2 || !last.Has(solvers.MakesFactors) || last.Analysis != 0 {
		t.Errorf("got %+v", last)
	}
}

// One matrix in two forms, as an outer and an inner library have it, is one pattern; a
// block of the matrix is another one.
func TestPatternsOfNestedCalls(t *testing.T) {
	run := script(t, "analyze(:p1:n5 analyze:p2:n5 ) factor(:p1:n5:+f1 factor:p2:n5:+f2 ) linear-solve(:p1:n5 solve:f2 linear-solve(:p3:n2 factor:p3:n2 ) )")
	s := solvers.Summarize(run)
	if len(run.Patterns) != 3 || s.Reuse.Patterns != 2 || len(s.Patterns) != 2 {
		t.Fatalf("got %+v", s.Patterns)
	}
	for k, want := range []solvers.Work{{Analyses: 1, Factorisations: 1, Solves: 1}, {Factorisations: 1}} {
		if p := s.Patterns[k]; p.Work != want || p.Pattern != int64(1+2*k) {
			t.Errorf("got %+v, want %+v", p, want)
		}
	}
	if got := s.Patterns[0].Total + s.Patterns[1].Total; got != s.Solver {
		t.Errorf("got %d ns, want %d", got, s.Solver)
	}
}

// A call without a pattern of its own works on the pattern that its factorisation has.
func TestPatternOfSolve(t *testing.T) {
	s := solvers.Summarize(script(t, "analyze:p1:+a1 factor:p1:a1:+f1 solve:f1 refactor:p2:f1 solve:f1 solve:f1 query:f1 free:-1"))
	want := []solvers.Work{{Refactorisations: 1, Solves: 2}, {Analyses: 1, Factorisations: 1, Solves: 1}}
	if len(s.Patterns) != 2 || s.Patterns[0].Work != want[0] || s.Patterns[1].Work != want[1] {
		t.Errorf("got %+v", s.Patterns)
	}
}

// TestBoundOfThreads: shares that are added over threads bound no gain.
func TestBoundOfThreads(t *testing.T) {
	p := &solvertest.Program{PID: 1, Functions: table()}
	p.Thread(1).Call(0, 50, "solve", solvertest.Blank())
	p.Thread(1).Call(150, 200, "solve", solvertest.Blank())
	if s := solvers.Summarize(read(t, p)); s.Share != 0.5 || s.Bound != 2 {
		t.Errorf("got a bound of %v at a share of %v, want 2 at 0.5", s.Bound, s.Share)
	}
	p.Thread(2).Call(50, 150, "solve", solvertest.Blank())
	if s := solvers.Summarize(read(t, p)); s.Threads != 2 || s.Bound != 0 {
		t.Errorf("got a bound of %v for %d threads, want none for 2", s.Bound, s.Threads)
	}
}
