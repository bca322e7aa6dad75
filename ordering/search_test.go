package ordering_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// TestSearch wants a permutation that fills no more than minimum degree and minimum
// fill, statistics that are exact, the same again, and the graph left alone.
func TestSearch(t *testing.T) {
	gained := int64(0)
	for _, n := range []int{0, 1, 2, 3, 5, 17, 40} {
		for family, g := range amdFamily(n) {
			before := g.Clone()
			opt := ordering.SearchOptions{Effort: 0.02}
			p, stats := ordering.Search(g, opt)
			if err := p.Check(); err != nil || len(p) != g.Cols {
				t.Fatalf("%s, n = %d: no permutation of %d: %v, %v", family, n, g.Cols, p, err)
			}
			entries, flops := int64(0), 0.0
			for _, c := range oracle.Eliminate(sparsity.Permute(g, p, p)).ColumnCounts() {
				off := float64(c - 1)
				entries += int64(c)
				flops += off + 2*off*off
			}
			if stats.NNZL != entries || stats.FlopsLU != flops || stats.Starts < 3 || stats.Gained < 0 {
				t.Fatalf("%s, n = %d: %d entries, %v flops, got %+v", family, n, entries, flops, stats)
			}
			for _, start := range searchStarts(g) {
				if least := entriesOfL(g, start); entries > least {
					t.Errorf("%s, n = %d: %d entries, a start has %d", family, n, entries, least)
				}
			}
			if again, same := ordering.Search(g, opt); !slices.Equal(again, p) || same != stats {
				t.Errorf("%s, n = %d: another order at the second run", family, n)
			}
			if !g.Equal(before) {
				t.Errorf("%s, n = %d: the graph was changed", family, n)
			}
			gained += stats.Gained
		}
	}
	if gained == 0 {
		t.Error("the local search gained nothing on any graph")
	}
}

// searchStarts returns the orders that Search does not do worse than.
func searchStarts(g *sparsity.Pattern) []sparsity.Perm {
	p, _ := ordering.AMD(g, ordering.AMDOptions{})
	q, _ := ordering.AMF(g, ordering.VariantAMMF.Options())
	r, _ := ordering.AMF(g, ordering.VariantMMF.Options())
	return []sparsity.Perm{p, q, r}
}

// TestSearchBeatsStarts wants less fill than any start has on a mesh, where it
// dissects, and on a circuit, where it does not; and other orders from other seeds.
func TestSearchBeatsStarts(t *testing.T) {
	for name, c := range map[string]struct {
		a         *sparsity.Pattern
		dissected bool
	}{
		"mesh": {matgen.Shuffle(matgen.Grid9(40, 40), 1), true}, "circuit": {matgen.Circuit(800, 1), false},
	} {
		g := sparsity.Symmetrize(c.a)
		p, stats := ordering.Search(g, ordering.SearchOptions{})
		for _, start := range searchStarts(g) {
			if got, least := entriesOfL(g, p), entriesOfL(g, start); got >= least {
				t.Errorf("%s: %d entries, want fewer than %d", name, got, least)
			}
		}
		if stats.Starts > 3 != c.dissected || stats.Changed == 0 {
			t.Errorf("%s: %+v", name, stats)
		}
		more, thrice := ordering.Search(g, ordering.SearchOptions{Seed: 1, Effort: 3})
		if slices.Equal(p, more) || thrice.NNZL > stats.NNZL+stats.NNZL/100 {
			t.Errorf("%s: %+v, with more effort %+v", name, stats, thrice)
		}
	}
}

// TestSearchStop wants no order, whenever the search is stopped.
func TestSearchStop(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Grid2D(50, 50))
	calls := 0
	ordering.Search(g, ordering.SearchOptions{Effort: 0.1, Stop: func() bool { calls++; return false }})
	if calls < 20 {
		t.Fatalf("it was asked %d times", calls)
	}
	for _, after := range []int{0, 1, 2, 5, calls / 2, calls - 1} {
		left := after
		p, _ := ordering.Search(g, ordering.SearchOptions{Effort: 0.1, Stop: func() bool { left--; return left < 0 }})
		if p != nil {
			t.Errorf("an order, stopped at call %d of %d", after, calls)
		}
	}
}

func TestSearchPanics(t *testing.T) {
	defer func() {
		if got := recover(); got != "ordering: pattern not square" {
			t.Errorf("got %v", got)
		}
	}()
	ordering.Search(sparsity.NewPattern(2, 3), ordering.SearchOptions{})
}
