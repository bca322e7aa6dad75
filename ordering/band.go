package ordering

import "github.com/nrkit/nrkit/sparsity"

// Bandwidth returns the lower and upper bandwidth of A(p, p): the largest i-j and
// the largest j-i of an entry, 0 without entries. A nil p moves nothing. The
// permuted matrix is not formed.
//
// Shapes: a is n×n, len(p) is n; rows may be unsorted, duplicates are
// harmless. Cost: O(|a| + n); n words of 32 bits.
//
// It panics if a is not square or p does not fit.
func Bandwidth(a *sparsity.Pattern, p sparsity.Perm) (lower, upper int) {
	at := places(a, p)
	lo, up := int32(0), int32(0)
	for j, k := range at {
		for _, i := range a.Col(j) {
			d := at[i] - k
			lo, up = max(lo, d), max(up, -d)
		}
	}
	return int(lo), int(up)
}

// Envelope returns the profile of A(p, p): the sum over its rows i of i-j,
// where j is the column of the first entry of row i, or i if that lies to the
// right. A nil p moves nothing. The permuted matrix is not formed.
//
// Shapes: a is n×n, len(p) is n; rows may be unsorted, duplicates are
// harmless. Cost: O(|a| + n); 2n words of 32 bits.
//
// It panics if a is not square or p does not fit.
func Envelope(a *sparsity.Pattern, p sparsity.Perm) int64 {
	at := places(a, p)
	width := make([]int32, len(at)) // of the envelope, by original row
	for j, k := range at {
		for _, i := range a.Col(j) {
			width[i] = max(width[i], at[i]-k)
		}
	}
	sum := int64(0)
	for _, w := range width {
		sum += int64(w)
	}
	return sum
}

// places returns the inverse of p, or the identity when p is nil.
func places(a *sparsity.Pattern, p sparsity.Perm) sparsity.Inverse {
	if !a.Square() {
		panic(errNotSquare)
	}
	if p == nil {
		return sparsity.Inverse(sparsity.Identity(a.Cols))
	}
	if len(p) != a.Cols {
		panic(errPermLength)
	}
	return p.Inverse()
}
