package equivalent_test

import (
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/equivalent"
	"github.com/nrkit/nrkit/sparsity"
)

// TestNear: no fill that was not there, a path shorter than before and hardly
// longer than the shortest, and an order wherever that is worth one.
func TestNear(t *testing.T) {
	eachGraph(t, []int{0, 1, 2, 3, 5, 9, 20, 70}, 2, func(t *testing.T, g *sparsity.Pattern, p sparsity.Perm) {
		h := etree.Permuted(g, p)
		before := h.Clone()
		_, least := equivalent.Shorten(chordalOf(g, p), p, equivalent.Options{})
		for _, slack := range []float64{0, 0.02, 0.3, 2} {
			most := least.PathAfter * (1 + slack) * (1 + 1e-12)
			q := equivalent.Near(h, slack, equivalent.Options{})
			if !h.Equal(before) {
				t.Fatal("the graph was changed")
			}
			if q == nil {
				if least.PathBefore > most {
					t.Fatalf("slack %v: no order for %+v", slack, least)
				}
				continue
			}
			if err := q.Check(); err != nil || len(q) != g.Cols {
				t.Fatalf("slack %v: no permutation of %d: %v %v", slack, g.Cols, q, err)
			}
			if !contains(filled(h, nil), filled(h, q)) {
				t.Fatalf("slack %v: the filled graph has other edges", slack)
			}
			if _, path := measure(h, q); path >= least.PathBefore || path > most {
				t.Fatalf("slack %v: path of %v, want %v at most and less than %v", slack, path, most, least.PathBefore)
			}
		}
		if q := equivalent.Near(h, 0, equivalent.Options{MaxEntries: 1}); q != nil && g.Cols > 1 {
			t.Fatal("an order though the limit is exceeded")
		}
	})
}

func TestNearPanics(t *testing.T) {
	defer func() {
		if got := recover(); got != "equivalent: pattern not square" {
			t.Errorf("got %v", got)
		}
	}()
	equivalent.Near(sparsity.NewPattern(2, 3), 0, equivalent.Options{})
}
