package newton_test

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/netlist"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/sparsity"
)

// Circuits take the same steps and iterations to the same time whichever solver
// solves them.
func TestSolversAgree(t *testing.T) {
	for _, name := range []string{"rc", "graetz", "mul4"} {
		c, err := simulate.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		var reports [2]*simulate.Report
		var waves [2]strings.Builder
		for k, solver := range []newton.LinearSolver{&newton.SparseLU{}, &denseLU{}} {
			reports[k], err = simulate.Run(context.Background(), c, simulate.Config{Solver: solver, Steps: 30, Waveform: &waves[k]})
			if err != nil {
				t.Fatal(err)
			}
		}
		sparse, dense := reports[0], reports[1]
		if sparse.Counts.Iterations != dense.Counts.Iterations || sparse.Counts.Accepted != dense.Counts.Accepted ||
			math.Abs(sparse.Analysis.Reached/dense.Analysis.Reached-1) > 1e-6 {
			t.Errorf("%s: got %+v to %g s with a sparse LU, %+v to %g s with a dense one", name,
				sparse.Counts, sparse.Analysis.Reached, dense.Counts, dense.Analysis.Reached)
		}
		if n := int64(sparse.Circuit.Unknowns); dense.Linear.NNZLU != n*n || sparse.Linear.NNZLU >= n*n || dense.Analysis.Ordering != "" {
			t.Errorf("%s: got factors %+v and %+v", name, sparse.Linear, dense.Linear)
		}
		a, b := numbers(t, waves[0].String()), numbers(t, waves[1].String())
		if len(a) < 30 || len(a) != len(b) {
			t.Fatalf("%s: got %d and %d numbers of waveforms", name, len(a), len(b))
		}
		for k := range a {
			if math.Abs(a[k]-b[k]) > 1e-6*(1+math.Abs(a[k])) {
				t.Fatalf("%s: got %g with a sparse LU and %g with a dense one", name, a[k], b[k])
			}
		}
	}
}

// numbers returns the numbers of a CSV with a head.
func numbers(t *testing.T, csv string) (list []float64) {
	t.Helper()
	_, rows, _ := strings.Cut(csv, "\n")
	for _, field := range strings.FieldsFunc(rows, func(r rune) bool { return r == ',' || r == '\n' }) {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
	}
	return list
}

// script is a solver that writes down its calls and fails as it is told.
type script struct {
	denseLU
	calls     []byte // a, f, r and s
	failures  map[int]error
	refactors int
}

func (s *script) Analyze(a *sparsity.Pattern) error {
	s.calls = append(s.calls, 'a')
	if err := s.failures[-1]; err != nil {
		return err
	}
	return s.denseLU.Analyze(a)
}

func (s *script) Factor(ctx context.Context, values []float64) (newton.Factorisation, error) {
	s.calls = append(s.calls, 'f')
	if err := s.failures[0]; err != nil {
		return newton.Factorisation{Blocks: 3}, err
	}
	return s.denseLU.Factor(ctx, values)
}

func (s *script) Refactor(values []float64) error {
	s.calls = append(s.calls, 'r')
	s.refactors++
	if err := s.failures[s.refactors]; err != nil {
		return err
	}
	return s.denseLU.Refactor(values)
}

func (s *script) Solve(x []float64) {
	s.calls = append(s.calls, 's')
	s.denseLU.Solve(x)
}

const clipper = "clipper\nv1 in 0 dc 5\nr1 in out 1k\nd1 out 0 d\n.model d d\n.op\n"

func scripted(t *testing.T, s *script) (*newton.Engine, error) {
	t.Helper()
	n, err := netlist.Parse("clipper", strings.NewReader(clipper))
	if err != nil {
		t.Fatal(err)
	}
	c, err := circuit.New(n)
	if err != nil {
		t.Fatal(err)
	}
	e := newton.New(c, newton.Options{Solver: s})
	return e, e.OperatingPoint(context.Background())
}

// The engine analyses once, factorises once, and refactorises until that fails.
func TestSolverCalls(t *testing.T) {
	s := &script{failures: map[int]error{2: errors.New("pivots are no good")}}
	e, err := scripted(t, s)
	calls := string(s.calls)
	if err != nil || !strings.HasPrefix(calls, "afsrsrfsrs") || strings.Trim(calls[10:], "rs") != "" {
		t.Fatalf("got %v after the calls %q", err, calls)
	}
	n := func(call string) int64 { return int64(strings.Count(calls, call)) }
	if st := e.Stats; st.Factors != n("f") || st.Refactors != n("r")-1 || st.PivotFailures != 1 || st.Solves != n("s") {
		t.Errorf("got counts %+v of the calls %q", st, calls)
	}
	if f := e.Factorisation(); f.Blocks != 1 || f.NNZ != int64(len(e.X())*len(e.X())) {
		t.Errorf("got %+v", f)
	}
}

// What a solver says of its failure is in the failure of the engine: which unknown
// has no pivot, or any other reason.
func TestSolverFailures(t *testing.T) {
	var f *newton.Failure
	e, err := scripted(t, &script{failures: map[int]error{0: &newton.SingularError{Column: 1}}})
	if !errors.As(err, &f) || f.Reason != newton.Singular || f.Unknown != "out" || !strings.HasSuffix(err.Error(), "no pivot in column 1") {
		t.Errorf("got %v", err)
	}
	if e.Factorisation() != (newton.Factorisation{}) {
		t.Errorf("got %+v after a factorisation that failed", e.Factorisation())
	}
	for at, calls := range map[int]string{-1: "a", 0: "af"} {
		s := &script{failures: map[int]error{at: errDevice}}
		if _, err := scripted(t, s); !errors.Is(err, errDevice) || !strings.HasPrefix(string(s.calls), calls) {
			t.Errorf("got %v after the calls %q", err, s.calls)
		}
	}
}

var errDevice = errors.New("the device does not answer")
