package equivalent_test

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/equivalent"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// method is Lower or Shorten.
type method = func(*sparsity.Pattern, sparsity.Perm, equivalent.Options) (sparsity.Perm, equivalent.Stats)

var methods = map[string]method{"lower": equivalent.Lower, "shorten": equivalent.Shorten}

// eachGraph runs f on graphs of many kinds and sizes, under a random order and
// under a good one.
func eachGraph(t *testing.T, sizes []int, seeds uint64, f func(t *testing.T, g *sparsity.Pattern, p sparsity.Perm)) {
	for _, n := range sizes {
		for seed := range seeds {
			for name, a := range map[string]*sparsity.Pattern{
				"grid":      matgen.Grid2D(n, 3),
				"circuit":   matgen.Circuit(n, seed),
				"arrow":     matgen.Arrow(n, 2),
				"diagonal":  matgen.Diagonal(n),
				"path":      matgen.Tridiagonal(n),
				"band":      matgen.Banded(n, 3, 3),
				"random":    matgen.RandomSymmetric(n, 2, seed),
				"tree":      matgen.Tree(n, seed),
				"2-tree":    matgen.KTree(max(n, 3), 2, seed),
				"dense":     matgen.Dense(n, n),
				"reducible": matgen.Reducible(n/3, 3, 1, seed),
			} {
				g := sparsity.Symmetrize(a)
				amd, _ := ordering.AMD(g, ordering.AMDOptions{})
				for order, p := range map[string]sparsity.Perm{"natural": nil, "random": matgen.RandomPerm(g.Cols, seed), "amd": amd} {
					t.Run(fmt.Sprintf("%s/n=%d/seed=%d/%s", name, n, seed, order), func(t *testing.T) { f(t, g, p) })
				}
			}
		}
	}
}

// filled returns the edges of the filled graph of g under p, by the vertices of
// g, from an elimination that joins neighbours.
func filled(g *sparsity.Pattern, p sparsity.Perm) map[[2]int32]bool {
	joined := map[[2]int32]bool{}
	for j, rows := range oracle.Eliminate(sparsity.Permute(g, p, p)).Rows {
		for _, i := range rows {
			a, b := int32(j), i
			if p != nil {
				a, b = p[j], p[i]
			}
			joined[[2]int32{min(a, b), max(a, b)}] = true
		}
	}
	return joined
}

// TestEquivalent: no fill that was not there, a tree that is not higher, a path
// that is not longer, figures that hold, and arguments left alone.
func TestEquivalent(t *testing.T) {
	eachGraph(t, []int{0, 1, 2, 3, 5, 9, 20}, 2, func(t *testing.T, g *sparsity.Pattern, p sparsity.Perm) {
		before, given := g.Clone(), slices.Clone(p)
		for name, reorder := range methods {
			q, stats := reorder(g, p, equivalent.Options{})
			if err := q.Check(); err != nil || len(q) != g.Cols {
				t.Fatalf("%s: no permutation of %d: %v %v", name, g.Cols, q, err)
			}
			want := filled(g, p)
			got := filled(g, q)
			if !contains(want, got) {
				t.Fatalf("%s: the filled graph has other edges: %v, want %v", name, got, want)
			}
			if before, after := len(want)+g.Cols, len(got)+g.Cols; int(stats.NNZLBefore) != before || int(stats.NNZLAfter) != after {
				t.Fatalf("%s: L has %d entries and then %d, got %+v", name, before, after, stats)
			}
			oldHeight, oldPath := measure(g, p)
			height, path := measure(g, q)
			if stats.HeightBefore != oldHeight || stats.PathBefore != oldPath || stats.HeightAfter != height || stats.PathAfter != path {
				t.Fatalf("%s: %d→%d, %v→%v, got %+v", name, oldHeight, height, oldPath, path, stats)
			}
			if name == "lower" && height > oldHeight || name == "shorten" && path > oldPath {
				t.Fatalf("%s: worse than before: %+v", name, stats)
			}
			if better := name == "lower" && height < oldHeight || name == "shorten" && path < oldPath; stats.Changed != better {
				t.Fatalf("%s: changed where it is not better, or not where it is: %+v", name, stats)
			}
			if !stats.Changed && p != nil && !slices.Equal(p, q) {
				t.Fatalf("%s: another order, which Changed denies", name)
			}
			mustPostorder(t, g, q, stats.Changed)
		}
		if !g.Equal(before) || !slices.Equal(p, given) {
			t.Fatal("an argument was changed")
		}
	})
}

// contains reports whether all of b is in a.
func contains(a, b map[[2]int32]bool) bool {
	for e := range b {
		if !a[e] {
			return false
		}
	}
	return true
}

// chordalOf returns the filled graph of g under p, under which p does not fill.
func chordalOf(g *sparsity.Pattern, p sparsity.Perm) *sparsity.Pattern {
	var t sparsity.Triplets
	t.Rows, t.Cols = g.Rows, g.Cols
	for e := range filled(g, p) {
		t.Row, t.Col = append(t.Row, e[0]), append(t.Col, e[1])
	}
	m, _ := t.Compress()
	return sparsity.Symmetrize(m.Pattern)
}

// measure returns height and critical path by definition.
func measure(g *sparsity.Pattern, p sparsity.Perm) (height int, path float64) {
	f := oracle.Eliminate(sparsity.Permute(g, p, p))
	work := make([]float64, len(f.Rows))
	for j, rows := range f.Rows {
		d := float64(len(rows))
		work[j] = 2*d*d + d
		height = max(height, int(oracle.Heights(f.Parent())[j])+1)
	}
	return height, oracle.CriticalPath(f.Parent(), work)
}

// mustPostorder: a new order keeps the columns of a subtree together.
func mustPostorder(t *testing.T, g *sparsity.Pattern, p sparsity.Perm, changed bool) {
	t.Helper()
	if !changed {
		return
	}
	tree := etree.Symmetric(sparsity.Permute(g, p, p))
	size := tree.SubtreeSizes()
	for j, up := range tree.Parent {
		if up < 0 {
			continue
		}
		if int(up)-int(size[up])+1 > j-int(size[j])+1 {
			t.Fatalf("the subtree of %d starts outside that of its parent %d", j, up)
		}
	}
}

// chordal is a chordal graph of at most 16 vertices: the neighbours of each.
type chordal []uint32

// best returns the least makespan of all perfect elimination orders of c, by
// trying them all: the state is the set of vertices that are left together with
// the time at which each of them is ready.
func (c chordal) best(left uint32, ready []float64, cost func(int32) float64, bound float64) float64 {
	if left == 0 {
		return slices.Max(append([]float64{0}, ready...))
	}
	for v := range c {
		around := c[v] & left
		if left>>v&1 == 0 || !c.clique(around) {
			continue
		}
		end := ready[v] + cost(int32(bits.OnesCount32(around))+1)
		if end >= bound {
			continue
		}
		then := slices.Clone(ready)
		then[v] = end
		for w := range c {
			if around>>w&1 == 1 {
				then[w] = max(then[w], end)
			}
		}
		bound = min(bound, c.best(left&^(1<<v), then, cost, bound))
	}
	return bound
}

// clique reports whether all vertices of the set are joined.
func (c chordal) clique(set uint32) bool {
	for v := range c {
		if set>>v&1 == 1 && set&^(1<<v)&^c[v] != 0 {
			return false
		}
	}
	return true
}

// TestOptimal compares with all equivalent orders of small graphs.
func TestOptimal(t *testing.T) {
	lower, shorter, apart := 0, 0, 0
	for seed := range uint64(400) {
		n := 4 + int(seed%5)
		p := matgen.RandomPerm(n, seed)
		g := chordalOf(sparsity.Symmetrize(matgen.RandomSymmetric(n, 1+int(seed/5%3), seed)), p)
		c := make(chordal, n)
		for e := range filled(g, p) {
			c[e[0]] |= 1 << e[1]
			c[e[1]] |= 1 << e[0]
		}
		all := uint32(1)<<n - 1
		height := c.best(all, make([]float64, n), func(int32) float64 { return 1 }, math.Inf(1))
		path := c.best(all, make([]float64, n), etree.LUFlops, math.Inf(1))
		_, low := equivalent.Lower(g, p, equivalent.Options{})
		_, short := equivalent.Shorten(g, p, equivalent.Options{})
		if float64(low.HeightAfter) != height {
			t.Errorf("seed %d: height %d, least is %v", seed, low.HeightAfter, height)
		}
		if short.PathAfter != path {
			t.Errorf("seed %d: critical path %v, least is %v", seed, short.PathAfter, path)
		}
		if low.Changed {
			lower++
		}
		if short.Changed {
			shorter++
		}
		if low.PathAfter > low.PathBefore {
			apart++
		}
	}
	t.Logf("lower %d, shorter %d, lower and longer %d of 400", lower, shorter, apart)
	if lower < 40 || shorter < 40 {
		t.Error("too few orders that could be bettered")
	}
}

// jessKees returns the number of steps of Jess and Kees's method on the filled
// graph, by definition.
func jessKees(joined map[[2]int32]bool, n int) int {
	adjacent := make([]map[int32]bool, n)
	for v := range adjacent {
		adjacent[v] = map[int32]bool{}
	}
	for e := range joined {
		adjacent[e[0]][e[1]], adjacent[e[1]][e[0]] = true, true
	}
	left, steps := n, 0
	for ; left > 0; steps++ {
		taken := map[int32]bool{}
		for v := range int32(n) {
			if adjacent[v] == nil || !simplicial(adjacent, v) {
				continue
			}
			independent := true
			for w := range adjacent[v] {
				independent = independent && !taken[w]
			}
			if independent {
				taken[v] = true
			}
		}
		for v := range taken {
			for w := range adjacent[v] {
				delete(adjacent[w], v)
			}
		}
		for v := range taken {
			adjacent[v] = nil
		}
		left -= len(taken)
	}
	return steps
}

func simplicial(adjacent []map[int32]bool, v int32) bool {
	for a := range adjacent[v] {
		for b := range adjacent[v] {
			if a != b && !adjacent[a][b] {
				return false
			}
		}
	}
	return true
}

// TestJessKees: as many levels as the method takes steps on the filled graph.
func TestJessKees(t *testing.T) {
	eachGraph(t, []int{6, 13, 20}, 2, func(t *testing.T, g *sparsity.Pattern, p sparsity.Perm) {
		g = chordalOf(g, p)
		_, stats := equivalent.Lower(g, p, equivalent.Options{})
		if want := jessKees(filled(g, p), g.Cols); stats.HeightAfter != want {
			t.Fatalf("height %d, Jess and Kees take %d steps", stats.HeightAfter, want)
		}
	})
}

// TestPath: a path of n vertices in natural order is a chain; the least height
// without fill is that of elimination from both ends. Every second vertex first
// would be lower and fill.
func TestPath(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 101} {
		_, stats := equivalent.Lower(sparsity.Symmetrize(matgen.Tridiagonal(n)), nil, equivalent.Options{})
		if want := n/2 + 1; stats.HeightBefore != n || stats.HeightAfter != min(want, n) {
			t.Errorf("path of %d: want height %d, got %+v", n, want, stats)
		}
	}
}

// TestScattered: an order that jumps about gives what a postorder of its tree
// gives, which is equivalent to it.
func TestScattered(t *testing.T) {
	const n = 40_000
	g := sparsity.Symmetrize(matgen.Tridiagonal(n))
	p := matgen.RandomPerm(n, 1)
	together := p.Compose(etree.Symmetric(sparsity.Permute(g, p, p)).Postorder())
	for name, reorder := range methods {
		q, got := reorder(g, p, equivalent.Options{})
		_, want := reorder(g, together, equivalent.Options{})
		if got != want || !got.Changed {
			t.Errorf("%s: want %+v, got %+v", name, want, got)
		}
		if height := etree.Symmetric(sparsity.Permute(g, q, q)).Height(); height != got.HeightAfter {
			t.Errorf("%s: height %d, got %+v", name, height, got)
		}
	}
}

// TestAgain: where an order fills far more than it has to, fill is lost until
// another round would hardly lose any.
func TestAgain(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Grid2D(20, 20))
	q, first := equivalent.Lower(g, matgen.RandomPerm(400, 1), equivalent.Options{})
	_, second := equivalent.Lower(g, q, equivalent.Options{})
	if lost := first.NNZLBefore - first.NNZLAfter; lost < first.NNZLBefore/100 {
		t.Errorf("an order at random loses %d entries of L of %d", lost, first.NNZLBefore)
	}
	if lost := second.NNZLBefore - second.NNZLAfter; lost > second.NNZLBefore/1000 {
		t.Errorf("another round loses %d entries of L of %d", lost, second.NNZLBefore)
	}
}

// TestLeast: where the largest clique is all of the longest path, nothing is
// tried, however large the rest.
func TestLeast(t *testing.T) {
	g := sparsity.Symmetrize(matgen.ArrowGood(50, 2))
	for name, reorder := range methods {
		if _, stats := reorder(g, nil, equivalent.Options{MaxEntries: 1}); stats.TooLarge || stats.Changed || stats.HeightAfter != 3 {
			t.Errorf("%s: got %+v", name, stats)
		}
	}
}

// TestTooLarge: the limit is on what is stored, and is told.
func TestTooLarge(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Tridiagonal(10)) // 9 cliques of 2
	for limit, want := range map[int64]bool{17: true, 18: false} {
		p, stats := equivalent.Lower(g, nil, equivalent.Options{MaxEntries: limit})
		if stats.TooLarge != want || stats.CliqueEntries != 18 || stats.Cliques != 9 || stats.Changed == want {
			t.Errorf("limit %d: got %+v", limit, stats)
		}
		if want && !slices.Equal(p, sparsity.Identity(10)) {
			t.Errorf("limit %d: another order: %v", limit, p)
		}
	}
}

func TestPanics(t *testing.T) {
	for want, f := range map[string]func(){
		"equivalent: pattern not square":            func() { equivalent.Lower(matgen.Dense(2, 3), nil, equivalent.Options{}) },
		"equivalent: permutation of another length": func() { equivalent.Shorten(matgen.Diagonal(3), sparsity.Identity(2), equivalent.Options{}) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("want %q, got %v", want, got)
				}
			}()
			f()
		}()
	}
}
