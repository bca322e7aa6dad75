package parallel

import "github.com/nrkit/nrkit/prediction"

// A Win says from when a GPU takes less time than one core. It is an estimate.
type Win struct {
	Device  string    // the device of the published times
	Solver  GPUSolver // on the device
	Seconds float64   // of a factorization and a solve of one matrix on the device, with data there; 0 if too large to estimate alone
	Batch   int       // from so many matrices at once, the device takes less time for each than one core; 0 if not up to 256
	Rows    int64     // from so many rows of the same structure, one matrix takes less time on the device; 0 if not within the range of the model
}

// GPUWins returns from when cuDSS on an RTX 3090 takes less time than one core, which
// takes cpu seconds for a refactorization and a solve of the matrix with the features.
// ok is false beyond the range of the published times.
func GPUWins(f *prediction.Features, cpu float64) (w Win, ok bool) {
	g, c := &GPUs()[0], CountsOf(f)
	if _, ok := g.step(CuDSS, c, mostBatch); !ok {
		return Win{}, false
	}
	w = Win{Device: g.Name, Solver: CuDSS}
	w.Seconds, _ = g.step(CuDSS, c, 1)
	w.Batch, _ = g.LeastBatch(CuDSS, c, cpu)
	w.Rows, _ = g.LeastRows(CuDSS, c, cpu)
	return w, true
}

// step returns the seconds of a factorization and a solve of a batch of matrices.
func (g *GPU) step(s GPUSolver, c Counts, batch int) (seconds float64, ok bool) {
	f, ok1 := g.Factor(s, c, batch)
	t, ok2 := g.Solve(s, c, batch)
	return f + t, ok1 && ok2
}

// LeastBatch returns the least number of matrices with one pattern, factored and solved
// at once, for which the GPU takes less time per matrix than the CPU, whose seconds
// per matrix are given. ok is false if the GPU does not up to 256 matrices, if the
// solver has no solves, and beyond the range of the published times. They have larger
// matrices in batches than alone: for such a matrix, the result is at least 2.
func (g *GPU) LeastBatch(s GPUSolver, c Counts, cpu float64) (batch int, ok bool) {
	for b := range mostBatch { // the time per matrix falls with the batch
		if t, ok := g.step(s, c, b+1); ok && t < cpu*float64(b+1) {
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
	if c.Rows == 0 || s != CuDSS {
		return 0, false
	}
	wins := func(n int64) bool {
		t, ok := g.step(s, c.Scaled(n), 1)
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
