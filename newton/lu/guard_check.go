package lu

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// A balance is a row of b−A·x and |A|·|x|+|b|.
type balance struct{ rest, size float64 }

// balanced reports whether the componentwise backward error of x is certainly at most
// limit: no row of b−A·x is above half of the limit times |A|·|x|+|b|. Each of the two
// parts of the error is at most half of the limit then. work has an element for each row.
func balanced(a *sparsity.Pattern, values, x, b []float64, limit float64, work []balance) bool {
	work = work[:len(b)]
	for i, v := range b {
		work[i] = balance{v, math.Abs(v)}
	}
	for j, xj := range x {
		if xj == 0 {
			continue
		}
		from, to := a.ColPtr[j], a.ColPtr[j+1]
		rows := a.RowIdx[from:to]
		vals := values[from:to][:len(rows)]
		for p, i := range rows {
			t := vals[p] * xj
			at := &work[i]
			at.rest -= t
			at.size += math.Abs(t)
		}
	}
	half := limit / 2
	for i := range work {
		if rest := math.Abs(work[i].rest); !(rest <= half*work[i].size && rest <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// An extent is the largest absolute value of the elements of a vector, the least that is not
// zero, and whether an element is zero. most is NaN if an element is not finite.
type extent struct {
	most, least float64
	zero        bool
}

// ratio returns the largest element divided by the least, 1 if all are zero.
func (e extent) ratio() float64 {
	if e.least == 0 {
		return 1
	}
	return e.most / e.least
}

// extentOf returns the extent of x.
func extentOf(x []float64) extent {
	most, least, smallest := uint64(0), ^uint64(0), ^uint64(0)
	for _, v := range x {
		size := math.Float64bits(v) << 1
		most, smallest = max(most, size), min(smallest, size)
		least = min(least, size-1) // of zero: the largest number
	}
	s := extent{math.Float64frombits(most >> 1), math.Float64frombits((least + 1) >> 1), smallest == 0}
	if most>>1 >= infinity {
		s.most = math.NaN()
	}
	return s
}
