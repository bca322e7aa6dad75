package sparseio

import "github.com/nrkit/nrkit/sparsity"

// expandArray makes the matrix of an array file, which lists the columns one
// after the other: whole, or from the diagonal down, or from below it down.
// Every position is an entry, except on the diagonal of a skew-symmetric
// matrix, which is not listed.
func (p *mmReader) expandArray(parts []sparsity.Triplets) *sparsity.Matrix {
	m := p.h.densePattern()
	if !p.values() {
		return m
	}
	values, imag := joinValues(parts, p.h.entries, p.h.field == "complex")
	if p.h.general() {
		m.Values, m.Imag = values, imag
		return m
	}
	re, im := 1.0, 1.0 // signs of mirrors
	switch p.h.mirror() {
	case sparsity.MirrorNegated:
		re, im = -1, -1
	case sparsity.MirrorConjugate:
		im = -1
	}
	m.Values = p.h.mirrorArray(values, re)
	if imag != nil {
		m.Imag = p.h.mirrorArray(imag, im)
		p.noteDiagonal(m)
	}
	return m
}

// densePattern returns the pattern of an array.
func (h *mmHeader) densePattern() *sparsity.Matrix {
	a := sparsity.NewPattern(h.rows, h.cols)
	skew := h.symmetry == "skew-symmetric"
	n := h.rows * h.cols
	if skew {
		n -= h.rows
	}
	a.RowIdx = make([]int32, 0, n)
	for j := range h.cols {
		for i := range h.rows {
			if !skew || i != j {
				a.RowIdx = append(a.RowIdx, int32(i))
			}
		}
		a.ColPtr[j+1] = int64(len(a.RowIdx))
	}
	return &sparsity.Matrix{Pattern: a}
}

// joinValues returns the values of all parts.
func joinValues(parts []sparsity.Triplets, n int, complexField bool) (values, imag []float64) {
	values = make([]float64, 0, n)
	if complexField {
		imag = make([]float64, 0, n)
	}
	for k := range parts {
		values = append(values, parts[k].Values...)
		imag = append(imag, parts[k].Imag...)
	}
	return values, imag
}

// mirrorArray returns all values of a square array from those of its lower
// triangle; those above the diagonal are the mirrored ones times sign.
func (h *mmHeader) mirrorArray(lower []float64, sign float64) []float64 {
	n, skip := h.rows, 0 // the length of a column, and of what it lacks at the diagonal
	if h.symmetry == "skew-symmetric" {
		skip = 1
	}
	length := n - skip
	full := make([]float64, n*length)
	at := 0
	for j := range n {
		for i := j + skip; i < n; i++ {
			v := lower[at]
			at++
			full[i*length+j] = sign * v
			full[j*length+i-skip] = v
		}
	}
	return full
}

// noteDiagonal notes the diagonal entries of a hermitian array that have an
// imaginary part.
func (p *mmReader) noteDiagonal(m *sparsity.Matrix) {
	if p.h.symmetry != "hermitian" {
		return
	}
	for j := range p.h.rows {
		if m.Imag[j*p.h.rows+j] != 0 {
			p.notes[noteHermitianDiagonal].count++
		}
	}
}
