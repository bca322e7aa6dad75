package analysis_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/collection"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// storedPeers is what an oracle file says of the orderings of other programs, all
// for the pattern of A+Aᵀ without pivoting. A figure that is absent is 0.
type storedPeers struct {
	Rows     int     `json:"rows"`
	Cols     int     `json:"cols"`
	Symmetry float64 `json:"pattern_symmetry"`
	AMD      struct {
		AMD storedFill `json:"amd"`
	} `json:"stage_amd"`
	METIS struct {
		METIS storedFill `json:"metis"`
	} `json:"stage_metis"`
	SCOTCH struct {
		SCOTCH storedFill `json:"scotch"`
	} `json:"stage_scotch"`
	SuperLU struct {
		MMD storedFill `json:"slu_mmd"`
	} `json:"stage_slu"`
	CHOLMOD struct {
		Nine storedFill `json:"cholmod_nine"`
	} `json:"stage_cholmod"`
}

type storedFill struct {
	LNZ float64 `json:"lnz"`
}

// least returns the fewest entries of L of any peer, and of which.
func (p storedPeers) least(colamd float64) (entries float64, peer string) {
	entries = math.Inf(1)
	for _, c := range []struct {
		peer string
		lnz  float64
	}{
		{"AMD", p.AMD.AMD.LNZ}, {"COLAMD", colamd}, {"METIS", p.METIS.METIS.LNZ}, {"SCOTCH", p.SCOTCH.SCOTCH.LNZ},
		{"MMD", p.SuperLU.MMD.LNZ}, {"CHOLMOD's nine", p.CHOLMOD.Nine.LNZ},
	} {
		if c.lnz > 0 && c.lnz < entries {
			entries, peer = c.lnz, c.peer
		}
	}
	return entries, peer
}

// colamdEntries returns the entries of L for the pattern of A+Aᵀ in the order of
// COLAMD, which ordering's tests hold to be that of SuiteSparse.
func colamdEntries(a *sparsity.Pattern) float64 {
	p, _ := ordering.COLAMD(a, ordering.COLAMDOptions{})
	b := etree.Permuted(sparsity.Symmetrize(a), p)
	tree := etree.Symmetric(b)
	sum := 0.0
	for _, c := range etree.LowerCounts(b, tree, tree.Postorder()) {
		sum += float64(c)
	}
	return sum
}

// hugeMatrices take minutes: they have a bench of their own.
var hugeMatrices = []string{"G3_circuit", "mul64_rs"}

// TestStoredBest wants the portfolio to fill no square matrix more than the best
// of the peers. What it counts is half of the entries of L, of U and between
// blocks, and of the diagonal: nnz(L) where it orders the matrix as a whole.
//
// The means are those over matrices with n ≥ 1000 and a pattern that is nearly
// symmetric, each pattern once.
func TestStoredBest(t *testing.T) {
	seen := map[string]bool{}
	toAMD, toLeast, count, all := 0.0, 0.0, 0.0, 0
	collection.Each(t, func(t *testing.T, name string, want storedPeers) {
		if want.Rows != want.Cols || slices.Contains(hugeMatrices, name) {
			return
		}
		f := collection.Open(t, name, sparseio.Options{PatternOnly: true})
		got := fewestEntries(t, f)
		least, peer := want.least(colamdEntries(f.Matrix.Pattern))
		if math.IsInf(least, 1) {
			t.Fatal("no peer")
		}
		all++
		t.Logf("%.0f entries, %.4f of %s, %.4f of AMD", got, got/least, peer, got/want.AMD.AMD.LNZ)
		if got > least {
			t.Errorf("%.0f entries, want no more than %.0f, as %s has", got, least, peer)
		}
		if key := patternKey(name); want.Cols >= 1000 && want.Symmetry >= 0.9 && !seen[key] {
			seen[key] = true
			toAMD += math.Log(got / want.AMD.AMD.LNZ)
			toLeast += math.Log(got / least)
			count++
		}
	})
	toAMD, toLeast = math.Exp(toAMD/count), math.Exp(toLeast/count)
	t.Logf("%d matrices; means over %.0f: %.4f of AMD, %.4f of the best peer", all, count, toAMD, toLeast)
	if all < 60 || count < 25 || toAMD > meanToAMD || toLeast > meanToLeast {
		t.Errorf("want at most %v of AMD and %v of the best peer, over 25 matrices or more", meanToAMD, meanToLeast)
	}
}

// meanToAMD and meanToLeast are what the means over 31 matrices reach.
const meanToAMD, meanToLeast = 0.93, 0.97

// patternKey returns what matrices of one Newton solve have in common in their
// names: their patterns are the same.
func patternKey(name string) string {
	for _, series := range []string{"nr_c6288", "resolve_ACTIVSg200"} {
		if strings.HasPrefix(name, series) {
			return series
		}
	}
	return name
}

// fewestEntries returns what the portfolio's ordering for fill has.
func fewestEntries(t *testing.T, f *sparseio.File) float64 {
	t.Helper()
	d, err := analysis.Run(context.Background(), []analysis.Source{analysis.Loaded(f)},
		analysis.Options{Orderings: []string{analysis.BestOf}, Exact: []string{"none"}})
	if err != nil {
		t.Fatal(err)
	}
	cost := analysis.CostOf(d.Ordering(d.Best.Fill))
	return float64(cost.NNZ+int64(f.Matrix.Pattern.Cols)) / 2
}
