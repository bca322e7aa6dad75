package ordering_test

import (
	"math"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/collection"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// storedAMD is what an oracle file says of SuiteSparse's AMD.
type storedAMD struct {
	LNZ       int64  `json:"lnz"`
	Roots     int    `json:"roots"`
	Levels    int    `json:"levels"`
	ParentFNV string `json:"parent_fnv"`
	CountsFNV string `json:"counts_fnv"`
}

// readStoredAMD returns nil if the file has nothing on AMD.
func readStoredAMD(t *testing.T, name string) (want *storedAMD, dense int) {
	file := collection.Results[struct {
		Stage struct {
			AMD   *storedAMD `json:"amd"`
			Dense int        `json:"amd_ndense"`
		} `json:"stage_amd"`
	}](t, name)
	return file.Stage.AMD, file.Stage.Dense
}

// TestStoredAMD wants the elimination tree and the column counts that
// SuiteSparse's AMD leads to where the pattern is symmetric, since ties fall
// differently where it is not, and as much fill but for a tenth elsewhere and
// in the mean of the larger matrices none more. Most matrices of the
// Collection must have the very fill its index states.
func TestStoredAMD(t *testing.T) {
	index := storedIndex(t)
	equal, close, published, publishedEqual := 0, 0, 0, 0
	ratio, large := 0.0, 0
	eachStored(t, func(t *testing.T, m storedMatrix) {
		want, dense := readStoredAMD(t, m.name)
		if want == nil {
			return
		}
		g := sparsity.Symmetrize(m.pattern)
		p, stats := ordering.AMD(g, ordering.AMDOptions{})
		b := sparsity.Permute(g, p, p)
		tree := etree.Symmetric(b)
		counts := etree.Counts(b, tree, tree.Postorder())
		got := storedAMD{Roots: tree.Roots(), Levels: tree.Height(),
			ParentFNV: storedHash(tree.Parent), CountsFNV: storedHash(counts)}
		for _, c := range counts {
			got.LNZ += int64(c)
		}
		if stats.Dense != dense {
			t.Errorf("want %d dense rows, got %d", dense, stats.Dense)
		}
		symmetric := sparsity.Transpose(m.pattern).Equal(m.pattern)
		switch {
		case symmetric && got != *want:
			t.Errorf("want %+v, got %+v", *want, got)
		case symmetric:
			equal++
		case math.Abs(float64(got.LNZ-want.LNZ)) > 0.1*float64(want.LNZ):
			t.Errorf("want about %d entries in L, got %d", want.LNZ, got.LNZ)
		default:
			close++
		}
		if g.Cols >= 1000 {
			large++
			ratio += math.Log(float64(got.LNZ) / float64(want.LNZ))
		}
		if row := index[m.name]; row != nil && row["amd_lnz"] > 0 && m.ExplicitZeros == 0 {
			published++
			if got.LNZ == row["amd_lnz"] {
				publishedEqual++
			} else {
				t.Logf("the Collection has %d entries in L, got %d", row["amd_lnz"], got.LNZ)
			}
		}
	})
	t.Logf("%d equal, %d close, nnz(L) %.5f of the peer's over %d with n ≥ 1000, %d of %d as published",
		equal, close, math.Exp(ratio/float64(large)), large, publishedEqual, published)
	if equal < 30 || close < 5 || publishedEqual < published*3/4 || published < 10 {
		t.Error("too few matrices to tell, or too few as published")
	}
	if mean := math.Exp(ratio / float64(large)); mean > 1.002 {
		t.Errorf("nnz(L) is %.4f of SuiteSparse's in the mean", mean)
	}
}
