package dump

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/nrkit/nrkit/sparsity"
)

// Write writes m to a new file.
func Write(path string, m *sparsity.Matrix) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	w := bufio.NewWriterSize(f, 1<<20)
	p := m.Pattern
	put := func(v uint64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], v)
		_, _ = w.Write(b[:]) // the error is kept by w until Flush
	}
	put(uint64(p.Rows))
	put(uint64(p.Cols))
	put(uint64(p.NNZ()))
	for _, x := range p.ColPtr {
		put(uint64(x))
	}
	for _, i := range p.RowIdx {
		put(uint64(i))
	}
	for _, v := range m.Values {
		put(math.Float64bits(v))
	}
	return w.Flush()
}

// Read reads a file that Write wrote.
func Read(path string) (*sparsity.Matrix, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	at := 0
	get := func() uint64 {
		v := binary.LittleEndian.Uint64(b[8*at:])
		at++
		return v
	}
	if len(b) < 24 {
		return nil, fmt.Errorf("%s: %w", path, io.ErrUnexpectedEOF)
	}
	p := &sparsity.Pattern{Rows: int(get()), Cols: int(get())}
	nnz := int(get())
	head := 8 * (3 + p.Cols + 1 + nnz)
	if len(b) != head && len(b) != head+8*nnz {
		return nil, fmt.Errorf("%s: want %d or %d bytes, got %d", path, head, head+8*nnz, len(b))
	}
	p.ColPtr = make([]int64, p.Cols+1)
	for j := range p.ColPtr {
		p.ColPtr[j] = int64(get())
	}
	p.RowIdx = make([]int32, nnz)
	for k := range p.RowIdx {
		p.RowIdx[k] = int32(get())
	}
	m := &sparsity.Matrix{Pattern: p}
	if len(b) > head {
		m.Values = make([]float64, nnz)
		for k := range m.Values {
			m.Values[k] = math.Float64frombits(get())
		}
	}
	return m, p.Check()
}
