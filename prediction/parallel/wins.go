package parallel

import "github.com/nrkit/nrkit/prediction"

// A Win says from when a GPU takes less time than one core. It is an estimate.
type Win struct {
	Device  string    // the device of the published times
	Solver  GPUSolver // on the device
	Seconds float64   // of a factorization and its solves of one matrix on the device, with data there; 0 if too large to estimate alone
	Batch   int       // from so many matrices at once, one core takes at least [Margin] times as long for each; 0 if not up to 256
	Rows    int64     // from so many rows of the same structure, one core takes at least [Margin] times as long for one matrix; 0 if not within the range of the model, or if the matrix has so many
}

// Margin is the quotient from which on an estimated time is clearly less than another.
// The model meets the published times of cuDSS within this factor.
const Margin = 1.5

// GPUWins returns from when cuDSS on an RTX 3090 takes clearly less time than one core, by
// [Margin]. One core takes cpu seconds for a refactorization and so many solves of the
// matrix with the features. The device solves one right-hand side after the other. ok is
// false beyond the range of the published times.
//
// It panics if solves is below 1.
func GPUWins(f *prediction.Features, cpu float64, solves int64) (w Win, ok bool) {
	if solves < 1 {
		panic("parallel: solves below 1")
	}
	g, c := &GPUs()[0], CountsOf(f)
	if _, ok := g.step(CuDSS, c, mostBatch); !ok {
		return Win{}, false
	}
	w = Win{Device: g.Name, Solver: CuDSS}
	w.Batch, _ = g.leastBatch(CuDSS, c, cpu/Margin, solves)
	if w.Seconds, ok = g.steps(CuDSS, c, 1, solves); !ok {
		return w, true // no time of one matrix, and so no number of rows
	}
	if rows, _ := g.leastRows(CuDSS, c, cpu/Margin, solves); rows > c.Rows {
		w.Rows = rows
	}
	return w, true
}

// step returns the seconds of a factorization and a solve of a batch of matrices.
func (g *GPU) step(s GPUSolver, c Counts, batch int) (seconds float64, ok bool) {
	return g.steps(s, c, batch, 1)
}

// steps returns the seconds of a factorization and several solves of a batch of matrices.
func (g *GPU) steps(s GPUSolver, c Counts, batch int, solves int64) (seconds float64, ok bool) {
	f, ok1 := g.Factor(s, c, batch)
	t, ok2 := g.Solve(s, c, batch)
	return f + float64(solves)*t, ok1 && ok2
}

// LeastBatch returns the least number of matrices with one pattern, factored and solved
// at once, for which the GPU takes less time per matrix than the CPU, whose seconds
// per matrix are given. ok is false if the GPU does not up to 256 matrices, if the
// solver has no solves, and beyond the range of the published times. They have larger
// matrices in batches than alone: for such a matrix, the result is at least 2.
func (g *GPU) LeastBatch(s GPUSolver, c Counts, cpu float64) (batch int, ok bool) {
	return g.leastBatch(s, c, cpu, 1)
}

// leastBatch is LeastBatch for several solves.
func (g *GPU) leastBatch(s GPUSolver, c Counts, cpu float64, solves int64) (batch int, ok bool) {
	for b := range mostBatch { // the time per matrix falls with the batch
		if t, ok := g.steps(s, c, b+1, solves); ok && t < cpu*float64(b+1) {
			return b + 1, true
		}
	}
	return 0, false
}

// LeastRows returns the least number of rows from which the GPU factors and solves one
// matrix of the structure of c in less time than the CPU, which takes cpu seconds for
// c and in proportion to the rows for others. ok is false if the GPU does not within the
// range of the published times, or if the solver has no solves.
func (g *GPU) LeastRows(s GPUSolver, c Counts, cpu float64) (rows int64, ok bool) {
	return g.leastRows(s, c, cpu, 1)
}

// leastRows is LeastRows for several solves.
func (g *GPU) leastRows(s GPUSolver, c Counts, cpu float64, solves int64) (rows int64, ok bool) {
	if c.Rows == 0 || s != CuDSS {
		return 0, false
	}
	wins := func(n int64) bool {
		t, ok := g.steps(s, c.Scaled(n), 1, solves)
		return ok && t < cpu*float64(n)/float64(c.Rows)
	}
	low, high := cudssFactor.least-1, cudssFactor.alone
	if !wins(high) {
		return 0, false
	}
	for high-low > 1 {
		if mid := (low + high) / 2; wins(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high, true
}
