package sparseio

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/sparsity"
)

// randomMatrix returns a matrix of the kind, with all sorts of values.
func randomMatrix(rng *rand.Rand, kind string) *sparsity.Matrix {
	t := sparsity.Triplets{Rows: rng.IntN(40), Cols: rng.IntN(40)}
	special := []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, 5e-324, 1e21, 1e-5}
	number := func() float64 {
		switch {
		case kind == "integer":
			return math.Trunc(math.Ldexp(rng.NormFloat64(), rng.IntN(90)))
		case rng.IntN(4) == 0:
			return special[rng.IntN(len(special))]
		}
		return math.Float64frombits(rng.Uint64())
	}
	if kind != "pattern" {
		t.Values = []float64{}
	}
	if kind == "complex" {
		t.Imag = []float64{}
	}
	seen := map[[2]int32]bool{} // sums would not be what was written
	for range rng.IntN(300) {
		if t.Rows == 0 || t.Cols == 0 {
			break
		}
		at := [2]int32{int32(rng.IntN(t.Rows)), int32(rng.IntN(t.Cols))}
		if seen[at] {
			continue
		}
		seen[at] = true
		t.Row, t.Col = append(t.Row, at[0]), append(t.Col, at[1])
		if kind != "pattern" {
			t.Values = append(t.Values, number())
		}
		if kind == "complex" {
			t.Imag = append(t.Imag, number())
		}
	}
	m, _ := t.Compress()
	return m
}

// TestRoundTrip checks that a matrix that is written and read is the same to
// the last bit, and that writing it again gives the same text.
func TestRoundTrip(t *testing.T) {
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 3))
		kind := []string{"pattern", "real", "integer", "complex"}[seed%4]
		m := randomMatrix(rng, kind)
		field := ""
		if kind == "integer" {
			field = kind
		}
		var text, again bytes.Buffer
		if err := WriteMatrixMarket(&text, m, WriteOptions{Field: field, Comment: "one\n% two\r\n\nfour\n"}); err != nil {
			t.Fatal(err)
		}
		f, err := Read("in.mtx", bytes.NewReader(text.Bytes()), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f.Field != kind || f.Symmetry != "general" || f.Layout != "coordinate" || f.Duplicates != 0 {
			t.Fatalf("seed %d: got %s %s %s", seed, f.Layout, f.Field, f.Symmetry)
		}
		if !f.Matrix.Pattern.Equal(m.Pattern) || !sameBits(f.Matrix.Values, m.Values) || !sameBits(f.Matrix.Imag, m.Imag) {
			t.Fatalf("seed %d: another matrix", seed)
		}
		if err := WriteMatrixMarket(&again, f.Matrix, WriteOptions{Field: field, Comment: "one\n% two\n\nfour"}); err != nil || again.String() != text.String() {
			t.Fatalf("seed %d: another text (%v)", seed, err)
		}
	}
}

// sameBits reports whether x and y are equal to the bit, except that one NaN
// is as good as another.
func sameBits(x, y []float64) bool {
	if len(x) != len(y) || (x == nil) != (y == nil) {
		return false
	}
	for k := range x {
		if math.Float64bits(x[k]) != math.Float64bits(y[k]) && !(math.IsNaN(x[k]) && math.IsNaN(y[k])) {
			return false
		}
	}
	return true
}

func TestWriteErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var reals, complexes, patterns *sparsity.Matrix
	for reals == nil || reals.Pattern.NNZ() == 0 {
		reals, complexes, patterns = randomMatrix(rng, "real"), randomMatrix(rng, "complex"), randomMatrix(rng, "pattern")
	}
	for _, c := range []struct {
		m           *sparsity.Matrix
		field, want string
	}{
		{reals, "integer", "want integers"}, {reals, "complex", "want complex values, got real"}, {complexes, "real", "want real values, got complex"},
		{complexes, "integer", "want real values"}, {patterns, "integer", "want real values"}, {patterns, "real", "want real values, got pattern"},
		{reals, "double", "want field real"},
	} {
		var b strings.Builder
		if err := WriteMatrixMarket(&b, c.m, WriteOptions{Field: c.field}); err == nil || !strings.HasPrefix(err.Error(), c.want) || b.Len() > 0 {
			t.Errorf("field %s: want error %s, got %v and %q", c.field, c.want, err, b.String())
		}
	}
	broken := errors.New("broken")
	if err := WriteMatrixMarket(brokenWriter{broken}, reals, WriteOptions{}); !errors.Is(err, broken) {
		t.Errorf("want error %v, got %v", broken, err)
	}
}

// brokenWriter always fails.
type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }
