package transversal_test

import (
	"encoding/binary"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering/transversal"
	"github.com/nrkit/nrkit/sparsity"
)

// TestLaws: scaling rows and columns changes the product by the factors alone,
// as does a transposition; moving rows and columns does not.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(0, 40).Draw(t, "rows"), rapid.IntRange(0, 40).Draw(t, "cols")
		seed := rapid.Uint64().Draw(t, "seed")
		p := matgen.Random(rows, cols, rapid.IntRange(0, 5).Draw(t, "perCol"), seed)
		m := lay(p, kinds[rapid.IntRange(0, 3).Draw(t, "kind")], seed)
		tr := product(t, m)
		check(t, m, tr)

		moved := m.Permute(matgen.RandomPerm(rows, seed+1), matgen.RandomPerm(cols, seed+2))
		same(t, "moved", tr.LogProduct, product(t, moved).LogProduct)
		same(t, "transposed", tr.LogProduct, product(t, m.Transpose()).LogProduct)
		s := tr.Scaled(m)
		u := product(t, s)
		check(t, s, u)
		same(t, "scaled", 0, u.LogProduct)
		if u.Matching.Size != tr.Matching.Size {
			t.Fatalf("%d pairs, %d when scaled", tr.Matching.Size, u.Matching.Size)
		}
	})
}

// same fails unless x and y are equal but for rounding.
func same(t failer, what string, x, y float64) {
	t.Helper()
	if !(math.Abs(x-y) <= 1e-8*(1+math.Abs(x))) {
		t.Fatalf("%s: want exp(%g), got exp(%g)", what, x, y)
	}
}

// FuzzProduct reads a matrix from bytes: two for the shape, then ten for each
// entry, of which eight are the value. Duplicates and jumbled columns stay.
func FuzzProduct(f *testing.F) {
	entry := func(i, j byte, v float64) []byte {
		return binary.LittleEndian.AppendUint64([]byte{i, j}, math.Float64bits(v))
	}
	f.Add([]byte{0, 0})
	f.Add(append([]byte{1, 1}, entry(0, 0, 5e-324)...))
	two := append([]byte{2, 2}, entry(1, 0, 1e300)...)
	two = append(two, entry(0, 0, 3)...)
	two = append(two, entry(1, 0, 2)...)
	f.Add(append(two, entry(0, 1, -0.5)...))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < 2 {
			return
		}
		rows, cols := int(b[0]%8), int(b[1]%8)
		columns := make([][]byte, cols) // entries of each column
		for b = b[2:]; len(b) >= 10 && rows > 0 && cols > 0; b = b[10:] {
			j := int(b[1]) % cols
			columns[j] = append(columns[j], b[:10]...)
		}
		m := &sparsity.Matrix{Pattern: sparsity.NewPattern(rows, cols), Values: []float64{}}
		finite := true
		for j, c := range columns {
			for ; len(c) > 0; c = c[10:] {
				v := math.Float64frombits(binary.LittleEndian.Uint64(c[2:]))
				finite = finite && !math.IsNaN(v) && !math.IsInf(v, 0)
				m.Pattern.RowIdx = append(m.Pattern.RowIdx, int32(int(c[0])%rows))
				m.Values = append(m.Values, v)
			}
			m.Pattern.ColPtr[j+1] = int64(len(m.Values))
		}
		if m.Pattern.NNZ() > 20 {
			return // for the sake of the oracle
		}
		if _, err := transversal.Product(m); !finite {
			if err == nil {
				t.Fatal("a value that is not finite was taken")
			}
			return
		}
		tr := product(t, m)
		check(t, m, tr)
		if size, want := bruteForce(m); tr.Matching.Size != size || size > 0 && math.Abs(tr.LogProduct-want) > 1e-8*(1+math.Abs(want)) {
			t.Fatalf("want %d pairs with product exp(%v), got %d with exp(%v)", size, want, tr.Matching.Size, tr.LogProduct)
		}
	})
}
