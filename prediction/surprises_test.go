package prediction

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// The walks up the elimination tree find the rows of U that the exact structure has.
func TestTreeColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for k := range 60 {
		a := random(rng, 1+rng.IntN(40), true)
		x := symbolic.Analyze(a, symbolic.Order{}, symbolic.Options{Counts: true})
		s, err := symbolic.StructureOf(a, math.MaxInt64, nil)
		if err != nil {
			t.Fatal(err)
		}
		exact, tree := columnsOf(a, s, stepsOf(s)), treeColumns(a, x, treeSteps(x))
		if exact.updates != tree.updates || !slices.Equal(exact.lengths, tree.lengths) {
			t.Fatalf("%d: %d and %d updates, lengths %v and %v", k, exact.updates, tree.updates, exact.lengths, tree.lengths)
		}
		for j := range 2 * a.Cols { // a second time, too
			j %= a.Cols
			if want, got := exact.above(j), tree.above(j); !slices.Equal(got, want) {
				t.Fatalf("%d: column %d: got %v, want %v", k, j, got, want)
			}
		}
	}
}

// A part of the columns stands for all: on grids, the estimate is near the count.
func TestFollowedPart(t *testing.T) {
	a := matgen.PowerGrid(60, 60, 0, 1)
	x := symbolic.Analyze(a, symbolic.Order{}, symbolic.Options{Counts: true})
	c := treeColumns(a, x, treeSteps(x))
	count := func(stride int) (loops, columns float64) {
		w := c.follow(stride)
		return float64(stride * len(w.rows)), float64(stride * len(w.list))
	}
	all, n := count(1)
	if int64(all) != c.updates || int(n) != a.Cols {
		t.Fatalf("%g of %d updates, %g of %d columns", all, c.updates, n, a.Cols)
	}
	for _, stride := range []int{2, 3, 5} {
		if part, _ := count(stride); math.Abs(part/all-1) > 0.2 {
			t.Errorf("one of %d: %g updates for %g", stride, part, all)
		}
	}
}

// The columns of a band are alike, and the columns of a random tree are not.
func TestSurprises(t *testing.T) {
	const n = 4000
	band, tree := &sparsity.Triplets{Rows: n, Cols: n}, &sparsity.Triplets{Rows: n, Cols: n}
	add := func(t *sparsity.Triplets, i, j int32) {
		t.Row, t.Col = append(t.Row, i, j), append(t.Col, j, i)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range int32(n) {
		add(band, i, i)
		add(tree, i, i)
		for d := int32(1); d <= 4 && i+d < n; d++ {
			add(band, i, i+d)
		}
		for range 4 {
			add(tree, i, min(n-1, i+1+int32(rng.ExpFloat64()*6)))
		}
	}
	of := func(tr *sparsity.Triplets) *Features {
		m, _ := tr.Compress()
		return Of(m.Pattern, symbolic.Analyze(m.Pattern, symbolic.Order{}, symbolic.Options{Counts: true}), Options{})
	}
	regular, irregular := of(band), of(tree)
	for _, c := range []struct {
		name          string
		few, many     int64
		fewOf, manyOf int64
	}{
		{"columns", regular.Surprises, irregular.Surprises, regular.Updates, irregular.Updates},
		{"rows", regular.RowSurprises, irregular.RowSurprises, regular.Updates, irregular.Updates},
		{"fronts", int64(regular.UMFPACK.Surprises), int64(irregular.UMFPACK.Surprises), loops(regular), loops(irregular)},
		{"fronts, early", int64(regular.UMFPACK.EarlySurprises), int64(irregular.UMFPACK.EarlySurprises), loops(regular), loops(irregular)},
	} {
		if few, many := share64(c.few, c.fewOf), share64(c.many, c.manyOf); few > 0.01 || many < 0.1 {
			t.Errorf("%s: surprises at %.4f of the loops of a band, %.4f of a tree", c.name, few, many)
		}
	}
}

// loops returns about how many loops UMFPACK has: they take some hundred instructions.
func loops(f *Features) int64 { return int64(f.UMFPACK.Instructions / 100) }

func share64(part, all int64) float64 { return float64(part) / float64(max(1, all)) }

// Surprises of many updates count, of few they are learned.
func TestUnlearnedSurprises(t *testing.T) {
	for _, c := range []struct {
		updates int64
		want    float64
	}{{0, 0}, {10_000, 500}, {990_000, 990}} {
		f := &Features{Updates: c.updates, Surprises: 1000}
		if got := f.count("surprises"); got != c.want {
			t.Errorf("%d updates: got %g, want %g", c.updates, got, c.want)
		}
	}
	if g := (&Features{Rows: 10, L: 20, U: 30, Updates: 15, Surprises: 10}).WithCounts(20, 50, 0, 1); g.Surprises != 20 {
		t.Errorf("twice the entries of U: %d surprises", g.Surprises)
	}
}
