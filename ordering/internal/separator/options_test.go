package separator_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering/internal/separator"
	"github.com/nrkit/nrkit/sparsity"
)

// bells returns two grids of the given width that a single vertex joins.
func bells(width, left, right int) *sparsity.Pattern {
	a, b := matgen.Grid2D(width, left), matgen.Grid2D(width, right)
	n := a.Cols + b.Cols + 1
	t := sparsity.Triplets{Rows: n, Cols: n}
	add := func(g *sparsity.Pattern, at int) {
		for j := range g.Cols {
			for _, i := range g.Col(j) {
				t.Row, t.Col = append(t.Row, i+int32(at)), append(t.Col, int32(j+at))
			}
		}
	}
	add(a, 0)
	add(b, a.Cols+1)
	bridge := int32(a.Cols)
	t.Row, t.Col = append(t.Row, bridge, bridge), append(t.Col, bridge-1, bridge+1)
	m, _ := t.Compress()
	return m.Pattern
}

// TestFindImbalance checks that sides weigh no more than they may, and that the
// separator that leaves a quarter and three quarters is found when it may be.
func TestFindImbalance(t *testing.T) {
	g := graphOf(bells(20, 45, 15))
	w := &separator.Work{}
	for _, c := range []struct {
		imbalance   float64
		least, most int // of the separator
	}{{0.02, 15, 30}, {0, 15, 30}, {0.2, 15, 30}, {0.6, 1, 1}} {
		for seed := range uint64(5) {
			weight := find(t, "bells", w, g, separator.Options{Seed: seed, Imbalance: c.imbalance})
			allowed := c.imbalance
			if allowed == 0 {
				allowed = 0.2
			}
			if most := float64(g.Total()) * (1 + allowed) / 2; float64(max(weight[0], weight[1])) > most {
				t.Errorf("imbalance %g, seed %d: sides of %v, want %.0f at most", c.imbalance, seed, weight, most)
			}
			if weight[2] < c.least || weight[2] > c.most {
				t.Errorf("imbalance %g, seed %d: want a separator of %d to %d, got %d", c.imbalance, seed, c.least, c.most, weight[2])
			}
		}
	}
}

// TestFindTries checks that more trials, and more runs where the graph is large,
// find better separators in the mean, with the charge of 0.4 for imbalance that
// decides between them, and that Large says for which graphs runs count.
func TestFindTries(t *testing.T) {
	w := &separator.Work{}
	sum := func(g *separator.Graph, opt separator.Options) (sum float64) {
		for seed := range uint64(12) {
			opt.Seed = seed
			x := find(t, "tries", w, g, opt)
			apart := max(x[0], x[1]) - min(x[0], x[1])
			sum += float64(x[2]) * (1 + 0.4*float64(apart)/float64(g.Total()))
		}
		return sum
	}
	small, large := graphOf(matgen.RandomSymmetric(700, 3, 1)), graphOf(matgen.Grid3D(15, 15, 15))
	if one, many := sum(small, separator.Options{Trials: 1}), sum(small, separator.Options{Trials: 10}); many >= one {
		t.Errorf("10 trials: separators of %.1f, one: %.1f", many, one)
	}
	if one, many := sum(large, separator.Options{Runs: 1}), sum(large, separator.Options{Runs: 10}); many >= one {
		t.Errorf("10 runs: separators of %.1f, one: %.1f", many, one)
	}
	if one, many := sum(large, separator.Options{Large: 4000}), sum(large, separator.Options{Runs: 10, Large: 4000}); many != one {
		t.Errorf("10 runs of a graph that is not large: separators of %.1f, one: %.1f", many, one)
	}
	cube := graphOf(matgen.Grid3D(10, 10, 10))
	if one, many := sum(cube, separator.Options{Runs: 1, Large: 100}), sum(cube, separator.Options{Runs: 10, Large: 100}); many == one {
		t.Errorf("10 runs of a graph that is large: separators of %.1f, as with one", one)
	}
}

// TestFindNested checks graphs whose 32nd is large too: the runs within a run count,
// separators separate, and searches repeat and can be stopped.
func TestFindNested(t *testing.T) {
	w := &separator.Work{}
	for family, a := range map[string]*sparsity.Pattern{
		"grid": matgen.Grid2D(80, 80), "sparse": matgen.RandomSymmetric(6000, 3, 1), "tree": matgen.Tree(6000, 1),
		"power": matgen.PowerGrid(60, 50, 40, 1), "circuit": matgen.Circuit(1500, 1), "blocks": matgen.Reducible(1500, 4, 1, 3),
	} {
		g := graphOf(a)
		nested := separator.Options{Seed: 1, Large: 100}
		find(t, family, w, g, nested)
		one, two := make([]int8, g.Len()), make([]int8, g.Len())
		w.Find(g, one, nested)
		(&separator.Work{}).Find(g, two, nested)
		if !slices.Equal(one, two) {
			t.Errorf("%s: results differ", family)
		}
	}
	g := graphOf(matgen.Grid3D(24, 24, 24))
	one, many := make([]int8, g.Len()), make([]int8, g.Len())
	w.Find(g, one, separator.Options{Large: 600, Runs: 1}) // a 32nd has about 430 vertices
	w.Find(g, many, separator.Options{Large: 300, Runs: 1})
	if slices.Equal(one, many) {
		t.Error("a 32nd that is large is divided as if it were small")
	}
	asked := 0
	w.Find(g, one, separator.Options{Large: 300, Stop: func() bool { asked++; return false }})
	for last := 1; last <= asked; last += 5 {
		calls := 0
		w.Find(g, one, separator.Options{Large: 300, Stop: func() bool { calls++; return calls == last }})
		if calls != last {
			t.Fatalf("told to stop at the question %d, and asked %d times", last, calls)
		}
	}
}

// TestFindStop checks that a search ends soon wherever it is told to, and that
// one that is not is the same as without the question.
func TestFindStop(t *testing.T) {
	g := graphOf(matgen.Grid2D(70, 70))
	w := &separator.Work{}
	want, side := make([]int8, g.Len()), make([]int8, g.Len())
	w.Find(g, want, separator.Options{})
	asked := 0
	w.Find(g, side, separator.Options{Stop: func() bool { asked++; return false }})
	if !slices.Equal(side, want) || asked < 20 {
		t.Errorf("asked %d times, and another result: %v", asked, !slices.Equal(side, want))
	}
	for last := 1; last <= asked; last++ {
		calls := 0
		w.Find(g, side, separator.Options{Stop: func() bool { calls++; return calls == last }})
		if calls != last {
			t.Fatalf("told to stop at the question %d, and asked %d times", last, calls)
		}
	}
	w.Find(g, side, separator.Options{})
	if !slices.Equal(side, want) {
		t.Error("another result after searches that were stopped")
	}
}
