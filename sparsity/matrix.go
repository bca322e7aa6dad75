package sparsity

// A Matrix is numeric values on a pattern.
//
// Values[k] is the value of the entry Pattern.RowIdx[k], and Imag[k] its imaginary
// part. Imag is nil for a real matrix. A matrix read from a file without values has
// Values nil: it has structure only.
type Matrix struct {
	Pattern *Pattern
	Values  []float64
	Imag    []float64
}

// HasValues reports whether m has values. A matrix without entries counts as having
// values unless both its slices are nil.
func (m *Matrix) HasValues() bool { return m.Values != nil }

// Complex reports whether m has imaginary parts.
func (m *Matrix) Complex() bool { return m.Imag != nil }
