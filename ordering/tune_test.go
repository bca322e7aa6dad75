package ordering_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// slowColumnCost is ColumnCost by the elimination game.
func slowColumnCost(g *sparsity.Pattern, p sparsity.Perm) (sum int64) {
	for _, c := range oracle.Eliminate(sparsity.Permute(g, p, p)).ColumnCounts() {
		below := int64(c - 1)
		sum += below*below + 10*below
	}
	return sum
}

// TestTune wants a permutation that costs what the statistics say, no more than any start,
// the same on any number of goroutines, and arguments left alone.
func TestTune(t *testing.T) {
	gained, dissected := 0, 0
	for _, n := range []int{0, 1, 2, 3, 5, 17, 40} {
		for family, g := range amdFamily(n) {
			before := g.Clone()
			starts := append(searchStarts(g), sparsity.Identity(g.Cols))
			given := []sparsity.Perm{}
			least := int64(1) << 60
			for _, p := range starts {
				given = append(given, slices.Clone(p))
				least = min(least, slowColumnCost(g, p))
			}
			p, stats := ordering.Tune(g, starts, ordering.TuneOptions{Times: 100})
			if err := p.Check(); err != nil || len(p) != g.Cols {
				t.Fatalf("%s, n = %d: no permutation of %d: %v, %v", family, n, g.Cols, p, err)
			}
			if cost := slowColumnCost(g, p); stats.Cost != cost || stats.Before != least || cost > least || ordering.ColumnCost(g, p) != cost {
				t.Fatalf("%s, n = %d: cost %d, before %d, got %+v", family, n, cost, least, stats)
			}
			if again, same := ordering.Tune(g, starts, ordering.TuneOptions{Times: 100, Workers: 4}); !slices.Equal(again, p) || same != stats {
				t.Errorf("%s, n = %d: another order with four workers", family, n)
			}
			if !g.Equal(before) || !slices.EqualFunc(starts, given, slices.Equal[sparsity.Perm]) {
				t.Errorf("%s, n = %d: an argument was changed", family, n)
			}
			if stats.Cost < stats.Before {
				gained++
			}
			dissected += stats.Dissected
		}
	}
	if gained < 5 || dissected == 0 {
		t.Errorf("gained on %d graphs, with %d dissections: too few to tell", gained, dissected)
	}
}

// TestTuneTime wants less cost than the search for entries leads to, on a mesh, and no more
// with more factorizations ahead.
func TestTuneTime(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Shuffle(matgen.Grid9(40, 40), 1))
	p, _ := ordering.Search(g, ordering.SearchOptions{})
	_, few := ordering.Tune(g, []sparsity.Perm{p}, ordering.TuneOptions{Times: 1})
	_, many := ordering.Tune(g, []sparsity.Perm{p}, ordering.TuneOptions{Times: 3000})
	if few.Cost >= few.Before || many.Cost >= few.Cost || many.Before != few.Before {
		t.Errorf("for one factorization %+v, for many %+v", few, many)
	}
}

// TestTuneStop wants no order, whenever the search is stopped.
func TestTuneStop(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Grid2D(30, 30))
	starts := searchStarts(g)
	calls := 0
	ordering.Tune(g, starts, ordering.TuneOptions{Times: 1, Stop: func() bool { calls++; return false }})
	if calls < 20 {
		t.Fatalf("it was asked %d times", calls)
	}
	for _, after := range []int{0, 1, 2, 5, calls / 2, calls - 1} {
		left := after
		p, _ := ordering.Tune(g, starts, ordering.TuneOptions{Times: 1, Stop: func() bool { left--; return left < 0 }})
		if p != nil {
			t.Errorf("an order, stopped at call %d of %d", after, calls)
		}
	}
}

func TestTunePanics(t *testing.T) {
	for want, f := range map[string]func(){
		"ordering: pattern not square":     func() { ordering.Tune(sparsity.NewPattern(2, 3), nil, ordering.TuneOptions{}) },
		"ordering: no order to start from": func() { ordering.Tune(sparsity.NewPattern(2, 2), nil, ordering.TuneOptions{}) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("got %v, want %s", got, want)
				}
			}()
			f()
		}()
	}
}
