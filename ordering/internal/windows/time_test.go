package windows_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering/internal/windows"
	"github.com/nrkit/nrkit/sparsity"
)

// perEntry is a cost of an entry.
const perEntry = 7

// timeOf returns what the columns of L cost in the order p, by the elimination game.
func timeOf(g *sparsity.Pattern, p sparsity.Perm) (sum int64) {
	for _, c := range oracle.Eliminate(sparsity.Permute(g, p, p)).ColumnCounts() {
		sum += int64(c-1) * int64(c-1+perEntry)
	}
	return sum
}

// TestImproveTime wants a permutation that costs no more than before, and less if a
// window was changed, the entries that the statistics say, and the same again.
func TestImproveTime(t *testing.T) {
	changed, grown := 0, 0
	eachGraph(t, []int{0, 1, 2, 3, 7, 20, 50}, func(t *testing.T, g *sparsity.Pattern, p sparsity.Perm) {
		old, before := timeOf(g, p), entries(g, p)
		for _, columns := range []int{0, 3, 9, 64, 65} {
			opt := windows.Options{Work: 20_000, Columns: columns, Seed: uint64(columns), PerEntry: perEntry}
			q, stats := windows.Improve(g, p, opt)
			if err := q.Check(); err != nil || len(q) != g.Cols {
				t.Fatalf("windows of %d: no permutation of %d: %v, %v", columns, g.Cols, q, err)
			}
			if cost := timeOf(g, q); cost > old || (cost < old) != (stats.Changed > 0) {
				t.Fatalf("windows of %d: cost %d and then %d, with %+v", columns, old, cost, stats)
			}
			if got := entries(g, q); got != stats.NNZL || got+stats.Gained != before {
				t.Fatalf("windows of %d: %d entries and then %d, got %+v", columns, before, got, stats)
			}
			if again, same := windows.Improve(g, p, opt); !slices.Equal(again, q) || same != stats {
				t.Fatalf("windows of %d: another order from the same seed", columns)
			}
			changed += stats.Changed
			if stats.Gained < 0 {
				grown++
			}
		}
	})
	if changed < 1000 {
		t.Errorf("%d windows were changed, too few to tell", changed)
	}
	t.Logf("%d windows were changed, %d orders have more entries than before", changed, grown)
}

// leastTime returns the least cost of any order, where there are at most eight vertices:
// over all sets of those that come first.
func leastTime(g *sparsity.Pattern) int64 {
	n := g.Cols
	least := make([]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		least[set] = 1 << 40
		for v := range n {
			if rest := set &^ (1 << v); rest != set {
				c := reached(g, v, rest)
				least[set] = min(least[set], least[rest]+c*(c+perEntry))
			}
		}
	}
	return least[1<<n-1]
}

// TestImproveTimeOptimum wants the least cost of all orders on small graphs.
func TestImproveTimeOptimum(t *testing.T) {
	for n := range 9 {
		for seed := range uint64(40) {
			g := sparsity.Symmetrize(matgen.RandomSymmetric(n, 1+int(seed%4), seed))
			q, _ := windows.Improve(g, matgen.RandomPerm(n, seed+1), windows.Options{Work: 200_000, PerEntry: perEntry})
			if got, want := timeOf(g, q), leastTime(g); got != want {
				t.Errorf("n = %d, seed %d: the least cost is %d, got %d", n, seed, want, got)
			}
		}
	}
}
