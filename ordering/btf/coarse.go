package btf

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// A DM is the Dulmage–Mendelsohn decomposition of a matrix of any shape.
//
// A(RowPerm, ColPerm) is block upper triangular with three coarse parts, each
// of which may be empty:
//
//	horizontal  more columns than rows, every row matched: underdetermined
//	square      as many rows as columns, all matched
//	vertical    more rows than columns, every column matched: overdetermined
//
// RowStart gives where the rows of the horizontal, the square, the matched
// vertical and the unmatched vertical part begin and end; ColStart the same
// for the columns that are unmatched horizontal, matched horizontal, square
// and vertical. Within the matched pieces, the k-th row is matched to the k-th
// column. Which rows and columns belong to which part depends on a alone, not
// on the matching.
//
// The square part is decomposed further into irreducible blocks; each other part
// that is not empty is one block. Block b has the rows BlockRow[b] to BlockRow[b+1]
// and the columns BlockCol[b] to BlockCol[b+1].
type DM struct {
	RowPerm, ColPerm   sparsity.Perm
	RowStart, ColStart [5]int32
	BlockRow, BlockCol []int32
	Matched            int // the structural rank
}

// A Part is the size of a coarse part.
type Part struct{ Rows, Cols int }

// Horizontal returns the size of the underdetermined part.
func (d DM) Horizontal() Part { return Part{int(d.RowStart[1]), int(d.ColStart[2])} }

// Square returns the size of the part with a perfect matching.
func (d DM) Square() Part {
	return Part{int(d.RowStart[2] - d.RowStart[1]), int(d.ColStart[3] - d.ColStart[2])}
}

// Vertical returns the size of the overdetermined part.
func (d DM) Vertical() Part {
	return Part{int(d.RowStart[4] - d.RowStart[2]), int(d.ColStart[4] - d.ColStart[3])}
}

// Blocks returns the number of blocks of the fine decomposition.
func (d DM) Blocks() int { return len(d.BlockRow) - 1 }

// DulmageMendelsohn returns the coarse and fine decomposition of a.
//
// Method: from a maximum matching, the horizontal part is what alternating
// paths reach from the free columns, the vertical part what they reach from
// the free rows, and the square part the rest, which is decomposed into strong
// components [1]. A is transposed only when there are free rows.
//
// Shapes: a is any m×n; rows may be unsorted, duplicates are harmless. a is
// not modified and shares no memory with the result.
//
// Cost: as [MaximumMatching], plus O(|a| + m + n).
//
// a must satisfy Check.
//
// [1] A. Pothen, C.-J. Fan, ACM TOMS 16(4):303–324, 1990.
func DulmageMendelsohn(a *sparsity.Pattern) DM { return MaximumMatching(a).DulmageMendelsohn(a) }

// DulmageMendelsohn returns the result of the function [DulmageMendelsohn], from a
// maximum matching of a.
func (m Matching) DulmageMendelsohn(a *sparsity.Pattern) DM {
	s := &splitter{a: a, m: m, rowOut: make([]bool, a.Rows), colOut: make([]bool, a.Cols)}
	left := s.fromFreeColumns()
	bottom := s.fromFreeRows()
	s.horizontal(left)
	s.square()
	s.vertical(bottom)
	return s.decomposition()
}

// A splitter collects the parts of a decomposition.
type splitter struct {
	a              *sparsity.Pattern
	m              Matching
	rowOut, colOut []bool // rows and columns outside the square part
	d              DM     // RowPerm and ColPerm as far as they are known
	blocks         []int32
}

// fromFreeColumns returns the columns of the horizontal part, the free ones
// first.
func (s *splitter) fromFreeColumns() []int32 {
	if s.m.Size == s.a.Cols {
		return nil
	}
	return reach(s.a, s.m.RowOf, s.m.ColOf, s.rowOut, s.colOut)
}

// fromFreeRows returns the rows of the vertical part, the free ones first.
func (s *splitter) fromFreeRows() []int32 {
	if s.m.Size == s.a.Rows {
		return nil
	}
	return reach(sparsity.Transpose(s.a), s.m.ColOf, s.m.RowOf, s.colOut, s.rowOut)
}

// reach searches breadth first from the free columns of a through all entries
// of columns and the matched entries of rows. It returns the columns in the
// order in which it finds them and marks all it finds.
func reach(a *sparsity.Pattern, rowOf, colOf []int32, rowSeen, colSeen []bool) []int32 {
	var q []int32
	for j, i := range rowOf {
		if i < 0 {
			colSeen[j] = true
			q = append(q, int32(j))
		}
	}
	for head := 0; head < len(q); head++ {
		for _, i := range a.Col(int(q[head])) {
			if rowSeen[i] {
				continue
			}
			// A free row here would end an augmenting path, and there is none.
			rowSeen[i] = true
			colSeen[colOf[i]] = true
			q = append(q, colOf[i])
		}
	}
	return q
}

// horizontal puts the part that has the columns left first.
func (s *splitter) horizontal(left []int32) {
	d := &s.d
	d.ColPerm = append(d.ColPerm, left...)
	if len(left) > 0 {
		d.ColStart[1] = int32(s.a.Cols - s.m.Size)
	}
	for _, j := range left[d.ColStart[1]:] {
		d.RowPerm = append(d.RowPerm, s.m.RowOf[j])
	}
	d.RowStart[1], d.ColStart[2] = int32(len(d.RowPerm)), int32(len(left))
}

// square decomposes the rows and columns that are in neither other part and
// puts them next.
func (s *splitter) square() {
	d := &s.d
	c := strongComponents(s.a, s.m.ColOf, s.rowOut)
	s.blocks = c.starts()
	rows, cols := make(sparsity.Perm, s.blocks[c.Count]), make(sparsity.Perm, s.blocks[c.Count])
	s.m.sortByBlock(c, s.blocks, rows, cols)
	d.RowPerm, d.ColPerm = append(d.RowPerm, rows...), append(d.ColPerm, cols...)
	d.RowStart[2], d.ColStart[3] = int32(len(d.RowPerm)), int32(len(d.ColPerm))
}

// vertical puts the part that has the rows bottom last, its free rows at the
// end.
func (s *splitter) vertical(bottom []int32) {
	d := &s.d
	free := 0
	if len(bottom) > 0 {
		free = s.a.Rows - s.m.Size
	}
	for _, i := range bottom[free:] {
		d.RowPerm, d.ColPerm = append(d.RowPerm, i), append(d.ColPerm, s.m.ColOf[i])
	}
	d.RowStart[3] = int32(len(d.RowPerm))
	d.RowPerm = append(d.RowPerm, bottom[:free]...)
	d.RowStart[4], d.ColStart[4] = int32(len(d.RowPerm)), int32(len(d.ColPerm))
}

// decomposition adds the borders of the blocks to the permutations.
func (s *splitter) decomposition() DM {
	d := &s.d
	d.Matched = s.m.Size
	border := func(i, j int32) {
		d.BlockRow, d.BlockCol = append(d.BlockRow, i), append(d.BlockCol, j)
	}
	border(0, 0)
	if d.ColStart[2] > 0 {
		border(d.RowStart[1], d.ColStart[2])
	}
	for _, x := range s.blocks[1:] {
		border(d.RowStart[1]+x, d.ColStart[2]+x)
	}
	if d.RowStart[2] < d.RowStart[4] {
		border(d.RowStart[4], d.ColStart[4])
	}
	return *d
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
