package analysis

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/prediction"
)

// sizeClaims names the test of each claim of verdict_size.go.
var sizeClaims = map[string]string{
	"size.too-small": "TestSaySize", "size.levels": "TestSaySize", "size.all-too-small": "TestSaySizeOfSolve",
}

// A factorization is too small for threads up to the flops that one core does while
// a region starts, and too small for a region per level up to these flops times the
// levels.
func TestSaySize(t *testing.T) {
	d := analyzed(t, matgen.Dominant(matgen.Grid2D(20, 20), 1), Options{Orderings: []string{"amd"}, Exact: []string{"none"}})
	o := d.Ordering("amd")
	if !claims(d, "size.levels") || claims(d, "size.too-small") {
		t.Errorf("%v flops in %d levels: got %q", o.Flops, o.Height, d.Verdict)
	}
	o.LevelsSolve = nil // as where they are not known
	levels := float64(o.Height)
	for _, c := range []struct {
		flops float64
		key   string // "" for no claim
		says  string
	}{
		{1, "size.too-small", "starting one parallel region takes about 10 µs, and one core takes 1 ns at 1 Gflop/s."},
		{10000, "size.too-small", "and one core takes 10.0 µs at 1 Gflop/s."},
		{10001, "size.levels", "starting 73 regions at 10 µs each takes 730 µs, and one core takes 10.0 µs at 1 Gflop/s."},
		{10000 * levels, "size.levels", "one core takes 730 µs"},
		{10000*levels + 1, "", ""},
	} {
		o.Flops = c.flops
		var p paragraph
		saySize(d, &p)
		switch {
		case c.key == "" && len(p) > 0 || c.key != "" && (len(p) != 1 || p[0].key != c.key):
			t.Errorf("%v flops: want the claim %q, got %+v", c.flops, c.key, p)
		case !strings.Contains(p.String(), c.says):
			t.Errorf("%v flops: want %q, got %q", c.flops, c.says, p)
		}
	}
	predicted := func(s float64) *Prediction {
		x := &Setting{Solver: prediction.KLU, Method: "amd", Matching: MatchingNone, Refactor: prediction.Interval{Seconds: s}, Solve: prediction.Interval{Seconds: s / 5}}
		return &Prediction{Choice: x, Settings: []*Setting{x}}
	}
	o.Flops, d.Prediction = 10001, predicted(12e-6)
	if got := said(saySize, d); !strings.Contains(got, "takes 730 µs, and one core takes 12.0 µs for a refactorization (KLU, predicted).") {
		t.Errorf("predicted 12 µs: got %q", got)
	}
	if d.Prediction = predicted(731e-6); keysOf(saySize, d) != "" {
		t.Errorf("predicted 731 µs for 73 levels: got %q", said(saySize, d))
	}
	d.Prediction = nil
	o.Flops = 1
	d.Exact = []*Exact{{Method: "other", Flops: 1e9}, {Method: "amd", Flops: 20000}}
	if got := keysOf(saySize, d); got != "size.levels" {
		t.Errorf("a numeric LU took 20,000 flops: got %q", got)
	}
	for name, m := range zoo() {
		d := analyzed(t, m, Options{Exact: []string{"none"}})
		o := bestSquare(d)
		want := o != nil && CostOf(o).Flops <= regionFlops
		if (claims(d, "size.too-small") || claims(d, "size.all-too-small")) != want || want && (claims(d, "parallel.best") || claims(d, "solves.small") || claims(d, "limit.supernode")) {
			t.Errorf("%s: want size.too-small %v, got %q", name, want, d.Verdict)
		}
	}
}

// One sentence says that both the factorization and the solves are too small, on both
// sides of each limit, and then nothing more is said of the solves.
func TestSaySizeOfSolve(t *testing.T) {
	for _, c := range []struct {
		flops   float64
		entries int64
		want    string
		solves  string
	}{
		{10_000, 4_999, "size.all-too-small", ""},
		{10_000, 5_000, "size.too-small", "solves.latency solves.steps solves.widths"},
		{10_001, 4_999, "size.levels", "solves.small"},
	} {
		d := solveDocument(50, 50, 100, c.entries, 1)
		d.Orderings[0].Flops, d.Orderings[0].Height = c.flops, 8
		if got, solves := keysOf(saySize, d), keysOf(saySolves, d); got != c.want || solves != c.solves {
			t.Errorf("%v flops, %d entries: want %s and %q, got %s and %q", c.flops, c.entries, c.want, c.solves, got, solves)
		}
	}
	d := solveDocument(3, 5, 8, 100, 1)
	d.Orderings[0].Flops = 1
	text := said(saySize, d)
	if want := "one core takes 1 ns at 1 Gflop/s, and 200 ns for a triangular solve (2 ns per entry)."; !strings.Contains(text, want) {
		t.Errorf("want %q, got %q", want, text)
	}
}
