package sparseio

import (
	"fmt"
	"io"
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// WriteOptions say how to write a Matrix Market file. The zero value is good.
type WriteOptions struct {
	// Field is "real", "integer", "complex" or "pattern". Empty means the field of
	// the matrix: pattern without values, complex with imaginary parts, otherwise
	// real.
	Field string

	// Comment is text for the lines after the banner.
	Comment string
}

// WriteMatrixMarket writes m to w as a general coordinate file, column by column.
// Reading the file gives the same matrix: each number has the fewest digits that
// distinguish it from all other numbers.
//
// Format: Matrix Market, https://math.nist.gov/MatrixMarket/formats.html; one blank between numbers, a line feed after each
// line, not-a-number and infinities as nan, inf and -inf.
//
// Errors come from w. It is also an error if opt.Field is not a field, or if m does
// not fit the field: it lacks values, has imaginary parts, or has values that are no
// integers.
func WriteMatrixMarket(w io.Writer, m *sparsity.Matrix, opt WriteOptions) error {
	field, err := fieldToWrite(m, opt.Field)
	if err != nil {
		return err
	}
	a := m.Pattern
	mw := NewMarketWriter(w, MarketHeader{Layout: "coordinate", Field: field, Comment: opt.Comment,
		Rows: int64(a.Rows), Cols: int64(a.Cols), Entries: int64(a.NNZ())})
	var re, im float64
	for j := range a.Cols {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			if m.Values != nil {
				re = m.Values[k]
			}
			if m.Imag != nil {
				im = m.Imag[k]
			}
			mw.Entry(int64(a.RowIdx[k]), int64(j), re, im)
		}
	}
	return mw.Close()
}

// fieldToWrite returns the field to write m as: field itself, or what m has if field is
// empty. It returns an error if field is not a field or needs what m does not have.
func fieldToWrite(m *sparsity.Matrix, field string) (string, error) {
	has := "real"
	switch {
	case m.Complex():
		has = "complex"
	case !m.HasValues():
		has = "pattern"
	}
	switch field {
	case "":
		return has, nil
	case has, "pattern":
	case "integer":
		if has != "real" {
			return "", fmt.Errorf("want real values to write as integer, got %s", has)
		}
		for _, v := range m.Values {
			if v != math.Trunc(v) || math.IsInf(v, 0) {
				return "", fmt.Errorf("want integers to write as integer, got %v", v)
			}
		}
	case "real", "complex":
		return "", fmt.Errorf("want %s values, got %s", field, has)
	default:
		return "", fmt.Errorf("want field real, integer, complex or pattern, got %q", field)
	}
	return field, nil
}
