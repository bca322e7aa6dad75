package multifrontal

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// The sides of a matrix. What holds for both has two places, one for each side.
const (
	rows = iota
	cols
	sides
)

// An element is a dense matrix that fronts have yet to take up.
type element struct {
	lines [sides][]int32 // its rows and its columns; taken: already taken up
	left  [sides]int32   // how many are not taken up

	// how many rows and columns the front does not cover, above a mark: below the mark the
	// front has not met the element
	outside [sides]int64

	listed bool // among the elements that the front is going to take up
	gone   bool // wholly taken up
}

// taken stands for a row or column that was taken up.
const taken = -1

// A tuple says that a row or column is the one with the number at of an element.
type tuple struct{ element, at int32 }

// A store has the elements, and the tuples of each row and column.
type store struct {
	elements []element
	tuples   [sides][][]tuple
}

// newStore returns the columns of a as elements, and its dense rows. A row is dense if it
// has more than 3.2√n entries, and at least 16.
func newStore(a *sparsity.Pattern) *store {
	n := a.Cols
	t := sparsity.Transpose(a)
	dense := max(16, int(0.2*16*math.Sqrt(float64(n))))
	s := &store{elements: make([]element, 0, n), tuples: [sides][][]tuple{make([][]tuple, n), make([][]tuple, n)}}
	all, single := make([]tuple, a.NNZ()), make([]tuple, n)
	for i := range n {
		s.tuples[rows][i] = all[t.ColPtr[i]:t.ColPtr[i]:t.ColPtr[i+1]]
		s.tuples[cols][i] = single[i : i : i+1]
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
		if line := t.Col(i); len(line) > dense {
			s.add(numbers[i:i+1:i+1], line)
		}
	}
	return s
}

// add adds an element, which keeps both lists, and returns its number.
func (s *store) add(ofRows, ofCols []int32) int32 {
	e := int32(len(s.elements))
	lines := [sides][]int32{ofRows, ofCols}
	s.elements = append(s.elements, element{lines: lines, left: [sides]int32{int32(len(ofRows)), int32(len(ofCols))}})
	for side, list := range lines {
		for at, i := range list {
			s.tuples[side][i] = append(s.tuples[side][i], tuple{e, int32(at)})
		}
	}
	return e
}
