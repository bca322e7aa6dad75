package parallel

// mostBatch is the largest batch that LeastBatch considers.
const mostBatch = 1 << 20

// LeastBatch returns the least number of matrices with one pattern, factored and solved
// at once, for which the GPU takes less time per matrix than the CPU, whose seconds
// per matrix are given. ok is false if the GPU never does, or the solver has no
// solves.
func (g *GPU) LeastBatch(s GPUSolver, c Counts, cpu float64) (batch int, ok bool) {
	wins := func(b int) bool {
		f, _ := g.Factor(s, c, b)
		t, _ := g.Solve(s, c, b)
		return (f+t)/float64(b) < cpu
	}
	if _, has := g.Solve(s, c, 1); !has || !wins(mostBatch) {
		return 0, false
	}
	low, high := 0, mostBatch // the time per matrix falls with the batch
	for high-low > 1 {
		if mid := (low + high) / 2; wins(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high, true
}

// mostRows is the largest matrix that LeastRows considers.
const mostRows = 1 << 40

// LeastRows returns the least number of rows from which the GPU factors and solves one
// matrix of the structure of c in less time than the CPU, which takes cpu seconds for
// c and in proportion to the rows for others. ok is false if the GPU never does, or
// the solver has no solves.
func (g *GPU) LeastRows(s GPUSolver, c Counts, cpu float64) (rows int64, ok bool) {
	wins := func(n int64) bool {
		x := c.Scaled(n)
		f, _ := g.Factor(s, x, 1)
		t, _ := g.Solve(s, x, 1)
		return f+t < cpu*float64(n)/float64(c.Rows)
	}
	if _, has := g.Solve(s, c, 1); !has || c.Rows == 0 || !wins(mostRows) {
		return 0, false
	}
	low, high := int64(0), int64(mostRows)
	for high-low > 1 {
		if mid := (low + high) / 2; wins(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high, true
}
