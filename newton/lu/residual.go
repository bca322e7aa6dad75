package lu

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// A Residual is how far factors are from the matrix they are said to be of.
// Both figures are 0 for exact factors.
type Residual struct {
	// Componentwise is the largest |R⁻¹·A − L·U − Off| over |L|·|U| + |Off|,
	// entry by entry, rows and columns in the order of the factors. Rounding
	// alone makes at most about 2⁻⁵³ times the number of operations on an
	// entry. To the divisor is added 2⁻⁹⁶⁹, so that results below the normal
	// numbers, which have fewer digits, do not count as wrong.
	Componentwise float64

	// Relative is the largest |R⁻¹·A − L·U − Off| over the largest |R⁻¹·A|.
	// It grows with the entries of the factors.
	Relative float64
}

// Residual multiplies the factors and compares them with the matrix with
// pattern a and the values given, duplicates summed.
//
// Cost: twice the flops of the factorisation; 3 words of memory for each row.
// It panics if a slice has another length.
func (f *Factors[T]) Residual(a *sparsity.Pattern, values []T) Residual {
	c := newComparison(f, a, values)
	var res Residual
	largest := 0.0
	for k := range f.N() {
		largest = max(largest, c.addMatrix(k))
		c.addProduct(k)
		c.addOff(k)
		for _, i := range c.met {
			d := c.abs(c.diff[i])
			res.Relative = math.Max(res.Relative, d)
			res.Componentwise = math.Max(res.Componentwise, d/(c.size[i]+0x1p-969))
			c.diff[i], c.size[i], c.seen[i] = 0, 0, false
		}
		c.met = c.met[:0]
	}
	if largest > 0 {
		res.Relative /= largest
	}
	return res
}

// Growth returns the largest absolute value in U, including its diagonal, divided by
// the largest absolute value in R⁻¹·A, both within the diagonal blocks. A has the
// pattern a and the values given. It is 0 for a matrix without entries. It panics if
// a slice has another length.
func (f *Factors[T]) Growth(a *sparsity.Pattern, values []T) float64 {
	c := newComparison(f, a, values)
	before, after := 0.0, 0.0
	for k := range f.N() {
		c.addMatrix(k)
		for _, i := range c.met {
			if f.blockOf(int(i)) == f.blockOf(k) {
				before = max(before, c.abs(c.diff[i]))
			}
			c.diff[i], c.seen[i] = 0, false
		}
		c.met = c.met[:0]
	}
	for _, v := range f.U.Values {
		after = max(after, c.abs(v))
	}
	for _, v := range f.Diag {
		after = max(after, c.abs(v))
	}
	if before == 0 {
		return 0
	}
	return after / before
}

// blockOf returns the number of the block of column k.
func (f *Factors[T]) blockOf(k int) int {
	lo, hi := 0, len(f.BlockPtr)-1
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; int(f.BlockPtr[mid]) <= k {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// comparison is a column of R⁻¹·A minus the same column of the factors.
type comparison[T Scalar] struct {
	f      *Factors[T]
	a      *sparsity.Pattern
	values []T
	abs    func(T) float64
	place  sparsity.Inverse // row of A → pivot
	diff   []T
	size   []float64 // sum of absolute values of what the factors give
	seen   []bool
	met    []int32 // rows where diff may differ from zero
}

func newComparison[T Scalar](f *Factors[T], a *sparsity.Pattern, values []T) *comparison[T] {
	n := f.N()
	if a.Rows != n || a.Cols != n || len(values) != a.NNZ() {
		panic(errValues)
	}
	return &comparison[T]{f: f, a: a, values: values, abs: kindOf[T]().abs, place: f.Row.Inverse(),
		diff: make([]T, n), size: make([]float64, n), seen: make([]bool, n)}
}

// add adds v to row i, and the absolute value to the size of the row.
func (c *comparison[T]) add(i int32, v T, size float64) {
	if !c.seen[i] {
		c.seen[i] = true
		c.met = append(c.met, i)
	}
	c.diff[i] += v
	c.size[i] += size
}

// addMatrix adds column k of R⁻¹·A and returns its largest absolute value.
func (c *comparison[T]) addMatrix(k int) (largest float64) {
	j := c.f.Col[k]
	for p := c.a.ColPtr[j]; p < c.a.ColPtr[j+1]; p++ {
		i, v := c.a.RowIdx[p], c.values[p]
		if c.f.Scale != nil {
			v /= c.f.Scale[i]
		}
		largest = max(largest, c.abs(v))
		c.add(c.place[i], v, 0)
	}
	return largest
}

// addProduct subtracts column k of L·U.
func (c *comparison[T]) addProduct(k int) {
	u := c.f.U
	for p := u.Pattern.ColPtr[k]; p < u.Pattern.ColPtr[k+1]; p++ {
		c.addScaled(int(u.Pattern.RowIdx[p]), u.Values[p])
	}
	c.addScaled(k, c.f.Diag[k])
}

// addScaled subtracts column j of L, with its diagonal, times x.
func (c *comparison[T]) addScaled(j int, x T) {
	c.add(int32(j), -x, c.abs(x))
	l := c.f.L
	for p := l.Pattern.ColPtr[j]; p < l.Pattern.ColPtr[j+1]; p++ {
		v := l.Values[p] * x
		c.add(l.Pattern.RowIdx[p], -v, c.abs(v))
	}
}

// addOff subtracts column k of Off.
func (c *comparison[T]) addOff(k int) {
	off := c.f.Off
	for p := off.Pattern.ColPtr[k]; p < off.Pattern.ColPtr[k+1]; p++ {
		c.add(off.Pattern.RowIdx[p], -off.Values[p], c.abs(off.Values[p]))
	}
}
