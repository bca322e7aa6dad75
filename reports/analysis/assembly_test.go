package analysis

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/testkit/reportstest"
	"github.com/nrkit/nrkit/reports"
)

// stamped returns the document of n devices of three terminals each, one of
// which is a rail for most, with names that are hard to print.
func stamped(t *testing.T, unknowns, n int, rails bool) *analysis.Document {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	d := &assembly.Devices{Unknowns: unknowns, RailsStated: true}
	if rails {
		d.Rails = []int32{0, 1}
		for i := range unknowns {
			d.Names = append(d.Names, fmt.Sprintf("<n>|\n%d%s", i, strings.Repeat("é", i)))
		}
	}
	g := assembly.Group{Model: "nch", Len: n, JacPtr: []int32{0}, ResPtr: []int32{0}, ParamNames: []string{"w", "l", "nf"}, Discrete: []int{2}}
	for k := range int32(n) {
		nodes := []int32{int32(rng.IntN(2)), int32(rng.IntN(unknowns)), int32(rng.IntN(unknowns+1)) - 1}
		for _, r := range nodes {
			for _, c := range nodes {
				g.JacRow, g.JacCol = append(g.JacRow, r), append(g.JacCol, c)
			}
		}
		g.ResRow = append(g.ResRow, nodes...)
		g.JacPtr, g.ResPtr = append(g.JacPtr, 9*(k+1)), append(g.ResPtr, 3*(k+1))
		g.Params = append(g.Params, float64(rng.IntN(3)), 1, float64(rng.IntN(2)))
	}
	d.Groups = []assembly.Group{g, {Model: "unknown parameters", Len: 1, JacPtr: []int32{0, 0}, ResPtr: []int32{0, 0}, ParamNames: []string{"x"}}}
	s := &analysis.Stamps{Name: "c.json", Devices: d}
	doc, err := analysis.Run(context.Background(), []analysis.Source{s.Source()}, analysis.Options{Stamps: s, Orderings: []string{"natural"}})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestAssemblyReports(t *testing.T) {
	for name, d := range map[string]*analysis.Document{
		"rails": stamped(t, 12, 500, true), "no rails": stamped(t, 12, 30, false), "no devices": stamped(t, 2, 0, false),
	} {
		r := Report(d)
		var text, narrow, markdown, page bytes.Buffer
		for _, err := range []error{reports.Text(&text, r, 0), reports.Text(&narrow, r, 80), reports.Markdown(&markdown, r), reports.HTML(&page, r)} {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		for line := range strings.Lines(narrow.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s: %d columns in %q", name, n, line)
			}
		}
		reportstest.StandsAlone(t, page.Bytes())
		for _, b := range []*bytes.Buffer{&text, &narrow, &markdown, &page} {
			if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "%!") {
				t.Errorf("%s: broken figures in\n%s", name, b.String())
			}
		}
		if strings.Contains(page.String(), "<n>") {
			t.Errorf("%s: a name is not escaped in the page", name)
		}
	}
}

func TestAssemblyGolden(t *testing.T) {
	all := &reports.Document{Title: "c"}
	addAssembly(all, stamped(t, 12, 500, true).Assembly)
	var b bytes.Buffer
	if err := reports.Text(&b, all, 0); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "assembly.txt", b.Bytes())
	b.Reset()
	if err := reports.Markdown(&b, all); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "assembly.md", b.Bytes())
}
