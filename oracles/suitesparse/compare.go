package main

import (
	"fmt"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// symmetric compares the elimination tree of A+Aᵀ in a given order.
func (c *comparison) symmetric(order string, a *sparsity.Pattern) {
	perm := sparsity.Perm(c.ints(order, "perm"))
	if perm == nil {
		return // METIS does not take a matrix without edges
	}
	g := sparsity.Permute(sparsity.Symmetrize(a), perm, perm)
	t := etree.Symmetric(g)
	counts := etree.Counts(g, t, t.Postorder())
	c.same(order+" parent", t.Parent, c.ints(order, "parent"))
	c.same(order+" counts", counts, c.ints(order, "counts"))
	lnz, flops := 0.0, 0.0
	for _, v := range counts {
		lnz += float64(v)
		flops += float64(v) * float64(v)
	}
	c.equal(order+" nnz(L)", lnz, c.figures[order+".lnz"])
	c.equal(order+" flops", flops, c.figures[order+".flops"])
	c.equal(order+" levels", float64(len(t.Levels().Widths)), c.figures[order+".levels"])
}

// column compares the column elimination tree and the bounds of a QR
// factorisation, in the order of the peer's COLAMD.
func (c *comparison) column(a *sparsity.Pattern) {
	perm := sparsity.Perm(c.ints("colamd", "perm"))
	if perm == nil {
		return
	}
	b := sparsity.Permute(a, nil, perm)
	t := etree.Column(b)
	counts := etree.ColumnCounts(b, t, t.Postorder())
	c.same("column tree parent", t.Parent, c.ints("colamd", "parent"))
	c.same("column tree counts", counts, c.ints("colamd", "counts"))
	v, _ := etree.HouseholderCounts(b, t)
	c.equal("nnz(R)", sum(counts), c.figures["colamd.rnz"])
	c.equal("nnz(V)", sum(v), c.figures["colamd.vnz"])
}

// structure compares matching, blocks and coarse decomposition.
func (c *comparison) structure(a *sparsity.Pattern) {
	c.equal("structural rank", float64(btf.MaximumMatching(a).Size), c.figures["dm.rank"])
	if want, ok := c.figures["btf.blocks"]; ok {
		f := btf.BlockTriangular(a)
		largest := 0
		for k := 1; k < len(f.BlockPtr); k++ {
			largest = max(largest, int(f.BlockPtr[k]-f.BlockPtr[k-1]))
		}
		c.equal("blocks", float64(len(f.BlockPtr)-1), want)
		c.equal("largest block", float64(largest), c.figures["btf.largest"])
	}
}

// quality checks that AMD is as good as the peer's: its order may differ.
func (c *comparison) quality(a *sparsity.Pattern) {
	if a.Cols < 1000 {
		return
	}
	p, _ := ordering.AMD(sparsity.Symmetrize(a), ordering.AMDOptions{})
	g := sparsity.Permute(sparsity.Symmetrize(a), p, p)
	t := etree.Symmetric(g)
	ours, theirs := sum(etree.Counts(g, t, t.Postorder())), c.figures["amd.lnz"]
	c.compared++
	if ours > 1.10*theirs {
		c.differences = append(c.differences, fmt.Sprintf("AMD nnz(L): %.0f, peer %.0f: more than 1.10", ours, theirs))
	}
}

func sum(x []int32) float64 {
	s := 0.0
	for _, v := range x {
		s += float64(v)
	}
	return s
}
