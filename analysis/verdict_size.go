package analysis

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
)

// The model by which a factorization is too small for threads: one core eliminates
// at a rate, and a program that hands work to threads pays for each parallel region
// that it starts. Where times are predicted, they stand for the rate.
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

// flopsOf returns the flops that the numeric LU under o took, and the predicted flops
// where there was none.
func flopsOf(d *Document, o *Ordering) float64 {
	if e := d.exactOf(o.Method); e != nil {
		return e.Flops
	}
	return CostOf(o).Flops
}

// tooSmall reports whether one core factorizes while a parallel region starts.
func tooSmall(d *Document) bool {
	o := bestSquare(d)
	return o != nil && flopsOf(d, o) <= regionFlops
}

// coreTime returns what one core takes for a refactorization under the recommended
// ordering, in seconds and in words: as predicted, otherwise at coreRate. If there is one
// factorization only, the predicted time is the time of this factorization.
func coreTime(d *Document, o *Ordering) (seconds float64, words string) {
	if s := d.underRecommended(); s != nil {
		if d.Prediction.Factorizations == 1 {
			return s.Factor.Seconds, fmt.Sprintf("one core takes %s for a factorization (%s, predicted)", duration(s.Factor.Seconds), SolverName(s.Solver))
		}
		return s.Refactor.Seconds, fmt.Sprintf("one core takes %s for a refactorization (%s, predicted)", duration(s.Refactor.Seconds), SolverName(s.Solver))
	}
	seconds = flopsOf(d, o) / coreRate
	return seconds, fmt.Sprintf("one core takes %s at 1 Gflop/s", duration(seconds))
}

// saySize says whether a factorization is too small for threads, and the solves with
// it.
func saySize(d *Document, p *paragraph) {
	o := bestSquare(d)
	if o == nil || tooSmall(d) && d.Prediction != nil && d.Prediction.Threads != nil && d.Prediction.GPU != nil { // sayThreads says more
		return
	}
	core, words := coreTime(d, o)
	height := CostOf(o).Height
	switch s := solveOf(d); {
	case tooSmall(d) && s != nil && s.coreNS() < startNS:
		p.say("size.all-too-small", "Too small for threads or a GPU: starting a parallel region or a kernel takes about 10 µs. Compare: %s, and %s for a triangular solve (%s).",
			words, nanoseconds(s.coreNS()), s.rate())
	case tooSmall(d):
		p.say("size.too-small", "The factorization is too small for threads: starting one parallel region takes about 10 µs, and %s.", words)
	case core <= float64(height)*regionTime:
		p.say("size.levels", "The factorization is too small for a parallel region per level: starting %s at 10 µs each takes %s, and %s. Threads can gain only with fewer regions, for example one region for all tasks.",
			units.Plural(height, "region"), duration(float64(height)*regionTime), words)
	}
}

// duration writes seconds, in nanoseconds below a microsecond.
func duration(seconds float64) string { return nanoseconds(int64(1e9*seconds + 0.5)) }

// nanoseconds writes a time.
func nanoseconds(ns int64) string {
	if ns < 1000 {
		return units.Integer(ns) + " ns"
	}
	return units.Duration(ns)
}
