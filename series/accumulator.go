package series

import "github.com/nrkit/nrkit/sparsity"

// An Input is one matrix of a series and its name.
type Input struct {
	Name   string
	Matrix *sparsity.Matrix
}

// Compare returns what the matrices have in common, in the order given. It is
// an [Accumulator] to which each is added.
func Compare(in []Input) *Result {
	var a Accumulator
	for _, x := range in {
		a.Add(x.Name, x.Matrix)
	}
	return a.Result()
}

// An Accumulator compares matrices that come one after another. The zero value
// is ready to use.
//
// Memory, in bytes per position of the union of the patterns: 5 for the pattern, 17
// for real values and 41 for complex ones; the same 5 again for the second view once
// a zero is stored. It also refers to the pattern of the last matrix and, as long as
// the pattern is fixed, to the pattern of the first matrix. It keeps no values.
// Patterns that were added must not be modified as long as the accumulator is in
// use.
type Accumulator struct {
	// Position writes a row and a column, which count from 0, for people; nil
	// writes "row 1, column 1".
	Position func(row, col int) string

	files  []File
	stored tracker // of the stored entries

	// nonzero follows the entries that are not zero; it is nil until a zero is
	// stored, and unused once a file has no values.
	nonzero   *tracker
	noValues  bool // a file has no values
	valueless int  // index of the first such file

	values ranges
}

// Add compares m with the earlier matrices. m must have a canonical pattern; its
// values are not kept.
//
// Cost: O(|m| + cols), and O(|union|) more when the pattern of m is not the
// union of those before.
func (a *Accumulator) Add(name string, m *sparsity.Matrix) {
	zeros := countZeros(m)
	a.files = append(a.files, File{
		Name: name, Rows: m.Pattern.Rows, Cols: m.Pattern.Cols, NNZ: m.Pattern.NNZ(),
		ExplicitZeros: zeros, HasValues: hasValues(m), Complex: m.Complex(),
	})
	if !hasValues(m) && !a.noValues {
		a.noValues, a.valueless = true, len(a.files)-1
	}
	if zeros > 0 && a.nonzero == nil {
		a.nonzero = a.stored.clone()
	}
	grown := a.stored.add(m.Pattern)
	if a.nonzero != nil && !a.noValues {
		a.nonzero.add(dropZeros(m, zeros))
	}
	if a.noValues || a.stored.shapeChanged {
		a.values = ranges{}
		return
	}
	a.values.add(a.stored.union, grown, m, len(a.files) == 1)
}

// Union returns the union of the patterns added so far. It is nil without patterns,
// and if their shapes differ. It must not be modified.
func (a *Accumulator) Union() *sparsity.Pattern { return a.stored.union }

// hasValues reports whether m has values; a matrix without entries has.
func hasValues(m *sparsity.Matrix) bool { return m.HasValues() || m.Pattern.NNZ() == 0 }

// countZeros returns the number of entries of m whose value is zero.
func countZeros(m *sparsity.Matrix) int {
	zeros := 0
	for k, v := range m.Values {
		if v == 0 && (m.Imag == nil || m.Imag[k] == 0) {
			zeros++
		}
	}
	return zeros
}

// dropZeros returns the pattern of m without the entries whose value is zero,
// of which there are that many. It shares memory with m when there are none.
func dropZeros(m *sparsity.Matrix, zeros int) *sparsity.Pattern {
	p := m.Pattern
	if zeros == 0 {
		return p
	}
	q := sparsity.NewPattern(p.Rows, p.Cols)
	q.RowIdx = make([]int32, 0, p.NNZ()-zeros)
	for j := 0; j < p.Cols; j++ {
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			if m.Values[k] != 0 || m.Imag != nil && m.Imag[k] != 0 {
				q.RowIdx = append(q.RowIdx, p.RowIdx[k])
			}
		}
		q.ColPtr[j+1] = int64(len(q.RowIdx))
	}
	return q
}
