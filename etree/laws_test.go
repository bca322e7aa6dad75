package etree_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
)

// drawSymmetric draws the graph of a symmetric pattern with up to 40 nodes.
func drawSymmetric(t *rapid.T) *sparsity.Pattern {
	n := rapid.IntRange(0, 40).Draw(t, "n")
	return sparsity.Symmetrize(matgen.RandomSymmetric(n, rapid.IntRange(0, 6).Draw(t, "degree"), rapid.Uint64().Draw(t, "seed")))
}

// drawTree draws a forest with up to 40 nodes.
func drawTree(t *rapid.T) etree.Tree {
	n := rapid.IntRange(0, 40).Draw(t, "n")
	parent := make([]int32, n)
	for j := range parent {
		parent[j] = -1
		if p := rapid.IntRange(j, min(n-1, j+8)).Draw(t, "parent"); p > j {
			parent[j] = int32(p)
		}
	}
	return etree.Tree{Parent: parent}
}

// mustBePostorder checks that descendants are consecutive and come first.
func mustBePostorder(t *rapid.T, tree etree.Tree, post sparsity.Perm) {
	t.Helper()
	if err := post.Check(); err != nil {
		t.Fatal(err)
	}
	moved := tree.Relabel(post)
	if err := moved.Check(); err != nil {
		t.Fatal(err)
	}
	size := moved.SubtreeSizes()
	for k, p := range moved.Parent {
		if p >= 0 && k < int(p-size[p]+1) {
			t.Fatalf("node %d lies outside the range of its parent %d", k, p)
		}
	}
	for k := range moved.Parent {
		// The subtree of k has size[k] nodes and all of k-size[k]+1..k must
		// belong to it.
		for i := k - int(size[k]) + 1; i < k; i++ {
			if moved.Parent[i] < 0 || moved.Parent[i] > int32(k) {
				t.Fatalf("node %d is in the range of %d and not in its subtree", i, k)
			}
		}
	}
}

func TestPostorderLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t)
		weight := make([]int32, tree.Len())
		for j := range weight {
			weight[j] = int32(rapid.IntRange(0, 5).Draw(t, "weight"))
		}
		post := tree.Postorder()
		mustBePostorder(t, tree, post)
		mustBePostorder(t, tree, tree.PostorderBy(weight))
		if !slices.Equal(post, tree.PostorderBy(make([]int32, tree.Len()))) {
			t.Fatal("equal weights give another order than none")
		}
		moved := tree.Relabel(post)
		if !slices.Equal(moved.Postorder(), sparsity.Identity(tree.Len())) {
			t.Fatal("the postorder of a postordered tree is not the identity")
		}
		if tree.Height() != moved.Height() || tree.Leaves() != moved.Leaves() || tree.Roots() != moved.Roots() {
			t.Fatal("numbering changed the tree")
		}
	})
}

// TestPostorderKeepsCounts permutes a matrix by the postorder of its tree: the
// fill must stay, column by column, and the tree must be the relabelled one.
func TestPostorderKeepsCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawSymmetric(t)
		tree := etree.Symmetric(g)
		post := tree.Postorder()
		counts := etree.Counts(g, tree, post)
		moved := sparsity.Permute(g, post, post)
		movedTree := etree.Symmetric(moved)
		if !slices.Equal(movedTree.Parent, tree.Relabel(post).Parent) {
			t.Fatal("the tree of the postordered matrix is another one")
		}
		for k, c := range etree.Counts(moved, movedTree, sparsity.Identity(g.Cols)) {
			if c != counts[post[k]] {
				t.Fatalf("column %d: want count %d, got %d", k, counts[post[k]], c)
			}
		}
	})
}

// TestCountLaws: both sums are |L|, a count is at most one less than that of
// the child, and the diagonal is not asked for.
func TestCountLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawSymmetric(t)
		tree := etree.Symmetric(g)
		post := tree.Postorder()
		counts, rows := etree.Counts(g, tree, post), etree.RowCounts(g, tree, post)
		sum, rowSum := 0, 0
		for j := range counts {
			sum += int(counts[j])
			rowSum += int(rows[j])
			p := tree.Parent[j]
			if (p < 0) != (counts[j] == 1) {
				t.Fatalf("column %d has parent %d and count %d", j, p, counts[j])
			}
			if p >= 0 && counts[p] < counts[j]-1 {
				t.Fatalf("column %d has count %d, its parent %d", j, counts[j], counts[p])
			}
		}
		if sum != rowSum || sum < g.NNZ()/2+g.Cols {
			t.Fatalf("columns sum to %d, rows to %d, the pattern has %d", sum, rowSum, g.NNZ())
		}
	})
}

// TestNoFill: a filled graph and a forest numbered leaves first fill in
// nothing.
func TestNoFill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		filled := oracle.Eliminate(drawSymmetric(t)).Lower()
		tree := drawTree(t)
		forest := &sparsity.Triplets{Rows: tree.Len(), Cols: tree.Len()}
		for j, p := range tree.Parent {
			forest.Row, forest.Col = append(forest.Row, int32(j)), append(forest.Col, int32(j))
			if p >= 0 {
				forest.Row, forest.Col = append(forest.Row, p), append(forest.Col, int32(j))
			}
		}
		m, _ := forest.Compress()
		for _, low := range []*sparsity.Pattern{filled, m.Pattern} {
			tree := etree.Symmetric(sparsity.Transpose(low))
			sum := 0
			for _, c := range etree.LowerCounts(low, tree, tree.Postorder()) {
				sum += int(c)
			}
			if sum != low.NNZ() {
				t.Fatalf("want %d entries in L, got %d", low.NNZ(), sum)
			}
		}
		if !slices.Equal(etree.Symmetric(sparsity.Transpose(m.Pattern)).Parent, tree.Parent) {
			t.Fatal("the tree of a forest is not the forest")
		}
	})
}

// TestColumnOfIncidence: the column tree of a matrix whose rows have two
// entries each is the tree of the graph those rows draw.
func TestColumnOfIncidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawSymmetric(t)
		tr := &sparsity.Triplets{Cols: g.Cols}
		for j := range g.Cols {
			for _, i := range g.Col(j) {
				if int(i) < j {
					tr.Row = append(tr.Row, int32(tr.Rows), int32(tr.Rows))
					tr.Col = append(tr.Col, i, int32(j))
					tr.Rows++
				}
			}
		}
		m, _ := tr.Compress()
		tree, want := etree.Column(m.Pattern), etree.Symmetric(g)
		if !slices.Equal(tree.Parent, want.Parent) {
			t.Fatalf("want %v, got %v", want.Parent, tree.Parent)
		}
		post := tree.Postorder()
		if !slices.Equal(etree.ColumnCounts(m.Pattern, tree, post), etree.Counts(g, want, post)) {
			t.Fatal("counts differ")
		}
	})
}

// TestSlack: no column is late before it is early, and some path has none.
func TestSlack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t)
		early, late := tree.Levels(), tree.DepthLevels()
		tight := 0
		for j := range early.Level {
			if late.Level[j] < early.Level[j] {
				t.Fatalf("node %d: early %d, late %d", j, early.Level[j], late.Level[j])
			}
			if late.Level[j] == early.Level[j] {
				tight++
			}
		}
		if tight < tree.Height() {
			t.Fatalf("%d nodes without slack in a tree of height %d", tight, tree.Height())
		}
	})
}
