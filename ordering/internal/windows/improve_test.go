package windows_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering/internal/windows"
	"github.com/nrkit/nrkit/sparsity"
)

// eachGraph runs f on graphs of many kinds and sizes in a random order and in
// their own.
func eachGraph(t *testing.T, sizes []int, f func(t *testing.T, g *sparsity.Pattern, p sparsity.Perm)) {
	for _, n := range sizes {
		for seed := range uint64(2) {
			for name, a := range map[string]*sparsity.Pattern{
				"grid": matgen.Grid2D(n, 5), "cube": matgen.Grid3D(min(n, 6), 4, 3), "circuit": matgen.Circuit(n, seed),
				"arrow": matgen.Arrow(n, 2), "diagonal": matgen.Diagonal(n), "band": matgen.Banded(n, 3, 3),
				"random": matgen.RandomSymmetric(n, 3, seed), "tree": matgen.Tree(n, seed), "3-tree": matgen.KTree(max(n, 4), 3, seed),
				"dense": matgen.Dense(n, n), "reducible": matgen.Reducible(n/3, 3, 1, seed),
			} {
				g := sparsity.Symmetrize(a)
				for order, p := range map[string]sparsity.Perm{"own": sparsity.Identity(g.Cols), "random": matgen.RandomPerm(g.Cols, seed)} {
					t.Run(fmt.Sprintf("%s/n=%d/seed=%d/%s", name, n, seed, order), func(t *testing.T) { f(t, g, p) })
				}
			}
		}
	}
}

// entries returns the entries of L by the elimination game.
func entries(g *sparsity.Pattern, p sparsity.Perm) (sum int64) {
	for _, c := range oracle.Eliminate(sparsity.Permute(g, p, p)).ColumnCounts() {
		sum += int64(c)
	}
	return sum
}

// TestImprove wants a permutation with the entries that the statistics say, no more
// than before, in windows of every size; the same again; and arguments left alone.
func TestImprove(t *testing.T) {
	changed := 0
	eachGraph(t, []int{0, 1, 2, 3, 7, 20, 50}, func(t *testing.T, g *sparsity.Pattern, p sparsity.Perm) {
		before, given, old := g.Clone(), slices.Clone(p), entries(g, p)
		for _, columns := range []int{0, 2, 3, 9, 64, 65, 200} {
			opt := windows.Options{Work: 20_000, Columns: columns, Seed: uint64(columns)}
			q, stats := windows.Improve(g, p, opt)
			if err := q.Check(); err != nil || len(q) != g.Cols {
				t.Fatalf("windows of %d: no permutation of %d: %v, %v", columns, g.Cols, q, err)
			}
			if got := entries(g, q); got != stats.NNZL || got+stats.Gained != old || stats.Gained < 0 || stats.Changed > stats.Windows {
				t.Fatalf("windows of %d: %d entries and then %d, got %+v", columns, old, got, stats)
			}
			if (stats.Changed > 0) != (stats.Gained > 0) {
				t.Fatalf("windows of %d: changed without gain, or the other way: %+v", columns, stats)
			}
			changed += stats.Changed
			if again, same := windows.Improve(g, p, opt); !slices.Equal(again, q) || same != stats {
				t.Fatalf("windows of %d: another order from the same seed", columns)
			}
		}
		if !g.Equal(before) || !slices.Equal(p, given) {
			t.Fatal("an argument was changed")
		}
	})
	if changed < 1000 {
		t.Errorf("%d windows were changed, too few to tell", changed)
	}
}

// leastEntries returns the fewest entries of any order, where there are at most
// eight vertices: over all sets of those that come first.
func leastEntries(g *sparsity.Pattern) int64 {
	n := g.Cols
	least := make([]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		least[set] = 1 << 40
		for v := range n {
			if rest := set &^ (1 << v); rest != set {
				least[set] = min(least[set], least[rest]+1+reached(g, v, rest))
			}
		}
	}
	return least[1<<n-1]
}

// reached counts the vertices that v meets when the vertices of set are gone: outside of
// the set, along paths through it.
func reached(g *sparsity.Pattern, v, set int) int64 {
	seen, found := 1<<v, 0
	stack := []int{v}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, w := range g.Col(u) {
			if seen>>w&1 != 0 {
				continue
			}
			seen |= 1 << w
			if set>>w&1 != 0 {
				stack = append(stack, int(w))
			} else {
				found |= 1 << w
			}
		}
	}
	return int64(bits.OnesCount(uint(found)))
}

// TestImproveOptimum wants the fewest entries of all orders on small graphs, and
// never fewer.
func TestImproveOptimum(t *testing.T) {
	for n := range 9 {
		for seed := range uint64(40) {
			g := sparsity.Symmetrize(matgen.RandomSymmetric(n, 1+int(seed%4), seed))
			want := leastEntries(g)
			_, stats := windows.Improve(g, matgen.RandomPerm(n, seed+1), windows.Options{Work: 200_000})
			if stats.NNZL != want {
				t.Errorf("n = %d, seed %d: the fewest entries are %d, got %d", n, seed, want, stats.NNZL)
			}
		}
	}
}

// TestImproveKeepsPerfect wants nothing changed in an order that adds no edge.
func TestImproveKeepsPerfect(t *testing.T) {
	for _, n := range []int{3, 30, 300} {
		g := sparsity.Symmetrize(matgen.ArrowGood(n, 2))
		if q, stats := windows.Improve(g, sparsity.Identity(n), windows.Options{}); stats.Changed != 0 || entries(g, q) != int64(n+g.NNZ()/2) {
			t.Errorf("n = %d: %+v", n, stats)
		}
	}
}

// TestImproveWork wants more work to gain more, and the work that is stated to be
// kept but for one window.
func TestImproveWork(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Shuffle(matgen.Grid2D(40, 40), 1))
	p := matgen.RandomPerm(g.Cols, 2)
	last := int64(-1)
	for _, work := range []int64{100_000, 1_000_000, 10_000_000} {
		_, stats := windows.Improve(g, p, windows.Options{Work: work, Columns: 40})
		if stats.Gained <= last || stats.Work < work || stats.Work > work+1_000_000 {
			t.Errorf("work %d after a gain of %d: %+v", work, last, stats)
		}
		last = stats.Gained
	}
}

// TestImproveStop wants the order at hand when the work is stopped.
func TestImproveStop(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Grid2D(20, 20))
	left := 5
	q, stats := windows.Improve(g, matgen.RandomPerm(g.Cols, 1), windows.Options{Stop: func() bool { left--; return left < 0 }})
	if stats.Windows > 5 || q.Check() != nil || entries(g, q) != stats.NNZL {
		t.Errorf("%+v", stats)
	}
}

func TestImprovePanics(t *testing.T) {
	for want, call := range map[string]func(){
		"windows: pattern not square":      func() { windows.Improve(sparsity.NewPattern(2, 3), sparsity.Identity(3), windows.Options{}) },
		"windows: order of another length": func() { windows.Improve(sparsity.NewPattern(3, 3), sparsity.Identity(2), windows.Options{}) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("want panic %q, got %v", want, got)
				}
			}()
			call()
		}()
	}
}

// TestImproveHub would take minutes if the children of a hub were sorted for each
// of its columns.
func TestImproveHub(t *testing.T) {
	const n = 50_000
	g := sparsity.Symmetrize(matgen.ArrowGood(n, 3))
	if _, stats := windows.Improve(g, sparsity.Identity(n), windows.Options{}); stats.Changed != 0 || stats.NNZL != int64(n+g.NNZ()/2) {
		t.Errorf("%+v", stats)
	}
}
