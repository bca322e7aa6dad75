package transversal

import (
	"math"

	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// A solver holds a matching that grows and the duals that prove that none of
// its size is cheaper: cost ≥ u + v for each entry, up to rounding, with
// equality for matched ones.
type solver struct {
	*problem
	btf.Matching
	u, v []float64 // duals of columns and rows
	paid []float64 // cost of the matched entry of a column
	search
}

// newSolver returns a solver with its first duals and matching.
//
// The dual of a row that is free stays what it is here. That is right for any
// value when each row must be matched, and the least cost of a row is a good
// one. When rows are left free in the end it must be the same for all: 0.
func newSolver(p *problem, perfect bool) *solver {
	s := &solver{problem: p, u: make([]float64, p.Cols), v: make([]float64, p.Rows), paid: make([]float64, p.Cols)}
	if perfect {
		s.leastOfRows()
	}
	s.leastOfColumns()
	s.Matching = btf.MaximumMatching(s.tight())
	for j, i := range s.RowOf {
		if i >= 0 {
			s.paid[j] = s.u[j] + s.v[i]
		}
	}
	return s
}

// leastOfRows sets the dual of each row to its least cost.
func (s *solver) leastOfRows() {
	for i := range s.v {
		s.v[i] = math.Inf(1)
	}
	for k, i := range s.RowIdx {
		s.v[i] = min(s.v[i], s.cost[k])
	}
	for i, x := range s.v {
		if math.IsInf(x, 1) {
			s.v[i] = 0
		}
	}
}

// leastOfColumns sets the dual of each column to the least that is left of its
// costs.
func (s *solver) leastOfColumns() {
	for j := range s.u {
		s.u[j] = s.least(j)
	}
}

// least returns the least of the costs of column j without the duals of its
// rows; 0 when the column is empty.
func (s *solver) least(j int) float64 {
	first, end := s.ColPtr[j], s.ColPtr[j+1]
	if first == end {
		return 0
	}
	least := math.Inf(1)
	for k := first; k < end; k++ {
		least = min(least, s.cost[k]-s.v[s.RowIdx[k]])
	}
	return least
}

// tight returns the pattern of the entries whose cost is that of the duals.
func (s *solver) tight() *sparsity.Pattern {
	t := sparsity.NewPattern(s.Rows, s.Cols)
	t.RowIdx = make([]int32, 0, s.Cols)
	for j := range s.Cols {
		for k := s.ColPtr[j]; k < s.ColPtr[j+1]; k++ {
			if i := s.RowIdx[k]; s.cost[k]-s.v[i] == s.u[j] {
				t.RowIdx = append(t.RowIdx, i)
			}
		}
		t.ColPtr[j+1] = int64(len(t.RowIdx))
	}
	return t
}
