package sparseio

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/nrkit/nrkit/internal/bindata"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio/internal/petsc"
)

// readPETSc reads in, which begins with a matrix as PETSc writes it.
func readPETSc(in *input, opt Options) (*File, error) {
	m, err := petsc.Read(in.r, petsc.Options{
		PatternOnly: opt.PatternOnly,
		Claim:       in.claimPETSc,
		Grown:       in.checkDense,
	})
	if err != nil {
		return nil, in.binaryError(err)
	}
	f := &File{Format: FormatPETSc, Layout: "csr", Field: "real", Symmetry: "general", Entries: len(m.ColIdx)}
	if m.Complex {
		f.Field = "complex"
	}
	row := make([]int32, len(m.ColIdx))
	for i := range m.Rows {
		for k := m.RowPtr[i]; k < m.RowPtr[i+1]; k++ {
			row[k] = int32(i)
		}
	}
	f.compress(opt, sparsity.Triplets{Rows: m.Rows, Cols: m.Cols, Row: row, Col: m.ColIdx, Values: m.Values, Imag: m.Imag})
	f.finishBinary(in.file)
	if m.More >= 0 {
		f.Warnings = append(f.Warnings, Warning{Code: codeRest, File: in.file,
			Msg: fmt.Sprintf("byte %d: the objects after the matrix are ignored", m.More)})
	}
	return f, nil
}

// claimPETSc refuses a header that claims more than the input can hold, or
// dimensions far beyond the entries.
func (in *input) claimPETSc(rows, cols, entries int64) error {
	const header, least = 16, 4 // bytes of the header and of an integer, at least
	if need := header + least*rows + (least+8)*entries; in.size >= 0 && need > in.size {
		return in.refuse("byte 0: want at least %d bytes for %d rows and %d entries, got %d", need, rows, entries, in.size)
	}
	if in.total >= 0 {
		if err := in.checkDense(int(entries)); err != nil {
			return err
		}
	}
	known := rows // the lengths of the rows are in the file
	if in.packed {
		known = min(rows, int64(in.mostEntries()))
	}
	return in.checkShape(rows, cols, entries, known)
}

// checkDense refuses more entries than the input may have.
func (in *input) checkDense(entries int) error {
	if most := in.mostEntries(); entries > most {
		return in.refuse("%s", tooDense(entries, most))
	}
	return nil
}

// checkShape refuses dimensions far beyond the entries; known is how many rows or
// columns the input confirms.
func (in *input) checkShape(rows, cols, entries, known int64) error {
	most := max(freeDim, dimsPerEntry*min(entries, sparsity.MaxDim), known)
	if rows > most || cols > most {
		return in.refuse("%d×%d is too large for %d entries: want at most %d rows and columns", rows, cols, entries, most)
	}
	return nil
}

// binaryError returns err, which came from the reader of a binary format.
func (in *input) binaryError(err error) error {
	var at *bindata.Error
	var syntax *SyntaxError
	switch {
	case errors.As(err, &at):
		return in.refuse("%v", at)
	case errors.As(err, &syntax):
		return err
	}
	return fmt.Errorf("reading %s: %w", in.file, err)
}

// compress makes the matrix of the entries t, which it takes over.
func (f *File) compress(opt Options, t sparsity.Triplets) {
	workers := opt.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	f.Matrix, f.Duplicates = sparsity.CompressParts([]sparsity.Triplets{t}, sparsity.CompressOptions{Workers: workers, Own: true})
}

// finishBinary counts and warns of what is doubtful about the matrix of a binary
// file.
func (f *File) finishBinary(file string) {
	var n notes
	for _, x := range [][]float64{f.Matrix.Values, f.Matrix.Imag} {
		for _, v := range x {
			if v-v != 0 { // infinite or not a number
				n.add(noteNotFinite, 0, 0)
			}
		}
	}
	f.ExplicitZeros = storedZeros(f.Matrix)
	n[noteDuplicates].count = f.Duplicates
	f.Warnings = append(f.Warnings, n.warnings(file)...)
}
