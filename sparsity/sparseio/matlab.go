package sparseio

import (
	"errors"
	"path"
	"strings"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio/internal/matlab"
)

// readMATLAB reads in, a MAT-file of level 5.
func readMATLAB(in *input, opt Options) (*File, error) {
	m, err := matlab.Read(in.r, matlab.Options{
		Variable:    opt.Variable,
		PatternOnly: opt.PatternOnly,
		Most: func(bytes int64) int {
			most := in.mostEntries()
			if bytes >= 0 {
				most = min(most, mostPacked(bytes, freeArchive, archiveDense))
			}
			return most
		},
		Shape: func(rows, cols, entries int64) error {
			return in.checkShape(rows, cols, entries, cols) // whose pointers are in the file
		},
	})
	var choice *matlab.ChoiceError
	if errors.As(err, &choice) {
		return nil, &SyntaxError{File: in.file, Msg: choice.Msg, Variables: choice.Choices}
	}
	if err != nil {
		return nil, in.binaryError(err)
	}
	f := &File{Member: m.Name, Format: FormatMATLAB, Layout: "csc", Field: "real", Symmetry: "general", Entries: len(m.RowIdx)}
	a := &sparsity.Pattern{Rows: m.Rows, Cols: m.Cols, ColPtr: m.ColPtr, RowIdx: m.RowIdx}
	f.Matrix = &sparsity.Matrix{Pattern: a, Values: m.Values, Imag: m.Imag}
	switch {
	case m.Complex:
		f.Field = "complex"
	case m.Logical:
		f.Field = "pattern"
		for _, v := range m.Values {
			if v == 0 {
				f.Field = "integer"
			}
		}
		if f.Field == "pattern" {
			f.Matrix.Values = nil
		}
	}
	if !a.Canonical() {
		f.compress(opt, columnTriplets(f.Matrix))
	}
	f.finishBinary(in.file)
	return f, nil
}

// hasMATLABName reports whether the extension belongs to MAT-files.
func hasMATLABName(name string) bool { return strings.EqualFold(path.Ext(name), ".mat") }
