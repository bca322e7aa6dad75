package multifrontal

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// An element is a dense matrix that fronts have yet to take up.
type element struct {
	rows, cols         []int32 // taken: already taken up
	rowsLeft, colsLeft int32   // that are not taken up

	// how many rows and columns the front does not cover, above a mark: below the mark the
	// front has not met the element
	outsideRows, outsideCols int64

	listed bool // among the elements that the front is going to take up
	gone   bool // wholly taken up
}

// taken stands for a row or column that was taken up.
const taken = -1

// A tuple says that a row or column is the one with the number at of an element.
type tuple struct{ element, at int32 }

// A store has the elements, and the tuples of each row and column.
type store struct {
	elements   []element
	rows, cols [][]tuple
}

// newStore returns the columns of a as elements, and its dense rows. A row is dense if it
// has more than 3.2√n entries, and at least 16.
func newStore(a *sparsity.Pattern) *store {
	n := a.Cols
	t := sparsity.Transpose(a)
	dense := max(16, int(0.2*16*math.Sqrt(float64(n))))
	s := &store{elements: make([]element, 0, n), rows: make([][]tuple, n), cols: make([][]tuple, n)}
	all := make([]tuple, a.NNZ())
	for i := range n {
		s.rows[i] = all[t.ColPtr[i]:t.ColPtr[i]:t.ColPtr[i+1]]
	}
	left := make([]int32, 0, a.NNZ())
	numbers := sparsity.Identity(n)
	for j := range n {
		first := len(left)
		for _, i := range a.Col(j) {
			if len(t.Col(int(i))) <= dense {
				left = append(left, i)
			}
		}
		if len(left) > first {
			s.add(left[first:len(left):len(left)], numbers[j:j+1:j+1])
		}
	}
	numbers = sparsity.Identity(n)
	for i := range n {
		if cols := t.Col(i); len(cols) > dense {
			s.add(numbers[i:i+1:i+1], cols)
		}
	}
	return s
}

// add adds an element, which keeps rows and cols, and returns its number.
func (s *store) add(rows, cols []int32) int32 {
	e := int32(len(s.elements))
	s.elements = append(s.elements, element{rows: rows, cols: cols, rowsLeft: int32(len(rows)), colsLeft: int32(len(cols))})
	for at, i := range rows {
		s.rows[i] = append(s.rows[i], tuple{e, int32(at)})
	}
	for at, j := range cols {
		s.cols[j] = append(s.cols[j], tuple{e, int32(at)})
	}
	return e
}
