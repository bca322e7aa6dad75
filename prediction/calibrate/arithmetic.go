package calibrate

// A product is a dense product C = A·B with a given number of rows of A.
type product struct {
	rows int // rows of A and C
	run  func(a, b, c *float64, k int)
}

const (
	productCols  = 6
	productDepth = 128 // columns of A: both factors stay in the L1 cache
)

// denseKernel returns one dense product, in multiply-adds. The factors have so
// many columns and rows as libraries for dense matrices take at a time.
func denseKernel(p product) kernel {
	a, b := fractions(p.rows*productDepth), fractions(productCols*productDepth)
	c := make([]float64, p.rows*productCols)
	return kernel{ops: p.rows * productCols * productDepth, run: func(times int) {
		for range times {
			p.run(&a[0], &b[0], &c[0], productDepth)
		}
	}}
}

// scalarProduct is the dense product in plain Go, with 4×2 results at a time.
func scalarProduct(a, b, c []float64, k int) {
	var c0, c1, c2, c3, d0, d1, d2, d3 float64
	for range k {
		x, y := a[:4:4], b[:2:2]
		c0 += x[0] * y[0]
		c1 += x[1] * y[0]
		c2 += x[2] * y[0]
		c3 += x[3] * y[0]
		d0 += x[0] * y[1]
		d1 += x[1] * y[1]
		d2 += x[2] * y[1]
		d3 += x[3] * y[1]
		a, b = a[4:], b[2:]
	}
	copy(c, []float64{c0, c1, c2, c3, d0, d1, d2, d3})
}

// scalarKernel returns one dense product without vectors, in multiply-adds.
func scalarKernel() kernel {
	a, b, c := fractions(4*productDepth), fractions(2*productDepth), make([]float64, 8)
	return kernel{ops: 8 * productDepth, run: func(times int) {
		for range times {
			scalarProduct(a, b, c, productDepth)
		}
	}}
}

// divideKernel returns divisions that do not wait for each other.
func divideKernel() kernel {
	a, b := fractions(512), fractions(512)
	return kernel{ops: len(a), run: func(times int) {
		for range times {
			for i, x := range a {
				b[i] = 1.5 / x
			}
		}
	}}
}

// fractions returns n numbers from 1/2 to 1.
func fractions(n int) []float64 {
	list, r := make([]float64, n), newRandom(0)
	for i := range list {
		list[i] = 0.5 + r.Float64()/2
	}
	return list
}
