package lu_test

import (
	"context"
	"errors"
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

var sizes = []int{0, 1, 2, 3, 4, 5, 7, 8, 12, 17, 30}

// TestFactorReal and TestFactorComplex compare every problem of the family
// with the dense elimination that takes the same pivots.
func TestFactorReal(t *testing.T) {
	for _, n := range sizes {
		for seed := range uint64(6) {
			for _, p := range family(n, 100*seed+uint64(n)) {
				for _, opt := range options() {
					compare(t, p, p.m.Values, opt)
				}
			}
		}
	}
}

func TestFactorComplex(t *testing.T) {
	for _, n := range sizes {
		for seed := range uint64(3) {
			for _, p := range family(n, 1000+100*seed+uint64(n)) {
				p.m.Imag = make([]float64, len(p.m.Values))
				for k := range p.m.Imag {
					sin, cos := math.Sincos(float64(k)) // all quadrants
					p.m.Imag[k], p.m.Values[k] = sin*p.m.Values[k], cos*p.m.Values[k]
				}
				for _, opt := range options() {
					compare(t, p, lu.Complex(p.m), opt)
				}
			}
		}
	}
}

// compare factorises p and checks the structure, the values, the pivot rule
// and the statistics; or that the matrix really is singular.
func compare[T lu.Scalar](t *testing.T, p problem, values []T, opt lu.Options) {
	t.Helper()
	f, err := lu.Factor(context.Background(), p.m.Pattern, values, p.plan, opt)
	if err != nil {
		checkSingular(t, p, err)
		return
	}
	row, col := p.plan.Row, p.plan.Col
	if col == nil {
		col = sparsity.Identity(p.m.Pattern.Cols)
	}
	if row == nil {
		row = col
	}
	blocks := p.plan.BlockPtr
	if blocks == nil {
		blocks = []int32{0, int32(p.m.Pattern.Cols)}
	}
	a, stored := dense(p.m.Pattern, values, row, col, f.Scale)
	inv := row.Inverse()
	pivots := make([]int32, len(a))
	for k, i := range f.Row {
		pivots[k] = inv[i]
	}
	want, ok := oracle.DenseLU(a, stored, pivots, blocks)
	if !ok {
		t.Fatalf("%s %+v: inadmissible pivot", p.name, opt)
	}
	checkStructure(t, p.name+"/L", f.L.Pattern, want.InL, false)
	checkStructure(t, p.name+"/U", f.U.Pattern, want.InU, true)
	checkStructure(t, p.name+"/Off", f.Off.Pattern, want.Above, false)
	checkAllValues(t, p.name, f, want)
	checkPivots(t, p.name, want, opt)
	checkStats(t, p.name, f, want)
	if res := f.Residual(p.m.Pattern, values); !(res.Componentwise <= 1e-15*float64(len(a)+4)) {
		t.Fatalf("%s: residual %+v", p.name, res)
	}
}

// dense returns A(row, col) with scaled rows, and where it has entries.
func dense[T lu.Scalar](a *sparsity.Pattern, values []T, row, col sparsity.Perm, scale []T) ([][]T, [][]bool) {
	m, in := make([][]T, a.Rows), make([][]bool, a.Rows)
	for i := range m {
		m[i], in[i] = make([]T, a.Cols), make([]bool, a.Cols)
	}
	inv := row.Inverse()
	for k, j := range col {
		for p := a.ColPtr[j]; p < a.ColPtr[j+1]; p++ {
			i, v := a.RowIdx[p], values[p]
			if scale != nil {
				v /= scale[i]
			}
			m[inv[i]][k] += v
			in[inv[i]][k] = true
		}
	}
	return m, in
}

// checkStructure compares a pattern with its dense form; diagonal says that
// the dense form has the diagonal, which the pattern never has.
func checkStructure(t *testing.T, name string, p *sparsity.Pattern, in [][]bool, diagonal bool) {
	t.Helper()
	if err := p.Check(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	count := 0
	for j := range p.Cols {
		seen := map[int32]bool{}
		for _, i := range p.Col(j) {
			if !in[i][j] || seen[i] || int(i) == j {
				t.Fatalf("%s: entry (%d, %d) should not be there", name, i, j)
			}
			seen[i] = true
		}
		for i := range in {
			if in[i][j] && !(diagonal && i == j) {
				count++
			}
		}
	}
	if count != p.NNZ() {
		t.Fatalf("%s: want %d entries, got %d", name, count, p.NNZ())
	}
}

// checkAllValues compares the values, unless there is a pivot so small that it
// may be nothing but rounding.
func checkAllValues[T lu.Scalar](t *testing.T, name string, f *lu.Factors[T], want *oracle.LU[T]) {
	t.Helper()
	for _, size := range want.Chosen {
		if size < 1e-8 {
			return
		}
	}
	checkValues(t, name+"/L", f.L, want.L)
	checkValues(t, name+"/U", f.U, want.U)
	checkValues(t, name+"/Off", f.Off, want.Values)
	for k, d := range f.Diag {
		if !near(d, want.U[k][k]) {
			t.Fatalf("%s: pivot %d: want %v, got %v", name, k, want.U[k][k], d)
		}
	}
}

func checkValues[T lu.Scalar](t *testing.T, name string, c lu.Columns[T], want [][]T) {
	t.Helper()
	for j := range c.Pattern.Cols {
		for p := c.Pattern.ColPtr[j]; p < c.Pattern.ColPtr[j+1]; p++ {
			i := c.Pattern.RowIdx[p]
			if !near(c.Values[p], want[i][j]) {
				t.Fatalf("%s: entry (%d, %d): want %v, got %v", name, i, j, want[i][j], c.Values[p])
			}
		}
	}
}

// checkPivots checks that the diagonal was taken where the threshold allows,
// and else, of the entries that are a tenth of the largest or more, the one whose
// row is the shortest, the first of several; where rounding could tip the balance,
// either. After a column that may be nothing but rounding there is nothing to check.
func checkPivots[T lu.Scalar](t *testing.T, name string, e *oracle.LU[T], opt lu.Options) {
	t.Helper()
	threshold := opt.Threshold
	if threshold == 0 {
		threshold = lu.DefaultThreshold
	}
	const slack = 1e-9
	for k, chosen := range e.Chosen {
		if !(e.Largest[k] > 1e-8) {
			return
		}
		bar := threshold * e.Largest[k]
		switch preferred := e.Preferred[k]; {
		case preferred > bar*(1+slack) && math.Abs(chosen-preferred) > slack*preferred:
			t.Fatalf("%s: pivot %d: want the diagonal %g, got %g", name, k, preferred, chosen)
		case preferred < bar*(1-slack):
			checkShortest(t, name, k, e.Candidates[k], max(threshold, 0.1)*e.Largest[k])
		case chosen < bar*(1-slack):
			t.Fatalf("%s: pivot %d: %g is below the threshold", name, k, chosen)
		}
	}
}

// checkShortest checks the choice of pivot k off the diagonal among entries, of
// which every entry of size bar or more is eligible.
func checkShortest(t *testing.T, name string, k int, all []oracle.Candidate, bar float64) {
	t.Helper()
	const slack = 1e-9
	got := all[slices.IndexFunc(all, func(c oracle.Candidate) bool { return c.Chosen })]
	if got.Size < bar*(1-slack) {
		t.Fatalf("%s: pivot %d: want %g or more, got %g", name, k, bar, got.Size)
	}
	for _, c := range all {
		if c.Size > bar*(1+slack) && (c.Length < got.Length || c.Length == got.Length && c.Row < got.Row) {
			t.Fatalf("%s: pivot %d: want row %d of length %d, got %d of length %d", name, k, c.Row, c.Length, got.Row, got.Length)
		}
	}
}

func checkStats[T lu.Scalar](t *testing.T, name string, f *lu.Factors[T], e *oracle.LU[T]) {
	t.Helper()
	n := f.N()
	want := lu.Stats{N: n, Columns: n, OffDiagonal: e.OffDiagonal, Flops: e.Flops, Bytes: f.Stats.Bytes,
		L: int64(f.L.Pattern.NNZ() + n), U: int64(f.U.Pattern.NNZ() + n), Off: int64(f.Off.Pattern.NNZ())}
	if f.Stats != want {
		t.Fatalf("%s: statistics: want %+v, got %+v", name, want, f.Stats)
	}
}

// checkSingular checks that err says singular and that the pattern has no
// transversal, or the values are of the kind that cancels.
func checkSingular(t *testing.T, p problem, err error) {
	t.Helper()
	var e *lu.SingularError
	if !errors.As(err, &e) {
		t.Fatalf("%s: %v", p.name, err)
	}
	n := p.m.Pattern.Cols
	a := make([][]int64, n)
	for i := range a {
		a[i] = make([]int64, n)
	}
	for j := range n {
		for k := p.m.Pattern.ColPtr[j]; k < p.m.Pattern.ColPtr[j+1]; k++ {
			// Integers stand for the values; they keep those that are zero.
			a[p.m.Pattern.RowIdx[k]][j] = int64(1e6 * p.m.Values[k])
		}
	}
	if rank := oracle.ExactRank(a); rank == n {
		t.Fatalf("%s: rank is %d: %v", p.name, n, err)
	}
}

// near reports whether x and y agree but for rounding.
func near[T lu.Scalar](x, y T) bool {
	d, size := any(x-y), any(y)
	switch d := d.(type) {
	case float64:
		return math.Abs(d) <= 1e-7*(1+math.Abs(size.(float64)))
	case complex128:
		return cmplx.Abs(d) <= 1e-7*(1+cmplx.Abs(size.(complex128)))
	}
	return false
}
