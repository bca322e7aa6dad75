package lu_test

import (
	"errors"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// doubled is p with each entry of a pattern stored twice, with shares of its value.
func doubled(p problem) problem {
	a := p.m.Pattern
	b := &sparsity.Pattern{Rows: a.Rows, Cols: a.Cols, ColPtr: []int64{0}}
	m := &sparsity.Matrix{Pattern: b}
	for j := range a.Cols {
		for q := a.ColPtr[j]; q < a.ColPtr[j+1]; q++ {
			b.RowIdx = append(b.RowIdx, a.RowIdx[q], a.RowIdx[q])
			m.Values = append(m.Values, p.m.Values[q]*0.75, p.m.Values[q]*0.25)
		}
		b.ColPtr = append(b.ColPtr, int64(len(b.RowIdx)))
	}
	return problem{p.name + "/doubled", m, p.plan}
}

// TestSolverSumsDuplicates: entries stored twice count with their sum, in small
// and large matrices, in blocks and above them.
func TestSolverSumsDuplicates(t *testing.T) {
	blocks := matgen.Values(matgen.HiddenBlocks(60, 12, 40, 1), 1)
	few := matgen.Values(matgen.HiddenBlocks(9, 4, 6, 1), 1)
	for _, p := range []problem{hubs(400, 1), hubs(20, 1),
		{"blocks", blocks, blockPlan(blocks.Pattern)}, {"few", few, blockPlan(few.Pattern)}} {
		p = doubled(p)
		_, s := solver(t, p, lu.Options{})
		if s == nil {
			t.Fatal(p.name, "singular")
		}
		values := changed(p.m.Values, 3, 1.5)
		if err := s.Refactor(values); err != nil {
			t.Fatal(p.name, err)
		}
		f := s.Factors()
		checkResidual(t, p, f, values)
		checkSolution(t, p, s, values, f)
	}
}

// TestSolverSizes: dense, banded and reducible matrices of each size around that
// at which the method changes give the same as Factor.
func TestSolverSizes(t *testing.T) {
	for n := 1; n <= 40; n++ {
		band, dense := matgen.Dominant(matgen.Banded(n, 3, 3), 1), matgen.Dominant(matgen.Dense(n, n), 1)
		hidden := matgen.Values(matgen.HiddenBlocks(3*n, n, 2*n, 5), 5)
		for _, p := range []problem{{"band", band, lu.Plan{}}, {"dense", dense, lu.Plan{}}, {"hidden", hidden, blockPlan(hidden.Pattern)}} {
			f, s := solver(t, p, lu.Options{})
			if f == nil {
				t.Fatal(p.name, n, "singular")
			}
			if err := s.Refactor(p.m.Values); err != nil {
				t.Fatal(p.name, n, err)
			}
			g := s.Factors()
			checkResidual(t, p, g, p.m.Values)
			checkSolution(t, p, s, p.m.Values, g)
		}
	}
}

// FuzzSolver takes bytes for a matrix of up to 9 rows with small integers, as
// FuzzFactor does, and for a second set of values. It does not cover blocks
// and the method for large matrices.
func FuzzSolver(f *testing.F) {
	f.Add([]byte{3, 0, 0x11, 0x25, 0x9a, 0x42, 0x03, 0x17, 0x88}, []byte{1, 2, 3})
	f.Add([]byte{9, 1, 0, 7, 10, 7, 20, 200, 30, 202, 40, 204, 50, 206, 60, 208, 70, 210, 80, 212}, []byte{})
	f.Fuzz(func(t *testing.T, b, second []byte) {
		if len(b) < 2 {
			return
		}
		m, _ := matrixOf(int(b[0]%10), b[2:])
		p := problem{"fuzz", m, lu.Plan{}}
		_, s := solver(t, p, lu.Options{Scale: lu.Scaling(b[1] % 2)})
		if s == nil {
			return
		}
		values := append([]float64{}, m.Values...)
		for k := range min(len(values), len(second)) {
			values[k] = float64(int8(second[k])) / 16
		}
		err := s.Refactor(values)
		var e *lu.PivotError
		switch {
		case errors.As(err, &e):
			checkRefusal(t, p.name, err)
		case err != nil:
			t.Fatal(err)
		default:
			checkResidual(t, p, s.Factors(), values)
		}
	})
}
