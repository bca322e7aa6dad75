package lu

import "github.com/nrkit/nrkit/sparsity"

// ReciprocalGrowth returns how little the entries of each column grew: the least, over
// the columns of diagonal blocks of order 2 and more, of the largest absolute value of
// the column in R⁻¹·A divided by the largest in U, its diagonal included. It is at
// most 1, and 1 without such columns. A column of zeros in U does not count.
//
// This is the figure of klu_rgrowth [1], with entries of A in the column that lie
// within its diagonal block. [Factors.Growth] is another figure, over the whole
// matrix. Entries of L do not count. Growth that elimination takes back before it
// reaches U is not seen either.
//
// Shapes: A has the pattern a and the values given, whose duplicates are summed. Cost:
// one pass over A and U, and 3 words of memory for each row. It panics if a slice has
// another length.
//
// [1] T. A. Davis, E. Palamadai Natarajan, ACM TOMS 37(3):36, 2010.
func (f *Factors[T]) ReciprocalGrowth(a *sparsity.Pattern, values []T) float64 {
	c := newComparison(f, a, values)
	least := 1.0
	for b := 1; b < len(f.BlockPtr); b++ {
		first, last := f.BlockPtr[b-1], f.BlockPtr[b]
		if last <= first+1 {
			continue
		}
		for k := first; k < last; k++ {
			before, after := c.largestBefore(int(k), first), f.largestAfter(int(k), c.abs)
			if after != 0 && !(before/after >= least) {
				least = before / after
			}
		}
	}
	return least
}

// largestBefore returns the largest absolute value of column k of R⁻¹·A in the rows from
// first on.
func (c *comparison[T]) largestBefore(k int, first int32) (largest float64) {
	c.addMatrix(k)
	for _, i := range c.met {
		if i >= first {
			largest = max(largest, c.abs(c.diff[i]))
		}
		c.diff[i], c.size[i], c.seen[i] = 0, 0, false
	}
	c.met = c.met[:0]
	return largest
}

// largestAfter returns the largest absolute value of column k of U.
func (f *Factors[T]) largestAfter(k int, abs func(T) float64) float64 {
	largest := abs(f.Diag[k])
	for p := f.U.Pattern.ColPtr[k]; p < f.U.Pattern.ColPtr[k+1]; p++ {
		largest = max(largest, abs(f.U.Values[p]))
	}
	return largest
}

// PivotRatio returns the least absolute value of a pivot divided by the largest, the
// figure of klu_rcond. It is 1 for order 0. It is no estimate of the condition number:
// see [Condition].
func (f *Factors[T]) PivotRatio() float64 {
	if len(f.Diag) == 0 {
		return 1
	}
	abs := kindOf[T]().abs
	least, largest := abs(f.Diag[0]), abs(f.Diag[0])
	for _, d := range f.Diag {
		least, largest = min(least, abs(d)), max(largest, abs(d))
	}
	return least / largest
}

// LeastPivot returns the least share that a pivot has of the largest absolute value of
// its column on and below the diagonal, over all columns: 1/max|L|, at most 1. Where
// pivots are chosen, it is at least Threshold of [Options]; where a [Solver] keeps
// pivots, it is at least Tolerance.
func (f *Factors[T]) LeastPivot() float64 {
	abs := kindOf[T]().abs
	largest := 1.0
	for _, v := range f.L.Values {
		largest = max(largest, abs(v))
	}
	return 1 / largest
}
