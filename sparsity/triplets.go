package sparsity

// Triplets is a matrix as a list of entries in any order, in which a position
// may appear more than once.
//
// Row and Col have one element per entry. Values is nil for structure only,
// Imag nil for real matrices; otherwise they are as long as Row.
type Triplets struct {
	Rows, Cols int
	Row, Col   []int32
	Values     []float64
	Imag       []float64
}

// Compress returns t in compressed column form, canonical, and the number of
// entries that were duplicates: they count once in the structure, and their
// values are summed in the order of the list. t is not modified.
//
// Method: two counting sorts, by row and then by column, and one pass that
// merges neighbours. Cost: O(|t| + rows + cols).
//
// It panics if the slices of t differ in length or an index is out of range.
func (t *Triplets) Compress() (m *Matrix, duplicates int) {
	nnz := len(t.Row)
	if len(t.Col) != nnz || t.Values != nil && len(t.Values) != nnz ||
		t.Imag != nil && len(t.Imag) != nnz {
		panic(errLengths)
	}
	byRow := sortByKey(t.Row, t.Rows, nil)
	order := sortByKey(t.Col, t.Cols, byRow)
	return t.mergeSorted(order)
}

// sortByKey returns the indices of key in ascending order of key, stable with
// respect to the order given (nil: as they are).
func sortByKey(key []int32, n int, order []int64) []int64 {
	ptr := make([]int64, n+1)
	for _, k := range key {
		if k < 0 || int(k) >= n {
			panic(errIndex)
		}
		ptr[k+1]++
	}
	for i := 0; i < n; i++ {
		ptr[i+1] += ptr[i]
	}
	out := make([]int64, len(key))
	for x := range key {
		e := int64(x)
		if order != nil {
			e = order[x]
		}
		k := key[e]
		out[ptr[k]] = e
		ptr[k]++
	}
	return out
}

// mergeSorted builds the matrix from entries visited in column-major order.
func (t *Triplets) mergeSorted(order []int64) (m *Matrix, duplicates int) {
	p := NewPattern(t.Rows, t.Cols)
	p.RowIdx = make([]int32, 0, len(order))
	m = &Matrix{Pattern: p}
	if t.Values != nil {
		m.Values = make([]float64, 0, len(order))
	}
	if t.Imag != nil {
		m.Imag = make([]float64, 0, len(order))
	}
	lastRow, lastCol := int32(-1), int32(-1)
	for _, e := range order {
		i, j := t.Row[e], t.Col[e]
		last := len(p.RowIdx) - 1
		if i == lastRow && j == lastCol {
			duplicates++
			addAt(m.Values, t.Values, last, e)
			addAt(m.Imag, t.Imag, last, e)
			continue
		}
		lastRow, lastCol = i, j
		p.RowIdx = append(p.RowIdx, i)
		p.ColPtr[j+1]++
		if t.Values != nil {
			m.Values = append(m.Values, t.Values[e])
		}
		if t.Imag != nil {
			m.Imag = append(m.Imag, t.Imag[e])
		}
	}
	for j := 0; j < p.Cols; j++ {
		p.ColPtr[j+1] += p.ColPtr[j]
	}
	return m, duplicates
}

// addAt adds src[e] to dst[at], unless there are no values.
func addAt(dst, src []float64, at int, e int64) {
	if src != nil {
		dst[at] += src[e]
	}
}
