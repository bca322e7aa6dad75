package sparsity

import "slices"

// Permute returns the pattern of A(p, q): its entry (i, j) is the entry (p[i], q[j])
// of a. A nil permutation moves nothing. If a is canonical, so is the result. The
// result shares no memory with a.
//
// Shapes: len(p) is a.Rows and len(q) a.Cols, unless nil.
//
// Method: the columns are copied in their new order, and the new numbers of
// their rows sorted. On matrices with short columns that beats the two
// transpositions which do without sorting, as they write all over memory.
//
// Cost: O(|a| log d + rows + cols), where d is the longest column; rows words
// of 32 bits of work.
//
// It panics if a length does not fit.
func Permute(a *Pattern, p, q Perm) *Pattern {
	checkPerms(a, p, q)
	inv := rowInverse(p)
	b := &Pattern{Rows: a.Rows, Cols: a.Cols,
		ColPtr: make([]int64, a.Cols+1), RowIdx: make([]int32, a.NNZ())}
	at := 0
	for j := range a.Cols {
		old := a.Col(oldColumn(q, j))
		col := b.RowIdx[at : at+len(old)]
		if inv == nil {
			copy(col, old)
		} else {
			for x, i := range old {
				col[x] = inv[i]
			}
			sortShort(col)
		}
		at += len(old)
		b.ColPtr[j+1] = int64(at)
	}
	return b
}

// Permute returns M(p, q) as the function [Permute] does for a pattern.
func (m *Matrix) Permute(p, q Perm) *Matrix {
	a := m.Pattern
	checkPerms(a, p, q)
	inv := rowInverse(p)
	nnz := a.NNZ()
	b := &Matrix{Pattern: &Pattern{Rows: a.Rows, Cols: a.Cols,
		ColPtr: make([]int64, a.Cols+1), RowIdx: make([]int32, nnz)}}
	from := make([]int64, nnz)
	var keys []uint64 // new row of an entry, and below it its place in the column
	at := 0
	for j := range a.Cols {
		old := oldColumn(q, j)
		keys = keys[:0]
		for x, i := range a.Col(old) {
			if inv != nil {
				i = inv[i]
			}
			keys = append(keys, uint64(i)<<32|uint64(x))
		}
		if inv != nil {
			sortShort(keys)
		}
		for _, key := range keys {
			b.Pattern.RowIdx[at] = int32(key >> 32)
			from[at] = a.ColPtr[old] + int64(uint32(key))
			at++
		}
		b.Pattern.ColPtr[j+1] = int64(at)
	}
	b.Values, b.Imag = gather(m.Values, from), gather(m.Imag, from)
	return b
}

// sortShort sorts x, which most often is short.
func sortShort[T int32 | uint64](x []T) {
	if len(x) > 24 {
		slices.Sort(x)
		return
	}
	for k := 1; k < len(x); k++ {
		v, at := x[k], k
		for ; at > 0 && x[at-1] > v; at-- {
			x[at] = x[at-1]
		}
		x[at] = v
	}
}

// oldColumn returns the column that q places j-th.
func oldColumn(q Perm, j int) int {
	if q == nil {
		return j
	}
	return int(q[j])
}

// checkPerms panics if the lengths of p and q do not fit a.
func checkPerms(a *Pattern, p, q Perm) {
	if p != nil && len(p) != a.Rows || q != nil && len(q) != a.Cols {
		panic(errLengths)
	}
}

// rowInverse returns the inverse of p, or nil when p is nil.
func rowInverse(p Perm) Inverse {
	if p == nil {
		return nil
	}
	return p.Inverse()
}
