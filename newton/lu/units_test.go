package lu_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// upper returns an upper triangular matrix of order n, all of whose blocks are of order 1,
// with so many entries above the diagonal in each column, if there are so many rows.
func upper(n, above int, seed uint64) problem {
	r := rand.New(rand.NewPCG(seed, 5))
	t := &sparsity.Triplets{Rows: n, Cols: n}
	add := func(i, j int, v float64) {
		t.Row, t.Col, t.Values = append(t.Row, int32(i)), append(t.Col, int32(j)), append(t.Values, v)
	}
	plan := lu.Plan{BlockPtr: []int32{0}}
	for j := range n {
		add(j, j, 2+r.Float64())
		for _, i := range r.Perm(j)[:min(above, j)] {
			add(i, j, (r.Float64()-0.5)/float64(above))
		}
		plan.BlockPtr = append(plan.BlockPtr, int32(j+1))
	}
	m, _ := t.Compress()
	return problem{fmt.Sprintf("upper/n=%d/above=%d", n, above), m, plan}
}

// TestUnits: runs of blocks of order 1 give the solution of the factors, with few and with
// many entries above them, and where parts of the right-hand side are 0.
func TestUnits(t *testing.T) {
	for _, n := range []int{257, 600} {
		for _, above := range []int{0, 1, 3, 4, 5, 6, 9, 40} {
			p := upper(n, above, uint64(n+above))
			f, s := solver(t, p, lu.Options{Scale: lu.ScaleNone}) // the pivots are not 1
			for zeros := range 3 {
				got, want := make([]float64, n), make([]float64, n)
				for i := range got {
					if zeros == 0 || i%(zeros+1) == 0 {
						got[i] = math.Sin(float64(i + 1))
					}
				}
				copy(want, got)
				s.Solve(got)
				f.Solve(want, nil)
				for i := range got {
					if math.Abs(got[i]-want[i]) > 1e-12 {
						t.Fatalf("%s, zeros %d: element %d: want %v, got %v", p.name, zeros, i, want[i], got[i])
					}
				}
			}
		}
	}
}
