package calibrate

import "slices"

// product8 sets c, 8×6 by columns, to A·B, where a has k columns of 8 and b has k rows
// of 6. It needs AVX2 and FMA, and k > 0.
//
//go:noescape
func product8(a, b, c *float64, k int)

// product16 is product8 with 16 rows of A. It needs AVX-512F.
//
//go:noescape
func product16(a, b, c *float64, k int)

// vectorProducts returns the dense products that a CPU with the features can run, the
// one with the widest vectors first.
func vectorProducts(features []string) []product {
	var list []product
	if slices.Contains(features, "avx512f") {
		list = append(list, product{16, product16})
	}
	if slices.Contains(features, "avx2") && slices.Contains(features, "fma") {
		list = append(list, product{8, product8})
	}
	return list
}
