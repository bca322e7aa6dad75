package symbolic_test

import (
	"math"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/collection"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/supernode"
	"github.com/nrkit/nrkit/symbolic"
)

// stored is what an oracle file says of one ordering. Its critical path and
// parallelism weigh a column with the square of its count.
type stored struct {
	LNZ            int64   `json:"lnz"`
	FlopsChol      float64 `json:"flops_chol"`
	FlopsLU        float64 `json:"flops_lu_sym"`
	Roots          int     `json:"roots"`
	Leaves         int     `json:"leaves"`
	Levels         int     `json:"levels"`
	MaxWidthHeight int     `json:"max_width_height"`
	MaxWidthDepth  int     `json:"max_width_depth"`
	CritFlops      float64 `json:"crit_flops"`
	ParFlops       float64 `json:"par_flops"` // rounded to 3 decimals
	ParCols        float64 `json:"par_cols"`  // rounded to 3 decimals
	FSuper         int     `json:"fsuper"`
	FSuperMax      int     `json:"fsuper_max"`
	MSuper         int     `json:"msuper"`
	MSuperMax      int     `json:"msuper_max"`
}

// figures returns an analysis in the form of the stored one.
func figures(x *symbolic.Analysis) stored {
	weight := make([]float64, len(x.Counts))
	for j, c := range x.Counts {
		weight[j] = etree.CholeskyFlops(c)
	}
	// The stored maximal supernodes are those of a plain postorder.
	post := x.Etree.Postorder()
	counts := make([]int32, len(post))
	for k, j := range post {
		counts[k] = x.Counts[j]
	}
	tree := x.Etree.Relabel(post)
	parts := supernode.Maximal(tree, counts)
	maximal := parts.Stats(parts.Tree(tree), counts)
	s := stored{
		LNZ: x.NNZL, FlopsChol: x.FlopsCholesky, FlopsLU: x.Flops, Roots: x.Roots, Leaves: x.Leaves,
		Levels: x.Height, MaxWidthHeight: x.WidestLevel, MaxWidthDepth: x.WidestDepthLevel,
		CritFlops: x.Etree.CriticalPath(weight),
		ParCols:   math.Round(1000*x.ParallelismColumns) / 1000,
		FSuper:    x.Supernodes.Fundamental.Count, FSuperMax: x.Supernodes.Fundamental.Largest,
		MSuper: maximal.Count, MSuperMax: maximal.Largest,
	}
	s.ParFlops = math.Round(1000*x.FlopsCholesky/s.CritFlops) / 1000
	return s
}

// TestStored compares with what established tools said of the matrices in the
// folder NRKIT_ORACLE, in their natural order.
func TestStored(t *testing.T) {
	type results struct {
		Etree struct{ Natural *stored } `json:"stage_etree"`
		SciPy struct {
			RCM struct {
				Bandwidth *int   `json:"bw0"`
				Envelope  *int64 `json:"envelope0"`
			}
		}
	}
	compared := 0
	collection.Each(t, func(t *testing.T, name string, say results) {
		if say.Etree.Natural == nil {
			return
		}
		compared++
		a := collection.Pattern(t, name)
		x := symbolic.Analyze(a, symbolic.Order{}, symbolic.Options{})
		if got := figures(x); got != *say.Etree.Natural {
			t.Errorf("want %+v\n got %+v", *say.Etree.Natural, got)
		}
		if rcm := say.SciPy.RCM; rcm.Envelope != nil {
			// The stored envelope is that of A+Aᵀ.
			bandwidth, profile := symbolic.Envelope(sparsity.Symmetrize(a), nil, nil)
			if *rcm.Envelope != profile || *rcm.Bandwidth != bandwidth || x.Bandwidth != bandwidth {
				t.Errorf("want bandwidth %d and envelope %d, got %d and %d", *rcm.Bandwidth, *rcm.Envelope, bandwidth, profile)
			}
		}
	})
	if compared < 40 {
		t.Errorf("only %d matrices had figures to compare with", compared)
	}
}

// TestC6288 is the Jacobian of a 16×16 multiplier under AMD: it has the
// height and the parallelism of SuiteSparse's order, not those of the natural
// one.
func TestC6288(t *testing.T) {
	const name = "nr_c6288_tran_it0800"
	say := collection.Results[struct {
		AMD struct{ AMD stored } `json:"stage_amd"`
	}](t, name)
	a := collection.Pattern(t, name)
	g := sparsity.Symmetrize(a)
	perm, _ := ordering.AMD(g, ordering.AMDOptions{})
	got := figures(symbolic.Analyze(a, symbolic.Order{Cols: perm}, symbolic.Options{Graph: g}))
	if want := say.AMD.AMD; got.Levels != want.Levels || got.ParFlops != want.ParFlops || got.LNZ != want.LNZ {
		t.Errorf("want %+v\n got %+v", want, got)
	}
}
