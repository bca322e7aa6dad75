package parquet_test

import (
	"os"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/analysis/parquet"
	"github.com/nrkit/nrkit/internal/columns"
	"github.com/nrkit/nrkit/internal/golden"
	traces "github.com/nrkit/nrkit/trace/parquet"
)

// page describes the tables of both programs.
const page = "../../docs/formats-parquet.md"

// docs/formats-parquet.md has the tables of the code; -update writes them.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	want := replaced(t, string(text), "nrprof", traces.Tables())
	want = replaced(t, want, "analyze", parquet.Tables())
	golden.File(t, page, []byte(want))
}

// replaced returns the page with the tables of a program.
func replaced(t *testing.T, text, program string, tables []columns.Description) string {
	t.Helper()
	before, rest, ok := strings.Cut(text, "<!-- tables of "+program+" -->\n")
	_, after, end := strings.Cut(rest, "<!-- end -->")
	if !ok || !end {
		t.Fatalf("%s: no place for the tables of %s", page, program)
	}
	var b strings.Builder
	for i := range tables {
		b.WriteString("\n" + tables[i].Markdown())
	}
	return before + "<!-- tables of " + program + " -->\n" + b.String() + "\n<!-- end -->" + after
}
