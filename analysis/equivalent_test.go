package analysis

import (
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// An order with the same fill keeps the blocks where they are, is never higher,
// and is one of the matrix that was given.
func TestEquivalent(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes the zoo twice")
	}
	better := 0
	for name, m := range zoo() {
		a := m.Pattern
		if !a.Square() || a.Cols == 0 {
			continue
		}
		var names []string
		for _, base := range []string{"natural", "amd", "btf+amd"} {
			names = append(names, base, base+Lower, base+Shorter)
		}
		for _, matching := range []string{"", MatchingStructural} {
			d := analyzed(t, m, Options{Orderings: names, Exact: []string{"none"}, Keep: true, Matching: matching})
			checkDocument(t, Schema, text(t, d))
			for _, o := range d.Orderings {
				again := symbolic.Analyze(a, o.Order, symbolic.Options{})
				if again.NNZLU != o.NNZLU || again.NNZOffBlocks != o.NNZOffBlocks || again.Height != o.Height {
					t.Errorf("%s, %s: the figures are not those of the order", name, o.Method)
				}
				e := o.Equivalent
				if e == nil {
					continue
				}
				base := d.Ordering(e.Of)
				if o.NNZLU > base.NNZLU || o.NNZOffBlocks != base.NNZOffBlocks || o.Blocks != base.Blocks {
					t.Errorf("%s, %s: more fill, or other blocks, than %s", name, o.Method, e.Of)
				}
				if e.HeightBefore != base.Height || e.HeightAfter != o.Height || e.PathAfter != o.CriticalPathFlops {
					t.Errorf("%s, %s: %+v, and heights %d, %d", name, o.Method, e.Stats, base.Height, o.Height)
				}
				if strings.HasSuffix(o.Method, Lower) && o.Height > base.Height ||
					strings.HasSuffix(o.Method, Shorter) && o.CriticalPathFlops > base.CriticalPathFlops {
					t.Errorf("%s, %s: worse than %s", name, o.Method, e.Of)
				}
				if e.Changed {
					better++
				}
			}
		}
	}
	if better < 10 {
		t.Errorf("want some to be better, got %d", better)
	}
}

// A chain that is eliminated from end to end is as high as long; from both ends
// it is half as high. The portfolio finds that.
func TestPortfolioShorter(t *testing.T) {
	m := matgen.Dominant(matgen.Tridiagonal(100), 1)
	d := analyzed(t, m, Options{Orderings: []string{"natural" + Lower}})
	if got := d.Ordering("natural" + Lower); got.Height != 50 && got.Height != 51 {
		t.Errorf("want a chain of 100 in about 50 levels, got %d", got.Height)
	}
	d = analyzed(t, m, Options{Orderings: []string{BestOf}})
	o := d.Ordering(d.Winners.Parallel)
	if o.Equivalent == nil || !strings.HasSuffix(o.Method, Shorter) || d.Portfolio.candidate(o.Method).State != Finished {
		t.Errorf("want a shorter critical path to win, got %s", o.Method)
	}
}

// The columns of a block stay together, in the order that they are given.
func TestByBlock(t *testing.T) {
	if got, want := byBlock(sparsity.Perm{3, 4, 0, 2, 1}, []int32{0, 2, 2, 5}), (sparsity.Perm{0, 1, 3, 4, 2}); !slices.Equal(got, want) {
		t.Errorf("want %v, got %v", want, got)
	}
}

func TestKnown(t *testing.T) {
	for name, want := range map[string]bool{"amd": true, "btf+amd+lower": true, "rcm+shorter": true, "colamd+lower": false,
		"amd+lower+lower": false, "+lower": false, "lower": false, "amb": false, "": false} {
		if Known(name) != want {
			t.Errorf("%q: want %v", name, want)
		}
	}
}
