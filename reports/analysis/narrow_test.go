package analysis

import (
	"bytes"
	"context"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// At 60 columns tables have fewer columns, and no name or figure is cut: of analyses
// with every option, of what they differ in, and of devices.
func TestSixtyColumns(t *testing.T) {
	documents := map[string]*reports.Document{"devices": Report(stamped(t, 12, 500, false))}
	for name, list := range subjects() {
		for kind, opt := range map[string]analysis.Options{
			"":     {Budget: analysis.DefaultBudget()},
			"all":  {Orderings: []string{"all"}, Exact: []string{"all"}, LULevels: true, Timings: true},
			"best": {Orderings: []string{analysis.BestOf}, Matching: analysis.MatchingProduct, Timings: true},
		} {
			f := &sparseio.File{Matrix: list[0], Name: "m.mtx", Format: "matrix-market", Layout: "coordinate", Field: "real", Symmetry: "general"}
			d, err := analysis.Run(context.Background(), []analysis.Source{analysis.Loaded(f)}, opt)
			if err != nil {
				t.Fatal(err)
			}
			documents[name+" "+kind] = Report(d)
			for _, o := range d.Orderings {
				documents[name+" "+kind+" "+o.Method] = Contrast(analysis.ContrastOf(d, d, d.Orderings[0].Method, o.Method))
			}
			documents[name+" "+kind+" compared"] = Comparison(analysis.Compare(d, d))
		}
	}
	for name, r := range documents {
		var narrow, whole bytes.Buffer
		if err := errors.Join(reports.WrappedText(&narrow, r, 60), reports.WrappedText(&whole, r, 0)); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(narrow.String(), "…"); n > strings.Count(whole.String(), "…") {
			t.Errorf("%s: something is cut in\n%s", name, narrow.String())
		}
		for line := range strings.Lines(narrow.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 60 {
				t.Errorf("%s: %d columns in %q", name, n, line)
			}
		}
	}
}

// The columns of the orderings go in the order that the manual of analyze states.
func TestColumnsThatGo(t *testing.T) {
	manual, err := os.ReadFile("../../cmd/analyze/main.go")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`(?s)The table of the orderings loses them in this\s+order: (.*?)\. `).FindSubmatch(manual)
	if said == nil {
		t.Fatal("the manual does not state the order")
	}
	stated := regexp.MustCompile(`,\s+|\s+and\s+`).Split(strings.Join(strings.Fields(string(said[1])), " "), -1)
	var columns []reports.Column
	for _, block := range Report(analyzed(t, false, subjects()["grid"]...)).Blocks {
		if table, ok := block.(*reports.Table); ok && columns == nil && table.Columns[0].Name == "ordering" {
			columns = slices.DeleteFunc(slices.Clone(table.Columns), func(c reports.Column) bool { return c.Rank == 0 })
		}
	}
	slices.SortStableFunc(columns, func(a, b reports.Column) int { return b.Rank - a.Rank })
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	if len(names) < 5 || !slices.Equal(stated, names) {
		t.Errorf("the manual states the order %q, they go as %q", stated, names)
	}
}
