package matgen

import "github.com/nrkit/nrkit/sparsity"

// Values lays random values on p, uniform in (-1, 1) and never zero.
// The result shares the pattern.
func Values(p *sparsity.Pattern, seed uint64) *sparsity.Matrix {
	r := generator(seed)
	m := &sparsity.Matrix{Pattern: p, Values: make([]float64, p.NNZ())}
	for k := range m.Values {
		m.Values[k] = value(r.Float64())
	}
	return m
}

// ComplexValues lays random complex values on p, both parts as in [Values].
// The result shares the pattern.
func ComplexValues(p *sparsity.Pattern, seed uint64) *sparsity.Matrix {
	m := Values(p, seed)
	m.Imag = Values(p, seed+1).Values
	return m
}

// Dominant lays values on p as [Values] does and then makes each column
// diagonally dominant where p has the diagonal entry, so that no pivoting is
// needed. The result shares the pattern.
func Dominant(p *sparsity.Pattern, seed uint64) *sparsity.Matrix {
	m := Values(p, seed)
	for j := range p.Cols {
		sum, diag := 0.0, int64(-1)
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			sum += max(m.Values[k], -m.Values[k])
			if int(p.RowIdx[k]) == j {
				diag = k
			}
		}
		if diag >= 0 {
			m.Values[diag] = 1 + sum
		}
	}
	return m
}

// value maps [0, 1) to (-1, 1) without zero.
func value(u float64) float64 {
	if v := 2*u - 1; v != 0 && v > -1 {
		return v
	}
	return 0.5
}
