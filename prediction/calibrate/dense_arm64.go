package calibrate

// product8 sets c, 8×6 by columns, to A·B, where a has k columns of 8 and b has k rows
// of 6. It needs k > 0.
//
//go:noescape
func product8(a, b, c *float64, k int)

// vectorProducts returns the dense products that use vectors. Every CPU of the
// architecture has vectors of 128 bits; longer vectors of SVE are not used.
func vectorProducts([]string) []product { return []product{{8, product8}} }
