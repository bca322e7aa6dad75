package phases

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// text returns the report of traces as text.
func text(t *testing.T, list bool, paths ...string) string {
	t.Helper()
	set, err := input.OpenAll(paths, input.Options{}, merge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	doc := phasetable.OfSet(set)
	if list {
		doc.Rows = steps.Of(set.Trace, steps.Options{})
	}
	var b bytes.Buffer
	if err := reports.Text(&b, Report(doc, set, ""), 100); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The report has ranks where there are several, rows where they are asked for, and
// for an export without ranges the command that prints more.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for k, name := range []string{"a.sqlite", "b.sqlite", "plain.sqlite", "a b.sqlite"} {
		tables := timelinetest.Solver{Steps: 3, PID: 7, Start: 1e18, Seed: uint64(k)}.Tables()
		if k > 1 {
			tables.NVTX = nil
		}
		paths = append(paths, filepath.Join(dir, name))
		if err := tables.Write(paths[k]); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		got, want string
		has       bool
	}{
		{text(t, false, paths[0]), "RANKS", false},
		{text(t, false, paths[0]), "ONE BY ONE", false},
		{text(t, false, paths[0]), "nrprof stats", false},
		{text(t, false, paths[0], paths[1]), "RANKS", true},
		{text(t, true, paths[0]), "ITERATIONS, ONE BY ONE", true},
		{strings.Join(strings.Fields(text(t, false, paths[2])), " "), "nrprof stats " + paths[2] + " prints all", true},
		{text(t, false, paths[3]), "nrprof stats FILE.sqlite prints all", true}, // a name that a shell would take apart
	} {
		if strings.Contains(c.got, c.want) != c.has {
			t.Errorf("want %q: %v in\n%s", c.want, c.has, c.got)
		}
	}
}

// Grouping is offered for many names that it makes fewer.
func TestGrouping(t *testing.T) {
	for format, want := range map[string]string{
		"op %d": "Many of the 2,000 names differ only in numbers: --group-numbers reduces them to 1.",
		"%s":    "",
	} {
		var list []trace.Phase
		for k := range 2000 {
			name := fmt.Sprintf(format, k)
			if format == "%s" {
				name = strings.Repeat("a", k+1)
			}
			list = append(list, trace.Phase{Name: name})
		}
		if got := grouping(list); got != want {
			t.Errorf("%s: got %q", format, got)
		}
		if got := grouping(list[:manyNames]); got != "" {
			t.Errorf("%d names: got %q", manyNames, got)
		}
	}
}

// Times have units, and a drift of 0 is a dash.
func TestClocks(t *testing.T) {
	table := clocks([]phasetable.Rank{{Rank: 1, Source: "1.nrt", Clock: &merge.Clock{Offset: -777_777_777, Matches: 3, Spread: 20, Lag: 5e6}}})
	want := []string{"1", "1.nrt", "−778 ms", "3", "0.02 µs", "–", "5.00 ms"}
	if got := table.Rows[0]; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
