package prediction

import "github.com/nrkit/nrkit/symbolic"

// UMFPACKFronts has the counts of the frontal matrices of UMFPACK with a fixed order of
// the columns and pivots from the diagonal.
type UMFPACKFronts struct {
	Fronts       int64   `json:"fronts"`        // frontal matrices
	Products     int64   `json:"products"`      // dense products, each by the pivots that a front has gathered
	MultiplyAdds float64 `json:"multiply_adds"` // of these products, with the zeros in the fronts
	Elements     float64 `json:"elements"`      // entries of the contribution blocks that fronts leave behind
	Surprises    int64   `json:"surprises"`     // pivots, rows and columns of fronts whose number a processor does not foresee
}

// The limits of UMFPACK: the pivots of a dense product, and the share of zeros beyond
// which a product is done before the front grows (RELAX2 of umf_local_search.c).
const (
	umfpackColumns = 32
	umfpackZeros   = 0.1
)

// A step is one pivot of a factorization.
type step struct {
	l, u int64 // entries of the column of L and of the row of U, without the diagonal

	// whether the column of L and the row of U of the pivot before both have an entry
	// here: then they continue here
	follows bool
}

// count runs through the pivots as UMFPACK does: a front goes on to the next pivot as
// long as this is in the front, and grows by the rows and columns of the pivot.
func (c *UMFPACKFronts) count(steps []step) {
	var front struct{ rows, cols, pivots, zeros int64 }
	multiply := func() {
		if front.pivots > 0 && front.rows > 0 && front.cols > 0 {
			c.Products++
			c.MultiplyAdds += float64(front.pivots) * float64(front.rows) * float64(front.cols)
		}
		front.pivots, front.zeros = 0, 0
	}
	for _, s := range steps {
		if s.follows {
			grown := max(0, s.l+1-front.rows) + max(0, s.u+1-front.cols)
			zeros, size := front.zeros+front.pivots*grown, (front.pivots+1)*(s.l+1+s.u+1)
			if front.pivots > 0 && float64(zeros) > umfpackZeros*float64(size) {
				multiply()
			} else {
				front.zeros = zeros
			}
		} else {
			multiply()
			c.Fronts++
			c.Elements += float64(front.rows) * float64(front.cols)
		}
		front.rows, front.cols = s.l, s.u
		front.pivots++
		if front.pivots >= umfpackColumns || s.l == 0 || s.u == 0 {
			multiply()
		}
	}
	multiply()
	c.Surprises = surprises(func(meet func(sort, length uint32)) { meetFronts(steps, meet) })
}

// meetFronts meets the loops over fronts: the pivots that a front has gathered, and the rows
// and columns of the first pivot of the next front.
func meetFronts(steps []step, meet func(sort, length uint32)) {
	pivots := uint32(0)
	for _, s := range steps {
		if s.follows {
			pivots++
			continue
		}
		meet(0, pivots)
		meet(1, uint32(s.l))
		meet(2, uint32(s.u))
		pivots = 1
	}
}

// stepsOf returns the pivots of a structure.
func stepsOf(s *symbolic.LUStructure) []step {
	steps := make([]step, s.L.Cols)
	for j := range steps {
		steps[j].l = s.L.ColPtr[j+1] - s.L.ColPtr[j]
		for _, i := range s.U.Col(j) {
			steps[i].u++
			if int(i) == j-1 {
				steps[j].follows = true
			}
		}
	}
	for j := 1; j < len(steps); j++ {
		steps[j].follows = steps[j].follows && has(s.L.Col(j-1), int32(j))
	}
	return steps
}

func has(rows []int32, i int32) bool {
	for _, r := range rows {
		if r == i {
			return true
		}
	}
	return false
}

// treeSteps returns the pivots of a symmetric structure.
func treeSteps(x *symbolic.Analysis) []step {
	steps := make([]step, len(x.Counts))
	for j, c := range x.Counts {
		steps[j] = step{int64(c) - 1, int64(c) - 1, j > 0 && x.Etree.Parent[j-1] == int32(j)}
	}
	return steps
}
