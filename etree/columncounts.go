package etree

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// ColumnCounts returns the number of nonzeros of each row of R, the upper
// triangular factor of A = QR, as far as the structure of AᵀA tells: the
// column counts of the Cholesky factor of AᵀA. The diagonal is counted. Their
// sum is |R|, and bounds |U| of LU with any choice of row pivots.
//
// Method: Gilbert, Li, Ng and Peyton [1]. The clique of a row is replaced by
// the star around its first column in postorder, which has the same filled
// graph, and the counts of [LowerCounts] are taken of the stars. AᵀA is never
// formed.
//
// Shapes: a is m×n, t its tree from [Column], post a postorder of t; rows may
// be unsorted, duplicates are harmless. Nothing is modified.
//
// Cost: O(|a| α(|a|, n)), near O(|a|) in practice; |a|+6n+3m words of work.
//
// It panics if the sizes differ.
//
// [1] J. R. Gilbert, X. S. Li, E. G. Ng, B. W. Peyton, BIT 41(4):693–710, 2001.
func ColumnCounts(a *sparsity.Pattern, t Tree, post sparsity.Perm) []int32 {
	checkSizes(a, t, post)
	if a.NNZ() > math.MaxInt32 {
		return starCounts[int64](a, t, post)
	}
	return starCounts[int32](a, t, post)
}

func starCounts[P pointer](a *sparsity.Pattern, t Tree, post sparsity.Perm) []int32 {
	rows := newStars[P](a, post)
	s := newSkeleton(t, post)
	for k, j := range post {
		k := int32(k)
		up, first := s.enter(k, j)
		leaves := int32(less(k, first+1))
		for _, i := range rows.of(k) {
			before := s.leaf[i]
			if before > first {
				continue
			}
			s.leaf[i] = k + 1
			leaves++
			if before > 0 {
				s.below[s.meet(before-1, k)].entries--
			}
		}
		s.leave(k, j, up, leaves)
	}
	return s.counts
}

// stars is the rows of a matrix, each as the star around its first column.
// Columns are numbered by their place in a postorder and rows by their
// centres, ascending; rows without an entry are left out.
type stars[P pointer] struct {
	first []int32 // rows first[k]..first[k+1]-1 have their centre in column k
	ptr   []P     // row r has the other columns col[ptr[r]:ptr[r+1]], ascending
	col   []int32
}

// of returns the columns, other than k, of the rows with centre k.
func (s *stars[P]) of(k int32) []int32 {
	return s.col[s.ptr[s.first[k]]:s.ptr[s.first[k+1]]]
}

// newStars transposes a, visiting its columns in postorder, twice. As in
// transposeUpper no branch depends on where an entry is: an entry in the
// centre of its row is written to where the list of the row starts, before all
// that belong there, which lie in later columns.
func newStars[P pointer](a *sparsity.Pattern, post sparsity.Perm) *stars[P] {
	row := make([]int32, a.Rows) // number of each row, or -1
	for r := range row {
		row[r] = -1
	}
	s := &stars[P]{first: make([]int32, len(post)+1), ptr: make([]P, a.Rows+1)}
	known := int32(0)
	for k, j := range post {
		centred := known // rows from here on have their centre in this column
		for _, i := range a.RowIdx[a.ColPtr[j]:a.ColPtr[j+1]] {
			r := row[i]
			isNew := less(r, 0)
			r ^= (r ^ known) & -int32(isNew) // the next number if the row has none
			row[i] = r
			known += int32(isNew)
			s.ptr[r] += P(less(r, centred))
		}
		s.first[k+1] = known
	}
	s.col = make([]int32, startpoints(s.ptr)+1)
	for k, j := range post {
		centred := s.first[k]
		for _, i := range a.RowIdx[a.ColPtr[j]:a.ColPtr[j+1]] {
			r := row[i]
			at := s.ptr[r+1]
			s.col[at] = int32(k)
			s.ptr[r+1] = at + P(less(r, centred))
		}
	}
	return s
}
