package matrices

import (
	"github.com/nrkit/nrkit/sparsity"
)

// triplets writes a list of entries. Entries outside of the matrix are ignored, as
// MUMPS and PETSc ignore them. If the matrix is symmetric, an entry may be in either
// triangle, and both are added up, as MUMPS and CHOLMOD do.
func (m *raw) triplets(begin beginner) (counts, error) {
	t, n, err := m.readTriplets()
	if err != nil {
		return n, err
	}
	a, duplicates := sparsity.CompressParts([]sparsity.Triplets{*t}, sparsity.CompressOptions{Workers: 1, Own: true})
	n.summed, n.entries = int64(duplicates), int64(a.Pattern.NNZ())
	out := begin(n)
	p := a.Pattern
	var re, im float64
	for j := range p.Cols {
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			if a.Values != nil {
				re = a.Values[k]
			}
			if a.Imag != nil {
				im = a.Imag[k]
			}
			out.Entry(int64(p.RowIdx[k]), int64(j), re, im)
		}
	}
	return n, out.Close()
}

// readTriplets reads the entries. Those of a symmetric matrix are put below the
// diagonal.
func (m *raw) readTriplets() (*sparsity.Triplets, counts, error) {
	var n counts
	ai, aj, values := m.integers(sectionAI), m.integers(sectionAJ), m.values()
	t := &sparsity.Triplets{Rows: int(m.Rows), Cols: int(m.Cols), Row: make([]int32, 0, m.NNZ), Col: make([]int32, 0, m.NNZ)}
	if m.value != valueNone {
		t.Values = make([]float64, 0, m.NNZ)
	}
	if m.complex() {
		t.Imag = make([]float64, 0, m.NNZ)
	}
	folded, hermitian := m.symmetryWord() != "general", m.symmetryWord() == "hermitian"
	for range m.NNZ {
		i, err := ai.next()
		if err != nil {
			return t, n, err
		}
		j, err := aj.next()
		if err != nil {
			return t, n, err
		}
		re, im, err := values.next()
		if err != nil {
			return t, n, err
		}
		if m.rows {
			i, j = j, i
		}
		i, j = i-m.base, j-m.base
		if i < 0 || j < 0 || i >= m.Rows || j >= m.Cols {
			n.ignored++
			continue
		}
		if folded && i < j {
			i, j = j, i
			if hermitian {
				im = -im
			}
		}
		t.Row, t.Col = append(t.Row, int32(i)), append(t.Col, int32(j))
		if t.Values != nil {
			t.Values = append(t.Values, re)
		}
		if t.Imag != nil {
			t.Imag = append(t.Imag, im)
		}
	}
	return t, n, nil
}
