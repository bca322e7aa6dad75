package analysis

import (
	"context"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
)

// reuseClaims names the test of each claim of verdict_reuse.go.
var reuseClaims = map[string]string{"reuse.series": "TestSayReuse", "reuse.pivots": "TestSayPivots"}

// What a series allows is said where there are two files, and not where there is
// one.
func TestSayReuse(t *testing.T) {
	a, b := matgen.Dominant(matgen.Grid2D(5, 5), 1), matgen.Dominant(matgen.Grid2D(5, 5), 2)
	other := matgen.Dominant(matgen.Tridiagonal(25), 1)
	for _, c := range []struct {
		name  string
		files []Source
		want  string // "" for no claim
	}{
		{"one file", []Source{Loaded(file("a.mtx", a))}, ""},
		{"one pattern", []Source{Loaded(file("a.mtx", a)), Loaded(file("b.mtx", b))},
			"The 2 matrices have one fixed pattern of 105 entries: symbolic analysis can be done once."},
		{"two patterns", []Source{Loaded(file("a.mtx", a)), Loaded(file("b.mtx", other))},
			"The pattern changes (row 6, column 1 has an entry in a.mtx but not in b.mtx); the union of the 2 patterns has 113 entries"},
	} {
		for _, series := range []bool{false, true} {
			d, err := Run(context.Background(), c.files, Options{Orderings: []string{"amd"}, Exact: []string{"none"}, Series: series})
			if err != nil {
				t.Fatal(err)
			}
			got := said(sayReuse, d)
			if claims(d, "reuse.series") != (c.want != "") || len(got) < len(c.want) || got[:len(c.want)] != c.want || c.want == "" && got != "" {
				t.Errorf("%s: want %q, got %q", c.name, c.want, got)
			}
			if claims(d, "reuse.series") == claims(d, "reuse.unverified") {
				t.Errorf("%s: got %q", c.name, d.Verdict)
			}
		}
	}
}
