package analysis

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
)

// predicted returns the document of m with predicted times, for the fixed machine.
func predicted(t *testing.T, m *sparsity.Matrix, opt Options) *Document {
	t.Helper()
	opt.Machine = prediction.Generic()
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
				analyze := s.Analyze.Seconds
				if k == 1 && s.Solver == prediction.LU {
					analyze = 0
				}
				want := s.Ordering.Seconds + analyze + s.Factor.Seconds + float64(k-1)*s.Refactor.Seconds + float64(k*r)*s.Solve.Seconds
				if math.Abs(s.Total.Seconds/want-1) > 1e-12 || s.Total.Low > want || s.Total.High < want {
					t.Errorf("%s: got total %+v, want %v", s.name(), s.Total, want)
				}
				if n > 0 && s.Total.Seconds < p.Settings[n-1].Total.Seconds {
					t.Errorf("%s is not in its place", s.name())
				}
				if s.known() && s.Total.Seconds < p.Choice.Total.Seconds {
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

// stencil returns a grid with symmetric values: diagonal on it, and -1 beside it.
func stencil(diagonal float64) *sparsity.Matrix {
	a := matgen.Grid2D(8, 8)
	m := &sparsity.Matrix{Pattern: a, Values: make([]float64, a.NNZ())}
	for j := range a.Cols {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			if m.Values[k] = -1; int(a.RowIdx[k]) == j {
				m.Values[k] = diagonal
			}
		}
	}
	return m
}

// cholmods returns the settings of CHOLMOD.
func cholmods(d *Document) (list []*Setting) {
	for _, s := range d.Prediction.Settings {
		if s.Solver == prediction.CHOLMOD {
			list = append(list, s)
		}
	}
	return list
}

// CHOLMOD is listed for a matrix that is known to be positive definite, and not for one
// that is known not to be: the least eigenvalue of the grid is diagonal - 4·cos(π/9), and
// 4·cos(π/9) is 3.76. Where no numeric LU ran, CHOLMOD is never the choice.
func TestPredictionCHOLMOD(t *testing.T) {
	for _, c := range []struct {
		diagonal float64
		exact    string
		listed   bool
		doubtful bool
	}{
		{3.8, "best", true, false}, {3.7, "best", false, false}, {1, "best", false, false}, {-5, "best", false, false},
		{3.8, "none", true, true}, {3.7, "none", true, true}, {-5, "none", false, false},
	} {
		d := predicted(t, stencil(c.diagonal), Options{Exact: []string{c.exact}, PivotThreshold: 0.001})
		list := cholmods(d)
		if (len(list) > 0) != c.listed {
			t.Errorf("diagonal %v, exact %s: got %d settings of CHOLMOD", c.diagonal, c.exact, len(list))
		}
		for _, s := range list {
			if s.IfDefinite != c.doubtful {
				t.Errorf("diagonal %v, exact %s: if positive definite is %v", c.diagonal, c.exact, s.IfDefinite)
			}
		}
		if c.doubtful && (d.Prediction.Choice.Solver == prediction.CHOLMOD || !claims(d, "prediction.if-definite")) {
			t.Errorf("diagonal %v: got the choice %s and %q", c.diagonal, d.Prediction.Choice.name(), d.Verdict)
		}
	}
	m := stencil(5)
	m.Values[1] = -1.5
	if len(cholmods(predicted(t, m, Options{}))) > 0 {
		t.Error("got CHOLMOD for unsymmetric values")
	}
	only := predicted(t, stencil(3.8), Options{Exact: []string{"none"}, Solvers: []prediction.Solver{prediction.CHOLMOD}})
	if c := only.Prediction.Choice; !c.IfDefinite {
		t.Errorf("got the choice %+v of CHOLMOD alone", c)
	}
}

// Solvers without diagonal blocks get no order inside blocks, no matching, and no order
// for any row pivots.
func TestPredictionHandedOver(t *testing.T) {
	d := predicted(t, matgen.Dominant(matgen.HiddenBlocks(200, 40, 2, 1), 3), Options{})
	whole := 0
	for _, s := range d.Prediction.Settings {
		if s.Solver == prediction.LU || s.Solver == prediction.KLU || s.Method == OwnMethod {
			continue
		}
		whole++
		if strings.HasPrefix(s.Method, named.BlocksPrefix) || s.Matching != MatchingNone || strings.HasPrefix(s.Method, "colamd") {
			t.Errorf("got %s", s.name())
		}
	}
	if whole == 0 {
		t.Error("got no setting of a solver without blocks")
	}
}

// KLU is listed with the ordering that it finds itself: the ordering takes no time beside
// the analysis, and the factors are predicted from amd, inside blocks if there are any.
// No other solver has such a setting.
func TestPredictionOwn(t *testing.T) {
	blocks := matgen.Dominant(matgen.HiddenBlocks(200, 40, 2, 1), 3)
	for name, c := range map[string]struct {
		m      *sparsity.Matrix
		opt    Options
		near   string
		counts string
	}{
		"one block":         {circuit(), Options{}, "amd", CountsSimilar},
		"blocks":            {blocks, Options{}, "btf+amd", CountsSimilar},
		"another ordering":  {blocks, Options{Orderings: []string{"btf+mmf"}}, "", CountsPredicted},
		"a matching":        {blocks, Options{Matching: MatchingProduct}, "", CountsPredicted},
		"without a numeric": {blocks, Options{Exact: []string{"none"}}, "btf+amd", CountsPredicted},
	} {
		c.opt.Factorizations = 1
		p := predicted(t, c.m, c.opt).Prediction
		own := p.find(prediction.KLU, OwnMethod, MatchingNone)
		if own == nil || own.Ordering != (prediction.Interval{}) || own.Analyze.Seconds <= 0 || own.Total.Seconds <= own.Analyze.Seconds+own.Factor.Seconds {
			t.Errorf("%s: got %+v", name, own)
			continue
		}
		if c.near != "" {
			if own.Counts != c.counts && own.Counts != CountsPredicted {
				t.Errorf("%s: got counts %s", name, own.Counts)
			}
			if near := p.find(prediction.KLU, c.near, MatchingNone); near == nil || near.Factor != own.Factor || near.Solve != own.Solve {
				t.Errorf("%s: got %+v for %+v", name, own, near)
			}
		}
		for _, s := range p.Settings {
			if s.Method == OwnMethod && s != own {
				t.Errorf("%s: got %s", name, s.name())
			}
		}
	}
	d := predicted(t, blocks, Options{Factorizations: 1})
	d.Prediction.Choice = d.Prediction.find(prediction.KLU, OwnMethod, MatchingNone)
	if text := said(sayPrediction, d); !strings.Contains(text, "Use KLU with its own ordering: by prediction the cheapest for 1 factorization") {
		t.Errorf("got %q", text)
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
// the entries of an ordering that may be cheaper. So each solver has a setting.
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
		for _, s := range prediction.Solvers() {
			of := func(x *Setting) bool { return x.Solver == s }
			counted := func(x *Setting) bool { return of(x) && x.Counts != CountsAtLeast }
			if slices.ContainsFunc(d.Prediction.Settings, of) && !slices.ContainsFunc(d.Prediction.Settings, counted) {
				t.Errorf("%s: %s has lower bounds only", name, s)
			}
		}
	}
}
