package sparsity

// Transpose returns the pattern of Aᵀ. The result is sorted in each column
// also when a is not, and shares no memory with it.
//
// Method: counting sort by row. Cost: O(|a| + rows + cols).
func Transpose(a *Pattern) *Pattern {
	return transposeInto(make([]int32, a.NNZ()), a)
}

// transposeInto returns the pattern of Aᵀ with its rows in out, which has room
// for them.
func transposeInto(out []int32, a *Pattern) *Pattern {
	rows := a.RowIdx[:a.NNZ()]
	ptr := make([]int64, a.Rows+2)
	for _, i := range rows {
		ptr[i+2]++
	}
	for i := 1; i < a.Rows; i++ {
		ptr[i+1] += ptr[i]
	}
	// From here on ptr[i+1] runs from the start of column i of the result to
	// its end, which is the start of the next one.
	next := ptr[1:]
	p := 0
	for j := range a.Cols {
		for end := int(a.ColPtr[j+1]); p < end; p++ {
			at := &next[rows[p]]
			out[*at] = int32(j)
			*at++
		}
	}
	last := a.Rows + 1
	return &Pattern{Rows: a.Cols, Cols: a.Rows, ColPtr: ptr[:last:last], RowIdx: out}
}

// Transpose returns Mᵀ, without conjugation. The result shares no memory with
// m and is sorted in each column. Cost: as for the function [Transpose].
func (m *Matrix) Transpose() *Matrix {
	a := m.Pattern
	nnz := a.NNZ()
	t := &Pattern{Rows: a.Cols, Cols: a.Rows,
		ColPtr: make([]int64, a.Rows+1), RowIdx: make([]int32, nnz)}
	from := make([]int64, nnz)
	next := countRows(a, t.ColPtr)
	for j := 0; j < a.Cols; j++ {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			i := a.RowIdx[k]
			t.RowIdx[next[i]] = int32(j)
			from[next[i]] = k
			next[i]++
		}
	}
	return &Matrix{t, gather(m.Values, from), gather(m.Imag, from)}
}

// countRows sets ptr to the running sum of the row counts of a and returns a
// copy of its first a.Rows elements, for the caller to advance.
func countRows(a *Pattern, ptr []int64) []int64 {
	for _, i := range a.RowIdx[:a.NNZ()] {
		ptr[i+1]++
	}
	for i := 0; i < a.Rows; i++ {
		ptr[i+1] += ptr[i]
	}
	return append([]int64(nil), ptr[:a.Rows]...)
}

// gather returns x[from[0]], x[from[1]], …; nil when x is nil.
func gather(x []float64, from []int64) []float64 {
	if x == nil {
		return nil
	}
	y := make([]float64, len(from))
	for k, f := range from {
		y[k] = x[f]
	}
	return y
}
