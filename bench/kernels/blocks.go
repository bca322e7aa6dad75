//go:build linux

package main

import (
	"context"
	"fmt"
	"os"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// timeBTF times the maximum matching, the strong components and the block
// triangular form, of a small matrix more often than asked for, as
// bench/peers/btf.c does.
func timeBTF(w *watch, m *sparsity.Matrix) {
	var f btf.Form
	often := min(400, 4_000_000/(m.Pattern.NNZ()+1))
	w.warm("matching", often, func() { btf.MaximumMatching(m.Pattern) })
	w.warm("strong", often, func() { btf.StrongComponents(m.Pattern) })
	w.warm("btf", often, func() { f = btf.BlockTriangular(m.Pattern) })
	w.figure("btf.matched", float64(f.Matched))
	w.figure("btf.blocks", float64(f.Blocks()))
	w.figure("btf.largest", float64(f.Largest()))
}

// timeLU times the numeric LU in block triangular form with AMD inside the
// blocks, and gives the entries of L and U.
func timeLU(w *watch, m *sparsity.Matrix) {
	form := btf.BlockTriangular(m.Pattern)
	if form.Matched < m.Pattern.Cols {
		fmt.Fprintln(os.Stderr, "kernels: structurally singular")
		os.Exit(1)
	}
	rows, cols := ordering.WithinBlocks(m.Pattern, form, func(g *sparsity.Pattern) sparsity.Perm {
		p, _ := ordering.AMD(sparsity.Symmetrize(g), ordering.AMDOptions{})
		return p
	})
	plan := lu.Plan{Row: rows, Col: cols, BlockPtr: form.BlockPtr}
	var f *lu.Factors[float64]
	w.time("lu", func() {
		var err error
		if f, err = lu.Factor(context.Background(), m.Pattern, m.Values, plan, lu.Options{}); err != nil {
			fmt.Fprintln(os.Stderr, "kernels:", err)
			os.Exit(1)
		}
	})
	w.figure("lu.lnz", float64(f.Stats.L))
	w.figure("lu.unz", float64(f.Stats.U))
}
