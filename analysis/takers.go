package analysis

import (
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/symbolic"
)

// takes reports whether a solver takes an order under a matching. UMFPACK, SuperLU and CHOLMOD take
// one permutation for rows and columns, and have no diagonal blocks. UMFPACK and
// SuperLU also take orders for any row pivots, which the model does not know.
func takes(s prediction.Solver, o symbolic.Order, matching string) bool {
	if s == prediction.LU || s == prediction.KLU {
		return true
	}
	return o.BlockPtr == nil && matching == MatchingNone && o.Tree == symbolic.SymmetricTree
}

// takers returns the solvers that take an order of the matrix of the runner.
func (r *runner) takers(o symbolic.Order) []prediction.Solver {
	var list []prediction.Solver
	for _, s := range prediction.Solvers() {
		if takes(s, o, r.doc.matchingKind()) {
			list = append(list, s)
		}
	}
	return list
}
