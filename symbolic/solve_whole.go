package symbolic

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// A solve holds the steps of the operations of a whole triangular solve in
// block upper triangular form. Each unknown i is two operations: y[i], its row of
// the forward substitution with L, and x[i], its row of the backward
// substitution with U. Steps count from 1; 0 is an operation that nothing
// has reached yet.
//
//	y[i] waits for y[j] where L has an entry (i, j), and for x[k] where the
//	     matrix has an entry (i, k) between two diagonal blocks;
//	x[j] waits for y[j], and for x[k] where U has an entry (j, k).
//
// So blocks are done from the last to the first, a row between blocks needs the
// solution and no forward value of the other block, and blocks without a chain
// of entries between them share steps.
type solve struct{ y, x []int32 }

func newSolve(n int) *solve { return &solve{make([]int32, n), make([]int32, n)} }

// SolveLevelsWhole returns the levels of a whole solve with the factors of A(Rows,
// Cols) = L·U + Off: the operations that are ready in each step. Each unknown has
// two operations: one in the forward and one in the backward substitution. ptr are
// the limits of the diagonal blocks, as [Order.BlockPtr] has them. Entries on the
// diagonals of l and u need not be stored, and rows may be unsorted within a column.
//
// With a single block no operation waits for off. If L and U then have the same
// structure, transposed, the levels are the levels of L and then the levels of U.
// Otherwise they can be fewer than both together: backward operations may be ready
// while forward operations still wait.
//
// Cost: O(|l| + |u| + |off|).
//
// It panics if the patterns are not square of one size, if ptr does not divide them,
// if l has an entry above the diagonal, if u has an entry below the diagonal, or if
// off has an entry that is not above the diagonal blocks.
func SolveLevelsWhole(l, u, off *sparsity.Pattern, ptr []int32) LevelSets {
	n := l.Cols
	for _, p := range []*sparsity.Pattern{l, u, off} {
		if !p.Square() || p.Cols != n {
			panic(errNotSquare)
		}
	}
	Order{BlockPtr: ptr}.checkBlocks(n)
	if ptr == nil {
		ptr = []int32{0, int32(n)}
	}
	s := newSolve(n)
	for b := len(ptr) - 2; b >= 0; b-- {
		lo, hi := ptr[b], ptr[b+1]
		for j := lo; j < hi; j++ {
			s.forward(j, l.Col(int(j)))
		}
		for j := hi - 1; j >= lo; j-- {
			s.backward(j, u.Col(int(j)))
			s.between(j, lo, off.Col(int(j)))
		}
	}
	return s.levelSets()
}

// forward sets the step of y[j], once all that it waits for have one, and lets
// the rows of column j of L wait.
func (s *solve) forward(j int32, rows []int32) {
	s.y[j] = max(s.y[j], 1)
	for _, i := range rows {
		switch {
		case i > j:
			s.y[i] = max(s.y[i], s.y[j]+1)
		case i < j:
			panic(errNotLower)
		}
	}
}

// backward is forward for x[j] and column j of U.
func (s *solve) backward(j int32, rows []int32) {
	s.x[j] = max(s.x[j], s.y[j]+1)
	for _, i := range rows {
		switch {
		case i < j:
			s.x[i] = max(s.x[i], s.x[j]+1)
		case i > j:
			panic(errNotUpper)
		}
	}
}

// between lets the rows of column j that are in blocks before the one that
// begins at lo wait for x[j].
func (s *solve) between(j, lo int32, rows []int32) {
	for _, i := range rows {
		if i >= lo {
			panic(errNotAbove)
		}
		s.y[i] = max(s.y[i], s.x[j]+1)
	}
}

// levelSets summarises the steps.
func (s *solve) levelSets() LevelSets {
	last := int32(0)
	for _, x := range s.x { // here each y is less than some x
		last = max(last, x)
	}
	count := make([]int, last)
	for i := range s.x {
		count[s.y[i]-1]++
		count[s.x[i]-1]++
	}
	return levelSets(count)
}

// wholeSolve returns the levels of the whole solve with L and U of the structure
// that tree t gives the diagonal blocks of A(Rows, Cols), or nil where ord is not
// block upper triangular. L and U are not formed: what waits for a node waits for
// its parent, or is the parent, see addSolveLevels.
//
// Cost: O(|a| + n).
func wholeSolve(a *sparsity.Pattern, t etree.Tree, ord Order) *LevelSets {
	n := a.Cols
	ptr := ord.BlockPtr
	var at sparsity.Inverse
	if ord.blocks() {
		at = inverseOf(ord.Rows, n)
	} else {
		ptr = []int32{0, int32(n)}
	}
	s := newSolve(n)
	for b := len(ptr) - 2; b >= 0; b-- {
		lo, hi := ptr[b], ptr[b+1]
		for j := lo; j < hi; j++ {
			s.y[j] = max(s.y[j], 1)
			if p := t.Parent[j]; p >= 0 {
				s.y[p] = max(s.y[p], s.y[j]+1)
			}
		}
		for j := hi - 1; j >= lo; j-- {
			s.x[j] = s.y[j] + 1
			if p := t.Parent[j]; p >= 0 {
				s.x[j] = max(s.x[j], s.x[p]+1)
			}
			if at == nil {
				continue
			}
			for _, i := range a.Col(int(columnAt(ord.Cols, j))) {
				if k := at[i]; k >= hi {
					return nil
				} else if k < lo {
					s.y[k] = max(s.y[k], s.x[j]+1)
				}
			}
		}
	}
	sets := s.levelSets()
	return &sets
}

// inverseOf returns the inverse of p, where nil moves nothing.
func inverseOf(p sparsity.Perm, n int) sparsity.Inverse {
	if p == nil {
		p = sparsity.Identity(n)
	}
	return p.Inverse()
}

// columnAt returns the column that cols places k-th, where nil moves nothing.
func columnAt(cols sparsity.Perm, k int32) int32 {
	if cols == nil {
		return k
	}
	return cols[k]
}
