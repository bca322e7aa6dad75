package lu

import (
	"context"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// TestForms wants lists with bytes for the smallest matrices, lists with larger indices
// for larger ones with short columns, and columns for all others.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		name string
		a    *sparsity.Pattern
		want string
	}{
		{"band of 10", matgen.Banded(10, 3, 3), "bytes"},
		{"dense of 12", matgen.Dense(12, 12), "bytes"},
		{"band of 60", matgen.Banded(60, 3, 3), "words"},
		{"dense of 20", matgen.Dense(20, 20), "columns"},
		{"band of 300", matgen.Banded(300, 3, 3), "columns"},
	} {
		m := matgen.Dominant(c.a, 1)
		f, err := Factor(context.Background(), m.Pattern, m.Values, Plan{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewSolver(f, m.Pattern)
		if err != nil {
			t.Fatal(err)
		}
		got := "columns"
		switch s.small.(type) {
		case *small[uint8]:
			got = "bytes"
		case *small[uint16]:
			got = "words"
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
