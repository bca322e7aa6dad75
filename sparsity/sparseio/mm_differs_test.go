package sparseio

import (
	"fmt"
	"math"
	"math/cmplx"
	"strconv"
)

// differs returns how got differs from f, or "".
func (f *slowFile) differs(got *File, skip bool) string {
	m := got.Matrix
	a := m.Pattern
	if err := a.Check(); err != nil {
		return err.Error()
	}
	values := f.field != "pattern" && !skip
	switch {
	case !a.Canonical():
		return "not canonical"
	case a.Rows != f.rows || a.Cols != f.cols || a.NNZ() != len(f.sums):
		return fmt.Sprintf("want %d×%d with %d entries, got %d×%d with %d", f.rows, f.cols, len(f.sums), a.Rows, a.Cols, a.NNZ())
	case got.Layout != f.layout || got.Field != f.field || got.Symmetry != f.symmetry:
		return fmt.Sprintf("want %s %s %s, got %s %s %s", f.layout, f.field, f.symmetry, got.Layout, got.Field, got.Symmetry)
	case got.Entries != f.entries || got.Duplicates != f.duplicates || got.ExplicitZeros != f.zeros(skip):
		return fmt.Sprintf("want %d entries, %d duplicates, %d zeros, got %d, %d, %d", f.entries, f.duplicates, f.zeros(skip),
			got.Entries, got.Duplicates, got.ExplicitZeros)
	case m.HasValues() != values || m.Complex() != (values && f.field == "complex"):
		return fmt.Sprintf("values %v, complex %v", m.HasValues(), m.Complex())
	case values && len(m.Values) != a.NNZ() || m.Complex() && len(m.Imag) != a.NNZ():
		return fmt.Sprintf("%d values, %d imaginary parts", len(m.Values), len(m.Imag))
	}
	for j := range a.Cols {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			at := [2]int{int(a.RowIdx[k]), j}
			want, ok := f.sums[at]
			if !ok {
				return fmt.Sprintf("entry %v comes from nowhere", at)
			}
			if !values {
				continue
			}
			v := complex(m.Values[k], 0)
			if m.Complex() {
				v = complex(m.Values[k], m.Imag[k])
			}
			if v != want && !(cmplx.IsNaN(v) && cmplx.IsNaN(want)) && !(math.IsNaN(real(v)) && math.IsNaN(real(want)) || math.IsNaN(imag(v)) && math.IsNaN(imag(want))) {
				return fmt.Sprintf("value at %v: want %v, got %v", at, want, v)
			}
		}
	}
	return f.differsInWarnings(got)
}

func (f *slowFile) differsInWarnings(got *File) string {
	if len(got.Warnings) != len(f.codes) {
		return fmt.Sprintf("want warnings %v, got %v", f.codes, got.Warnings)
	}
	for _, w := range got.Warnings {
		n, ok := f.codes[w.Code]
		if m := slowCounted.FindStringSubmatch(w.Msg); !ok || m != nil && m[1] != strconv.Itoa(n) {
			return fmt.Sprintf("want warnings %v, got %v", f.codes, got.Warnings)
		}
	}
	return ""
}
