package lu_test

import (
	"errors"
	"testing"

	"github.com/nrkit/nrkit/newton/lu"
)

// A limit of as many entries as the factors have changes nothing, and any limit
// below that ends the factorisation; the smaller it is, the earlier.
func TestMaxEntries(t *testing.T) {
	early, all := 0, 0
	for _, n := range []int{1, 2, 9, 40} {
		for seed := range uint64(8) {
			for _, p := range family(n, seed) {
				f, err := factor(p.m, p.plan, lu.Options{})
				if err != nil {
					continue
				}
				total := f.Stats.L + f.Stats.U - int64(f.Stats.N) + f.Stats.Off
				if total == 0 {
					continue
				}
				g, err := factor(p.m, p.plan, lu.Options{MaxEntries: total})
				if err != nil || g.Stats != f.Stats {
					t.Fatalf("%s: %d entries are within the limit, got %v", p.name, total, err)
				}
				last := f.Stats.N
				for limit := total - 1; limit > 0; limit = limit * 3 / 4 {
					_, err := factor(p.m, p.plan, lu.Options{MaxEntries: limit})
					var e *lu.BudgetError
					if !errors.As(err, &e) || e.Budget != lu.Entries || e.Stats.Columns > last {
						t.Fatalf("%s: want an end by a limit of %d, %d entries, and before column %d, got %v", p.name, limit, total, last, err)
					}
					last = e.Stats.Columns
				}
				all++
				var e *lu.BudgetError
				if _, err := factor(p.m, p.plan, lu.Options{MaxEntries: total - 1}); errors.As(err, &e) && e.Stats.Columns < f.Stats.N-1 {
					early++
				}
			}
		}
	}
	if early < all/10 {
		t.Errorf("want an end before the last column where what is left cannot be smaller: %d of %d", early, all)
	}
}
