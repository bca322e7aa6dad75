package separator_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering/internal/separator"
	"github.com/nrkit/nrkit/sparsity"
)

// graphOf returns the graph of A+Aᵀ, without weights.
func graphOf(a *sparsity.Pattern) *separator.Graph {
	s := sparsity.Symmetrize(a)
	g := &separator.Graph{Weight: make([]int32, s.Cols)}
	for _, p := range s.ColPtr {
		g.Ptr = append(g.Ptr, int32(p))
	}
	for _, i := range s.RowIdx {
		g.Edges = append(g.Edges, separator.Edge{To: i, Weight: 1})
	}
	for v := range g.Weight {
		g.Weight[v] = 1
	}
	return g
}

// weighted gives the vertices of g weights from 1 to 5.
func weighted(g *separator.Graph) *separator.Graph {
	for v := range g.Weight {
		g.Weight[v] = int32(1 + v*7%5)
	}
	return g
}

// find checks that a separator of g separates, and returns the weights of both
// sides and of itself.
func find(t *testing.T, name string, w *separator.Work, g *separator.Graph, opt separator.Options) (weight [3]int) {
	t.Helper()
	side := make([]int8, g.Len())
	for v := range side {
		side[v] = 77
	}
	before := slices.Clone(g.Edges)
	w.Find(g, side, opt)
	if !slices.Equal(before, g.Edges) {
		t.Fatalf("%s: the graph has changed", name)
	}
	for v, s := range side {
		if s != separator.Left && s != separator.Right && s != separator.Separator {
			t.Fatalf("%s: vertex %d is on side %d", name, v, s)
		}
		weight[s] += int(g.Weight[v])
		for _, e := range g.Of(int32(v)) {
			if s != separator.Separator && side[e.To] == 1-s {
				t.Fatalf("%s: an edge joins %d on the left and %d on the right", name, v, e.To)
			}
		}
	}
	return weight
}

func families(n int) map[string]*sparsity.Pattern {
	f := map[string]*sparsity.Pattern{
		"none": matgen.Diagonal(n), "path": matgen.Banded(n, 1, 1), "band": matgen.Banded(n, 3, 3), "complete": matgen.Dense(n, n),
		"star": matgen.Arrow(n, 1), "two hubs": matgen.ArrowGood(n, 2), "grid": matgen.Grid2D((n+4)/5, 5),
		"cube": matgen.Grid3D((n+8)/9, 3, 3), "circuit": matgen.Circuit(n/4, 1), "blocks": matgen.Reducible(n/4, 4, 1, 3),
	}
	for seed := range uint64(3) {
		f[fmt.Sprintf("sparse %d", seed)] = matgen.RandomSymmetric(n, 3, seed)
		f[fmt.Sprintf("tree %d", seed)] = matgen.Tree(n, seed)
		f[fmt.Sprintf("3-tree %d", seed)] = matgen.KTree(n, 3, seed)
		f[fmt.Sprintf("power %d", seed)] = matgen.PowerGrid((n+5)/6, 5, 4, seed)
	}
	return f
}

// TestFind checks on many graphs, from nothing to some thousand vertices, that
// the separator separates, and that the sides are balanced where vertices are
// light enough for that.
func TestFind(t *testing.T) {
	w := &separator.Work{}
	for _, n := range []int{0, 1, 2, 3, 4, 7, 20, 39, 41, 99, 101, 350, 1000, 7000} {
		for family, a := range families(n) {
			if family == "complete" && n > 400 {
				continue
			}
			for seed := range uint64(2) {
				name := fmt.Sprintf("%s of %d, seed %d", family, n, seed)
				find(t, name, w, graphOf(a), separator.Options{Seed: seed})
				g := weighted(graphOf(a))
				weight := find(t, name+", weighted", w, g, separator.Options{Seed: seed})
				if all := weight[0] + weight[1] + weight[2]; n > 300 && max(weight[0], weight[1]) > all*6/10+5 {
					t.Errorf("%s: sides of %d and %d, separator of %d", name, weight[0], weight[1], weight[2])
				}
			}
		}
	}
}

// TestFindSize compares separators with what is known: that of a grid is
// about as long as its shorter side, a path falls apart at one vertex, a tree at its
// centroid, a k-tree at k vertices or so, and components need none.
func TestFindSize(t *testing.T) {
	w := &separator.Work{}
	for _, c := range []struct {
		name string
		a    *sparsity.Pattern
		most int
	}{
		{"path", matgen.Banded(5000, 1, 1), 1},
		{"band", matgen.Banded(5000, 4, 4), 4},
		{"20 × 60", matgen.Grid2D(20, 60), 20},
		{"100 × 100", matgen.Grid2D(100, 100), 103},
		{"100 × 100, numbered at random", matgen.Shuffle(matgen.Grid2D(100, 100), 1), 103},
		{"40 × 300", matgen.Grid2D(40, 300), 40},
		{"14 × 14 × 14", matgen.Grid3D(14, 14, 14), 196},
		{"star", matgen.Arrow(3000, 1), 1},
		{"three stars", matgen.Arrow(3000, 3), 3},
		{"tree", matgen.Tree(4000, 1), 3},
		{"5-tree", matgen.KTree(3000, 5, 1), 20},
		{"no edges", matgen.Diagonal(1000), 0},
	} {
		sum := 0
		for seed := range uint64(5) {
			weight := find(t, c.name, w, graphOf(c.a), separator.Options{Seed: seed})
			sum += weight[2]
		}
		if sum > 5*c.most {
			t.Errorf("%s: want separators of %d, got %.1f in the mean", c.name, c.most, float64(sum)/5)
		}
	}
}

// TestFindRepeats checks that the result is a function of graph and seed, and
// not of what the memory was used for before.
func TestFindRepeats(t *testing.T) {
	used := &separator.Work{}
	for n := 10; n < 8000; n = n*5/2 + 3 {
		for family, a := range families(n) {
			if family == "complete" && n > 400 {
				continue
			}
			g := graphOf(a)
			one, two := make([]int8, g.Len()), make([]int8, g.Len())
			(&separator.Work{}).Find(g, one, separator.Options{Seed: 5})
			used.Find(g, two, separator.Options{Seed: 5})
			if !slices.Equal(one, two) {
				t.Fatalf("%s of %d: results differ", family, n)
			}
		}
	}
}

func TestFindPanics(t *testing.T) {
	defer func() {
		if got := recover(); got != "separator: sides of another length than the graph" {
			t.Errorf("got %v", got)
		}
	}()
	(&separator.Work{}).Find(graphOf(matgen.Tridiagonal(3)), make([]int8, 2), separator.Options{})
}
