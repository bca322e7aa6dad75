package etree_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
)

// TestSymmetric compares tree and counts with the elimination game.
func TestSymmetric(t *testing.T) {
	eachSymmetric(t, func(t *testing.T, a *sparsity.Pattern) {
		f := oracle.Eliminate(a)
		for name, b := range map[string]*sparsity.Pattern{
			"whole": a, "graph": sparsity.Symmetrize(a), "jumbled": jumble(a, 1), "upper": upper(a, 1),
		} {
			tree := etree.Symmetric(b)
			if !slices.Equal(tree.Parent, f.Parent()) {
				t.Fatalf("%s: parents: want %v, got %v", name, f.Parent(), tree.Parent)
			}
			for _, post := range postorders(tree, f.ColumnCounts()) {
				if got := etree.Counts(b, tree, post); !slices.Equal(got, f.ColumnCounts()) {
					t.Fatalf("%s: column counts: want %v, got %v", name, f.ColumnCounts(), got)
				}
				if got := etree.RowCounts(b, tree, post); !slices.Equal(got, f.RowCounts()) {
					t.Fatalf("%s: row counts: want %v, got %v", name, f.RowCounts(), got)
				}
				low := sparsity.Transpose(b)
				if got := etree.LowerCounts(low, tree, post); !slices.Equal(got, f.ColumnCounts()) {
					t.Fatalf("%s: counts of the lower part: want %v, got %v", name, f.ColumnCounts(), got)
				}
				weight, sums := rowSums(f)
				if got := etree.LowerRowSums(low, tree, post, weight); !slices.Equal(got, sums) {
					t.Fatalf("%s: sums of rows: want %v, got %v", name, sums, got)
				}
			}
		}
	})
}

// rowSums returns weights of columns, and their sums over the entries of each
// row of f.
func rowSums(f oracle.Factor) (weight, sums []float64) {
	weight, sums = make([]float64, len(f.Rows)), make([]float64, len(f.Rows))
	for j, rows := range f.Rows {
		weight[j] = float64(j*j%17 + len(rows))
		for _, i := range rows {
			sums[i] += weight[j]
		}
	}
	return weight, sums
}

// postorders returns several postorders of t: every kernel must give the same
// with each.
func postorders(t etree.Tree, weight []int32) []sparsity.Perm {
	ones := make([]int32, t.Len())
	return []sparsity.Perm{t.Postorder(), t.PostorderBy(weight), t.PostorderBy(ones), t.PostorderBy(t.SubtreeSizes())}
}

// TestColumn compares with the elimination game on AᵀA, formed.
func TestColumn(t *testing.T) {
	eachRectangular(t, func(t *testing.T, a *sparsity.Pattern) {
		f := oracle.Eliminate(oracle.Normal(a))
		wantV, wantRows := oracle.Householder(a)
		for name, b := range map[string]*sparsity.Pattern{"sorted": a, "jumbled": jumble(a, 1)} {
			tree := etree.Column(b)
			if !slices.Equal(tree.Parent, f.Parent()) {
				t.Fatalf("%s: parents: want %v, got %v", name, f.Parent(), tree.Parent)
			}
			for _, post := range postorders(tree, f.ColumnCounts()) {
				if got := etree.ColumnCounts(b, tree, post); !slices.Equal(got, f.ColumnCounts()) {
					t.Fatalf("%s: counts: want %v, got %v", name, f.ColumnCounts(), got)
				}
			}
			if got, rows := etree.HouseholderCounts(b, tree); !slices.Equal(got, wantV) || rows != wantRows {
				t.Fatalf("%s: Householder counts: want %v and %d rows, got %v and %d", name, wantV, wantRows, got, rows)
			}
		}
	})
}

// TestTree compares what is read from a tree alone with its definition.
func TestTree(t *testing.T) {
	eachSymmetric(t, func(t *testing.T, a *sparsity.Pattern) {
		tree := etree.Symmetric(a)
		n := tree.Len()
		if err := tree.Check(); err != nil {
			t.Fatal(err)
		}
		if got, want := tree.Postorder(), oracle.Postorder(tree.Parent); !slices.Equal(got, want) {
			t.Fatalf("postorder: want %v, got %v", want, got)
		}
		if got, want := tree.SubtreeSizes(), oracle.SubtreeSizes(tree.Parent); !slices.Equal(got, want) {
			t.Fatalf("subtree sizes: want %v, got %v", want, got)
		}
		if got, want := tree.Depths(), oracle.Depths(tree.Parent); !slices.Equal(got, want) {
			t.Fatalf("depths: want %v, got %v", want, got)
		}
		heights := oracle.Heights(tree.Parent)
		levels, late := tree.Levels(), tree.DepthLevels()
		if !slices.Equal(levels.Level, heights) {
			t.Fatalf("levels: want %v, got %v", heights, levels.Level)
		}
		if levels.Height() != tree.Height() || late.Height() != tree.Height() {
			t.Fatalf("heights differ: %d, %d, %d", levels.Height(), late.Height(), tree.Height())
		}
		for j, d := range tree.Depths() {
			if int(late.Level[j]) != tree.Height()-1-int(d) {
				t.Fatalf("node %d at depth %d of %d has depth level %d", j, d, tree.Height(), late.Level[j])
			}
		}
		for _, l := range []etree.Levels{levels, late} {
			sum := 0
			for level, w := range l.Widths {
				sum += w
				if w == 0 || w > l.Widest() {
					t.Fatalf("level %d is %d wide, the widest %d", level, w, l.Widest())
				}
			}
			if sum != n {
				t.Fatalf("levels hold %d of %d nodes", sum, n)
			}
		}
		children, roots := oracle.Children(tree.Parent)
		leaves := 0
		for j, c := range children {
			if len(c) == 0 {
				leaves++
			}
			if int(tree.Children()[j]) != len(c) {
				t.Fatalf("children of %d: want %v, got %d", j, c, tree.Children()[j])
			}
		}
		if tree.Leaves() != leaves || tree.Roots() != len(roots) {
			t.Fatalf("want %d leaves and %d roots, got %d and %d", leaves, len(roots), tree.Leaves(), tree.Roots())
		}
	})
}

func TestCriticalPath(t *testing.T) {
	eachSymmetric(t, func(t *testing.T, a *sparsity.Pattern) {
		tree := etree.Symmetric(a)
		weight := make([]float64, tree.Len())
		for j := range weight {
			weight[j] = float64((7*j + 3) % 11) // small integers: sums are exact
		}
		want := oracle.CriticalPath(tree.Parent, weight)
		if got := tree.CriticalPath(weight); got != want {
			t.Fatalf("critical path: want %v, got %v", want, got)
		}
		longest := 0.0
		for j, w := range tree.PathsToRoot(weight) {
			sum := 0.0
			for i := int32(j); i >= 0; i = tree.Parent[i] {
				sum += weight[i]
			}
			if w != sum {
				t.Fatalf("path from %d: want %v, got %v", j, sum, w)
			}
			longest = max(longest, w)
		}
		if longest != want {
			t.Fatalf("longest path to a root %v, critical path %v", longest, want)
		}
	})
}

// TestPostorderBy checks the order of the children, which the result promises.
func TestPostorderBy(t *testing.T) {
	tree := etree.Tree{Parent: []int32{4, 4, 5, 4, 5, -1, -1}}
	for _, c := range []struct{ weight, want []int32 }{
		{[]int32{1, 1, 1, 1, 1, 1, 1}, []int32{2, 0, 1, 3, 4, 5, 6}},
		{[]int32{3, 2, 9, 1, 4, 5, 0}, []int32{6, 3, 1, 0, 4, 2, 5}},
	} {
		if got := tree.PostorderBy(c.weight); !slices.Equal(got, c.want) {
			t.Errorf("weights %v: want %v, got %v", c.weight, c.want, got)
		}
	}
}

// TestBook is the matrix of T. A. Davis, Direct Methods for Sparse Linear
// Systems, SIAM 2006, figure 4.2, with its tree and column counts; the book
// numbers from 1.
func TestBook(t *testing.T) {
	below := [][2]int32{{6, 1}, {7, 1}, {3, 2}, {8, 2}, {10, 3}, {11, 3}, {6, 4}, {10, 4},
		{8, 5}, {11, 5}, {9, 6}, {10, 6}, {11, 7}, {10, 8}, {11, 8}, {10, 9}, {11, 10}}
	tr := &sparsity.Triplets{Rows: 11, Cols: 11}
	for _, e := range below {
		tr.Row, tr.Col = append(tr.Row, e[1]-1), append(tr.Col, e[0]-1)
	}
	a, _ := tr.Compress()
	tree := etree.Symmetric(a.Pattern)
	for j, want := range []int32{6, 3, 8, 6, 8, 7, 9, 10, 10, 11, 0} {
		if got := tree.Parent[j] + 1; got != want {
			t.Errorf("parent of %d: want %d, got %d", j+1, want, got)
		}
	}
	want := []int32{3, 3, 4, 3, 3, 4, 4, 3, 3, 2, 1}
	if got := etree.Counts(a.Pattern, tree, tree.Postorder()); !slices.Equal(got, want) {
		t.Errorf("column counts: want %v, got %v", want, got)
	}
}

// TestDepth runs every function on a path of two million nodes: none may
// recurse, and none may take quadratic time.
func TestDepth(t *testing.T) {
	a := matgen.Tridiagonal(2_000_000)
	tree := etree.Symmetric(a)
	post := tree.Postorder()
	counts := etree.Counts(a, tree, post)
	sum := int64(0)
	for _, c := range counts {
		sum += int64(c)
	}
	if sum != 2*2_000_000-1 || tree.Height() != 2_000_000 {
		t.Errorf("want 3999999 entries and height 2000000, got %d and %d", sum, tree.Height())
	}
	etree.ColumnCounts(a, etree.Column(a), post)
}

func TestPanics(t *testing.T) {
	wide, square := matgen.Random(2, 3, 1, 1), matgen.Dense(3, 3)
	tree := etree.Symmetric(square)
	for name, f := range map[string]func(){
		"etree: pattern not square":                     func() { etree.Symmetric(wide) },
		"etree: tree and pattern differ in size":        func() { etree.Counts(square, etree.Tree{}, tree.Postorder()) },
		"etree: tree and postorder differ in size":      func() { etree.Counts(square, tree, nil) },
		"etree: tree and weights differ in size":        func() { tree.CriticalPath(nil) },
		"etree: pattern and permutation differ in size": func() { etree.Permuted(square, sparsity.Identity(2)) },
	} {
		func() {
			defer func() {
				if got := recover(); got != name {
					t.Errorf("want %q, got %v", name, got)
				}
			}()
			f()
		}()
	}
	if (etree.Tree{Parent: []int32{1, 1}}).Check() == nil || (etree.Tree{Parent: []int32{2, -1}}).Check() == nil {
		t.Error("a bad tree passes its check")
	}
}
