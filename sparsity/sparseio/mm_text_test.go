package sparseio

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/sparsity"
)

func TestMatrixMarketText(t *testing.T) {
	tr := sparsity.Triplets{Rows: 2, Cols: 3, Row: []int32{1, 0, 0}, Col: []int32{2, 0, 2}, Values: []float64{-2.5, 1e6, 3e-9}}
	m, _ := tr.Compress()
	var b strings.Builder
	if err := WriteMatrixMarket(&b, m, WriteOptions{Comment: "made by hand"}); err != nil {
		t.Fatal(err)
	}
	const want = "%%MatrixMarket matrix coordinate real general\n% made by hand\n2 3 3\n1 1 1e+06\n1 3 3e-09\n2 3 -2.5\n"
	if b.String() != want {
		t.Errorf("want %q, got %q", want, b.String())
	}
}
