package schemagen

import (
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
)

// Compare fails a test where the schemas in docs/schema are not those of the
// documents, or a table of keys of their pages is not current; with -update it writes
// both. It also fails if a key has no description, if a line of a table of g is not
// needed, and if a page does not name a value of an enumeration.
func (g *Generator) Compare(t *testing.T, documents []Document) {
	t.Helper()
	g.compareTables(t, documents)
	for _, d := range documents {
		text, err := g.Generate(d)
		if err != nil {
			t.Error(err)
			continue
		}
		golden.File(t, filepath.Join(g.Root, "docs", "schema", File(d.Name)), text)
	}
	for _, line := range g.Unused() {
		t.Errorf("%s: no document has it", line)
	}
	for _, line := range g.Bare() {
		t.Errorf("%s: no meaning on the page, and no comment", line)
	}
	for _, line := range g.Unsaid() {
		t.Errorf("%s: the page does not name it", line)
	}
}

// compareTables compares the pages that list every key with their tables brought up
// to date.
func (g *Generator) compareTables(t *testing.T, documents []Document) {
	t.Helper()
	for _, name := range g.Complete {
		text, err := g.Tables(name, documents)
		if err != nil {
			t.Error(err)
			continue
		}
		if string(text) == g.texts[name] {
			continue // with -update, the test of another program may just have written the page
		}
		golden.File(t, filepath.Join(g.Root, "docs", name), text)
	}
	g.pages, g.texts = nil, nil // what was read may have been rewritten
}
