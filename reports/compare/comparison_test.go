package compare

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

// side returns six runs whose phase factor takes so many ns, with a noise of
// 1 %, and a kernel that stays as it is.
func side(name string, factor float64, iterations int64) []*compare.Run {
	var runs []*compare.Run
	for k := range 6 {
		noise := 1 + 0.002*float64(k)
		gpu := int64(1000)
		phase := func(name string, ns float64, share float64) trace.Phase {
			return trace.Phase{Name: name, Count: 10, Mean: ns * noise, Total: int64(10 * ns * noise), Self: int64(10 * ns * noise), Share: share, GPU: &gpu}
		}
		s := &trace.Summary{Program: "sim", Labels: map[string]string{"circuit": "x"}, RootNS: int64(1e7 * noise), Ranges: 100,
			Regimes: &trace.Regimes{Unit: trace.PhaseTimestep,
				Cold:   trace.Regime{Units: 1, Total: 1e6, Phases: []trace.Phase{phase("factor", 5*factor, 0.1)}},
				Steady: trace.Regime{Units: 40, Total: 8e6, Phases: []trace.Phase{phase("factor", factor, 0.5), phase("solve", 4e4, 0.1)}}},
			Counts: trace.Counts{Number: map[string]int64{"nr_iterations": iterations, "factors": 10}}}
		r := compare.FromSummary(fmt.Sprintf("%s%d.nrt", name, k), s, compare.Mean)
		r.Start = time.Date(2026, 1, 1, 0, 2*k, 0, 0, time.UTC)
		for i := range 30 {
			q := compare.Quantity{Kind: compare.Kernel, Name: fmt.Sprintf("kernel%02d_%s", i, strings.Repeat("é", 80)), Regime: compare.Later, Metric: compare.Time, Unit: "ns"}
			r.Values[q] = compare.Value{X: 1e4 * noise, Share: 1 / float64(i+2)}
		}
		runs = append(runs, r)
	}
	return runs
}

func compared(t *testing.T, old, new []*compare.Run) *compare.Result {
	t.Helper()
	limit := 0.05
	r, err := compare.Compare(old, new, compare.Options{FailAbove: &limit})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGolden(t *testing.T) {
	old, new := side("old", 1e5, 100), side("new", 1.2e5, 120)
	new[5].Labels["circuit"] = "y"
	delete(new[0].Values, compare.Quantity{Kind: compare.Phase, Name: "solve", Regime: compare.Steady, Metric: compare.GPU, Unit: "ns"})
	new[0].Values[compare.Quantity{Kind: compare.Phase, Name: "lte", Regime: compare.Steady, Metric: compare.Time, Unit: "ns"}] = compare.Value{X: 7e3, Share: 0.1}
	r := compared(t, old, new)
	var text, brief, details bytes.Buffer
	for _, err := range []error{reports.Text(&text, Report(r), 0), reports.Markdown(&brief, Brief(r)), reports.Markdown(&details, Details(r))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	golden.Equal(t, "comparison.txt", text.Bytes())
	golden.Equal(t, "comparison.md", brief.Bytes())
	golden.Equal(t, "details.md", details.Bytes())
	var narrow bytes.Buffer
	if err := reports.Text(&narrow, Report(r), 80); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(narrow.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 && !strings.Contains(line, "kernel") && !strings.HasPrefix(line, "  ---") {
			t.Errorf("line of %d columns: %s", n, line)
		}
	}
}

func TestWords(t *testing.T) {
	x, y := 0.5, 12.0
	tiny, small := 0.0001, 0.004
	low, high := 90.0, 130.0
	for _, c := range []struct{ got, want string }{
		{interval(compare.Estimate{N: 1}), "–"},
		{interval(compare.Estimate{N: 3, Median: 5}), "∞"},
		{interval(compare.Estimate{N: 9, Median: 100, Low: &low, High: &high}), "30 %"},
		{interval(compare.Estimate{N: 9, Median: 10, Low: &low, High: &high}), "13.0×"},
		{interval(compare.Estimate{N: 9, Low: &low, High: &high}), "0 %"},
		{pWords(&compare.Row{Q: &tiny}), "p < 0.001"}, {pWords(&compare.Row{Q: &small}), "p = 0.004"},
		{change(&compare.Row{Verdict: compare.None, Change: &x}), "~"},
		{change(&compare.Row{Verdict: compare.Untested, Note: "1 sample", Change: &x}), "~ (1 sample)"},
		{change(&compare.Row{Verdict: compare.Untested, Note: "too few samples"}), "~ (too few)"},
		{change(&compare.Row{Verdict: compare.Slower, Change: &y}), "13.0×"},
		{change(&compare.Row{Verdict: compare.Slower}), "from 0"},
		{figure(12.5, "ns"), "12.5 ns"}, {figure(1e12, "ns"), "1,000 s"}, {figure(1e30, "ns"), "1e+21 s"}, {figure(8, "B/op"), "8.00"},
		{cut(strings.Repeat("é", 49)), strings.Repeat("é", 47) + "…"},
		{label(&compare.Row{Kind: compare.Range, Name: "transient/timestep/nr_iteration/linear_solve/refactor", Metric: compare.Total}), "…/timestep/nr_iteration/linear_solve/refactor"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
