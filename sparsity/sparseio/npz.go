package sparseio

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"

	"github.com/nrkit/nrkit/sparsity"
)

// An npzReader reads one matrix that scipy.sparse.save_npz wrote.
//
// Format: a zip archive of arrays in NumPy's format. format.npy names the
// layout, csr, csc or coo; shape.npy the rows and columns; data.npy the values;
// indices.npy and indptr.npy, or row.npy and col.npy, the positions.
type npzReader struct {
	file    string
	members map[string]*zip.File
	opt     Options
}

// isZip reports whether head begins a zip archive.
func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// readNPZ reads in, which begins a zip archive. The archive is held in memory,
// since its directory is at the end.
func readNPZ(in *input, opt Options) (*File, error) {
	data, err := io.ReadAll(in.r)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", in.file, err)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, &SyntaxError{File: in.file, Msg: "the archive is damaged: " + err.Error()}
	}
	p := &npzReader{file: in.file, members: map[string]*zip.File{}, opt: opt}
	for _, m := range z.File {
		p.members[m.Name] = m
	}
	return p.read()
}

// fault returns the error for what is wrong with a member.
func (p *npzReader) fault(member, format string, args ...any) error {
	return &SyntaxError{File: p.file, Msg: member + ".npy: " + fmt.Sprintf(format, args...)}
}

// array reads a member.
func (p *npzReader) array(member string) (*npyArray, error) {
	m := p.members[member+".npy"]
	if m == nil {
		return nil, &SyntaxError{File: p.file, Msg: "want a sparse matrix as SciPy saves it, got an archive without " + member + ".npy"}
	}
	r, err := m.Open()
	if err != nil {
		return nil, p.fault(member, "%v", err)
	}
	a, err := readNPY(r)
	if e := r.Close(); err == nil {
		err = e
	}
	if err != nil {
		return nil, p.fault(member, "%v", err)
	}
	return a, nil
}

// indices reads a member that holds integers from 0 to limit.
func (p *npzReader) indices(member string, limit int) ([]int32, error) {
	a, err := p.array(member)
	if err != nil {
		return nil, err
	}
	x, err := a.integers(int64(limit))
	if err != nil {
		return nil, p.fault(member, "%v", err)
	}
	return x, nil
}

// read reads the matrix.
func (p *npzReader) read() (*File, error) {
	a, err := p.array("format")
	if err != nil {
		return nil, err
	}
	layout, ok := a.text()
	if !ok || layout != "csr" && layout != "csc" && layout != "coo" {
		return nil, p.fault("format", "want csr, csc or coo, got %.20q", layout)
	}
	t := &sparsity.Triplets{}
	if t.Rows, t.Cols, err = p.shape(); err != nil {
		return nil, err
	}
	if layout == "coo" {
		err = p.coordinates(t)
	} else {
		err = p.compressed(t, layout == "csr")
	}
	if err != nil {
		return nil, err
	}
	field, err := p.values(t)
	if err != nil {
		return nil, err
	}
	if err := checkSparse(t.Rows, t.Cols, len(t.Row)); err != nil {
		return nil, p.fault("shape", "%v", err)
	}
	f := &File{Format: FormatNPZ, Layout: layout, Field: field, Symmetry: "general", Entries: len(t.Row)}
	f.Matrix, f.Duplicates = t.Compress()
	f.ExplicitZeros = storedZeros(f.Matrix)
	return f, nil
}

// checkSparse refuses dimensions that the entries do not account for.
func checkSparse(rows, cols, entries int) error {
	if limit := max(freeDim, dimsPerEntry*min(entries, sparsity.MaxDim)); max(rows, cols) > limit {
		return fmt.Errorf("want at most %d rows and columns for %d entries, got %d by %d", limit, entries, rows, cols)
	}
	return nil
}

// shape reads the numbers of rows and columns.
func (p *npzReader) shape() (rows, cols int, err error) {
	x, err := p.indices("shape", sparsity.MaxDim)
	if err != nil {
		return 0, 0, err
	}
	if len(x) != 2 {
		return 0, 0, p.fault("shape", "want 2 dimensions, got %d", len(x))
	}
	return int(x[0]), int(x[1]), nil
}

// coordinates reads the positions of a coo matrix.
func (p *npzReader) coordinates(t *sparsity.Triplets) (err error) {
	if t.Row, err = p.indices("row", t.Rows-1); err != nil {
		return err
	}
	if t.Col, err = p.indices("col", t.Cols-1); err != nil {
		return err
	}
	if len(t.Row) != len(t.Col) {
		return p.fault("col", "want %d elements as in row.npy, got %d", len(t.Row), len(t.Col))
	}
	return nil
}

// compressed reads the positions of a csr or csc matrix.
func (p *npzReader) compressed(t *sparsity.Triplets, byRow bool) error {
	lines, across := t.Cols, t.Rows
	if byRow {
		lines, across = across, lines
	}
	index, err := p.indices("indices", across-1)
	if err != nil {
		return err
	}
	ptr, err := p.indices("indptr", len(index))
	if err != nil {
		return err
	}
	if len(ptr) != lines+1 || ptr[0] != 0 || int(ptr[lines]) != len(index) {
		return p.fault("indptr", "want %d elements from 0 to %d", lines+1, len(index))
	}
	line := make([]int32, len(index))
	for j := range lines {
		if ptr[j+1] < ptr[j] {
			return p.fault("indptr", "element %d: want at least %d, got %d", j+1, ptr[j], ptr[j+1])
		}
		for k := ptr[j]; k < ptr[j+1]; k++ {
			line[k] = int32(j)
		}
	}
	t.Row, t.Col = index, line
	if byRow {
		t.Row, t.Col = line, index
	}
	return nil
}

// values reads the values and returns their field.
func (p *npzReader) values(t *sparsity.Triplets) (field string, err error) {
	a, err := p.array("data")
	if err != nil {
		return "", err
	}
	re, imag, field, err := a.numbers()
	if err != nil {
		return "", p.fault("data", "%v", err)
	}
	if len(re) != len(t.Row) {
		return "", p.fault("data", "want %d elements, one for each position, got %d", len(t.Row), len(re))
	}
	if !p.opt.PatternOnly {
		t.Values, t.Imag = re, imag
	}
	return field, nil
}
