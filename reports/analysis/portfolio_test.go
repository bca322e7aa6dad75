package analysis

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// Reports of portfolios, of levels and of matchings are complete in all renderings
// and keep their width, and so are contrasts.
func TestPortfolioReports(t *testing.T) {
	broken := regexp.MustCompile(`%!|\bNaN\b|<nil>|\bInf\b`) // pictures in base 64 hold such letters
	for name, list := range subjects() {
		m := list[0]
		f := &sparseio.File{Matrix: m, Name: "m.mtx", Format: "matrix-market", Layout: "coordinate", Field: "real", Symmetry: "general", Entries: m.Pattern.NNZ()}
		for _, opt := range []analysis.Options{
			{Orderings: []string{analysis.BestOf}, Timings: true, Keep: true},
			{Orderings: []string{analysis.BestOf}, Matching: analysis.MatchingProduct, OrderingTime: time.Nanosecond},
			{Orderings: []string{"natural", "natural+lower", "btf+amd"}, LULevels: true, Matching: analysis.MatchingStructural},
		} {
			d, err := analysis.Run(context.Background(), []analysis.Source{analysis.Loaded(f)}, opt)
			if err != nil {
				t.Fatal(err)
			}
			documents := []*reports.Document{Report(d)}
			for _, o := range d.Orderings {
				documents = append(documents, Contrast(analysis.ContrastOf(d, d, d.Orderings[0].Method, o.Method)))
			}
			for _, r := range documents {
				var narrow, markdown, page bytes.Buffer
				for _, err := range []error{reports.Text(&narrow, r, 80), reports.Markdown(&markdown, r), reports.HTML(&page, r)} {
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
				}
				for line := range strings.Lines(narrow.String()) {
					if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
						t.Errorf("%s: %d columns in %q", name, n, line)
					}
				}
				for _, b := range []*bytes.Buffer{&narrow, &markdown, &page} {
					if m := broken.FindString(b.String()); m != "" {
						t.Errorf("%s: %q in\n%s", name, m, narrow.String())
					}
				}
			}
			if d.Portfolio == nil || d.Winners == nil {
				continue
			}
			var text bytes.Buffer
			if err := reports.Text(&text, Report(d), 0); err != nil {
				t.Fatal(err)
			}
			for _, c := range d.Portfolio.Candidates {
				if !strings.Contains(text.String(), "  "+c.Method+" ") || !strings.Contains(text.String(), c.Because) {
					t.Errorf("%s: %s, or why it did not finish, is not in\n%s", name, c.Method, text.String())
				}
			}
		}
	}
}
