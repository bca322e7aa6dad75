package sparseio

import (
	"bytes"
	"io"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// TestCompressWriter writes matrices compressed and reads them back: dense ones
// with equal values as well, of which little is left. These have fewer entries for
// each byte than any compressed data may have.
func TestCompressWriter(t *testing.T) {
	dense := matgen.Dense(250, 250)
	ones := make([]float64, dense.NNZ())
	for k := range ones {
		ones[k] = 1
	}
	for name, m := range map[string]*sparsity.Matrix{
		"values": matgen.Values(matgen.Grid2D(40, 40), 1),
		"dense":  {Pattern: dense, Values: ones},
	} {
		for _, ext := range []string{".gz", ".zst"} {
			var b, again bytes.Buffer
			for _, w := range []io.Writer{&b, &again} {
				c, inner, ok := CompressWriter(w, "a.mtx"+ext)
				if !ok || inner != "a.mtx" {
					t.Fatalf("%s: %v, %s", ext, ok, inner)
				}
				if err := WriteMatrixMarket(c, m, WriteOptions{}); err != nil {
					t.Fatal(err)
				}
				if err := c.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(b.Bytes(), again.Bytes()) {
				t.Errorf("%s%s: two writes differ", name, ext)
			}
			n := m.Pattern.NNZ()
			if n > packedDense*b.Len() {
				t.Errorf("%s%s: %d entries in %d bytes", name, ext, n, b.Len())
			}
			f, err := Read("a.mtx"+ext, &b, Options{})
			if err != nil || !equalBits(f.Matrix, m) {
				t.Errorf("%s%s: another matrix, error %v", name, ext, err)
			}
		}
	}
	if _, inner, ok := CompressWriter(io.Discard, "a.xz"); ok || inner != "a.xz" {
		t.Error("a.xz: want no compression")
	}
}
