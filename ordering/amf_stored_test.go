package ordering_test

import (
	"math"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// TestStoredAMF wants the best of the variants and AMD to be as much ahead of
// AMD alone as it was when they were chosen, on square matrices with
// 1000 ≤ n ≤ 50 000.
func TestStoredAMF(t *testing.T) {
	entries, flops, count := 0.0, 0.0, 0.0
	eachStored(t, func(t *testing.T, m storedMatrix) {
		if !m.pattern.Square() || m.pattern.Cols < 1000 || m.pattern.Cols > 50_000 {
			return
		}
		g := sparsity.Symmetrize(m.pattern)
		p, _ := ordering.AMD(g, ordering.AMDOptions{})
		amdEntries, amdFlops := costOfL(g, p)
		bestEntries, bestFlops := amdEntries, amdFlops
		for _, v := range ordering.AMFVariants() {
			p, _ := ordering.AMF(g, v.Options())
			e, f := costOfL(g, p)
			bestEntries, bestFlops = min(bestEntries, e), min(bestFlops, f)
		}
		t.Logf("best of variants: %.3f of AMD's entries in L, %.3f of its flops", bestEntries/amdEntries, bestFlops/amdFlops)
		entries += math.Log(bestEntries / amdEntries)
		flops += math.Log(bestFlops / amdFlops)
		count++
	})
	entries, flops = math.Exp(entries/count), math.Exp(flops/count)
	t.Logf("mean of %v: %.4f of the entries in L, %.4f of the flops", count, entries, flops)
	if count < 15 || entries > 0.96 || flops > 0.87 {
		t.Error("want at most 0.96 of the entries and 0.87 of the flops, over 15 matrices or more")
	}
}

// costOfL returns nnz(L) with the diagonal and the flops of an LU, for the
// graph g in the order p.
func costOfL(g *sparsity.Pattern, p sparsity.Perm) (entries, flops float64) {
	b := sparsity.Permute(g, p, p)
	tree := etree.Symmetric(b)
	for _, c := range etree.Counts(b, tree, tree.Postorder()) {
		off := float64(c - 1)
		entries += float64(c)
		flops += off + 2*off*off
	}
	return entries, flops
}
