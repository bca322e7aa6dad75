package lu

// mostClaimed is the most values of an array that claim goes through: more do not stay in the
// caches of another core.
const mostClaimed = 4800

// claim gets the cache lines of L, U and the pivots that the columns of r store to, before they
// are computed. The core of another goroutine has these lines too, from the refactorisation
// before or from Solve. To store, a core has to own the line. While it computes columns, it requests
// one line after the other, because it cannot predict where it will store. Here it requests about ten at a
// time.
//
// All values that claim changes are set later. The columns of r set L and the pivots. These columns
// and columns above set U.
func (s *Solver) claim(r run) {
	from, to := &s.plan.heads[r.first], &s.plan.heads[r.last]
	claimLines(s.l[from.l:to.l])
	claimLines(s.u[s.plan.u.ptr[r.first]:s.plan.u.ptr[r.last]])
	claimLines(s.diag[r.first:r.last])
}

// claimLines stores a zero in each cache line of v.
func claimLines(v []float64) {
	v = v[:min(len(v), mostClaimed)]
	for i := 0; i < len(v); i += lineValues {
		v[i] = 0
	}
}
