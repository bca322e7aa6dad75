package analysis

import (
	"context"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// unverifiedClaims names the test of each claim of verdict_unverified.go.
var unverifiedClaims = map[string]string{
	"unverified.absent":    "TestSayUnverified",
	"unverified.not-asked": "TestSayUnverified",
	"unverified.speed-ups": "TestSayUnverified",
	"reuse.unverified":     "TestSayUnverified",
}

// The last words are what nothing has verified, and only that.
func TestSayUnverified(t *testing.T) {
	grid := matgen.Dominant(matgen.Grid2D(12, 12), 1)
	singular := zoo()["ones"]
	all := []string{"unverified.absent", "unverified.not-asked", "unverified.speed-ups", "reuse.unverified"}
	for _, c := range []struct {
		name string
		m    []*sparsity.Matrix
		opt  Options
		want []string
		last string // of the verdict
	}{
		{"verified by a numeric LU", []*sparsity.Matrix{grid}, Options{Orderings: []string{"amd"}},
			[]string{"unverified.speed-ups", "reuse.unverified"}, "nothing ran in parallel."},
		{"no values", []*sparsity.Matrix{{Pattern: grid.Pattern}}, Options{Orderings: []string{"amd"}},
			[]string{"unverified.absent", "unverified.speed-ups", "reuse.unverified"}, "nothing ran in parallel."},
		{"beyond the budget", []*sparsity.Matrix{grid}, Options{Orderings: []string{"amd"}, Budget: Budget{Flops: 1}},
			[]string{"unverified.absent", "unverified.speed-ups", "reuse.unverified"}, "nothing ran in parallel."},
		{"not asked for", []*sparsity.Matrix{grid}, Options{Orderings: []string{"amd"}, Exact: []string{"none"}},
			[]string{"unverified.not-asked", "unverified.speed-ups", "reuse.unverified"}, "nothing ran in parallel."},
		{"singular", []*sparsity.Matrix{singular}, Options{Orderings: []string{"amd"}},
			[]string{"unverified.speed-ups", "reuse.unverified"}, "nothing ran in parallel."},
		{"structurally singular", []*sparsity.Matrix{{Pattern: withoutDiagonal(matgen.Tridiagonal(9))}}, Options{Orderings: []string{"amd"}},
			[]string{"unverified.speed-ups", "reuse.unverified"}, "nothing ran in parallel."},
		{"two iterations", []*sparsity.Matrix{grid, grid}, Options{Orderings: []string{"amd"}},
			[]string{"unverified.speed-ups"}, "nothing ran in parallel."},
		{"nothing to factorize", []*sparsity.Matrix{matgen.Dominant(matgen.Diagonal(9), 1)}, Options{}, nil, "there is nothing to factorize."},
	} {
		var inputs []Source
		for _, m := range c.m {
			inputs = append(inputs, Loaded(file("m.mtx", m)))
		}
		d, err := Run(context.Background(), inputs, c.opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range all {
			want := strings.Contains(" "+strings.Join(c.want, " ")+" ", " "+key+" ")
			if claims(d, key) != want {
				t.Errorf("%s: want %s %v, got %q", c.name, key, want, d.Verdict)
			}
		}
		if got := d.Verdict[len(d.Verdict)-1]; !strings.HasSuffix(got, c.last) {
			t.Errorf("%s: want %q at the end, got %q", c.name, c.last, got)
		}
	}
}

// A warning about another ordering is no reason that this one is not verified.
func TestConcerns(t *testing.T) {
	for message, want := range map[string]bool{
		"no exact fill: the file has no values":   true,
		"no exact fill for amd: above the budget": true,
		"no exact fill for ammf: why":             false,
		"no exact fill for btf+amd: why":          false,
	} {
		if got := concerns(message, "amd"); got != want {
			t.Errorf("%s: want %v, got %v", message, want, got)
		}
	}
}
