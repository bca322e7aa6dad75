package supernode_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/supernode"
)

// A factor is a postordered graph with its tree and counts.
type factor struct {
	graph  *sparsity.Pattern
	tree   etree.Tree
	counts []int32
}

// postordered numbers the graph of a by a postorder of its tree, the longest
// column of several children last.
func postordered(a *sparsity.Pattern) factor {
	g := sparsity.Symmetrize(a)
	t := etree.Symmetric(g)
	counts := etree.LowerCounts(g, t, t.Postorder())
	post := t.PostorderBy(counts)
	g = sparsity.Permute(g, post, post)
	t = t.Relabel(post)
	return factor{g, t, etree.LowerCounts(g, t, t.Postorder())}
}

// eachFactor runs f on factors of many kinds and sizes.
func eachFactor(t *testing.T, f func(t *testing.T, x factor)) {
	for _, n := range []int{0, 1, 2, 3, 4, 5, 9, 20, 40} {
		cases := map[string]*sparsity.Pattern{
			"diagonal": matgen.Diagonal(n), "tridiagonal": matgen.Tridiagonal(n), "dense": matgen.Dense(n, n),
			"arrow": matgen.Arrow(n, 1), "good arrow": matgen.ArrowGood(n, 3), "circuit": matgen.Circuit(n, 1),
		}
		for seed := range uint64(8) {
			cases[fmt.Sprintf("tree %d", seed)] = matgen.Tree(n, seed)
			cases[fmt.Sprintf("ktree %d", seed)] = matgen.KTree(n, 3, seed)
			cases[fmt.Sprintf("random %d", seed)] = matgen.RandomSymmetric(n, 1+int(seed)/2, seed)
		}
		for name, a := range cases {
			t.Run(fmt.Sprintf("%s/n=%d", name, n), func(t *testing.T) { f(t, postordered(a)) })
		}
	}
}

// TestStrict compares supernodes without zeros with the structure of L.
func TestStrict(t *testing.T) {
	eachFactor(t, func(t *testing.T, x factor) {
		l := oracle.Eliminate(x.graph)
		for name, c := range map[string]struct {
			got  supernode.Partition
			want []int32
		}{
			"fundamental": {supernode.Fundamental(x.tree, x.counts), l.Supernodes(true)},
			"maximal":     {supernode.Maximal(x.tree, x.counts), l.Supernodes(false)},
		} {
			mustBePartition(t, c.got, x)
			if got := c.got.Start[:c.got.Len()]; !slices.Equal(got, c.want) {
				t.Fatalf("%s: want %v, got %v", name, c.want, got)
			}
			if s := c.got.Stats(c.got.Tree(x.tree), x.counts); s.PaddingZeros != 0 {
				t.Fatalf("%s: %d zeros", name, s.PaddingZeros)
			}
		}
	})
}

// mustBePartition checks what holds for every partition of a factor: the
// supernodes are consecutive and not empty, each is a path in the tree, and
// its panel has room for the structure of all its columns and no more rows.
func mustBePartition(t *testing.T, p supernode.Partition, x factor) {
	t.Helper()
	if p.Start[0] != 0 || p.Columns() != x.tree.Len() || len(p.Start) != p.Len()+1 {
		t.Fatalf("%d supernodes from %d to %d", p.Len(), p.Start[0], p.Columns())
	}
	l := oracle.Eliminate(x.graph)
	of := p.Of()
	tree := p.Tree(x.tree)
	if err := tree.Check(); err != nil {
		t.Fatal(err)
	}
	for s := range p.Rows {
		if p.Width(s) < 1 {
			t.Fatalf("supernode %d has %d columns", s, p.Width(s))
		}
		rows := l.PanelRows(p.Start[s], p.Start[s+1]-1)
		if len(rows) != int(p.Rows[s]) {
			t.Fatalf("supernode %d has %d rows, its columns need %v", s, p.Rows[s], rows)
		}
		want := int32(-1)
		if len(rows) > p.Width(s) {
			want = of[rows[p.Width(s)]]
		}
		if tree.Parent[s] != want {
			t.Fatalf("supernode %d: want parent %d, got %d", s, want, tree.Parent[s])
		}
		for j := p.Start[s]; j < p.Start[s+1]; j++ {
			if of[j] != int32(s) {
				t.Fatalf("column %d of supernode %d is said to be in %d", j, s, of[j])
			}
		}
	}
}

// TestRelaxed checks partition, zeros and limits of relaxed supernodes.
func TestRelaxed(t *testing.T) {
	options := []supernode.RelaxOptions{
		{}, supernode.DefaultRelax(),
		{Columns: [3]int32{1, 1, 1}}, // merges only what adds no zero
		{Columns: [3]int32{1, 8, 8}, Zeros: [3]float64{0.5, 0.5, 0}},
		{Columns: [3]int32{1000, 0, 0}},
	}
	eachFactor(t, func(t *testing.T, x factor) {
		strict := supernode.Fundamental(x.tree, x.counts)
		for _, opt := range options {
			r := supernode.Relaxed(x.tree, x.counts, opt)
			mustBePartition(t, r.Partition, x)
			for _, j := range r.Start {
				if _, ok := slices.BinarySearch(strict.Start, j); !ok {
					t.Fatalf("a supernode starts at column %d, inside a fundamental one", j)
				}
			}
			if s := r.Stats(r.Tree(x.tree), x.counts); s.PaddingZeros != r.Zeros || r.Zeros < 0 {
				t.Fatalf("%d zeros, %d in the statistics", r.Zeros, s.PaddingZeros)
			}
		}
		exact := supernode.Relaxed(x.tree, x.counts, options[2])
		if exact.Zeros != 0 || exact.Len() > supernode.Maximal(x.tree, x.counts).Len() {
			t.Fatalf("merging without zeros gives %d supernodes with %d zeros, maximal ones are %d",
				exact.Len(), exact.Zeros, supernode.Maximal(x.tree, x.counts).Len())
		}
		// With room for all columns, one supernode is left for each path that
		// has last children only.
		all := supernode.Relaxed(x.tree, x.counts, options[4])
		for s := 1; s < all.Len(); s++ {
			j := all.Start[s]
			if x.tree.Parent[j-1] >= 0 && x.tree.Parent[j-1] < all.Start[s+1] {
				t.Fatalf("column %d was not merged with its parent %d", j-1, x.tree.Parent[j-1])
			}
		}
		half := supernode.Relaxed(x.tree, x.counts, options[3])
		for s := range half.Rows {
			zeros := half.Entries(s)
			for j := half.Start[s]; j < half.Start[s+1]; j++ {
				zeros -= int64(x.counts[j])
			}
			if zeros > 0 && (half.Width(s) > 8 || 2*zeros >= half.Entries(s)) {
				t.Fatalf("supernode %d of %d columns has %d zeros in %d entries", s, half.Width(s), zeros, half.Entries(s))
			}
		}
	})
}

// TestCHOLMOD compares relaxed supernodes with CHOLMOD 3.0 (SuiteSparse 5.12):
// nsuper and xsize of cholmod_l_analyze with the natural ordering, postorder 1
// and supernodal CHOLMOD_SUPERNODAL, as bench/peers/etree.c prints them.
func TestCHOLMOD(t *testing.T) {
	for _, c := range []struct {
		name        string
		a           *sparsity.Pattern
		count, size int64
	}{
		{"grid 30×30", matgen.Grid2D(30, 30), 55, 41000},
		{"grid 10×10×10, shuffled", matgen.Shuffle(matgen.Grid3D(10, 10, 10), 1), 109, 368873},
		{"circuit", matgen.Circuit(400, 1), 1, 2576025},
		{"circuit, shuffled", matgen.Shuffle(matgen.Circuit(3000, 2), 2), 2070, 45222246},
		{"3-tree", matgen.KTree(2000, 3, 1), 386, 1387661},
		{"tree", matgen.Tree(2000, 1), 669, 302473},
		{"random", matgen.RandomSymmetric(2000, 3, 1), 498, 519262},
		{"band", matgen.Banded(1000, 3, 3), 63, 18888},
		{"power grid", matgen.PowerGrid(30, 30, 9, 1), 68, 99252},
		{"arrow", matgen.ArrowGood(200, 2), 185, 808},
	} {
		x := postordered(c.a)
		r := supernode.Relaxed(x.tree, x.counts, supernode.RelaxOptions{})
		size := int64(0)
		for s, rows := range r.Rows {
			size += int64(r.Width(s)) * int64(rows)
		}
		if int64(r.Len()) != c.count || size != c.size {
			t.Errorf("%s: want %d supernodes and %d entries, got %d and %d", c.name, c.count, c.size, r.Len(), size)
		}
	}
}

// TestStats compares with figures worked out by hand.
func TestStats(t *testing.T) {
	// Columns 0-1, 2-5 and 6-8 are cliques of which the first two hang below
	// the third by all three of its columns.
	tree := etree.Tree{Parent: []int32{1, 6, 3, 4, 5, 6, 7, 8, -1}}
	counts := []int32{5, 4, 7, 6, 5, 4, 3, 2, 1}
	p := supernode.Fundamental(tree, counts)
	got := p.Stats(p.Tree(tree), counts)
	flops := func(c ...int32) float64 {
		sum := 0.0
		for _, c := range c {
			sum += float64(2*(c-1)*(c-1) + c - 1)
		}
		return sum
	}
	share := flops(7, 6, 5, 4) / flops(counts...)
	want := supernode.Stats{
		Count: 3, Largest: 4, Mean: 3, Median: 3, Histogram: []int{0, 2, 1},
		Wide:         []supernode.WideShare{{4, share}, {8, 0}, {16, 0}, {32, 0}},
		PanelEntries: 37, Height: 2, Leaves: 2,
	}
	if math.Abs(got.Wide[0].FlopShare-share) > 1e-15 {
		t.Errorf("want share %v, got %v", share, got.Wide[0].FlopShare)
	}
	got.Wide[0].FlopShare = share
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("want %+v, got %+v", want, got)
	}
	if sums := p.Sums([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9}); !slices.Equal(sums, []float64{3, 18, 24}) {
		t.Errorf("sums by supernode: got %v", sums)
	}
	even := supernode.Partition{Start: []int32{0, 1, 3, 6, 10}, Rows: []int32{1, 2, 3, 4}}
	s := even.Stats(etree.Tree{Parent: []int32{-1, -1, -1, -1}}, make([]int32, 10))
	if s.Median != 2.5 || s.Mean != 2.5 {
		t.Errorf("want median and mean 2.5, got %v and %v", s.Median, s.Mean)
	}
}

func TestPanics(t *testing.T) {
	tree := etree.Tree{Parent: []int32{1, -1}}
	counts := []int32{2, 1}
	p := supernode.Fundamental(tree, counts) // both columns in one
	for _, c := range []struct {
		want string
		f    func()
	}{
		{"supernode: tree and counts differ in size", func() { supernode.Fundamental(tree, counts[:1]) }},
		{"supernode: tree and counts differ in size", func() { p.Relax(tree, nil, supernode.RelaxOptions{}) }},
		{"supernode: tree and counts differ in size", func() { p.Stats(p.Tree(tree), nil) }},
		{"supernode: tree and partition differ in size", func() { p.Tree(etree.Tree{}) }},
		{"supernode: tree and partition differ in size", func() { p.Stats(tree, counts) }},
		{"supernode: tree and partition differ in size", func() { p.Sums(nil) }},
		{"supernode: negative relaxation parameter", func() {
			supernode.Relaxed(tree, counts, supernode.RelaxOptions{Columns: [3]int32{-1, 0, 0}})
		}},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("want %q, got %v", c.want, got)
				}
			}()
			c.f()
		}()
	}
}
