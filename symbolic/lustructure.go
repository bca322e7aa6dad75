package symbolic

import (
	"fmt"

	"github.com/nrkit/nrkit/sparsity"
)

// An LUStructure is the structure of L and U without pivoting. It holds for all
// values of the entries, except for values that cancel. Each pivot is assumed to be
// nonzero, even if the matrix has no entry there.
type LUStructure struct {
	L *sparsity.Pattern // below the diagonal, which is not stored; rows in no order
	U *sparsity.Pattern // above the diagonal, which is not stored; rows in no order

	// NoPivot is the number of pivots where neither the matrix nor the fill has
	// an entry: with these the factorization fails.
	NoPivot int
}

// A LimitError says why a structure was not computed.
type LimitError struct {
	Columns, Column int   // columns of the matrix, and where it was given up
	Entries         int64 // what the columns before have in L and U
	Limit           int64 // of entries; 0 where the caller had it stopped
}

func (e *LimitError) Error() string {
	if e.Limit == 0 {
		return fmt.Sprintf("stopped at column %d of %d", e.Column, e.Columns)
	}
	return fmt.Sprintf("L and U have more than %d entries, %d before column %d of %d", e.Limit, e.Entries, e.Column, e.Columns)
}

// StructureOf returns the structure of L and U of the matrix with pattern a.
// It gives up with a [LimitError] before L and U have more than limit entries
// off the diagonal, 4 bytes each, or when stop says so, which is asked after each
// 1024 columns and may be nil.
//
// Method: column by column, the rows of column k of L and U are the rows that can be
// reached from the rows of a(:,k) along the columns of L before k (Gilbert and
// Peierls, SIAM J. Sci. Stat. Comput. 9(5):862–874, 1988). A column j of L is
// searched up to its first row i for which U(j, i) is an entry too: column i of L
// then has all rows of column j below i (Eisenstat and Liu, SIAM J. Matrix Anal.
// Appl. 13(1):202–211, 1992). No order of the rows is needed, so the search is no
// depth-first one.
//
// Shapes: a is square; rows may be unsorted, duplicates are harmless. a is not
// modified and shares no memory with the result.
//
// Cost: O(|L| + |U|) where the pattern is symmetric, the flops of the
// factorization at most.
//
// It panics if a is not square.
func StructureOf(a *sparsity.Pattern, limit int64, stop func() bool) (*LUStructure, error) {
	if !a.Square() {
		panic(errNotSquare)
	}
	r := newReach(a.Cols)
	for k := range int32(a.Cols) {
		held := int64(len(r.l.RowIdx) + len(r.u.RowIdx))
		if k%1024 == 1023 && stop != nil && stop() {
			return nil, &LimitError{Columns: a.Cols, Column: int(k), Entries: held}
		}
		r.column(k, a.Col(int(k)))
		if int64(len(r.l.RowIdx)+len(r.u.RowIdx)) > limit {
			return nil, &LimitError{a.Cols, int(k), held, limit}
		}
	}
	return &LUStructure{r.l, r.u, r.noPivot}, nil
}

// A reach is the state of the search.
type reach struct {
	l, u    *sparsity.Pattern
	search  []int64 // of each column of L: where what is searched ends
	pruned  []bool  // of each column of L
	seen    []int32 // of each row: 1 + the last column that has it
	stack   []int32
	meets   []int32 // columns that are not pruned and have row k
	noPivot int
}

func newReach(n int) *reach {
	r := &reach{l: sparsity.NewPattern(n, n), u: sparsity.NewPattern(n, n),
		search: make([]int64, n), pruned: make([]bool, n), seen: make([]int32, n)}
	return r
}

// column appends column k to L and U, where rows are those of the matrix.
func (r *reach) column(k int32, rows []int32) {
	r.stack, r.meets = r.stack[:0], r.meets[:0]
	r.visit(k, rows)
	for len(r.stack) > 0 {
		j := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		if r.visit(k, r.l.RowIdx[r.l.ColPtr[j]:r.search[j]]) && !r.pruned[j] {
			r.meets = append(r.meets, j)
		}
	}
	if r.seen[k] != k+1 {
		r.noPivot++
	}
	r.l.ColPtr[k+1], r.u.ColPtr[k+1] = int64(len(r.l.RowIdx)), int64(len(r.u.RowIdx))
	r.search[k] = r.l.ColPtr[k+1]
	for _, j := range r.meets {
		r.prune(j, k)
	}
}

// visit puts rows that are new into column k, and reports whether row k is one
// of them, new or not.
func (r *reach) visit(k int32, rows []int32) bool {
	diagonal := false
	for _, i := range rows {
		if i == k {
			diagonal = true
		}
		if r.seen[i] == k+1 {
			continue
		}
		r.seen[i] = k + 1
		switch {
		case i < k:
			r.u.RowIdx = append(r.u.RowIdx, i)
			r.stack = append(r.stack, i)
		case i > k:
			r.l.RowIdx = append(r.l.RowIdx, i)
		}
	}
	return diagonal
}

// prune lets the search in column j of L, which has the row k while U has the
// entry (j, k), go no further than row k.
func (r *reach) prune(j, k int32) {
	rows := r.l.Col(int(j))
	kept := 0
	for x, i := range rows {
		if i <= k {
			rows[x], rows[kept] = rows[kept], i
			kept++
		}
	}
	r.search[j] = r.l.ColPtr[j] + int64(kept)
	r.pruned[j] = true
}
