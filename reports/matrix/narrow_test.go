package matrix

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/reports/tables"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// At 60 columns tables have fewer columns, and no name or figure is cut: of analyses
// with every option, of what they differ in, and of devices.
func TestSixtyColumns(t *testing.T) {
	documents := map[string]*reports.Document{"devices": Analysis(stamped(t, 12, 500, false))}
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
			documents[name+" "+kind] = Analysis(d)
			for _, o := range d.Orderings {
				documents[name+" "+kind+" "+o.Method] = Contrast(analysis.ContrastOf(d, d, d.Orderings[0].Method, o.Method))
			}
			documents[name+" "+kind+" compared"] = Comparison(analysis.Compare(d, d))
		}
	}
	for name, r := range documents {
		var narrow, whole bytes.Buffer
		if err := errors.Join(tables.Text(&narrow, r, 60), tables.Text(&whole, r, 0)); err != nil {
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

// The columns of the orderings go one after the other, in the order that the manual
// of analyze states.
func TestColumnsThatGo(t *testing.T) {
	stated := []string{"tree", "critical path", "profile", "bandwidth", "leaves", "widest", "memory", "panels", "on 8", "fill", "height", "on 64"}
	r := Analysis(analyzed(t, false, subjects()["grid"]...))
	gone := 0
	for width := 200; width >= 60; width-- {
		var b bytes.Buffer
		if err := tables.Text(&b, r, width); err != nil {
			t.Fatal(err)
		}
		_, head, _ := strings.Cut(b.String(), "\nORDERINGS\n")
		head, _, _ = strings.Cut(head, "\n")
		there := func(name string) bool { return strings.Contains(head+"  ", "  "+name+"  ") }
		for gone < len(stated) && !there(stated[gone]) {
			gone++
		}
		if k := slices.IndexFunc(stated[gone:], func(name string) bool { return !there(name) }); k >= 0 {
			t.Fatalf("width %d: %s goes before %s: %s", width, stated[gone+k], stated[gone], head)
		}
	}
	if gone < 9 {
		t.Errorf("only %q are gone at 60 columns", stated[:gone])
	}
}
