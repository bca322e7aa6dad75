package ordering_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// amdFamily returns graphs of many kinds with about n nodes, without
// diagonal.
func amdFamily(n int) map[string]*sparsity.Pattern {
	f := map[string]*sparsity.Pattern{
		"diagonal": matgen.Diagonal(n), "band": matgen.Banded(n, 3, 3), "dense": matgen.Dense(n, n),
		"hubs first": matgen.Arrow(n, 2), "hub last": matgen.ArrowGood(n, 1),
		"grid": matgen.Grid2D((n+4)/5, 5), "cube": matgen.Grid3D((n+8)/9, 3, 3), "circuit": matgen.Circuit(n/4, 1),
	}
	for seed := range uint64(5) {
		f[fmt.Sprintf("sparse %d", seed)] = matgen.RandomSymmetric(n, 3, seed)
		f[fmt.Sprintf("thick %d", seed)] = matgen.RandomSymmetric(n, 7, seed)
		f[fmt.Sprintf("tree %d", seed)] = matgen.Tree(n, seed)
		f[fmt.Sprintf("3-tree %d", seed)] = matgen.KTree(n, 3, seed)
		f[fmt.Sprintf("mesh %d", seed)] = matgen.Shuffle(matgen.Grid9((n+5)/6, 6), seed)
		f[fmt.Sprintf("blocks %d", seed)] = matgen.Reducible(n/4, 4, 1, seed)
		f[fmt.Sprintf("power %d", seed)] = matgen.PowerGrid((n+5)/6, 5, 4, seed)
	}
	for name, a := range f {
		f[name] = sparsity.Symmetrize(a)
	}
	return f
}

var amdVariants = map[string]ordering.AMDOptions{
	"default": {}, "gentle": {NoAggressive: true}, "low limit": {Dense: 1e-9}, "no limit": {Dense: -1},
	"gentle, no limit": {NoAggressive: true, Dense: -1},
}

// TestAMD checks that every variant returns a permutation and that the bounds
// hold for the factor the elimination game finds.
func TestAMD(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 4, 5, 8, 16, 17, 18, 40, 90} {
		for family, g := range amdFamily(n) {
			for variant, opt := range amdVariants {
				name := fmt.Sprintf("%s, n = %d, %s", family, n, variant)
				before := g.Clone()
				p, stats := ordering.AMD(g, opt)
				if !g.Equal(before) {
					t.Fatalf("%s: the graph has changed", name)
				}
				if len(p) != g.Cols || p.Check() != nil {
					t.Fatalf("%s: %v is not a permutation of %d", name, p, g.Cols)
				}
				counts := oracle.Eliminate(sparsity.Permute(g, p, p)).ColumnCounts()
				checkBounds(t, name, counts, stats)
			}
		}
	}
}

// checkBounds compares the statistics of AMD with the true factor.
func checkBounds(t *testing.T, name string, counts []int32, stats ordering.AMDStats) {
	t.Helper()
	var nnz int64
	flops, longest := 0.0, 0
	for _, c := range counts {
		off := float64(c - 1)
		nnz += int64(c)
		flops += off + 2*off*off
		longest = max(longest, int(c))
	}
	if stats.NNZL < nnz || stats.FlopsLU < flops || stats.MaxColumn < longest {
		t.Errorf("%s: nnz(L) %d, flops %v, longest column %d exceed %+v", name, nnz, flops, longest, stats)
	}
	if stats.Dense == 0 && stats.Pivots+stats.Merged+stats.Mass > 0 &&
		stats.Pivots+stats.Merged > len(counts) {
		t.Errorf("%s: %d columns, %+v", name, len(counts), stats)
	}
}

// TestAMDNoFill checks that graphs with a perfect elimination order do not
// fill where a node of least degree begins one: in trees, where it is a leaf,
// and others whose degrees are never blurred. In k-trees they are at times, but
// fill stays rare.
func TestAMDNoFill(t *testing.T) {
	for n := range 60 {
		for seed := range uint64(6) {
			for name, a := range map[string]*sparsity.Pattern{
				"tree": matgen.Tree(n, seed), "band": matgen.Shuffle(matgen.Banded(n, 1, 1), seed),
				"arrow": matgen.Arrow(n, 1), "dense": matgen.Dense(n, n),
				"2-tree": matgen.KTree(n, 2, seed), "5-tree": matgen.KTree(n, 5, seed),
			} {
				g := sparsity.Symmetrize(a)
				p, stats := ordering.AMD(g, ordering.AMDOptions{})
				least := int64(n + g.NNZ()/2)
				most := least
				if name == "2-tree" || name == "5-tree" {
					most += least / 10
				}
				if got := entriesOfL(g, p); got > most || stats.NNZL < got {
					t.Errorf("%s of %d, seed %d: want %d entries in L, got %d, bound %d", name, n, seed, least, got, stats.NNZL)
				}
			}
		}
	}
}

// entriesOfL returns nnz(L) with the diagonal for the graph g in the order p.
func entriesOfL(g *sparsity.Pattern, p sparsity.Perm) (nnz int64) {
	b := sparsity.Permute(g, p, p)
	tree := etree.Symmetric(b)
	for _, c := range etree.Counts(b, tree, tree.Postorder()) {
		nnz += int64(c)
	}
	return nnz
}

// TestAMDAgainstMinimumDegree compares the fill with that of exact degrees.
// Ties fall differently, so one graph proves nothing; their mean does.
func TestAMDAgainstMinimumDegree(t *testing.T) {
	ratio, count := 0.0, 0
	for _, n := range []int{20, 60, 120} {
		for family, g := range amdFamily(n) {
			p, _ := ordering.AMD(g, ordering.AMDOptions{})
			got, want := entriesOfL(g, p), entriesOfL(g, oracle.MinimumDegree(g))
			if float64(got) > 1.2*float64(want) {
				t.Errorf("%s, n = %d: want about %d entries in L, got %d", family, n, want, got)
			}
			ratio += math.Log(float64(got) / float64(want))
			count++
		}
	}
	if mean := math.Exp(ratio / float64(count)); mean > 1.02 {
		t.Errorf("want the fill of exact degrees in the mean, got %.3f of it", mean)
	}
}

// TestAMDDense checks which rows count as dense and where they go.
func TestAMDDense(t *testing.T) {
	const n, hubs = 200, 3 // limits: 10√200 = 141, a hub has 199 neighbours
	g := sparsity.Symmetrize(matgen.Arrow(n, hubs))
	p, stats := ordering.AMD(g, ordering.AMDOptions{})
	if stats.Dense != hubs || !slices.Equal(p[n-hubs:], sparsity.Perm{0, 1, 2}) {
		t.Errorf("want rows 0, 1, 2 last, got %v, %+v", p[n-hubs:], stats)
	}
	if got, want := entriesOfL(g, p), int64(n+g.NNZ()/2); got != want {
		t.Errorf("want %d entries in L, got %d", want, got)
	}
	for dense, want := range map[float64]int{0: 3, 10: 3, 14: 3, 14.1: 0, 1: 3, -1: 3} {
		if _, stats := ordering.AMD(g, ordering.AMDOptions{Dense: dense}); stats.Dense != want {
			t.Errorf("Dense %v: want %d dense rows, got %d", dense, want, stats.Dense)
		}
	}
	// A row with 16 neighbours is never dense, one with 17 is.
	for _, n := range []int{17, 18, 19} {
		g := sparsity.Symmetrize(matgen.Arrow(n, 1))
		want := 0
		if n >= 18 {
			want = 1
		}
		if _, stats := ordering.AMD(g, ordering.AMDOptions{Dense: 0.1}); stats.Dense != want {
			t.Errorf("star of %d: want %d dense rows, got %d", n, want, stats.Dense)
		}
	}
}

// TestAMDHashes compares with the orders of libamd 2.4.6 of Debian 12, whose
// hashes bench/peers/amd.c prints. Structurally symmetric patterns have the very
// order; where a pattern is not, that library fills its lists in another
// order, and ties fall differently.
func TestAMDHashes(t *testing.T) {
	for _, c := range amdHashes {
		g := sparsity.Symmetrize(c.a)
		got, _ := ordering.AMD(g, c.opt)
		if h := permHash(got); h != c.hash {
			t.Errorf("%s: want hash %d, got %d", c.name, c.hash, h)
		}
		if lnz := entriesOfL(g, got); lnz != c.lnz {
			t.Errorf("%s: want %d entries in L, got %d", c.name, c.lnz, lnz)
		}
	}
}

var amdHashes = []struct {
	name string
	a    *sparsity.Pattern
	opt  ordering.AMDOptions
	hash uint32
	lnz  int64
}{
	{"grid 100×100", matgen.Grid2D(100, 100), ordering.AMDOptions{}, 1817743937, 206332},
	{"grid 20×20×20", matgen.Grid3D(20, 20, 20), ordering.AMDOptions{}, 2021852869, 842282},
	{"shuffled mesh", matgen.Shuffle(matgen.Grid9(60, 70), 5), ordering.AMDOptions{}, 2100490033, 132078},
	{"circuit", matgen.Circuit(3000, 1), ordering.AMDOptions{}, 1797901587, 170849},
	{"circuit, low limit", matgen.Circuit(3000, 1), ordering.AMDOptions{Dense: 0.2}, 533090935, 181717},
	{"circuit, no limit", matgen.Circuit(3000, 1), ordering.AMDOptions{Dense: -1}, 80099799, 166885},
	{"circuit, gentle", matgen.Circuit(3000, 1), ordering.AMDOptions{NoAggressive: true}, 1519664215, 162131},
	{"random", matgen.RandomSymmetric(3000, 4, 1), ordering.AMDOptions{}, 910766201, 249160},
	{"random, gentle", matgen.RandomSymmetric(3000, 4, 1), ordering.AMDOptions{NoAggressive: true}, 3814295437, 249160},
	{"5-tree", matgen.KTree(4000, 5, 2), ordering.AMDOptions{}, 3646984577, 24533},
	{"hubs", matgen.Arrow(5000, 7), ordering.AMDOptions{}, 1647332997, 39972},
	{"power grid", matgen.PowerGrid(60, 60, 9, 4), ordering.AMDOptions{}, 2273671633, 37919},
	{"dense", matgen.Dense(90, 90), ordering.AMDOptions{}, 646134964, 4095},
	{"reducible, made symmetric", sparsity.Symmetrize(matgen.Reducible(40, 50, 4, 3)), ordering.AMDOptions{}, 503842465, 838956},
}

func TestAMDLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 80).Draw(t, "n")
		a := matgen.RandomSymmetric(n, rapid.IntRange(0, 9).Draw(t, "degree"), rapid.Uint64().Draw(t, "seed"))
		g := sparsity.Symmetrize(a)
		opt := ordering.AMDOptions{
			Dense:        rapid.SampledFrom([]float64{0, 0.1, 1, -1}).Draw(t, "dense"),
			NoAggressive: rapid.Bool().Draw(t, "gentle"),
		}
		p, stats := ordering.AMD(g, opt)
		if len(p) != n || p.Check() != nil {
			t.Fatalf("%v is not a permutation of %d", p, n)
		}
		if again, _ := ordering.AMD(g, opt); !slices.Equal(again, p) {
			t.Fatal("two orders of one graph")
		}
		if lnz := entriesOfL(g, p); stats.NNZL < lnz {
			t.Fatalf("%d entries in L exceed the bound %d", lnz, stats.NNZL)
		}
		if opt.NoAggressive && stats.Aggressive > 0 {
			t.Fatalf("%d aggressive absorptions", stats.Aggressive)
		}
	})
}

func TestAMDPanics(t *testing.T) {
	defer func() {
		if got := recover(); got != "ordering: pattern not square" {
			t.Errorf("want a panic for a rectangle, got %v", got)
		}
	}()
	ordering.AMD(sparsity.NewPattern(3, 4), ordering.AMDOptions{})
}

func BenchmarkAMD(b *testing.B) {
	for _, c := range []struct {
		name string
		a    *sparsity.Pattern
	}{
		{"grid2d", matgen.Grid2D(300, 300)}, {"grid3d", matgen.Grid3D(30, 30, 30)}, {"grid9", matgen.Grid9(200, 200)},
		{"circuit", matgen.Circuit(20000, 1)}, {"power", matgen.PowerGrid(200, 200, 50, 1)},
		{"shuffled", matgen.Shuffle(matgen.Grid2D(300, 300), 1)}, {"hub", matgen.Arrow(100000, 1)},
	} {
		g := sparsity.Symmetrize(c.a)
		b.Run(fmt.Sprintf("matrix=%s/n=%d", c.name, g.Cols), func(b *testing.B) {
			var p sparsity.Perm
			for b.Loop() {
				p, _ = ordering.AMD(g, ordering.AMDOptions{})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.NNZ()), "ns/nnz")
			b.ReportMetric(float64(entriesOfL(g, p))/float64(g.Cols+g.NNZ()/2), "fill")
		})
	}
}
