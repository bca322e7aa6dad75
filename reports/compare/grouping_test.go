package compare

import (
	"fmt"
	"testing"

	"github.com/nrkit/nrkit/compare"
)

// Grouping is offered where many ranges of one side have partners in the other one but
// for their numbers.
func TestGrouping(t *testing.T) {
	lone := func(n int, name string, kind compare.Kind) []compare.Lone {
		var list []compare.Lone
		for k := range n {
			list = append(list, compare.Lone{Kind: kind, Name: fmt.Sprintf("%s %d", name, k)})
		}
		return list
	}
	for _, c := range []struct {
		old, new []compare.Lone
		want     bool
	}{
		{lone(10, "op", compare.Phase), lone(10, "op", compare.Phase), true},
		{lone(9, "op", compare.Phase), lone(10, "op", compare.Phase), false},
		{lone(10, "op", compare.Phase), lone(10, "other", compare.Phase), false},
		{lone(10, "op", compare.Kernel), lone(10, "op", compare.Kernel), false},
	} {
		if got := Grouping(&compare.Result{OnlyOld: c.old, OnlyNew: c.new}); (got != "") != c.want {
			t.Errorf("%d and %d: got %q", len(c.old), len(c.new), got)
		}
	}
}
