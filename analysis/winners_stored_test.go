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

// TestStoredWinners wants the portfolio to fill no square matrix more than the best
// of the peers. What it counts is half of the entries of L, of U and between
// blocks, and of the diagonal: nnz(L) where it orders the matrix as a whole.
//
// The means are those over matrices with n ≥ 1000 and a pattern that is nearly
// symmetric, each pattern once.
func TestStoredWinners(t *testing.T) {
	seen := map[string]bool{}
	toAMD, toLeast, count, all := 0.0, 0.0, 0.0, 0
	collection.Each(t, func(t *testing.T, name string, want collection.Peers) {
		if want.Rows != want.Cols || slices.Contains(hugeMatrices, name) {
			return
		}
		f := collection.Open(t, name, sparseio.Options{PatternOnly: true})
		got := fewestEntries(t, f)
		peer := collection.Least(append(want.List(), collection.Peer{Name: "COLAMD", LNZ: colamdEntries(f.Matrix.Pattern)}))
		least := peer.LNZ
		all++
		t.Logf("%.0f entries, %.4f of %s, %.4f of AMD", got, got/least, peer.Name, got/want.AMD.AMD.LNZ)
		if got > least {
			t.Errorf("%.0f entries, want no more than %.0f, as %s has", got, least, peer.Name)
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
const meanToAMD, meanToLeast = 0.92, 0.96

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
	cost := analysis.CostOf(d.Ordering(d.Winners.Fill))
	return float64(cost.NNZ+int64(f.Matrix.Pattern.Cols)) / 2
}
