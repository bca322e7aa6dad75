package analysis

import (
	"math"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
)

// predicted returns the document of m with predicted times, for the fixed machine.
func predicted(t *testing.T, m *sparsity.Matrix, opt Options) *Document {
	t.Helper()
	machine := paybackMachine
	opt.Machine = &machine
	return analyzed(t, m, opt)
}

// circuit is an unsymmetric matrix with values, a symmetric pattern and blocks.
func circuit() *sparsity.Matrix { return matgen.Dominant(matgen.Grid2D(12, 12), 3) }

// Settings are sorted by their totals, a total is the sum of its parts, and the choice
// is the least of those whose counts are known.
func TestPrediction(t *testing.T) {
	for _, k := range []int64{1, 10, 1000} {
		for _, r := range []int64{1, 7} {
			d := predicted(t, circuit(), Options{Factorizations: k, Solves: r})
			p := d.Prediction
			if p == nil || p.Factorizations != k || p.Solves != r || len(p.Settings) < 3*len(d.Orderings) {
				t.Fatalf("got %+v for %d factorizations", p, k)
			}
			for n, s := range p.Settings {
				want := s.Ordering.Seconds + s.Analyze.Seconds + s.Factor.Seconds + float64(k-1)*s.Refactor.Seconds + float64(k*r)*s.Solve.Seconds
				if math.Abs(s.Total.Seconds/want-1) > 1e-12 || s.Total.Low > want || s.Total.High < want {
					t.Errorf("%s: got total %+v, want %v", s.name(), s.Total, want)
				}
				if n > 0 && s.Total.Seconds < p.Settings[n-1].Total.Seconds {
					t.Errorf("%s is not in its place", s.name())
				}
				if s.Counts != CountsAtLeast && s.Total.Seconds < p.Choice.Total.Seconds {
					t.Errorf("%s is cheaper than the choice", s.name())
				}
				if math.Abs(s.ByChoice-s.Total.Seconds/p.Choice.Total.Seconds) > 1e-12 {
					t.Errorf("%s: got %v times the choice", s.name(), s.ByChoice)
				}
			}
			if p.RunnerUp == nil || p.RunnerUp.same(p.Choice) || p.RunnerUp.Total.Seconds < p.Choice.Total.Seconds {
				t.Errorf("got the runner-up %+v", p.RunnerUp)
			}
		}
	}
}

// A slow ordering is worth its time only if there are many factorizations.
func TestPredictionCountsOrderings(t *testing.T) {
	once := predicted(t, circuit(), Options{Factorizations: 1}).Prediction
	often := predicted(t, circuit(), Options{Factorizations: 1e9}).Prediction
	if a, b := once.Choice.Ordering.Seconds, often.Choice.Ordering.Seconds; a > b {
		t.Errorf("for one factorization the ordering takes %v s, for many %v", a, b)
	}
	if a, b := once.Choice.Refactor.Seconds, often.Choice.Refactor.Seconds; a < b {
		t.Errorf("for one factorization a refactorization takes %v s, for many %v", a, b)
	}
}

// Solvers has the cheapest setting of each solver, and --solvers leaves the others out.
func TestPredictionSolvers(t *testing.T) {
	only := []prediction.Solver{prediction.KLU, prediction.SuperLU}
	p := predicted(t, circuit(), Options{Solvers: only}).Prediction
	for _, s := range p.Settings {
		if !slices.Contains(only, s.Solver) {
			t.Errorf("got %s", s.name())
		}
	}
	list := p.Solvers()
	if len(list) != 2 || !list[0].same(p.Choice) || list[0].Solver == list[1].Solver {
		t.Errorf("got %d solvers", len(list))
	}
}

// CHOLMOD is listed where values are symmetric and the diagonal is positive.
func TestPredictionCHOLMOD(t *testing.T) {
	has := func(m *sparsity.Matrix) bool {
		for _, s := range predicted(t, m, Options{}).Prediction.Solvers() {
			if s.Solver == prediction.CHOLMOD {
				return true
			}
		}
		return false
	}
	a := matgen.Grid2D(8, 8)
	m := &sparsity.Matrix{Pattern: a, Values: make([]float64, a.NNZ())}
	for j := range a.Cols {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			if m.Values[k] = -1; int(a.RowIdx[k]) == j {
				m.Values[k] = 5
			}
		}
	}
	if !has(m) {
		t.Error("got no CHOLMOD for the matrix of a grid")
	}
	m.Values[0] = -5 // on the diagonal
	if has(m) {
		t.Error("got CHOLMOD with a negative entry on the diagonal")
	}
	m.Values[0], m.Values[1] = 5, -1.5
	if has(m) {
		t.Error("got CHOLMOD for unsymmetric values")
	}
}

// Without a machine, and for a matrix that has no real LU, nothing is predicted.
func TestPredictionAbsent(t *testing.T) {
	if d := analyzed(t, circuit(), Options{}); d.Prediction != nil {
		t.Error("got times without a machine")
	}
	singular := &sparsity.Pattern{Rows: 3, Cols: 3, ColPtr: []int64{0, 2, 3, 3}, RowIdx: []int32{0, 1, 1}}
	rectangular := &sparsity.Pattern{Rows: 3, Cols: 2, ColPtr: []int64{0, 2, 4}, RowIdx: []int32{0, 2, 1, 2}}
	for _, a := range []*sparsity.Pattern{singular, rectangular} {
		if d := predicted(t, &sparsity.Matrix{Pattern: a}, Options{}); d.Prediction != nil {
			t.Errorf("got times of a matrix of %d×%d", a.Rows, a.Cols)
		}
	}
	c := circuit()
	c.Imag = make([]float64, len(c.Values))
	if d := predicted(t, c, Options{}); d.Prediction != nil {
		t.Error("got times of a complex matrix")
	}
}

// The choice never rests on a lower bound while the budget lasts: a numeric LU counts
// the entries of an ordering that may be cheaper.
func TestPredictionVerifies(t *testing.T) {
	for name, m := range zoo() {
		if !m.HasValues() {
			continue
		}
		d := predicted(t, m, Options{Factorizations: 1})
		if d.Prediction == nil || d.decided() == nil {
			continue
		}
		if c := d.Prediction.Settings[0]; c.Counts == CountsAtLeast {
			t.Errorf("%s: %s has a lower bound only", name, c.name())
		}
	}
}
