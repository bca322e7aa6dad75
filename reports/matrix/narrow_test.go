package matrix

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/reports/tables"
)

// At 60 columns tables have fewer columns, and no name or figure is cut.
func TestSixtyColumns(t *testing.T) {
	for name, list := range subjects() {
		r := Analysis(analyzed(t, false, list...))
		var narrow bytes.Buffer
		if err := tables.Text(&narrow, r, 60); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(narrow.String(), "…") {
			t.Errorf("%s: something is cut in\n%s", name, narrow.String())
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
