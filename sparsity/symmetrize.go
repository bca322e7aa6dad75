package sparsity

// Symmetrize returns the adjacency graph of A+Aᵀ: the positions off the
// diagonal where a or its transpose has an entry. The diagonal is left out
// whether a has it or not.
//
// Shapes: a is n×n and canonical; the result is n×n, canonical, symmetric,
// and shares no memory with a.
//
// Method: column j of a and of Aᵀ are merged. Cost: O(|a| + n).
//
// It panics if a is not square.
func Symmetrize(a *Pattern) *Pattern {
	if !a.Square() {
		panic(errNotSquare)
	}
	n := a.Cols
	t := Transpose(a)
	g := &Pattern{Rows: n, Cols: n, ColPtr: make([]int64, n+1)}
	g.RowIdx = make([]int32, 0, 2*a.NNZ())
	for j := 0; j < n; j++ {
		g.RowIdx = mergeOffDiagonal(g.RowIdx, a.Col(j), t.Col(j), int32(j))
		g.ColPtr[j+1] = int64(len(g.RowIdx))
	}
	g.RowIdx = g.RowIdx[:len(g.RowIdx):len(g.RowIdx)]
	return g
}

// mergeOffDiagonal appends the union of the ascending lists x and y to dst,
// without the element d.
func mergeOffDiagonal(dst, x, y []int32, d int32) []int32 {
	for len(x) > 0 && len(y) > 0 {
		v := min(x[0], y[0])
		if x[0] == v {
			x = x[1:]
		}
		if y[0] == v {
			y = y[1:]
		}
		if v != d {
			dst = append(dst, v)
		}
	}
	for _, v := range x {
		if v != d {
			dst = append(dst, v)
		}
	}
	for _, v := range y {
		if v != d {
			dst = append(dst, v)
		}
	}
	return dst
}
