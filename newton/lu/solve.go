package lu

// Solve overwrites x, which holds b, with the solution of A·x = b.
//
// Method: the blocks from the last to the first, each by forward and back
// substitution, column by column. Shapes: x and work have N elements; work is
// overwritten, must not overlap x, and is allocated when nil.
// Cost: two flops for each entry of L, U and Off. It panics if a length is wrong.
func (f *Factors[T]) Solve(x, work []T) {
	y := f.vectors(x, work)
	for k, i := range f.Row {
		y[k] = x[i]
		if f.Scale != nil {
			y[k] /= f.Scale[i]
		}
	}
	for b := len(f.BlockPtr) - 1; b > 0; b-- {
		first, last := int(f.BlockPtr[b-1]), int(f.BlockPtr[b])
		for k := first; k < last; k++ {
			f.L.subtract(y, k)
		}
		for k := last - 1; k >= first; k-- {
			y[k] /= f.Diag[k]
			f.U.subtract(y, k)
		}
		for k := first; k < last; k++ {
			f.Off.subtract(y, k)
		}
	}
	for k, j := range f.Col {
		x[j] = y[k]
	}
}

// SolveTransposed overwrites x, which holds b, with the solution of Aᵀ·x = b, where
// Aᵀ is not conjugated. Otherwise it is like [Factors.Solve].
func (f *Factors[T]) SolveTransposed(x, work []T) {
	y := f.vectors(x, work)
	for k, j := range f.Col {
		y[k] = x[j]
	}
	for b := 1; b < len(f.BlockPtr); b++ {
		first, last := int(f.BlockPtr[b-1]), int(f.BlockPtr[b])
		for k := first; k < last; k++ {
			y[k] = (y[k] - f.Off.dot(y, k) - f.U.dot(y, k)) / f.Diag[k]
		}
		for k := last - 1; k >= first; k-- {
			y[k] -= f.L.dot(y, k)
		}
	}
	for k, i := range f.Row {
		x[i] = y[k]
		if f.Scale != nil {
			x[i] /= f.Scale[i]
		}
	}
}

// vectors checks the lengths and returns work.
func (f *Factors[T]) vectors(x, work []T) []T {
	if len(x) != f.N() || work != nil && len(work) != f.N() {
		panic(errVector)
	}
	if work == nil {
		work = make([]T, f.N())
	}
	return work
}

// subtract subtracts column k times y[k] from y.
func (c *Columns[T]) subtract(y []T, k int) {
	from, to := c.Pattern.ColPtr[k], c.Pattern.ColPtr[k+1]
	rows := c.Pattern.RowIdx[from:to]
	vals := c.Values[from:to][:len(rows)]
	yk := y[k]
	for p, i := range rows {
		y[i] -= vals[p] * yk
	}
}

// dot returns the product of column k and y.
func (c *Columns[T]) dot(y []T, k int) T {
	from, to := c.Pattern.ColPtr[k], c.Pattern.ColPtr[k+1]
	rows := c.Pattern.RowIdx[from:to]
	vals := c.Values[from:to][:len(rows)]
	var sum T
	for p, i := range rows {
		sum += vals[p] * y[i]
	}
	return sum
}
