package transversal

import (
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// TestGrow: many columns matched at a time leave duals that prove what is
// matched, from a start at which trees end long before they hold everything.
func TestGrow(t *testing.T) {
	const n = 2000
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 3))
		m := &sparsity.Matrix{Pattern: matgen.RandomSquare(n, 4, seed)}
		for range m.Pattern.RowIdx {
			v := 2*r.Float64() - 1
			if seed%2 == 1 {
				v = float64(1 + r.IntN(3))
			}
			m.Values = append(m.Values, v)
		}
		p, err := costsOf(m, logarithm)
		if err != nil {
			t.Fatal(err)
		}
		s := newSolver(p, true)
		s.open()
		before := s.Size
		s.tree, s.end = make([]int32, n), none(n)
		s.augmentSome(s.free())
		if s.Size < before+(n-before)/4 || len(s.free()) != n-s.Size {
			t.Fatalf("seed %d: %d matched, %d before, %d free", seed, s.Size, before, len(s.free()))
		}
		checkDuals(t, s)
		s.grow()
		checkDuals(t, s)
		s.augmentEach(sparsity.Identity(n), 1<<60)
		checkDuals(t, s)
		if s.Size != n {
			t.Fatalf("seed %d: %d of %d matched", seed, s.Size, n)
		}
	}
}

// checkDuals fails unless the entries of matched columns cost what the duals
// say, or more where they are not chosen.
func checkDuals(t *testing.T, s *solver) {
	t.Helper()
	const eps = 1e-9
	for j, i := range s.RowOf {
		if i < 0 {
			continue
		}
		tight := false
		for k := s.ColPtr[j]; k < s.ColPtr[j+1]; k++ {
			x := s.cost[k] - s.u[j] - s.v[s.RowIdx[k]]
			if x < -eps {
				t.Fatalf("entry (%d, %d) is worth %g less than its duals", s.RowIdx[k], j, -x)
			}
			tight = tight || s.RowIdx[k] == i && x <= eps
		}
		if !tight || int(s.ColOf[i]) != j {
			t.Fatalf("column %d has row %d, which is not tight or has column %d", j, i, s.ColOf[i])
		}
	}
}
