package symbolic_test

import (
	"testing"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// TestEnvelope compares with the definition.
func TestEnvelope(t *testing.T) {
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		for _, ord := range orders(a, seed)[:5] {
			rows, cols := ord.Rows, ord.Cols
			if rows == nil {
				rows = cols
			}
			b := sparsity.Permute(a, rows, cols)
			bandwidth, profile := 0, int64(0)
			for i := range b.Rows {
				first := i
				for j := range b.Cols {
					for _, r := range b.Col(j) {
						if int(r) == i {
							first = min(first, j)
							bandwidth = max(bandwidth, i-j, j-i)
						}
					}
				}
				profile += int64(i - first)
			}
			x := symbolic.Analyze(a, ord, symbolic.Options{})
			if x.Bandwidth != bandwidth || x.Profile != profile {
				t.Fatalf("%s: want %d and %d, got %d and %d", ord.Method, bandwidth, profile, x.Bandwidth, x.Profile)
			}
		}
	})
}
