package newton_test

import (
	"context"
	"fmt"
	"math"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/sparsity"
)

// denseLU is Gaussian elimination with partial pivoting on a full matrix, the
// plainest newton.LinearSolver.
type denseLU struct {
	pattern *sparsity.Pattern
	a       [][]float64 // L and U, rows in pivot order
	row     []int       // the row of the matrix that is k-th
	y       []float64
}

func (s *denseLU) Analyze(a *sparsity.Pattern) error {
	s.pattern, s.a, s.row, s.y = a, make([][]float64, a.Rows), make([]int, a.Rows), make([]float64, a.Rows)
	for i := range s.a {
		s.a[i] = make([]float64, a.Cols)
	}
	return nil
}

func (s *denseLU) Factor(_ context.Context, values []float64) (newton.Factorisation, error) {
	n := s.pattern.Cols
	for i := range s.a {
		clear(s.a[i])
		s.row[i] = i
	}
	for j := range n {
		for p := s.pattern.ColPtr[j]; p < s.pattern.ColPtr[j+1]; p++ {
			s.a[s.pattern.RowIdx[p]][j] = values[p]
		}
	}
	moved := 0
	for k := range n {
		pivot := k
		for i := k + 1; i < n; i++ {
			if math.Abs(s.a[i][k]) > math.Abs(s.a[pivot][k]) {
				pivot = i
			}
		}
		if s.a[pivot][k] == 0 {
			return newton.Factorisation{}, &newton.SingularError{Column: k}
		}
		if pivot != k {
			s.a[k], s.a[pivot], s.row[k], s.row[pivot] = s.a[pivot], s.a[k], s.row[pivot], s.row[k]
			moved++
		}
		for i := k + 1; i < n; i++ {
			f := s.a[i][k] / s.a[k][k]
			s.a[i][k] = f
			for j := k + 1; j < n; j++ {
				s.a[i][j] -= f * s.a[k][j]
			}
		}
	}
	half := int64(n) * int64(n+1) / 2
	return newton.Factorisation{Blocks: 1, NNZL: half, NNZU: half, NNZ: int64(n) * int64(n),
		Flops: 2 * math.Pow(float64(n), 3) / 3, OffDiagonal: moved}, nil
}

// Refactor chooses pivots anew: on a full matrix that is a small part of the work.
func (s *denseLU) Refactor(values []float64) error {
	_, err := s.Factor(context.Background(), values)
	return err
}

func (s *denseLU) Solve(x []float64) {
	for k, i := range s.row {
		s.y[k] = x[i]
		for j := range k {
			s.y[k] -= s.a[k][j] * s.y[j]
		}
	}
	for k := len(x) - 1; k >= 0; k-- {
		x[k] = s.y[k]
		for j := k + 1; j < len(x); j++ {
			x[k] -= s.a[k][j] * x[j]
		}
		x[k] /= s.a[k][k]
	}
}

// A simulation with a linear solver of one's own. With a Recorder in the
// Config, nrprof shows where the time of this solver goes.
func ExampleLinearSolver() {
	c, err := simulate.Load("graetz")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := simulate.Run(context.Background(), c, simulate.Config{Steps: 100, Solver: &denseLU{}, Ordering: "dense"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d unknowns, %d entries in the factors\n", r.Analysis.Ordering, r.Circuit.Unknowns, r.Linear.NNZLU)
	fmt.Printf("factorised %d times, refactorised %d times, solved %d times\n", r.Counts.Factors, r.Counts.Refactors, r.Counts.Solves)
	// Output:
	// dense: 9 unknowns, 81 entries in the factors
	// factorised 1 times, refactorised 208 times, solved 209 times
}
