package lu_test

import (
	"context"
	"errors"
	"testing"

	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// FuzzFactor takes bytes for a matrix of up to 9 rows with small integers,
// options and a plan, and compares with dense elimination. It does not cover
// blocks, large orders, and values that overflow.
func FuzzFactor(f *testing.F) {
	f.Add([]byte{3, 0, 0x11, 0x25, 0x9a, 0x42, 0x03, 0x17, 0x88})
	f.Add([]byte{9, 1, 7, 7, 7, 7, 7, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214})
	f.Add([]byte{5, 2, 0, 1, 2, 3, 4, 250, 251, 252, 253, 254})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < 2 {
			return
		}
		n := int(b[0] % 10)
		opt := lu.Options{Threshold: []float64{0, 0.25, 1}[b[1]%3], Scale: lu.Scaling(b[1] / 3 % 2), MaxBytes: 1 << 20}
		m, exact := matrixOf(n, b[2:])
		p := problem{"fuzz", m, lu.Plan{}}
		if b[1] >= 128 { // the rows in reverse: other diagonal entries
			p.plan.Row, p.plan.Col = sparsity.Identity(n), sparsity.Identity(n)
			for i := range p.plan.Row {
				p.plan.Row[i] = int32(n - 1 - i)
			}
		}
		_, err := lu.Factor(context.Background(), m.Pattern, m.Values, p.plan, opt)
		var e *lu.SingularError
		if errors.As(err, &e) {
			if rank := oracle.ExactRank(exact); rank == n {
				t.Fatalf("nonsingular, but %v", err)
			}
			return
		}
		compare(t, p, m.Values, opt)
		m.Imag = make([]float64, len(m.Values))
		compare(t, p, lu.Complex(m), opt)
	})
}

// matrixOf returns the n×n matrix with an entry for each two bytes, position
// and value -4 to 4, and the same as integers.
func matrixOf(n int, b []byte) (*sparsity.Matrix, [][]int64) {
	t := &sparsity.Triplets{Rows: n, Cols: n}
	exact := make([][]int64, n)
	for i := range exact {
		exact[i] = make([]int64, n)
	}
	for k := 0; n > 0 && k+1 < len(b); k += 2 {
		i, j, v := int(b[k])%n, int(b[k])/n%n, int(b[k+1])%9-4
		t.Row, t.Col, t.Values = append(t.Row, int32(i)), append(t.Col, int32(j)), append(t.Values, float64(v))
		exact[i][j] += int64(v)
	}
	return compressed(t), exact
}
