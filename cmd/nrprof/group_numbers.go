package main

import (
	"fmt"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// manyNames is from how many names on they may be too many to read.
const manyNames = 1000

// groupingHelps says what --group-numbers would do to phases of many names, ""
// where they are few or it would do little.
func groupingHelps(phases []trace.Phase) string {
	if len(phases) <= manyNames {
		return ""
	}
	grouped := map[string]bool{}
	for i := range phases {
		grouped[trace.GroupNumbers(phases[i].Name)] = true
	}
	if len(grouped) > len(phases)/2 {
		return ""
	}
	return fmt.Sprintf("Of %s names many differ in numbers alone: --group-numbers makes %s of them.", units.Integer(int64(len(phases))), units.Integer(int64(len(grouped))))
}

// groupingCompares says what --group-numbers would do to ranges that one side alone
// has, "" where they are few or it would do little.
func groupingCompares(r *compare.Result) string {
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

// manyLone is from how many quantities of one side alone on they may be too many.
const manyLone = 20
