package captured

import (
	"math"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/sparsity"
)

// residuals checks the solutions that were captured with their matrices: all of them,
// or, if the files are large, some at equal distances.
func (f *folder) residuals() error {
	var list []int
	var bytes int64
	factor := factorOf(f.run)
	for k := range f.index.Calls {
		x := &f.index.Calls[k]
		if f.calls[k] >= 0 && factor[f.calls[k]] >= 0 && x.Files.Matrix != "" && x.Files.RightHandSide != "" && x.Files.Solution != "" {
			list = append(list, k)
			bytes += f.size(x.Files.Matrix, x.Files.RightHandSide, x.Files.Solution)
		}
	}
	stride := int(bytes/mostBytes) + 1
	if stride > 1 {
		f.skip("of %d captured solutions, one in %d was checked: the files are large", len(list), stride)
	}
	var last string
	var a *sparsity.Matrix
	for n := 0; n < len(list); n += stride {
		x := &f.index.Calls[list[n]]
		if x.Files.Matrix != last {
			m, err := f.matrix(x.Files.Matrix, false)
			if err != nil {
				return err
			}
			a, last = m.Matrix, x.Files.Matrix
		}
		if err := f.residual(list[n], factor[f.calls[list[n]]], a); err != nil {
			return err
		}
		if err := f.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// factorOf returns for each call the call that last factored what it solves with; -1 if
// the call does not solve, or if that is unknown.
func factorOf(run *solvers.Run) []int32 {
	of, last := make([]int32, len(run.Calls)), map[int32]int32{}
	for k := range run.Calls {
		c := &run.Calls[k]
		of[k] = -1
		if c.Factors == 0 {
			continue
		}
		if c.Phase.Factors() {
			last[c.Factors] = int32(k)
		}
		if at, ok := last[c.Factors]; ok && c.Phase.Solves() {
			of[k] = at
		}
	}
	return of
}

// residual adds the backward error of a call of the index with the matrix a, which the
// call factor factored. Complex matrices and matrices without values are left out.
func (f *folder) residual(k int, factor int32, a *sparsity.Matrix) error {
	x := &f.index.Calls[k]
	b, err := f.matrix(x.Files.RightHandSide, false)
	if err != nil {
		return err
	}
	s, err := f.matrix(x.Files.Solution, false)
	if err != nil {
		return err
	}
	if !a.HasValues() || a.Complex() || b.Matrix.Complex() || s.Matrix.Complex() {
		return nil
	}
	if x.Transposed {
		a = a.Transpose()
	}
	if p := a.Pattern; b.Matrix.Pattern.Rows != p.Rows || s.Matrix.Pattern.Rows != p.Cols || b.Matrix.Pattern.Cols != s.Matrix.Pattern.Cols {
		f.skip("call %d was not checked: matrix, right-hand side and solution do not fit", x.Number)
		return nil
	}
	f.out.Residuals = append(f.out.Residuals, diagnose.SolverResidual{Solve: f.calls[k], Factor: factor,
		Backward: backward(a, b.Matrix, s.Matrix), File: x.Files.Matrix})
	return nil
}

// backward returns the largest backward error of the columns of x, in the maximum norm;
// 1 if it is not finite.
func backward(a, b, x *sparsity.Matrix) (worst float64) {
	norm := rowNorm(a)
	for j := range b.Pattern.Cols {
		right, solution := column(b, j), column(x, j)
		rest := make([]float64, len(right))
		copy(rest, right)
		for c, v := range solution {
			for k := a.Pattern.ColPtr[c]; k < a.Pattern.ColPtr[c+1]; k++ {
				rest[a.Pattern.RowIdx[k]] -= a.Values[k] * v
			}
		}
		e := largest(rest) / (norm*largest(solution) + largest(right))
		if math.IsNaN(e) && largest(right) == 0 && largest(solution) == 0 {
			e = 0
		}
		if math.IsNaN(e) || math.IsInf(e, 0) {
			return 1
		}
		worst = max(worst, e)
	}
	return worst
}

// column returns a column of m as a vector.
func column(m *sparsity.Matrix, j int) []float64 {
	v := make([]float64, m.Pattern.Rows)
	for k := m.Pattern.ColPtr[j]; k < m.Pattern.ColPtr[j+1]; k++ {
		v[m.Pattern.RowIdx[k]] = m.Values[k]
	}
	return v
}

// rowNorm returns the largest sum of absolute values of a row.
func rowNorm(a *sparsity.Matrix) float64 {
	sums := make([]float64, a.Pattern.Rows)
	for k, i := range a.Pattern.RowIdx {
		sums[i] += math.Abs(a.Values[k])
	}
	return largest(sums)
}

// largest returns the largest absolute value; not a number if one is not.
func largest(v []float64) (most float64) {
	for _, x := range v {
		if !(math.Abs(x) <= most) {
			most = math.Abs(x)
		}
		if math.IsNaN(most) {
			return most
		}
	}
	return most
}
