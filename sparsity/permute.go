package sparsity

// Permute returns the pattern of A(p, q): its entry (i, j) is the entry
// (p[i], q[j]) of a. A nil permutation moves nothing. The result is canonical
// where a is, and shares no memory with it.
//
// Shapes: len(p) is a.Rows and len(q) a.Cols, unless nil.
// Method: two transpositions, the first in permuted column order, so that no
// column has to be sorted. Cost: O(|a| + rows + cols).
//
// It panics if a length does not fit.
func Permute(a *Pattern, p, q Perm) *Pattern {
	b, _ := permute(a, p, q, false)
	return b
}

// Permute returns M(p, q) as the function [Permute] does for a pattern.
func (m *Matrix) Permute(p, q Perm) *Matrix {
	b, from := permute(m.Pattern, p, q, true)
	return &Matrix{b, gather(m.Values, from), gather(m.Imag, from)}
}

// permute returns A(p,q) and, when wanted, for each of its entries the index
// of the entry of a it came from.
func permute(a *Pattern, p, q Perm, wantFrom bool) (*Pattern, []int64) {
	if p != nil && len(p) != a.Rows || q != nil && len(q) != a.Cols {
		panic(errLengths)
	}
	inv := rowInverse(a.Rows, p)
	nnz := a.NNZ()
	// Bucket the entries by new row, visiting columns in new order, so that
	// within a bucket the new columns ascend.
	ptr := make([]int64, a.Rows+1)
	for _, i := range a.RowIdx[:nnz] {
		ptr[inv[i]+1]++
	}
	for i := 0; i < a.Rows; i++ {
		ptr[i+1] += ptr[i]
	}
	col := make([]int32, nnz)
	var src []int64
	if wantFrom {
		src = make([]int64, nnz)
	}
	out := &Pattern{Rows: a.Rows, Cols: a.Cols,
		ColPtr: make([]int64, a.Cols+1), RowIdx: make([]int32, nnz)}
	next := append([]int64(nil), ptr[:a.Rows]...)
	for j := 0; j < a.Cols; j++ {
		old := j
		if q != nil {
			old = int(q[j])
		}
		for k := a.ColPtr[old]; k < a.ColPtr[old+1]; k++ {
			r := inv[a.RowIdx[k]]
			col[next[r]] = int32(j)
			if wantFrom {
				src[next[r]] = k
			}
			next[r]++
		}
		out.ColPtr[j+1] = out.ColPtr[j] + a.ColPtr[old+1] - a.ColPtr[old]
	}
	return out, scatterRows(out, ptr, col, src)
}

// scatterRows fills out.RowIdx from rows given as lists of columns (col, ptr)
// and returns src reordered the same way.
func scatterRows(out *Pattern, ptr []int64, col []int32, src []int64) []int64 {
	next := append([]int64(nil), out.ColPtr[:out.Cols]...)
	var from []int64
	if src != nil {
		from = make([]int64, len(src))
	}
	for i := 0; i < out.Rows; i++ {
		for k := ptr[i]; k < ptr[i+1]; k++ {
			d := next[col[k]]
			next[col[k]]++
			out.RowIdx[d] = int32(i)
			if src != nil {
				from[d] = src[k]
			}
		}
	}
	return from
}

// rowInverse returns the inverse of p, or the identity of n when p is nil.
func rowInverse(n int, p Perm) Inverse {
	if p == nil {
		return Inverse(Identity(n))
	}
	return p.Inverse()
}
