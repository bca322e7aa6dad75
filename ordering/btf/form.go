package btf

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// A Form is the block triangular form of a square matrix.
//
// A(RowPerm, ColPerm) is block upper triangular: block b has the rows and
// columns BlockPtr[b] to BlockPtr[b+1], and no entry lies below the diagonal
// blocks. Matched is the structural rank; when it is the size of the matrix,
// the permuted diagonal is zero-free, each block is irreducible, and the form
// is unique but for the order of the blocks and the orders inside them.
//
// When it is less, Matched diagonal entries are there and each of the others
// is a block of its own; how many blocks there are then depends on the choice
// of the matching. [DulmageMendelsohn] does not.
type Form struct {
	RowPerm, ColPerm sparsity.Perm
	BlockPtr         []int32
	Matched          int
}

// Blocks returns the number of diagonal blocks.
func (f Form) Blocks() int { return len(f.BlockPtr) - 1 }

// Size returns the number of rows of block b.
func (f Form) Size(b int) int { return int(f.BlockPtr[b+1] - f.BlockPtr[b]) }

// Largest returns the size of the largest block, 0 if there is none.
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
// Cost: that of [MaximumMatching] and O(|a| + n).
//
// It panics if a is not square. a must satisfy Check.
//
// [1] A. Pothen, C.-J. Fan, ACM TOMS 16(4):303–324, 1990.
func BlockTriangular(a *sparsity.Pattern) Form {
	if !a.Square() {
		panic(errNotSquare)
	}
	return MaximumMatching(a).form(a, true)
}

// BlockTriangular returns what the function [BlockTriangular] does, from a
// maximum matching of a.
func (m Matching) BlockTriangular(a *sparsity.Pattern) Form {
	if !a.Square() {
		panic(errNotSquare)
	}
	return m.form(a, false)
}

// form returns the block triangular form under m, in the memory of m if that
// is given away.
func (m Matching) form(a *sparsity.Pattern, give bool) Form {
	p := m.complete()
	if !identity(p.ColOf) {
		if !give {
			p.RowOf, p.ColOf = slices.Clone(p.RowOf), slices.Clone(p.ColOf)
		}
		return p.formInPlace(a, m.Size)
	}
	rows, cols := sparsity.Perm(p.RowOf), sparsity.Perm(p.ColOf)
	if !give {
		rows, cols = make(sparsity.Perm, a.Rows), make(sparsity.Perm, a.Cols)
	}
	// Both are written anew below, and serve the search until then: memory that
	// was touched before is cheaper than new memory.
	c := strongComponentsIn(a, nil, nil, rows, cols)
	if c.Count == 1 {
		for k := range rows {
			rows[k], cols[k] = int32(k), int32(k)
		}
		return Form{rows, cols, []int32{0, int32(a.Cols)}, m.Size}
	}
	ptr := c.starts()
	next := slices.Clone(ptr)
	for i, b := range c.Of {
		k := next[b]
		next[b]++
		rows[k], cols[k] = int32(i), int32(i)
	}
	return Form{rows, cols, ptr, m.Size}
}

// formInPlace returns the form under the complete matching m, of which size
// pairs are entries, in the memory of m.
func (m Matching) formInPlace(a *sparsity.Pattern, size int) Form {
	// RowOf serves the search and is found again from ColOf.
	rows, cols := sparsity.Perm(m.ColOf), make(sparsity.Perm, a.Cols)
	c := strongComponentsIn(a, m.ColOf, nil, m.RowOf, cols)
	for i, j := range m.ColOf {
		m.RowOf[j] = int32(i)
	}
	if c.Count == 1 {
		for j := range cols {
			cols[j] = int32(j)
		}
		return Form{m.RowOf, cols, []int32{0, int32(a.Cols)}, size}
	}
	ptr := c.starts()
	m.sortByBlock(c, ptr, rows, cols)
	return Form{rows, cols, ptr, size}
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

// complete returns m with the free rows and columns of a square pattern paired
// in ascending order, whether or not there is an entry.
func (m Matching) complete() Matching {
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

// starts returns where each component begins when the nodes are sorted by
// component, and where the last one ends. Nodes of component -1 are left out.
func (c Components) starts() []int32 {
	ptr := make([]int32, c.Count+1)
	for _, b := range c.Of {
		if b >= 0 {
			ptr[b+1]++
		}
	}
	for b := range c.Count {
		ptr[b+1] += ptr[b]
	}
	return ptr
}

// sortByBlock sorts the pairs of m by the component of their rows, keeping the
// order of the columns within one, into rows and cols. ptr is what c.starts
// returned. Of m, only RowOf is read.
func (m Matching) sortByBlock(c Components, ptr []int32, rows, cols sparsity.Perm) {
	next := slices.Clone(ptr)
	for j, i := range m.RowOf {
		if i < 0 || c.Of[i] < 0 {
			continue
		}
		k := next[c.Of[i]]
		next[c.Of[i]]++
		rows[k], cols[k] = i, int32(j)
	}
}
