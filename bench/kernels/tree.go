//go:build linux

package main

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// timeTree times the elimination tree, its postorder and the column counts of
// the natural order of A+Aᵀ.
func timeTree(w *watch, m *sparsity.Matrix) {
	g := sparsity.Symmetrize(m.Pattern)
	var t etree.Tree
	var post sparsity.Perm
	var counts []int32
	w.time("etree", func() { t = etree.Symmetric(g) })
	w.time("postorder", func() { post = t.Postorder() })
	w.time("counts", func() { counts = etree.LowerCounts(g, t, post) })
	w.figure("etree.lnz", float64(sum(counts)))
}

// timeColumnTree times the column elimination tree, its postorder and the
// counts of R, in the natural order.
func timeColumnTree(w *watch, m *sparsity.Matrix) {
	var t etree.Tree
	var post sparsity.Perm
	var counts []int32
	w.time("coletree", func() { t = etree.Column(m.Pattern) })
	w.time("colpostorder", func() { post = t.Postorder() })
	w.time("colcounts", func() { counts = etree.ColumnCounts(m.Pattern, t, post) })
	w.figure("coletree.rnz", float64(sum(counts)))
}
