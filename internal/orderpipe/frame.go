package orderpipe

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/nrkit/nrkit/internal/bindata"
	"github.com/nrkit/nrkit/sparsity"
)

// Schemas of requests and replies.
const (
	RequestSchema = "order-request/v1"
	ReplySchema   = "order-reply/v1"
)

// A Request is the line before the arrays of a matrix.
type Request struct {
	Schema   string `json:"schema"`             // `order-request/v1`
	Ordering string `json:"ordering"`           // name of an ordering, or `best`
	Matching string `json:"matching,omitempty"` // `none` (default), `structural`, `product` or `auto`
	Goal     string `json:"goal,omitempty"`     // with `best`: `recommended` (default), `fill`, `flops` or `parallel`
	Rows     int64  `json:"rows"`               // number of rows
	Cols     int64  `json:"cols"`               // number of columns
	NNZ      int64  `json:"nnz"`                // number of entries
	Index    int    `json:"index_bytes"`        // bytes of an index: 4 or 8
	Values   bool   `json:"values,omitempty"`   // whether values follow the indices
}

// A Reply is the line before the permutations, or an error.
type Reply struct {
	Schema   string `json:"schema"`             // `order-reply/v1`
	Error    string `json:"error,omitempty"`    // what is wrong with the request; no arrays follow then
	Hint     string `json:"hint,omitempty"`     // what may help; absent without advice
	Method   string `json:"method,omitempty"`   // name of the ordering
	Matching string `json:"matching,omitempty"` // `none`, `structural` or `product`
	Rows     int    `json:"rows"`               // elements of the permutation of the rows
	Cols     int    `json:"cols"`               // elements of the permutation of the columns
	Limits   int    `json:"block_ptr"`          // elements of the block limits; 0 without `btf+`
	Elapsed  int64  `json:"elapsed_ns"`         // time from the last byte of the request to the permutation

	rows, cols []int32
	limits     []int32
}

// mostLine bounds the line of a request.
const mostLine = 1 << 16

// readLine reads the line of a request; io.EOF means that the input has no more lines.
func readLine(in *bufio.Reader) (*Request, error) {
	line, err := in.ReadSlice('\n')
	switch {
	case errors.Is(err, io.EOF) && len(line) == 0:
		return nil, io.EOF
	case errors.Is(err, io.EOF):
		return nil, errors.New("request: the input ends in the line")
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("request: a line of more than %d bytes", mostLine)
	case err != nil:
		return nil, err
	}
	r := &Request{}
	if err := json.Unmarshal(line, r); err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	if r.Schema != RequestSchema {
		return nil, fmt.Errorf("request: schema %q, want %q", r.Schema, RequestSchema)
	}
	if r.Rows < 0 || r.Cols < 0 || r.NNZ < 0 || r.Rows > sparsity.MaxDim || r.Cols > sparsity.MaxDim || r.NNZ > 1<<56 || r.Index != 4 && r.Index != 8 {
		return nil, fmt.Errorf("request: %d rows, %d columns, %d entries and indices of %d bytes; want 0 to %d rows and columns, and 4 or 8 bytes", r.Rows, r.Cols, r.NNZ, r.Index, sparsity.MaxDim)
	}
	return r, nil
}

// readMatrix reads the arrays of a request. The error flaw is about numbers that are no
// matrix: the arrays were read, and the pipe goes on.
func readMatrix(in *bufio.Reader, r *Request) (m *sparsity.Matrix, flaw, err error) {
	b := bindata.NewReader(in, binary.LittleEndian, 0)
	p := &sparsity.Pattern{Rows: int(r.Rows), Cols: int(r.Cols)}
	integer := bindata.Integer(binary.LittleEndian, r.Index, true)
	err = b.Each(r.Cols+1, r.Index, "column pointers", func(b []byte, _ int64) error {
		for ; len(b) > 0; b = b[r.Index:] {
			p.ColPtr = append(p.ColPtr, integer(b))
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	err = b.Each(r.NNZ, r.Index, "row indices", func(b []byte, k int64) error {
		for ; len(b) > 0; b, k = b[r.Index:], k+1 {
			i := integer(b)
			if flaw == nil && (i < 0 || i >= r.Rows) {
				flaw = fmt.Errorf("entry %d: row %d, want 0 to %d", k, i, r.Rows-1)
			}
			p.RowIdx = append(p.RowIdx, int32(i))
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	m = &sparsity.Matrix{Pattern: p}
	if r.Values {
		m.Values = make([]float64, 0, min(r.NNZ, 1<<16))
		float := bindata.Float(binary.LittleEndian, 8)
		err = b.Each(r.NNZ, 8, "values", func(b []byte, _ int64) error {
			for ; len(b) > 0; b = b[8:] {
				m.Values = append(m.Values, float(b))
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	if flaw == nil {
		flaw = checked(p)
	}
	return m, flaw, nil
}

// checked returns what is wrong with column pointers, or with the order of rows.
func checked(p *sparsity.Pattern) error {
	if p.ColPtr[0] != 0 || p.ColPtr[p.Cols] != int64(len(p.RowIdx)) {
		return fmt.Errorf("column pointers from %d to %d, want 0 to %d", p.ColPtr[0], p.ColPtr[p.Cols], len(p.RowIdx))
	}
	for j := range p.Cols {
		if p.ColPtr[j+1] < p.ColPtr[j] {
			return fmt.Errorf("column %d: the pointers descend from %d to %d", j, p.ColPtr[j], p.ColPtr[j+1])
		}
	}
	for j := range p.Cols {
		rows := p.Col(j)
		for k := 1; k < len(rows); k++ {
			if rows[k] <= rows[k-1] {
				return fmt.Errorf("column %d: row %d after row %d; want ascending rows, each once", j, rows[k], rows[k-1])
			}
		}
	}
	return nil
}

// write writes a reply and its arrays.
func (r *Reply) write(out *bufio.Writer) error {
	r.Schema, r.Rows, r.Cols, r.Limits = ReplySchema, len(r.rows), len(r.cols), len(r.limits)
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	out.Write(append(line, '\n')) // a bufio.Writer keeps its first error for Flush
	var b []byte
	for _, list := range [][]int32{r.rows, r.cols, r.limits} {
		for _, x := range list {
			b = binary.LittleEndian.AppendUint32(b, uint32(x))
		}
	}
	out.Write(b)
	return out.Flush()
}
