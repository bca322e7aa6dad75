package ordering_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

var colamdVariants = map[string]ordering.COLAMDOptions{
	"default":    {NoPostorder: true},
	"gentle":     {NoPostorder: true, NoAggressive: true},
	"low limits": {NoPostorder: true, DenseRow: 0.5, DenseCol: 0.5},
	"no limits":  {NoPostorder: true, DenseRow: -1, DenseCol: -1},
}

// colamdFamily returns patterns of many kinds and shapes with about n columns.
func colamdFamily(n int) map[string]*sparsity.Pattern {
	f := map[string]*sparsity.Pattern{
		"diagonal": matgen.Diagonal(n), "banded": matgen.Banded(n, 2, 1), "dense": matgen.Dense(n/2, n),
		"hubs first": matgen.Arrow(n, 2), "hubs last": matgen.ArrowGood(n, 1),
		"grid": matgen.Grid2D(n/4, 4), "circuit": matgen.Circuit(n, 1), "empty": sparsity.NewPattern(n, n/2),
	}
	for seed := range uint64(4) {
		f[fmt.Sprintf("sparse tall %d", seed)] = matgen.Random(2*n, n, 1, seed)
		f[fmt.Sprintf("tall %d", seed)] = matgen.Random(3*n, n, 4, seed)
		f[fmt.Sprintf("wide %d", seed)] = matgen.Random(n/3, n, 2, seed)
		f[fmt.Sprintf("square %d", seed)] = matgen.Random(n, n, 3, seed)
		f[fmt.Sprintf("mesh %d", seed)] = matgen.Shuffle(matgen.Grid9(n/5, 5), seed)
		f[fmt.Sprintf("reducible %d", seed)] = matgen.Reducible(n/4, 4, 2, seed)
	}
	return f
}

func TestCOLAMDAgainstSlow(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 4, 5, 8, 16, 17, 18, 40, 90} {
		for family, a := range colamdFamily(n) {
			for variant, opt := range colamdVariants {
				got, _ := ordering.COLAMD(a, opt)
				if want := slowCOLAMD(a, opt); !slices.Equal(got, want) {
					t.Errorf("%s, n = %d, %s:\nwant %v\n got %v", family, n, variant, want, got)
				}
			}
		}
	}
}

// TestCOLAMDPublished compares with the example of the program published with
// the paper: colamd_example.c and its output.
func TestCOLAMDPublished(t *testing.T) {
	a := &sparsity.Pattern{Rows: 5, Cols: 4, ColPtr: []int64{0, 3, 5, 9, 11},
		RowIdx: []int32{0, 1, 4, 2, 4, 0, 1, 2, 3, 1, 3}}
	want := sparsity.Perm{1, 0, 2, 3}
	if got, _ := ordering.COLAMD(a, ordering.COLAMDOptions{NoPostorder: true}); !slices.Equal(got, want) {
		t.Errorf("want %v, got %v", want, got)
	}
}

// TestCOLAMDHashes compares with hashes of what libcolamd 2.9.6 of Debian 12
// returns: bench/peers/colamd.c prints them.
func TestCOLAMDHashes(t *testing.T) {
	for _, c := range colamdHashes {
		got, _ := ordering.COLAMD(c.a, ordering.COLAMDOptions{NoPostorder: true})
		if h := permHash(got); h != c.hash {
			t.Errorf("%s: want hash %d, got %d", c.name, c.hash, h)
		}
	}
}

var colamdHashes = []struct {
	name string
	a    *sparsity.Pattern
	hash uint32
}{
	{"grid 100×100", matgen.Grid2D(100, 100), 605173477},
	{"grid 20×20×20", matgen.Grid3D(20, 20, 20), 1470961833},
	{"shuffled grid", matgen.Shuffle(matgen.Grid9(60, 70), 5), 582444909},
	{"circuit", matgen.Circuit(3000, 1), 252473199},
	{"tall", matgen.Random(9000, 2000, 6, 1), 3503923957},
	{"wide", matgen.Random(1000, 4000, 5, 2), 4077959217},
	{"reducible", matgen.Reducible(40, 50, 4, 3), 3854257589},
	{"hubs", matgen.Arrow(5000, 7), 1647332997},
	{"power grid", matgen.PowerGrid(60, 60, 9, 4), 1655175457},
}

// permHash is FNV-1a of p as 32-bit little-endian integers.
func permHash(p sparsity.Perm) uint32 {
	h := uint32(2166136261)
	for _, v := range p {
		for shift := 0; shift < 32; shift += 8 {
			h = (h ^ uint32(v)>>shift&255) * 16777619
		}
	}
	return h
}

func TestCOLAMDLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, n := rapid.IntRange(0, 60).Draw(t, "m"), rapid.IntRange(0, 60).Draw(t, "n")
		a := matgen.Random(m, n, rapid.IntRange(0, 9).Draw(t, "per column"), rapid.Uint64().Draw(t, "seed"))
		opt := ordering.COLAMDOptions{
			DenseRow:     rapid.SampledFrom([]float64{0, 0.1, 1, -1}).Draw(t, "dense row"),
			DenseCol:     rapid.SampledFrom([]float64{0, 0.1, 1, -1}).Draw(t, "dense column"),
			NoAggressive: rapid.Bool().Draw(t, "gentle"),
		}
		before := a.Clone()
		p, stats := ordering.COLAMD(a, opt)
		if !a.Equal(before) {
			t.Fatal("the pattern has changed")
		}
		if len(p) != n || p.Check() != nil {
			t.Fatalf("%v is not a permutation of %d", p, n)
		}
		if stats.Pivots+stats.DenseCols+stats.EmptyCols > n || stats.DenseRows+stats.EmptyRows > m {
			t.Fatalf("counts do not fit a %d×%d matrix: %+v", m, n, stats)
		}
		mustBePostordered(t, etree.Column(sparsity.Permute(a, nil, p)))
		opt.NoPostorder = true
		q, _ := ordering.COLAMD(a, opt)
		if r, s := sizeOfR(a, q), sizeOfR(a, p); r != s {
			t.Fatalf("the postorder changes |R| from %d to %d", r, s)
		}
	})
}

// mustBePostordered fails unless each subtree of the tree is contiguous and
// ends at its root.
func mustBePostordered(t *rapid.T, tree etree.Tree) {
	size := tree.SubtreeSizes()
	for j, p := range tree.Parent {
		if p >= 0 && int(p)-int(size[p]) >= j-int(size[j])+1 {
			t.Fatalf("subtree of %d reaches out of that of its parent %d", j, p)
		}
	}
	next := 0 // a root's subtree begins where that of the root before it ended
	for j, p := range tree.Parent {
		if p < 0 {
			if j+1-int(size[j]) != next {
				t.Fatalf("the tree of root %d is not contiguous", j)
			}
			next = j + 1
		}
	}
}

func sizeOfR(a *sparsity.Pattern, p sparsity.Perm) (nnz int64) {
	b := sparsity.Permute(a, nil, p)
	tree := etree.Column(b)
	for _, c := range etree.ColumnCounts(b, tree, tree.Postorder()) {
		nnz += int64(c)
	}
	return nnz
}

// TestCOLAMDLast looks where dense and empty columns stand: first those that
// are empty but for dense rows, then dense ones, then empty ones.
func TestCOLAMDLast(t *testing.T) {
	const n = 100
	tr := sparsity.Triplets{Rows: 2 * n, Cols: 2 * n}
	add := func(i, j int) {
		tr.Row = append(tr.Row, int32(i))
		tr.Col = append(tr.Col, int32(j))
	}
	lone := []int{0, 5, 7} // columns that only the dense row has
	for k := range 2 * n {
		if k != 9 { // an empty column
			add(0, k)
		}
		if k != 3 && k != 4 && k != 9 && !slices.Contains(lone, k) {
			add(k, k)
		}
		add(k, 3) // dense columns
		add(k, 4)
	}
	m, _ := tr.Compress()
	// 0.5·√200 is less than 16, so that the limit is 16.
	p, stats := ordering.COLAMD(m.Pattern, ordering.COLAMDOptions{DenseRow: 0.5, DenseCol: 0.5, NoPostorder: true})
	if want := (sparsity.Perm{0, 5, 7, 3, 4, 9}); !slices.Equal(p[2*n-6:], want) {
		t.Errorf("want columns %v last, got %v", want, p[2*n-6:])
	}
	want := ordering.COLAMDStats{DenseRows: 1, EmptyRows: 5, DenseCols: 2, EmptyCols: 4, Pivots: 2*n - 6}
	if stats != want {
		t.Errorf("want %+v, got %+v", want, stats)
	}
}

func TestCOLAMDPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("want a panic for 2³⁰+1 rows")
		}
	}()
	ordering.COLAMD(sparsity.NewPattern(1<<30+1, 1), ordering.COLAMDOptions{})
}

func BenchmarkCOLAMD(b *testing.B) {
	for name, a := range map[string]*sparsity.Pattern{
		"grid2d": matgen.Grid2D(300, 300), "grid3d": matgen.Grid3D(30, 30, 30),
		"circuit": matgen.Circuit(50000, 1), "tall": matgen.Random(60000, 20000, 5, 1),
	} {
		b.Run(fmt.Sprintf("matrix=%s/n=%d", name, a.Cols), func(b *testing.B) {
			var p sparsity.Perm
			for b.Loop() {
				p, _ = ordering.COLAMD(a, ordering.COLAMDOptions{})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(a.NNZ()), "ns/nnz")
			b.ReportMetric(float64(sizeOfR(a, p))/float64(a.NNZ()), "fill")
		})
	}
}

// Stop is asked often, with counts that only grow, and ends the run when it
// says so.
func TestCOLAMDStop(t *testing.T) {
	a := matgen.Circuit(6000, 1)
	want, final := ordering.COLAMD(a, ordering.COLAMDOptions{})
	last, asked := ordering.COLAMDStats{}, 0
	got, _ := ordering.COLAMD(a, ordering.COLAMDOptions{Stop: func(s ordering.COLAMDStats) bool {
		if s.Pivots-last.Pivots > 1024 || s.Pivots < last.Pivots {
			t.Errorf("%+v after %+v", s, last)
		}
		last = s
		asked++
		return false
	}})
	if !slices.Equal(got, want) {
		t.Error("another order when asked to stop")
	}
	if asked < 2 || final.Pivots-last.Pivots > 1024 {
		t.Errorf("asked %d times, last at %d pivots of %d", asked, last.Pivots, final.Pivots)
	}
	p, stats := ordering.COLAMD(a, ordering.COLAMDOptions{Stop: func(s ordering.COLAMDStats) bool { return s.Pivots > final.Pivots/2 }})
	if p != nil || stats.Pivots <= final.Pivots/2 || stats.Pivots > final.Pivots/2+1024 {
		t.Errorf("stopped at %d pivots of %d with an order of %d", stats.Pivots, final.Pivots, len(p))
	}
}
