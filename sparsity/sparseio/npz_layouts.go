package sparseio

import (
	"io"

	"github.com/nrkit/nrkit/sparsity"
)

// readCompressed reads lists of indices, one for each of major rows or
// columns.
func (p *npzReader) readCompressed(f *File, major, minor int) error {
	t := sparsity.Triplets{Rows: p.rows, Cols: p.cols}
	finish := p.startValues(f, &t)
	ptr, ind, err := p.lists(major, minor)
	if errValues := finish(); err == nil {
		err = errValues
	}
	if err != nil {
		return err
	}
	if f.Layout == "csc" {
		a := &sparsity.Pattern{Rows: p.rows, Cols: p.cols, ColPtr: ptr, RowIdx: ind}
		f.Matrix = &sparsity.Matrix{Pattern: a, Values: t.Values, Imag: t.Imag}
		if a.Canonical() {
			return nil
		}
	}
	list := make([]int32, len(ind))
	for i := range major {
		for k := ptr[i]; k < ptr[i+1]; k++ {
			list[k] = int32(i)
		}
	}
	if t.Row, t.Col = list, ind; f.Layout == "csc" {
		t.Row, t.Col = ind, list
	}
	p.compress(f, t)
	return nil
}

// lists reads pointers and indices.
func (p *npzReader) lists(major, minor int) (ptr []int64, ind []int32, err error) {
	if err := p.array("indptr", func(h *npyHeader, r io.Reader) (err error) {
		ptr, err = h.readPointers(r, major)
		return err
	}); err != nil {
		return nil, nil, err
	}
	if ind, err = p.indices("indices", minor); err != nil {
		return nil, nil, err
	}
	p.nnz = len(ind)
	if last := ptr[major]; last != int64(p.nnz) {
		return nil, nil, p.in.refuse("array indptr: want %d as the last pointer, the number of indices, got %d", p.nnz, last)
	}
	return ptr, ind, p.checkDims(major)
}

// readCoordinates reads entries in any order.
func (p *npzReader) readCoordinates(f *File) error {
	t := sparsity.Triplets{Rows: p.rows, Cols: p.cols}
	finish := p.startValues(f, &t)
	row, col, err := p.coordinates()
	if errValues := finish(); err == nil {
		err = errValues
	}
	if err != nil {
		return err
	}
	t.Row, t.Col = row, col
	p.compress(f, t)
	return nil
}

// coordinates reads rows and columns.
func (p *npzReader) coordinates() (row, col []int32, err error) {
	if row, err = p.indices("row", p.rows); err != nil {
		return nil, nil, err
	}
	if col, err = p.indices("col", p.cols); err != nil {
		return nil, nil, err
	}
	if p.nnz = len(row); len(col) != p.nnz {
		return nil, nil, p.in.refuse("array col: want %d indices, as many as in row, got %d", p.nnz, len(col))
	}
	return row, col, p.checkDims(0)
}

// compress makes the matrix of the entries t, whose memory it may keep.
func (p *npzReader) compress(f *File, t sparsity.Triplets) {
	opt := sparsity.CompressOptions{Workers: p.opt.Workers, Own: true}
	f.Matrix, f.Duplicates = sparsity.CompressParts([]sparsity.Triplets{t}, opt)
}
