//go:build linux

package main

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// timeSymmetrize times A+Aᵀ.
func timeSymmetrize(w *watch, m *sparsity.Matrix) {
	w.time("symmetrize", func() { sparsity.Symmetrize(m.Pattern) })
}

// timeAMDGraph times AMD of a graph that is ready.
func timeAMDGraph(w *watch, m *sparsity.Matrix) {
	g := sparsity.Symmetrize(m.Pattern)
	w.warm("amd_graph", oftenAMD(m), func() { ordering.AMD(g, ordering.AMDOptions{}) })
}

// oftenAMD is how often bench/peers/amd.c repeats amd_2 at least.
func oftenAMD(m *sparsity.Matrix) int { return min(100, 1_000_000/(m.Pattern.NNZ()+1)) }

// timeAMD times AMD with A+Aᵀ and gives the fill of its order.
func timeAMD(w *watch, m *sparsity.Matrix) {
	var p sparsity.Perm
	w.time("amd", func() { p, _ = ordering.AMD(sparsity.Symmetrize(m.Pattern), ordering.AMDOptions{}) })
	w.figure("amd.lnz", float64(factorEntries(m.Pattern, p)))
}

// timeCOLAMD times COLAMD and gives the bounds of its order.
func timeCOLAMD(w *watch, m *sparsity.Matrix) {
	var p sparsity.Perm
	w.time("colamd", func() { p, _ = ordering.COLAMD(m.Pattern, ordering.COLAMDOptions{}) })
	a := sparsity.Permute(m.Pattern, nil, p)
	t := etree.Column(a)
	w.figure("colamd.nnz_r", float64(sum(etree.ColumnCounts(a, t, t.Postorder()))))
	v, _ := etree.HouseholderCounts(a, t)
	w.figure("colamd.nnz_v", float64(sum(v)))
}

// timeRCM times reverse Cuthill–McKee of A+Aᵀ and gives the bandwidth.
func timeRCM(w *watch, m *sparsity.Matrix) {
	g := sparsity.Symmetrize(m.Pattern)
	var p sparsity.Perm
	w.time("rcm", func() { p = ordering.RCM(g) })
	_, upper := ordering.Bandwidth(g, p)
	w.figure("rcm.bandwidth", float64(upper))
}

// factorEntries returns nnz(L) of A+Aᵀ in the order p.
func factorEntries(a *sparsity.Pattern, p sparsity.Perm) int64 {
	g := sparsity.Permute(sparsity.Symmetrize(a), p, p)
	t := etree.Symmetric(g)
	return sum(etree.Counts(g, t, t.Postorder()))
}

func sum(x []int32) int64 {
	s := int64(0)
	for _, v := range x {
		s += int64(v)
	}
	return s
}
