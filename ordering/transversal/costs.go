package transversal

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// A problem is a matrix in which each entry has a cost. The transversal wanted
// has as many entries as possible and, of these, the least sum of costs.
type problem struct {
	*sparsity.Pattern           // of the entries that may be chosen
	cost              []float64 // of each entry; finite, not negative, 0 in each column with entries
	base              []float64 // what the cost of a column was counted from; 0 for an empty column
}

// costsOf returns the problem for the values of m: the cost of an entry is how
// far value, a growing function of magnitudes, is below its largest in the
// column, which is base. Entries that are zero are left out.
func costsOf(m *sparsity.Matrix, value func(re, im float64) float64) (*problem, error) {
	if !m.HasValues() {
		panic(errNoValues)
	}
	p := &problem{Pattern: withoutZeros(m), base: make([]float64, m.Pattern.Cols)}
	p.cost = make([]float64, p.NNZ())
	k := 0
	for j := range m.Pattern.Cols {
		first := k
		most := math.Inf(-1)
		for e := m.Pattern.ColPtr[j]; e < m.Pattern.ColPtr[j+1]; e++ {
			re, im := valueAt(m, e)
			if re == 0 && im == 0 {
				continue
			}
			if math.IsInf(re, 0) || math.IsInf(im, 0) || re != re || im != im {
				return nil, &FiniteError{int(m.Pattern.RowIdx[e]), j}
			}
			p.cost[k] = value(re, im)
			most = max(most, p.cost[k])
			k++
		}
		if first == k {
			continue
		}
		p.base[j] = most
		for e := first; e < k; e++ {
			p.cost[e] = most - p.cost[e]
		}
	}
	return p, nil
}

// valueAt returns the real and the imaginary part of entry e.
func valueAt(m *sparsity.Matrix, e int64) (re, im float64) {
	if m.Imag != nil {
		im = m.Imag[e]
	}
	return m.Values[e], im
}

// withoutZeros returns the pattern of the entries of m that are not zero: its
// own where all are.
func withoutZeros(m *sparsity.Matrix) *sparsity.Pattern {
	a := m.Pattern
	zeros := 0
	for e := range m.Values {
		if re, im := valueAt(m, int64(e)); re == 0 && im == 0 {
			zeros++
		}
	}
	if zeros == 0 {
		return a
	}
	b := sparsity.NewPattern(a.Rows, a.Cols)
	b.RowIdx = make([]int32, 0, a.NNZ()-zeros)
	for j := range a.Cols {
		for e := a.ColPtr[j]; e < a.ColPtr[j+1]; e++ {
			if re, im := valueAt(m, e); re != 0 || im != 0 {
				b.RowIdx = append(b.RowIdx, a.RowIdx[e])
			}
		}
		b.ColPtr[j+1] = int64(len(b.RowIdx))
	}
	return b
}

// logarithm returns the natural logarithm of the magnitude of a number that is
// not zero.
//
// Magnitudes that overflow or have lost digits are brought near 1 first, and so
// are subnormal numbers, which math.Log takes for larger ones on some machines.
func logarithm(re, im float64) float64 {
	const least = 0x1p-1000
	x := math.Abs(re)
	if im != 0 {
		x = math.Hypot(re, im)
	}
	if least < x && x <= math.MaxFloat64 {
		return math.Log(x)
	}
	_, e := math.Frexp(max(math.Abs(re), math.Abs(im)))
	return math.Log(math.Hypot(math.Ldexp(re, -e), math.Ldexp(im, -e))) + float64(e)*math.Ln2
}
