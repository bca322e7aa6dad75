package analysis

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
)

// The sentences for matrices of every kind, to be read by a person when they
// change.
func TestVerdict(t *testing.T) {
	var b bytes.Buffer
	list := zoo()
	var names []string
	for name := range list {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		d := analyzed(t, list[name], Options{Budget: DefaultBudget()})
		fmt.Fprintf(&b, "== %s, %d×%d\n", name, d.Structure.Rows, d.Structure.Cols)
		for _, s := range d.Verdict {
			fmt.Fprintf(&b, "- %s\n", s)
		}
		for _, w := range d.Warnings {
			fmt.Fprintf(&b, "! %s: %s\n", w.Code, w.Message)
		}
	}
	golden.Equal(t, "verdicts.txt", b.Bytes())
}
