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
	"unverified.gpu":       "TestSayUnverified",
	"unverified.speed-ups": "TestSayUnverified",
	"reuse.unverified":     "TestSayUnverified",
}

// The last words are what nothing has verified, and only that.
func TestSayUnverified(t *testing.T) {
	grid := matgen.Dominant(matgen.Grid2D(12, 12), 1)
	singular := zoo()["ones"]
	all := []string{"unverified.gpu", "unverified.speed-ups", "reuse.unverified"}
	for _, c := range []struct {
		name string
		m    []*sparsity.Matrix
		opt  Options
		want []string
		last string // of the verdict
	}{
		{"verified by a numeric LU", []*sparsity.Matrix{grid}, Options{Orderings: []string{"amd"}},
			[]string{"unverified.gpu", "unverified.speed-ups", "reuse.unverified"}, "the levels in which GPU solvers eliminate columns."},
		{"no values", []*sparsity.Matrix{{Pattern: grid.Pattern}}, Options{Orderings: []string{"amd"}},
			[]string{"unverified.gpu", "unverified.speed-ups", "reuse.unverified"}, "the levels in which GPU solvers eliminate columns."},
		{"beyond the budget", []*sparsity.Matrix{grid}, Options{Orderings: []string{"amd"}, Budget: Budget{Flops: 1}},
			[]string{"unverified.gpu", "unverified.speed-ups", "reuse.unverified"}, "the levels in which GPU solvers eliminate columns."},
		{"not asked for", []*sparsity.Matrix{grid}, Options{Orderings: []string{"amd"}, Exact: []string{"none"}},
			[]string{"unverified.gpu", "unverified.speed-ups", "reuse.unverified"}, "the levels in which GPU solvers eliminate columns."},
		{"singular", []*sparsity.Matrix{singular}, Options{Orderings: []string{"amd"}},
			[]string{"unverified.speed-ups", "reuse.unverified"}, "nothing ran in parallel or on a GPU."},
		{"structurally singular", []*sparsity.Matrix{{Pattern: withoutDiagonal(matgen.Tridiagonal(9))}}, Options{Orderings: []string{"amd"}},
			[]string{"unverified.speed-ups", "reuse.unverified"}, "nothing ran in parallel or on a GPU."},
		{"two iterations", []*sparsity.Matrix{grid, grid}, Options{Orderings: []string{"amd"}},
			[]string{"unverified.gpu", "unverified.speed-ups"}, "the levels in which GPU solvers eliminate columns."},
		{"nothing to factorize", []*sparsity.Matrix{matgen.Dominant(matgen.Diagonal(9), 1)}, Options{}, nil, "a solve is one division per row."},
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
