package etree

// LUFlops returns the floating-point operations of eliminating one column of an LU
// factorization without pivoting. L has c entries in the column and U has c entries
// in the row, including the diagonal. The operations are c-1 divisions, and a
// multiplication and an addition for each of (c-1)² updates.
func LUFlops(c int32) float64 {
	d := float64(c) - 1
	return 2*d*d + d
}

// CliqueLUFlops returns what [LUFlops] of n, n-1, … 1 entries add up to: the
// operations for n vertices that are all joined, which no order can eliminate but
// one after the other.
//
// Cost: O(n).
func CliqueLUFlops(n int32) float64 {
	sum := 0.0
	for c := range n {
		sum += LUFlops(c + 1)
	}
	return sum
}

// CholeskyFlops returns the customary count for one column with c entries of a
// Cholesky factorization: c².
func CholeskyFlops(c int32) float64 { return float64(c) * float64(c) }
