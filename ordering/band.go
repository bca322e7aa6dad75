package ordering

import "github.com/nrkit/nrkit/sparsity"

// Bandwidth returns the lower and upper bandwidth of A(p, p), the largest i−j
// and j−i over its entries, without forming it. Nil p moves nothing.
//
// Shapes: a is n×n, rows may be unsorted. Cost: O(|a| + n).
// It panics if a is not square or p does not fit.
func Bandwidth(a *sparsity.Pattern, p sparsity.Perm) (lower, upper int) {
	if !a.Square() {
		panic(errNotSquare)
	}
	if p == nil {
		p = sparsity.Identity(a.Cols)
	}
	if len(p) != a.Cols {
		panic(errPermLength)
	}
	at := p.Inverse()
	lo, up := int32(0), int32(0)
	for j := 0; j < a.Cols; j++ {
		k := at[j]
		for _, i := range a.Col(j) {
			lo, up = max(lo, at[i]-k), max(up, k-at[i])
		}
	}
	return int(lo), int(up)
}
