package compare

import (
	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/trace"
)

// manyLone is how many quantities of one side alone may be too many.
const manyLone = 20

// Grouping says what --group-numbers would do to ranges that one side alone has, ""
// where they are few or it would do little.
func Grouping(r *compare.Result) string {
	names := [2]map[string]bool{{}, {}}
	for k, side := range [2][]compare.Lone{r.OnlyOld, r.OnlyNew} {
		for _, x := range side {
			if x.Kind == compare.Phase || x.Kind == compare.Range {
				names[k][trace.GroupNumbers(x.Name)] = true
			}
		}
	}
	both := 0
	for name := range names[0] {
		if names[1][name] {
			both++
		}
	}
	if n := len(r.OnlyOld) + len(r.OnlyNew); n < manyLone || both == 0 {
		return ""
	}
	return "Many names of ranges differ between the sides only in numbers: --group-numbers compares them."
}
