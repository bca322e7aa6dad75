package analysis

import (
	"github.com/nrkit/nrkit/internal/units"
)

// The model by which a factorization is too small for threads: one core eliminates
// at a rate, and a program that hands work to threads pays for each parallel region
// that it starts.
//
// KLU factorizes circuits at 0.8 to 2.3 Gflop/s on one core. A parallel region of
// OpenMP costs 3 µs for two threads that spin and 13 µs for two that sleep, and
// more for more threads.
const (
	coreRate   = 1e9   // flop/s of one core
	regionTime = 10e-6 // seconds to start a parallel region and to wait for its end: 10 µs
)

// regionFlops is what one core eliminates while a parallel region starts.
const regionFlops = coreRate * regionTime

// saySize says whether a factorization is too small for threads: by the flops that
// a numeric LU took, and by the flops predicted where there was none.
func saySize(d *Document, p *paragraph) {
	o := bestSquare(d)
	if o == nil {
		return
	}
	c := CostOf(o)
	for _, e := range d.Exact {
		if e.Method == o.Method {
			c.Flops = e.Flops
		}
	}
	switch {
	case c.Flops <= regionFlops:
		p.say("size.too-small", "Too small for threads: at 1 Gflop/s one core takes %s for a factorization, and to start one parallel region takes about 10 µs.",
			duration(c.Flops/coreRate))
	case c.Flops <= float64(c.Height)*regionFlops:
		p.say("size.levels", "Too small for a parallel region per level: at 1 Gflop/s one core takes %s for a factorization, and to start %s at 10 µs each takes %s.",
			duration(c.Flops/coreRate), units.Plural(c.Height, "region"), duration(float64(c.Height)*regionTime))
	}
}

// duration writes seconds.
func duration(seconds float64) string { return units.Duration(int64(1e9*seconds + 0.5)) }
