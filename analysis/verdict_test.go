package analysis

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// The sentences for matrices of every kind, to be read by a person when they
// change.
func TestVerdict(t *testing.T) {
	var b bytes.Buffer
	list := zoo()
	var names []string
	for name := range list {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		d := analyzed(t, list[name], Options{Budget: DefaultBudget()})
		fmt.Fprintf(&b, "== %s, %d×%d\n", name, d.Structure.Rows, d.Structure.Cols)
		for _, s := range d.Verdict {
			fmt.Fprintf(&b, "- %s\n", s)
		}
		for _, w := range d.Warnings {
			fmt.Fprintf(&b, "! %s: %s\n", w.Code, w.Message)
		}
	}
	golden.Equal(t, "verdicts.txt", b.Bytes())
}

// A row is named as dense where it stands out, not where all rows are alike.
func TestSayDense(t *testing.T) {
	for _, c := range []struct {
		name string
		m    *sparsity.Matrix
		want bool
	}{
		{"arrow", matgen.Dominant(matgen.Arrow(300, 1), 1), true},
		{"dense", matgen.Dominant(matgen.Dense(120, 120), 1), false},
	} {
		d := analyzed(t, c.m, Options{Orderings: []string{"amd"}, Exact: []string{"none"}})
		if got := sayDense(d) != ""; got != c.want {
			t.Errorf("%s: want a dense row %v, got %q", c.name, c.want, sayDense(d))
		}
	}
}

// Blocks are only of use to an ordering that keeps to them.
func TestSayBlocks(t *testing.T) {
	d := analyzed(t, matgen.Dominant(matgen.Reducible(20, 8, 3, 1), 1), Options{Orderings: []string{"amd", "btf+amd"}, Exact: []string{"none"}})
	for method, want := range map[string]string{
		"amd":     "; amd does not use them.",
		"btf+amd": "; only the blocks need factorizing.",
	} {
		d.Best.Recommended = method
		if got := sayBlocks(d); !strings.HasSuffix(got, want) {
			t.Errorf("%s: want a sentence that ends with %q, got %q", method, want, got)
		}
	}
}
