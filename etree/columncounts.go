package etree

import "github.com/nrkit/nrkit/sparsity"

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
	stars := newStars(a, post)
	s := newSkeleton(t, post)
	delta := s.leafWeights()
	row := 0
	for k := range int32(len(post)) {
		first := s.first[k]
		for ; row < len(stars.centre) && stars.centre[row] == k; row++ {
			for _, i := range stars.col[stars.ptr[row]:stars.ptr[row+1]] {
				before := s.lastLeaf[i]
				if before >= first {
					continue
				}
				s.lastLeaf[i] = k
				delta[k]++
				if before >= 0 {
					delta[s.meet(before, k)]--
				}
			}
		}
	}
	return s.sumUp(delta, post)
}

// stars is the rows of a matrix, each as the star around its first column.
// Columns are numbered by their place in a postorder and rows by their
// centres, ascending; rows without an entry are left out.
type stars struct {
	centre []int32 // first column of each row
	ptr    []int64 // row r has the other columns col[ptr[r]:ptr[r+1]], ascending
	col    []int32
}

// newStars transposes a, visiting its columns in postorder.
func newStars(a *sparsity.Pattern, post sparsity.Perm) *stars {
	row := make([]int32, a.Rows) // number of each row, or -1
	for r := range row {
		row[r] = -1
	}
	s := &stars{centre: make([]int32, 0, a.Rows), ptr: make([]int64, 1, a.Rows+1)}
	for k, j := range post {
		for _, r := range a.Col(int(j)) {
			if row[r] < 0 {
				row[r] = int32(len(s.centre))
				s.centre = append(s.centre, int32(k))
				s.ptr = append(s.ptr, 0)
			} else if s.centre[row[r]] != int32(k) {
				s.ptr[row[r]+1]++
			}
		}
	}
	for r := range s.centre {
		s.ptr[r+1] += s.ptr[r]
	}
	s.col = make([]int32, s.ptr[len(s.centre)])
	s.fill(a, post, row)
	return s
}

// fill writes the columns other than the first of each row.
func (s *stars) fill(a *sparsity.Pattern, post sparsity.Perm, row []int32) {
	// While filling, ptr[r] is the end of what is written of row r; it comes to
	// where row r+1 starts. Afterwards the pointers move back by one place.
	for k, j := range post {
		for _, i := range a.Col(int(j)) {
			if r := row[i]; s.centre[r] != int32(k) {
				s.col[s.ptr[r]] = int32(k)
				s.ptr[r]++
			}
		}
	}
	copy(s.ptr[1:], s.ptr[:len(s.centre)])
	s.ptr[0] = 0
}
