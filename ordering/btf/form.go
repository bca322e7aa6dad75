package btf

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// A Form is the block triangular form of a square matrix.
//
// A(RowPerm, ColPerm) is block upper triangular: block b has the rows and columns
// BlockPtr[b] to BlockPtr[b+1], and no entry lies below the diagonal blocks. Matched
// is the structural rank. If it is the size of the matrix, the permuted diagonal is
// zero-free, each block is irreducible, and the form is unique, except for the order
// of the blocks and the orders inside them.
//
// If Matched is less, Matched diagonal entries are nonzero, and each other diagonal
// position is a block of its own. The number of blocks then depends on the choice of
// the matching. [DulmageMendelsohn] does not depend on it.
type Form struct {
	RowPerm, ColPerm sparsity.Perm
	BlockPtr         []int32
	Matched          int
}

// Blocks returns the number of diagonal blocks.
func (f Form) Blocks() int { return len(f.BlockPtr) - 1 }

// Size returns the number of rows of block b.
func (f Form) Size(b int) int { return int(f.BlockPtr[b+1] - f.BlockPtr[b]) }

// Largest returns the size of the largest block, 0 without blocks.
func (f Form) Largest() int {
	most := 0
	for b := range f.Blocks() {
		most = max(most, f.Size(b))
	}
	return most
}

// Singletons returns the number of blocks of size 1.
func (f Form) Singletons() int {
	count := 0
	for b := range f.Blocks() {
		if f.Size(b) == 1 {
			count++
		}
	}
	return count
}

// BlockTriangular returns the block triangular form of a square pattern.
//
// Inside a block the columns keep their order. The form of an irreducible
// pattern with a zero-free diagonal therefore moves nothing.
//
// Method: a maximum matching, completed to a permutation by pairing the rows
// and columns left free in ascending order, and the strong components of the
// matrix so permuted [1].
//
// Shapes: a is n×n; rows may be unsorted, duplicates are harmless. a is not
// modified and shares no memory with the result.
//
// Cost: as [MaximumMatching], plus O(|a| + n).
//
// It panics if a is not square. a must satisfy Check.
//
// [1] A. Pothen, C.-J. Fan, ACM TOMS 16(4):303–324, 1990.
func BlockTriangular(a *sparsity.Pattern) Form {
	if !a.Square() {
		panic(errNotSquare)
	}
	first := diagonalUntil(a)
	if first == a.Cols {
		return symmetricForm(a)
	}
	m := newMatcher(a)
	work := make([]int32, 2*a.Rows)
	m.seen = work[:a.Rows]
	m.diagonal(first)
	m.complete()
	clear(m.seen)
	return m.Matching.padded().formIn(a, m.Size, work)
}

// BlockTriangular returns the result of the function [BlockTriangular], from a
// maximum matching of a.
func (m Matching) BlockTriangular(a *sparsity.Pattern) Form {
	if !a.Square() {
		panic(errNotSquare)
	}
	p := m.padded()
	if identity(p.ColOf) {
		f := symmetricForm(a)
		f.Matched = m.Size
		return f
	}
	p.ColOf = slices.Clone(p.ColOf)
	return p.formIn(a, m.Size, make([]int32, 2*a.Rows))
}

// symmetricForm returns the form under the matching that is the diagonal, all
// of which it takes for entries.
func symmetricForm(a *sparsity.Pattern) Form {
	n := a.Cols
	rows, cols := make(sparsity.Perm, n), make(sparsity.Perm, n)
	// Both are written anew below, and serve the search until then: memory that
	// was touched before is cheaper than new memory.
	s := &tarjan{a: a, number: make([]int32, n), stack: rows, next: cols}
	s.run()
	ptr := s.blocks()
	if len(ptr) == 2 {
		for k := range rows {
			rows[k], cols[k] = int32(k), int32(k)
		}
		return Form{rows, cols, ptr, n}
	}
	for i, b := range s.number {
		k := ptr[b]
		ptr[b]++
		rows[k], cols[k] = int32(i), int32(i)
	}
	return Form{rows, cols, shifted(ptr), n}
}

// formIn returns the form under the matching m of all rows and columns, of
// which size pairs are entries, in the memory of m.ColOf. work has two words
// for each row, of which the first half is zero.
func (m Matching) formIn(a *sparsity.Pattern, size int, work []int32) Form {
	n := a.Cols
	number := work[:n]
	cols := make(sparsity.Perm, n)
	s := &tarjan{a: a, colOf: m.ColOf, number: number, stack: work[n:], next: cols}
	s.run()
	ptr := s.blocks()
	rows := sparsity.Perm(m.ColOf)
	if len(ptr) == 2 {
		for j := range cols {
			cols[j] = int32(j)
		}
		copy(rows, m.RowOf)
		return Form{rows, cols, ptr, size}
	}
	rows = rows[:len(cols)]
	for j, i := range m.RowOf {
		b := number[i]
		k := ptr[b]
		ptr[b] = k + 1
		rows[k], cols[k] = i, int32(j)
	}
	return Form{rows, cols, shifted(ptr), size}
}

// shifted returns the starts of blocks from their ends.
func shifted(ptr []int32) []int32 {
	copy(ptr[1:], ptr)
	ptr[0] = 0
	return ptr
}

// identity reports whether x[k] is k everywhere.
func identity(x []int32) bool {
	for k, v := range x {
		if v != int32(k) {
			return false
		}
	}
	return true
}

// padded returns m with the free rows and columns of a square pattern paired
// in ascending order, whether or not there is an entry.
func (m Matching) padded() Matching {
	if m.Size == len(m.RowOf) {
		return m
	}
	m.RowOf, m.ColOf = slices.Clone(m.RowOf), slices.Clone(m.ColOf)
	i := int32(0)
	for j, r := range m.RowOf {
		if r >= 0 {
			continue
		}
		for m.ColOf[i] >= 0 {
			i++
		}
		m.RowOf[j], m.ColOf[i] = i, int32(j)
	}
	return m
}
