package sparsity

import (
	"fmt"
	"math"
)

// MaxDim is the largest number of rows or columns a Pattern can have: row
// indices take 32 bits, and -1 must stay free.
const MaxDim = math.MaxInt32 - 1

// A Pattern is the set of positions of the entries of a sparse matrix, in
// compressed column form.
//
// The rows of column j are RowIdx[ColPtr[j]:ColPtr[j+1]]. The zero value is
// not usable: ColPtr has Cols+1 elements, so an empty matrix has one. Use
// [NewPattern] or [Triplets.Compress].
type Pattern struct {
	Rows, Cols int
	ColPtr     []int64 // Cols+1 ascending positions in RowIdx, the first is 0
	RowIdx     []int32 // row of each entry
}

// NewPattern returns the rows×cols pattern without entries.
// It panics if a dimension is negative or larger than MaxDim.
func NewPattern(rows, cols int) *Pattern {
	if rows < 0 || cols < 0 || rows > MaxDim || cols > MaxDim {
		panic(errDims)
	}
	return &Pattern{Rows: rows, Cols: cols, ColPtr: make([]int64, cols+1)}
}

// NNZ returns the number of stored entries.
func (p *Pattern) NNZ() int { return int(p.ColPtr[p.Cols]) }

// Square reports whether p has as many rows as columns.
func (p *Pattern) Square() bool { return p.Rows == p.Cols }

// Col returns the rows of the entries of column j. The result shares memory
// with p.
func (p *Pattern) Col(j int) []int32 {
	return p.RowIdx[p.ColPtr[j]:p.ColPtr[j+1]]
}

// Clone returns a copy of p that shares no memory with it.
func (p *Pattern) Clone() *Pattern {
	return &Pattern{p.Rows, p.Cols,
		append([]int64(nil), p.ColPtr...), append([]int32(nil), p.RowIdx...)}
}

// Equal reports whether p and q have the same shape and the same entries in
// the same order. For canonical patterns that is equality as sets.
func (p *Pattern) Equal(q *Pattern) bool {
	if p.Rows != q.Rows || p.Cols != q.Cols || p.NNZ() != q.NNZ() {
		return false
	}
	for j, x := range p.ColPtr {
		if x != q.ColPtr[j] {
			return false
		}
	}
	for k, i := range p.RowIdx[:p.NNZ()] {
		if i != q.RowIdx[k] {
			return false
		}
	}
	return true
}

// Check returns an error if p is not a valid pattern: wrong lengths, column
// pointers that descend, or a row out of range. It takes O(|p|) time.
func (p *Pattern) Check() error {
	if p.Rows < 0 || p.Cols < 0 || p.Rows > MaxDim || p.Cols > MaxDim {
		return fmt.Errorf("dimensions %d×%d out of range", p.Rows, p.Cols)
	}
	if len(p.ColPtr) != p.Cols+1 {
		return fmt.Errorf("want %d column pointers, got %d", p.Cols+1, len(p.ColPtr))
	}
	if p.ColPtr[0] != 0 {
		return fmt.Errorf("first column pointer: want 0, got %d", p.ColPtr[0])
	}
	for j := 0; j < p.Cols; j++ {
		if p.ColPtr[j+1] < p.ColPtr[j] {
			return fmt.Errorf("column pointers descend at column %d", j)
		}
	}
	if int64(len(p.RowIdx)) != p.ColPtr[p.Cols] {
		return fmt.Errorf("want %d row indices, got %d", p.ColPtr[p.Cols], len(p.RowIdx))
	}
	for k, i := range p.RowIdx {
		if i < 0 || int(i) >= p.Rows {
			return fmt.Errorf("entry %d: want row in 0..%d, got %d", k, p.Rows-1, i)
		}
	}
	return nil
}

// Canonical reports whether the rows of each column ascend strictly, so that
// there are no duplicates.
func (p *Pattern) Canonical() bool {
	for j := 0; j < p.Cols; j++ {
		c := p.Col(j)
		for k := 1; k < len(c); k++ {
			if c[k-1] >= c[k] {
				return false
			}
		}
	}
	return true
}
