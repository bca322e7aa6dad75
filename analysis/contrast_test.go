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

// The lead changes where the work of one is less and the critical path of the
// other shorter.
func TestContrastLead(t *testing.T) {
	work, path := Cost{NNZ: 1, Flops: 1000, CriticalPath: 500, Height: 9}, Cost{NNZ: 1, Flops: 2000, CriticalPath: 100, Height: 5}
	got := strings.Join(faster("work", "path", work, path), "")
	if want := "By flops work is 2.00 times faster than path on one worker and path is 3.92 times faster than work on 64; the lead changes at 4 workers. Each is taken in the task model where its bound is least."; got != want {
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
