package sides

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/summary"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

// A sort of captures, and what compare says of them that a summary does not have.
type sort struct {
	name  string
	make  func(k int) *trace.Trace
	lacks string // part of the warning; "" for none
	lost  func(kind compare.Kind, regime string) bool
}

func sorts() []sort {
	return []sort{
		{"time steps", func(k int) *trace.Trace { return slower(walktest.NR(40+k, k%2 == 0), k) }, "", nil},
		{"time steps, every 8th timed", func(k int) *trace.Trace {
			t := slower(walktest.NR(40+k, false), k)
			t.Header.Sample = 8
			t.Counts = trace.Counts{Number: map[string]int64{trace.CountTimesteps: 320}, Wall: 1e9}
			return t
		}, "", nil},
		{"no iterations", func(k int) *trace.Trace { return slower(plain(), k) },
			"the first and later calls of phases", func(_ compare.Kind, regime string) bool { return regime == compare.First || regime == compare.Later }},
		{"kernels", func(k int) *trace.Trace { return slower(withKernels(), k) },
			"kernels, copies and graphs", func(kind compare.Kind, _ string) bool { return kind == compare.Kernel }},
	}
}

// slower returns a trace of which all times are larger by some percent, as of another
// process.
func slower(t *trace.Trace, percent int) *trace.Trace {
	events := slices.Collect(t.Events())
	for i := range events {
		events[i].Time += events[i].Time * int64(percent) / 100
	}
	t.Events = func() iter.Seq[trace.Event] { return slices.Values(events) }
	t.Header.PID = int64(1000 + percent)
	t.Header.Start = walktest.Header().Start.Add(time.Duration(percent) * time.Minute)
	return t
}

// plain returns a trace of ranges that are no iterations.
func plain() *trace.Trace {
	var events []trace.Event
	for k := range int64(30) {
		events = append(events, trace.Event{Kind: trace.Begin, Time: 1000 * k, Name: int32(k % 2), Index: trace.NoIndex},
			trace.Event{Kind: trace.End, Time: 1000*k + 300 + 7*k, Name: int32(k % 2)})
	}
	return trace.FromEvents(walktest.Header(), []string{"assemble", "solve"}, []trace.Track{{Process: 1, Thread: 1, Device: -1}}, events)
}

// withKernels returns a trace of iterations, with a kernel in each.
func withKernels() *trace.Trace {
	var events []trace.Event
	for k := range int64(30) {
		t := 1000 * k
		events = append(events, trace.Event{Kind: trace.Begin, Time: t, Index: trace.NoIndex},
			trace.Event{Kind: trace.Begin, Time: t + 100, Track: 1, Name: 1, Index: trace.NoIndex},
			trace.Event{Kind: trace.End, Time: t + 400 + 3*k, Track: 1, Name: 1},
			trace.Event{Kind: trace.End, Time: t + 900})
	}
	t := trace.FromEvents(walktest.Header(), []string{trace.PhaseIteration, "axpy"},
		[]trace.Track{{Process: 1, Thread: 1, Device: -1}, {Process: 1, Device: 0, Context: 1, Stream: 7}}, events)
	t.Sorts = []string{"", trace.SortKernel}
	return t
}

// written writes captures first to last of a sort into a folder.
func written(t *testing.T, s sort, first, last int) (paths []string) {
	t.Helper()
	dir := t.TempDir()
	for k := first; k <= last; k++ {
		path := filepath.Join(dir, fmt.Sprintf("r%02d.nrt", k))
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := trace.Save(f, s.make(k)); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// summarized writes the summary of captures.
func summarized(t *testing.T, paths []string) string {
	t.Helper()
	p, err := summary.Collect(context.Background(), paths, summary.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "side.nrs")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Write(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// compared compares two sides.
func compared(t *testing.T, old, new []string, stat compare.Statistic) *compare.Result {
	t.Helper()
	var sides [2][]*compare.Run
	for k, files := range [2][]string{old, new} {
		runs, err := Read(files, Options{Statistic: stat})
		if err != nil {
			t.Fatal(err)
		}
		sides[k] = runs
	}
	r, err := compare.Compare(sides[0], sides[1], compare.Options{Alpha: 0.05, Confidence: 0.95, Correction: compare.BenjaminiHochberg, Statistic: stat})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Compare says of summaries what it says of their captures, with every statistic. It
// says what a summary lacks, and everything else is the same.
func TestSummaryAsCaptures(t *testing.T) {
	for _, s := range sorts() {
		old, new := written(t, s, 0, 7), written(t, s, 20, 27)
		sumOld, sumNew := []string{summarized(t, old)}, []string{summarized(t, new)}
		for _, stat := range compare.Statistics() {
			t.Run(s.name+" "+string(stat), func(t *testing.T) {
				want, got := compared(t, old, new, stat), compared(t, sumOld, sumNew, stat)
				if len(want.Rows) == 0 || want.Slower == 0 {
					t.Fatalf("the captures do not differ: got %d rows, %d of them slower", len(want.Rows), want.Slower)
				}
				checkLacks(t, s, want, got)
				if s.lost == nil {
					// A summary compares with captures, too.
					checkLacks(t, s, want, compared(t, sumOld, new, stat))
					checkLacks(t, s, want, compared(t, old, sumNew, stat))
				}
			})
		}
	}
}

// checkLacks compares a result of summaries with the result of their captures.
func checkLacks(t *testing.T, s sort, want, got *compare.Result) {
	t.Helper()
	lacks := slices.ContainsFunc(got.Warnings, func(w string) bool {
		return strings.Contains(w, "a summary does not have") && strings.Contains(w, s.lacks)
	})
	if lacks != (s.lacks != "") {
		t.Errorf("got the warnings %q", got.Warnings)
	}
	if s.lost == nil {
		if d := cmp.Diff(want.Rows, got.Rows); d != "" {
			t.Errorf("rows: -captures +summaries\n%s", d)
		}
		if d := cmp.Diff(want.Warnings, got.Warnings); d != "" {
			t.Errorf("warnings: -captures +summaries\n%s", d)
		}
	} else if d := cmp.Diff(figures(want, s.lost), figures(got, func(kind compare.Kind, regime string) bool { return kind == compare.Phase && regime == compare.Whole })); d != "" {
		t.Errorf("-captures +summaries\n%s", d)
	}
	isLost := func(r compare.Row) bool { return s.lost != nil && s.lost(r.Kind, r.Regime) }
	if slices.ContainsFunc(got.Rows, isLost) || slices.ContainsFunc(want.Rows, isLost) != (s.lost != nil) {
		t.Error("summaries have rows that they have no figures for, or captures have none")
	}
	if d := cmp.Diff(want.Identity, got.Identity); d != "" {
		t.Errorf("identity: -captures +summaries\n%s", d)
	}
	if got.Slower == 0 {
		t.Error("the summaries do not differ")
	}
}

// figures returns the medians of the rows, and the counts, without lost rows. Adjusted
// values of p depend on the number of rows.
func figures(r *compare.Result, lost func(compare.Kind, string) bool) (list []string) {
	for _, row := range r.Rows {
		if !lost(row.Kind, row.Regime) {
			list = append(list, fmt.Sprint(row.Kind, " ", row.Name, " ", row.Regime, " ", row.Metric, " ", row.Share, " ", row.Old.Values, " ", row.New.Values))
		}
	}
	for _, c := range r.Counts {
		if c.Kind != "launches" {
			list = append(list, fmt.Sprint(c.Kind, " ", c.Name, " ", c.Old, " ", c.New))
		}
	}
	slices.Sort(list)
	return list
}
