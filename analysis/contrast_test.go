package analysis

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
)

// A contrast has the figures of both, and says who wins where.
func TestContrast(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(40, 40), 1)
	d := analyzed(t, m, Options{Orderings: []string{"natural", "amd", "nd", "colamd"}, Exact: []string{"none"}, Timings: true})
	c := ContrastOf(d, d, "amd", "nd")
	checkDocument(t, ContrastSchema, textOf(t, c))
	amd, nd := d.Ordering("amd"), d.Ordering("nd")
	for key, want := range map[string][2]float64{
		"nnz":                      {float64(amd.NNZLU), float64(nd.NNZLU)},
		"flops":                    {amd.Flops, nd.Flops},
		"height":                   {float64(amd.Height), float64(nd.Height)},
		"critical_path_flops":      {amd.CriticalPathFlops, nd.CriticalPathFlops},
		"concentration.root_share": {amd.Concentration.RootShare, nd.Concentration.RootShare},
		"order_ns":                 {float64(amd.OrderNS), float64(nd.OrderNS)},
	} {
		if got := changeOf(t, c.Figures, key); got.A != want[0] || got.B != want[1] {
			t.Errorf("%s: want %v, got %v and %v", key, want, got.A, got.B)
		}
	}
	if all := strings.Join(c.Explained, " "); !strings.Contains(all, "nd has ") || !strings.Contains(all, "on one worker") ||
		!strings.Contains(all, "under amd") || strings.Contains(all, "%!") {
		t.Errorf("want an explanation, got %s", all)
	}
	if same := ContrastOf(d, d, "amd", "amd"); len(same.Explained) != 1 || !strings.Contains(same.Explained[0], "need the same") {
		t.Errorf("want the same to be the same, got %q", same.Explained)
	}
	// Bounds for any pivots are compared by what pivots from the diagonal need.
	if got := changeOf(t, ContrastOf(d, d, "amd", "colamd").Figures, "nnz").B; got != float64(d.Ordering("colamd").NoPivoting.NNZLU) {
		t.Errorf("colamd: got %v entries", got)
	}
	// A matrix without work has no shares.
	e := analyzed(t, matgen.Dominant(matgen.Diagonal(9), 1), Options{Orderings: []string{"natural", "amd"}})
	checkDocument(t, ContrastSchema, textOf(t, ContrastOf(e, e, "natural", "amd")))
}

// An order without work is compared in words, too: explained is never null.
func TestContrastWithoutWork(t *testing.T) {
	d := analyzed(t, matgen.Dominant(matgen.Banded(5, 0, 4), 1), Options{Orderings: []string{"natural", "btf+amd", "btf+natural"}, Exact: []string{"none"}})
	for _, c := range []struct{ a, b, want string }{
		{"natural", "btf+amd", "btf+amd leaves no work, and natural needs 70 flop."},
		{"btf+amd", "natural", "btf+amd leaves no work, and natural needs 70 flop."},
		{"btf+natural", "btf+amd", "btf+natural and btf+amd need the same"},
	} {
		x := ContrastOf(d, d, c.a, c.b)
		checkDocument(t, ContrastSchema, textOf(t, x))
		if len(x.Explained) == 0 || !strings.HasPrefix(x.Explained[0], c.want) {
			t.Errorf("%s, %s: want %q, got %q", c.a, c.b, c.want, x.Explained)
		}
	}
	e := analyzed(t, matgen.Dominant(matgen.Diagonal(9), 1), Options{Orderings: []string{"natural"}, Exact: []string{"none"}})
	f := analyzed(t, matgen.Dominant(matgen.Diagonal(5), 1), Options{Orderings: []string{"natural"}, Exact: []string{"none"}})
	if x := ContrastOf(e, f, "natural", "natural"); len(x.Explained) != 1 || !strings.HasPrefix(x.Explained[0], "Neither ") {
		t.Errorf("want neither to have work, got %q", x.Explained)
	}
}

// The lead changes where the work of one is less and the critical path of the
// other shorter.
func TestContrastLead(t *testing.T) {
	work, path := Cost{NNZ: 1, Flops: 1000, CriticalPath: 500, Height: 9}, Cost{NNZ: 1, Flops: 2000, CriticalPath: 100, Height: 5}
	got := strings.Join(faster("work", "path", work, path), "")
	if want := "By flops, work is 2.00 times as fast as path on one worker and path is 3.92 times as fast as work on 64; the lead changes at 4 workers. For each ordering, the figure is from the task model with the least bound."; got != want {
		t.Errorf("want %q, got %q", want, got)
	}
}

func TestMissing(t *testing.T) {
	d := analyzed(t, zoo()["tall"], Options{})
	if err := d.Missing("colamd"); err != nil {
		t.Errorf("colamd: %v", err)
	}
	for method, want := range map[string]string{"amd": "60×25, not square", "btf+amd": "no ordering btf+amd, only natural and colamd"} {
		if err := d.Missing(method); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: want %q, got %v", method, want, err)
		}
	}
}
