package etree_test

import (
	"fmt"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/collection"
	"github.com/nrkit/nrkit/sparsity"
)

// stored is what an oracle file says of one ordering.
type stored struct {
	LNZ            int64  `json:"lnz"`
	MaxCount       int32  `json:"max_count"`
	Roots          int    `json:"roots"`
	Leaves         int    `json:"leaves"`
	Levels         int    `json:"levels"`
	MaxWidthHeight int    `json:"max_width_height"`
	MaxWidthDepth  int    `json:"max_width_depth"`
	CritLNZ        int64  `json:"crit_lnz"`
	ParentFNV      string `json:"parent_fnv"`
	CountsFNV      string `json:"counts_fnv"`
}

// TestStored compares with what CXSparse said of the matrices in the folder
// NRKIT_ORACLE, in their natural order.
func TestStored(t *testing.T) {
	type results struct {
		Etree struct{ Natural *stored } `json:"stage_etree"`
	}
	compared := 0
	collection.Each(t, func(t *testing.T, name string, want results) {
		if want.Etree.Natural == nil {
			return
		}
		compared++
		compareStored(t, sparsity.Symmetrize(collection.Pattern(t, name)), *want.Etree.Natural)
	})
	if compared < 40 {
		t.Errorf("only %d matrices had figures to compare with", compared)
	}
}

func compareStored(t *testing.T, g *sparsity.Pattern, want stored) {
	tree := etree.Symmetric(g)
	counts := etree.Counts(g, tree, tree.Postorder())
	got := stored{
		Roots: tree.Roots(), Leaves: tree.Leaves(), Levels: tree.Height(),
		MaxWidthHeight: tree.Levels().Widest(), MaxWidthDepth: tree.DepthLevels().Widest(),
		ParentFNV: hash(tree.Parent), CountsFNV: hash(counts),
	}
	weight := make([]float64, len(counts))
	for j, c := range counts {
		got.LNZ += int64(c)
		got.MaxCount = max(got.MaxCount, c)
		weight[j] = float64(c)
	}
	got.CritLNZ = int64(tree.CriticalPath(weight))
	if got != want {
		t.Errorf("want %+v, got %+v", want, got)
	}
}

// hash is FNV-1a of x as 32-bit little-endian integers, as the stored figures
// have it: they start from a basis of their own.
func hash(x []int32) string {
	h := uint64(1469598103934665603)
	for _, v := range x {
		for shift := 0; shift < 32; shift += 8 {
			h = (h ^ uint64(uint32(v)>>shift&255)) * 1099511628211
		}
	}
	return fmt.Sprintf("%016x", h)
}
