package ordering_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

var ndVariants = map[string]ordering.NDOptions{
	"default": {}, "small leaves": {Leaf: 5}, "single vertices": {Leaf: 1, Divided: true},
	"divided": {Leaf: 20, Divided: true}, "low limit": {Dense: 1e-9, Leaf: 10}, "no limit": {Dense: -1, Leaf: 10},
	"two workers": {Workers: 2, Leaf: 8, Seed: 3},
}

// TestND checks that every variant returns a permutation and, where no hub is
// taken out, that the bounds hold for the factor the elimination game finds.
func TestND(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 4, 5, 8, 16, 17, 18, 40, 90, 260} {
		for family, g := range amdFamily(n) {
			for variant, opt := range ndVariants {
				if n > 100 && (variant == "low limit" || variant == "no limit" || variant == "divided") {
					continue // the elimination game is slow
				}
				name := fmt.Sprintf("%s, n = %d, %s", family, n, variant)
				before := g.Clone()
				p, stats := ordering.ND(g, opt)
				if !g.Equal(before) {
					t.Fatalf("%s: the graph has changed", name)
				}
				if len(p) != g.Cols || p.Check() != nil {
					t.Fatalf("%s: %v is not a permutation of %d", name, p, g.Cols)
				}
				if stats.Hubs > 0 {
					continue
				}
				counts := oracle.Eliminate(sparsity.Permute(g, p, p)).ColumnCounts()
				checkBounds(t, name, counts, ordering.AMDStats{NNZL: stats.NNZL, FlopsLU: stats.FlopsLU, MaxColumn: g.Cols})
			}
		}
	}
}

// TestNDWorkers checks that the order does not depend on the number of
// goroutines.
func TestNDWorkers(t *testing.T) {
	for name, a := range map[string]*sparsity.Pattern{
		"grid": matgen.Grid2D(60, 60), "cube": matgen.Grid3D(13, 13, 13), "circuit": matgen.Circuit(600, 1),
		"parts": matgen.Reducible(10, 600, 2, 1), "sparse": matgen.RandomSymmetric(2500, 3, 1),
	} {
		g := sparsity.Symmetrize(a)
		want, stats := ordering.ND(g, ordering.NDOptions{Seed: 9})
		for _, workers := range []int{2, 8} {
			got, s := ordering.ND(g, ordering.NDOptions{Seed: 9, Workers: workers})
			if !slices.Equal(want, got) {
				t.Errorf("%s: another order with %d workers", name, workers)
			}
			s.FlopsLU = stats.FlopsLU // summed in another order
			if s != stats {
				t.Errorf("%s: want %+v, got %+v with %d workers", name, stats, s, workers)
			}
		}
		if other, _ := ordering.ND(g, ordering.NDOptions{Seed: 10}); slices.Equal(other, want) && stats.Whole == 0 {
			t.Errorf("%s: the seed is of no consequence", name)
		}
	}
}

// TestNDFill checks that dissection reaches what is known of model problems:
// 31/4·n·log₂ n + O(n) entries for the square grid of George, where AMD needs
// more, and no fill for graphs that need none.
func TestNDFill(t *testing.T) {
	for _, c := range []struct {
		name string
		a    *sparsity.Pattern
		most float64 // of the entries that AMD needs
	}{
		{"grid", matgen.Grid2D(150, 150), 0.95}, {"grid, 9 points", matgen.Grid9(100, 100), 1},
		{"cube", matgen.Grid3D(18, 18, 18), 0.85}, {"bricks", matgen.Grid27(18, 18, 18), 0.7},
		{"points", matgen.Geometric3D(6000, 14, 1), 0.72}, {"tree", matgen.Tree(3000, 1), 1},
		{"star", matgen.Arrow(3000, 1), 1}, {"complete", matgen.Dense(250, 250), 1}, {"path", matgen.Tridiagonal(5000), 1.3},
		{"circuit", matgen.Circuit(2500, 1), 1.02}, {"sparse", matgen.RandomSymmetric(2000, 3, 1), 1},
	} {
		g := sparsity.Symmetrize(c.a)
		p, _ := ordering.ND(g, ordering.NDOptions{})
		q, _ := ordering.AMD(g, ordering.AMDOptions{})
		got, low := float64(entriesOfL(g, p)), float64(entriesOfL(g, q))
		t.Logf("%s: %.0f, AMD %.0f", c.name, got, low)
		if got > c.most*low {
			t.Errorf("%s: want %.0f entries in L at most, got %.0f, %.3f of AMD's", c.name, c.most*low, got, got/low)
		}
	}
}

// TestNDLeaf checks that leaves of meshes are small by default, and those of
// graphs with few edges larger, and that a leaf keeps within what is asked for.
func TestNDLeaf(t *testing.T) {
	for _, c := range []struct {
		name string
		a    *sparsity.Pattern
		leaf int
	}{{"bricks", matgen.Grid27(13, 13, 13), 150}, {"grid", matgen.Grid2D(50, 50), 400}} {
		g := sparsity.Symmetrize(c.a)
		_, want := ordering.ND(g, ordering.NDOptions{Leaf: c.leaf})
		_, other := ordering.ND(g, ordering.NDOptions{Leaf: 550 - c.leaf})
		if _, got := ordering.ND(g, ordering.NDOptions{}); got != want || got == other {
			t.Errorf("%s: want leaves of %d, %+v, got %+v", c.name, c.leaf, want, got)
		}
		if least := (g.Cols - want.Separator*want.Divisions) / c.leaf; want.Leaves < least {
			t.Errorf("%s: want %d leaves at least, got %d", c.name, least, want.Leaves)
		}
	}
}

// TestNDHubs checks that rows that touch everything come last and cost nothing
// but themselves.
func TestNDHubs(t *testing.T) {
	const side, hubs = 60, 2
	const n = side*side + hubs
	grid := matgen.Grid2D(side, side)
	b := sparsity.Triplets{Rows: n, Cols: n}
	for j := range side * side {
		for _, i := range grid.Col(j) {
			b.Row, b.Col = append(b.Row, i+hubs), append(b.Col, int32(j+hubs))
		}
		for h := range int32(hubs) {
			b.Row, b.Col = append(b.Row, h), append(b.Col, int32(j+hubs))
		}
	}
	m, _ := b.Compress()
	g := sparsity.Symmetrize(m.Pattern)
	p, stats := ordering.ND(g, ordering.NDOptions{})
	if stats.Hubs != hubs || p[n-1] >= hubs || p[n-2] >= hubs {
		t.Errorf("want the hubs last, got %+v, %v", stats, p[n-2:])
	}
	q, _ := ordering.ND(sparsity.Symmetrize(grid), ordering.NDOptions{})
	want := entriesOfL(sparsity.Symmetrize(grid), q) + hubs*side*side + hubs*(hubs+1)/2
	if got := entriesOfL(g, p); got > want+want/50 {
		t.Errorf("want %d entries in L, got %d", want, got)
	}
}

// TestNDParallel checks that the tree is low where a long part has little fill
// in natural order.
func TestNDParallel(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Banded(20000, 3, 3))
	p, _ := ordering.ND(g, ordering.NDOptions{})
	if h := etree.Symmetric(sparsity.Permute(g, p, p)).Height(); h > 2000 {
		t.Errorf("want a low tree, got %d levels", h)
	}
}

// TestNDFringe checks which vertices come first: those with one neighbour, the
// first of two that only have each other, and the centre of a star after its
// rays.
func TestNDFringe(t *testing.T) {
	star := []int32{0, 1, 0, 2, 0, 3}         // centre 0
	pair := []int32{4, 5}                     // and vertex 6 alone
	ring := []int32{7, 8, 8, 9, 9, 10, 7, 10} // with a tail of two
	tail := []int32{10, 11, 11, 12}
	b := sparsity.Triplets{Rows: 13, Cols: 13}
	for _, edges := range [][]int32{star, pair, ring, tail} {
		for k := 0; k < len(edges); k += 2 {
			b.Row, b.Col = append(b.Row, edges[k]), append(b.Col, edges[k+1])
		}
	}
	m, _ := b.Compress()
	p, stats := ordering.ND(sparsity.Symmetrize(m.Pattern), ordering.NDOptions{})
	if want := (sparsity.Perm{1, 2, 3, 4, 6, 12, 0, 5}); stats.Fringe != 8 || !slices.Equal(p[:8], want) {
		t.Errorf("want %v first, got %v and %+v", want, p, stats)
	}
}

// TestNDStop checks that a dissection that is told to stop returns no order,
// and that what it counted until then is less than the whole.
func TestNDStop(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Grid2D(80, 80))
	_, whole := ordering.ND(g, ordering.NDOptions{})
	for _, workers := range []int{1, 2} {
		calls := 0
		p, stats := ordering.ND(g, ordering.NDOptions{Workers: workers, Stop: func(s ordering.NDStats) bool {
			calls++
			return s.NNZL > whole.NNZL/3
		}})
		if p != nil || stats.NNZL >= whole.NNZL || calls == 0 {
			t.Errorf("want no order and less than %d, got %d vertices and %+v after %d calls", whole.NNZL, len(p), stats, calls)
		}
		calls = 0
		p, stats = ordering.ND(g, ordering.NDOptions{Workers: workers, Stop: func(ordering.NDStats) bool { calls++; return true }})
		if p != nil || stats.Leaves != 0 || calls != 1 {
			t.Errorf("want an end before the first part, got %d vertices and %+v after %d calls", len(p), stats, calls)
		}
		p, _ = ordering.ND(g, ordering.NDOptions{Workers: workers, Stop: func(ordering.NDStats) bool { return false }})
		if p.Check() != nil || len(p) != g.Cols {
			t.Error("want an order where nothing stops")
		}
	}
}

// TestNDStopSmall stops where all components are small and ordered at once.
func TestNDStopSmall(t *testing.T) {
	b := sparsity.Triplets{Rows: 8000, Cols: 8000}
	for i := range int32(8000) { // rings of eight
		b.Row, b.Col = append(b.Row, i), append(b.Col, i/8*8+(i+1)%8)
	}
	m, _ := b.Compress()
	p, stats := ordering.ND(sparsity.Symmetrize(m.Pattern), ordering.NDOptions{Stop: func(ordering.NDStats) bool { return true }})
	if p != nil || stats.Leaves != 0 {
		t.Errorf("want an end before the first part, got %d vertices and %+v", len(p), stats)
	}
}

func TestNDPanics(t *testing.T) {
	defer func() {
		if got := recover(); got != "ordering: pattern not square" {
			t.Errorf("got %v", got)
		}
	}()
	ordering.ND(sparsity.NewPattern(2, 3), ordering.NDOptions{})
}

// TestNDChordal checks that a chordal graph with a short critical path is
// ordered as a whole, without fill, and one with a long path is divided.
func TestNDChordal(t *testing.T) {
	for _, c := range []struct {
		name  string
		a     *sparsity.Pattern
		whole bool
	}{
		{"flower", flower(4000, 30), true}, {"band", matgen.Banded(4000, 3, 3), false},
		{"comb", comb(1500, 4), false}, {"grid", matgen.Grid2D(60, 60), false},
	} {
		g := sparsity.Symmetrize(c.a)
		p, stats := ordering.ND(g, ordering.NDOptions{})
		if whole := stats.Divisions == 0; whole != c.whole {
			t.Errorf("%s: ordered as a whole: %v, want %v: %+v", c.name, whole, c.whole, stats)
		}
		if got, want := entriesOfL(g, p), g.NNZ()/2+g.Cols; c.whole && int(got) != want {
			t.Errorf("%s: want %d entries in L, got %d", c.name, want, got)
		}
		if _, stats := ordering.ND(g, ordering.NDOptions{Divided: true}); stats.Divisions == 0 {
			t.Errorf("%s: want divisions where all are kept", c.name)
		}
	}
}

// flower returns a clique with further vertices, each joined to two of it.
func flower(n, clique int) *sparsity.Pattern {
	b := sparsity.Triplets{Rows: n, Cols: n}
	for v := range n {
		near := []int{v % clique, (v + 1) % clique}
		if v < clique {
			near = near[:0]
			for u := range v {
				near = append(near, u)
			}
		}
		for _, u := range near {
			b.Row, b.Col = append(b.Row, int32(v)), append(b.Col, int32(u))
		}
	}
	m, _ := b.Compress()
	return m.Pattern
}

// comb returns a band of width 2 with a clique of that many vertices at each
// vertex of it: many vertices are simplicial, and the band is long.
func comb(length, clique int) *sparsity.Pattern {
	b := sparsity.Triplets{Rows: length * clique, Cols: length * clique}
	join := func(i, j int) {
		b.Row, b.Col = append(b.Row, int32(i)), append(b.Col, int32(j))
	}
	for k := range length {
		v := k * clique
		for i := range clique {
			for j := range i {
				join(v+i, v+j)
			}
		}
		for back := 1; back <= min(k, 2); back++ {
			join(v, v-back*clique)
		}
	}
	m, _ := b.Compress()
	return m.Pattern
}
