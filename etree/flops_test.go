package etree_test

import (
	"testing"

	"github.com/nrkit/nrkit/etree"
)

// TestCliqueLUFlops counts the operations of a dense LU factorization one by
// one.
func TestCliqueLUFlops(t *testing.T) {
	for n := range int32(40) {
		want := 0
		for k := range n {
			for i := k + 1; i < n; i++ {
				want++ // division by the pivot
				for j := k + 1; j < n; j++ {
					want += 2 // multiplication and subtraction
				}
			}
		}
		if got := etree.CliqueLUFlops(n); got != float64(want) {
			t.Errorf("%d vertices: want %d operations, got %g", n, want, got)
		}
	}
}
