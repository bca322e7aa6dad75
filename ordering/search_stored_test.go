package ordering_test

import (
	"math"
	"testing"

	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// TestStoredSearch wants the search to be as much ahead of the best of the orders
// that it starts from as it was when its budget was chosen, on square matrices
// with 100 ≤ n ≤ 30,000 that fill at all.
func TestStoredSearch(t *testing.T) {
	sum, count, worst := 0.0, 0.0, 0.0
	eachStored(t, func(t *testing.T, m storedMatrix) {
		if !m.pattern.Square() || m.pattern.Cols < 100 || m.pattern.Cols > 30_000 {
			return
		}
		g := sparsity.Symmetrize(m.pattern)
		_, stats := ordering.Search(g, ordering.SearchOptions{})
		if stats.NNZL == int64(g.Cols+g.NNZ()/2) {
			return // nothing is to be gained
		}
		ratio := float64(stats.NNZL) / float64(stats.NNZL+stats.Gained)
		t.Logf("%d entries, %.4f of the best start: %+v", stats.NNZL, ratio, stats)
		sum += math.Log(ratio)
		worst = max(worst, ratio)
		count++
	})
	mean := math.Exp(sum / count)
	t.Logf("mean of %v: %.4f", count, mean)
	if count < 40 || mean > 0.988 || worst > 1 {
		t.Error("want at most 0.988 of the best start in the mean of 40 matrices or more, and nowhere more")
	}
}
