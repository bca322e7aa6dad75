package analysis

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/testkit/reportstest"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// analyzed returns the document of the matrices, taken as a series.
func analyzed(t *testing.T, keep bool, list ...*sparsity.Matrix) *analysis.Document {
	t.Helper()
	var inputs []analysis.Source
	for _, m := range list {
		inputs = append(inputs, analysis.Loaded(&sparseio.File{Matrix: m, Name: "m.mtx", Format: "matrix-market",
			Layout: "coordinate", Field: "real", Symmetry: "general", Entries: m.Pattern.NNZ()}))
	}
	d, err := analysis.Run(context.Background(), inputs, analysis.Options{Budget: analysis.DefaultBudget(), Keep: keep})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// subjects returns matrices that take different ways through the report.
func subjects() map[string][]*sparsity.Matrix {
	circuit := matgen.Dominant(matgen.Circuit(60, 1), 1)
	return map[string][]*sparsity.Matrix{
		"empty":      {{Pattern: sparsity.NewPattern(0, 0), Values: []float64{}}},
		"no columns": {{Pattern: sparsity.NewPattern(4, 0), Values: []float64{}}},
		"zero":       {{Pattern: sparsity.NewPattern(4, 4), Values: []float64{}}},
		"one":        {matgen.Dominant(matgen.Diagonal(1), 1)},
		"diagonal":   {matgen.Dominant(matgen.Diagonal(9), 1)},
		"tall":       {matgen.Values(matgen.Random(40, 20, 3, 1), 1)},
		"wide":       {matgen.Values(matgen.Random(20, 40, 3, 1), 1)},
		"pattern":    {{Pattern: matgen.Grid2D(6, 6)}},
		"complex":    {matgen.ComplexValues(matgen.Grid2D(6, 6), 1)},
		"circuit":    {circuit},
		"reducible":  {matgen.Dominant(matgen.Reducible(9, 7, 3, 1), 1)},
		"series":     {circuit, matgen.Dominant(circuit.Pattern, 2)},
		"two shapes": {circuit, matgen.Dominant(matgen.Grid2D(6, 6), 1)},
		"no values":  {circuit, {Pattern: circuit.Pattern}},
		"permuted":   {matgen.Dominant(matgen.Grid2D(9, 9), 1), matgen.Dominant(matgen.Shuffle(matgen.Grid2D(9, 9), 1), 1)},
		"grid":       {matgen.Dominant(matgen.Grid2D(40, 40), 1)},
	}
}

// Every report is complete in all three renderings, keeps its width, and its
// page stands alone.
func TestAnalysisReports(t *testing.T) {
	broken := regexp.MustCompile(`%!|NaN|<nil>|\+Inf`)
	for name, list := range subjects() {
		for _, keep := range []bool{false, true} {
			d := analyzed(t, keep, list...)
			r := Report(d)
			var text, narrow, markdown, page bytes.Buffer
			for _, err := range []error{reports.WrappedText(&text, r, 0), reports.WrappedText(&narrow, r, 80), reports.Markdown(&markdown, r), reports.HTML(&page, r)} {
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			for line := range strings.Lines(narrow.String()) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
					t.Errorf("%s: %d columns in %q", name, n, line)
				}
			}
			for _, b := range []*bytes.Buffer{&text, &narrow, &markdown, &page} {
				if m := broken.FindString(b.String()); m != "" {
					t.Errorf("%s: %q in\n%s", name, m, b.String())
				}
			}
			reportstest.StandsAlone(t, page.Bytes())
			if drawn := bytes.Contains(page.Bytes(), []byte("<svg")); drawn != keep {
				t.Errorf("%s: drawings %v, kept %v", name, drawn, keep)
			}
			words := strings.Join(strings.Fields(text.String()), " ")
			for _, s := range d.Verdict {
				if !strings.Contains(words, s) {
					t.Errorf("%s: %q is not in the report", name, s)
				}
			}
		}
	}
}

func TestAnalysisGolden(t *testing.T) {
	r := Report(analyzed(t, true, subjects()["series"]...))
	for name, render := range map[string]func(*bytes.Buffer) error{
		"analysis.txt":  func(b *bytes.Buffer) error { return reports.WrappedText(b, r, 0) },
		"analysis.md":   func(b *bytes.Buffer) error { return reports.Markdown(b, r) },
		"analysis.html": func(b *bytes.Buffer) error { return reports.HTML(b, r) },
	} {
		var b bytes.Buffer
		if err := render(&b); err != nil {
			t.Fatal(err)
		}
		golden.Equal(t, name, b.Bytes())
	}
}

func TestTimes(t *testing.T) {
	d := analyzed(t, false, subjects()["circuit"]...)
	d.Timings = &analysis.Timings{ReadNS: 1500, SymbolicNS: 2_000_000, TotalNS: 3_000_000_000, Workers: 2}
	var b bytes.Buffer
	if err := reports.Text(&b, Report(d), 0); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1.50 µs", "2.00 ms", "3.00 s with 2 workers"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("want %q in\n%s", want, b.String())
		}
	}
}

func TestComparisonReport(t *testing.T) {
	a, b := analyzed(t, false, subjects()["circuit"]...), analyzed(t, false, subjects()["reducible"]...)
	b.Input.Name = "b.mtx"
	var text bytes.Buffer
	if err := reports.Text(&text, Comparison(analysis.Compare(a, b)), 80); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "comparison.txt", text.Bytes())
	text.Reset()
	a.Input.SHA256 = "0"
	if err := reports.Text(&text, Comparison(analysis.Compare(a, a)), 80); err != nil {
		t.Fatal(err)
	}
	if got := text.String(); !strings.Contains(got, "Both are the same file.") || strings.Count(got, "The same in both.") < 3 {
		t.Errorf("want a document to be the same as itself, got\n%s", got)
	}
}
