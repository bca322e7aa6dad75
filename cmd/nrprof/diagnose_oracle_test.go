package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/golden"
)

// TestDiagnoseOfRealFiles: in every export and trace of $NRKIT_ORACLE diagnose finds
// what the golden file lists, and for each finding, and each rule that finds nothing,
// a query of the rows says the same.
func TestDiagnoseOfRealFiles(t *testing.T) {
	root := os.Getenv("NRKIT_ORACLE")
	if root == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	var list bytes.Buffer
	files := 0
	for _, pattern := range []string{"nsys-cases/*.sqlite", "nsys/*.sqlite", "traces/jax/*", "traces/chrome/*", "traces/kineto/*"} {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: got %d files, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			files++
			r := resultOf(t, path)
			compareFindings(t, filepath.Base(path), r, justifiedOf(t, path))
			writeFindings(&list, filepath.Base(path), r)
		}
	}
	if files < 40 {
		t.Errorf("read %d files, want 40 or more", files)
	}
	golden.Equal(t, "diagnose/findings.txt", list.Bytes())
}

// justifiedOf returns what queries find in a file, sorted by rule.
func justifiedOf(t *testing.T, path string) []wanted {
	switch filepath.Ext(path) {
	case ".sqlite":
		return readExport(t, path).justified()
	case ".pb":
		return queryProfile(t, path)
	}
	return nil // Chrome JSON of others has no calls and no work on devices
}

// queryProfile is the query of profiles of JAX, for gpu-idle alone: their devices
// do nothing but kernels, between which Python makes arrays.
func queryProfile(t *testing.T, path string) []wanted {
	t.Helper()
	to := filepath.Join(t.TempDir(), "x.csv")
	var stdout, stderr bytes.Buffer
	if code := run([]string{"export", path, "-o", to}, nil, &stdout, &stderr); code != 0 {
		t.Fatal(&stderr)
	}
	text, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var work []period
	for _, row := range rows[1:] {
		if strings.HasPrefix(row[0], "GPU") || strings.Contains(row[0], "Stream #") {
			start, _ := strconv.ParseInt(row[4], 10, 64)
			took, _ := strconv.ParseInt(row[5], 10, 64)
			work = append(work, period{start, start + took})
		}
	}
	window := period{work[0].start, 0}
	for _, w := range work {
		window.start, window.end = min(window.start, w.start), max(window.end, w.end)
	}
	return []wanted{{"gpu-idle", "", window.end - window.start - total(work), []float64{float64(total(work)), float64(len(work))}}}
}

// compareFindings fails where findings are not those that queries justify.
func compareFindings(t *testing.T, name string, r *diagnose.Result, want []wanted) {
	t.Helper()
	got := slices.Clone(r.Findings)
	slices.SortFunc(got, func(a, b diagnose.Finding) int { return cmp.Compare(a.Rule, b.Rule) })
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("%s: %s finds nothing, want a cost of %d", name, want[i].rule, want[i].cost)
		case i >= len(want):
			t.Errorf("%s: %s finds %q, which no query does", name, got[i].Rule, got[i].Title)
		case got[i].Rule != want[i].rule || costOfFinding(&got[i]) != want[i].cost:
			t.Errorf("%s: got %s with a cost of %d, want %s with %d", name, got[i].Rule, costOfFinding(&got[i]), want[i].rule, want[i].cost)
		case !strings.Contains(got[i].Title, want[i].says):
			t.Errorf("%s: got %q, want %q", name, got[i].Title, want[i].says)
		default:
			compareFigures(t, name, &got[i], want[i].figures)
		}
	}
}

// compareFigures fails where the evidence lacks a figure.
func compareFigures(t *testing.T, name string, f *diagnose.Finding, want []float64) {
	t.Helper()
	for _, figure := range want {
		if !slices.ContainsFunc(f.Evidence, func(e diagnose.Evidence) bool { return e.Value == figure }) {
			t.Errorf("%s: %s: no evidence has %v: %+v", name, f.Rule, figure, f.Evidence)
		}
	}
}

func costOfFinding(f *diagnose.Finding) int64 {
	if f.Cost == nil {
		return -1
	}
	return *f.Cost
}

// writeFindings writes rules, severities, costs and figures, in the order in which
// they are told.
func writeFindings(list *bytes.Buffer, name string, r *diagnose.Result) {
	fmt.Fprintf(list, "%s: %d ns\n", name, r.Span)
	for _, f := range r.Findings {
		fmt.Fprintf(list, "  %s %s", f.Rule, f.Severity)
		if f.Cost != nil {
			fmt.Fprintf(list, ", cost %d ns", *f.Cost)
		}
		for k, e := range f.Evidence {
			fmt.Fprintf(list, "%s%s %s", [...]string{", ", ": "}[min(1, max(0, 1-k))], strconv.FormatFloat(e.Value, 'f', -1, 64), e.Unit)
		}
		fmt.Fprintln(list)
	}
}
