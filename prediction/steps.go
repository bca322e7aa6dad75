package prediction

import "github.com/nrkit/nrkit/symbolic"

// A step is one pivot of a factorization.
type step struct {
	l, u int64 // entries of the column of L and of the row of U, without the diagonal
}

// stepsOf returns the pivots of a structure.
func stepsOf(s *symbolic.LUStructure) []step {
	steps := make([]step, s.L.Cols)
	for j := range steps {
		steps[j].l = s.L.ColPtr[j+1] - s.L.ColPtr[j]
		for _, i := range s.U.Col(j) {
			steps[i].u++
		}
	}
	return steps
}

// treeSteps returns the pivots of a symmetric structure.
func treeSteps(x *symbolic.Analysis) []step {
	steps := make([]step, len(x.Counts))
	for j, c := range x.Counts {
		steps[j] = step{int64(c) - 1, int64(c) - 1}
	}
	return steps
}
