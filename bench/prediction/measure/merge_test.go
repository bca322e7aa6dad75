//go:build linux

package main

import (
	"maps"
	"testing"

	"github.com/nrkit/nrkit/bench/prediction/dataset"
)

// A second measurement keeps the lesser times, or replaces the times of what it measured.
func TestMerge(t *testing.T) {
	for again, want := range map[string]map[string]float64{
		"least":   {"lu/factor": 1, "lu/solve": 2, "klu/factor": 5},
		"replace": {"lu/factor": 3, "lu/solve": 2, "klu/factor": 5},
	} {
		old := []dataset.Row{{Matrix: "a", Ordering: "amd", Times: map[string]float64{"lu/factor": 1, "lu/solve": 4, "klu/factor": 5}, Counts: map[string]float64{"lu/l": 7}}}
		more := []dataset.Row{
			{Matrix: "a", Ordering: "amd", Times: map[string]float64{"lu/factor": 3, "lu/solve": 2}, Counts: map[string]float64{"lu/l": 8}},
			{Matrix: "b", Ordering: "amd", Times: map[string]float64{"lu/factor": 9}, Counts: map[string]float64{}},
		}
		got := (&job{again: again}).merge(old, more)
		if len(got) != 2 || got[1].Matrix != "b" || got[0].Counts["lu/l"] != 8 {
			t.Errorf("%s: %+v", again, got)
		}
		for name, x := range want {
			if got[0].Times[name] != x {
				t.Errorf("%s: %s is %g, want %g", again, name, got[0].Times[name], x)
			}
		}
	}
}

// Pages stay with the time that needed them, and a count of pages keeps the times.
func TestMergePages(t *testing.T) {
	for again, want := range map[string]dataset.Row{
		"least":   {Times: map[string]float64{"superlu/factor": 3, "superlu/solve": 1}, Counts: map[string]float64{"superlu/solve_pages": 4}},
		"replace": {Times: map[string]float64{"superlu/factor": 3, "superlu/solve": 2}, Counts: map[string]float64{"superlu/solve_pages": 6}},
		"pages":   {Times: map[string]float64{"superlu/factor": 5, "superlu/solve": 1}, Counts: map[string]float64{"superlu/solve_pages": 6}},
	} {
		old := []dataset.Row{{Matrix: "a", Times: map[string]float64{"superlu/factor": 5, "superlu/solve": 1}, Counts: map[string]float64{"superlu/factor_pages": 9, "superlu/solve_pages": 4}}}
		more := []dataset.Row{{Matrix: "a", Times: map[string]float64{"superlu/factor": 3, "superlu/solve": 2}, Counts: map[string]float64{"superlu/solve_pages": 6}}}
		got := (&job{again: again}).merge(old, more)[0]
		if !maps.Equal(got.Times, want.Times) || !maps.Equal(got.Counts, want.Counts) {
			t.Errorf("%s: times %v, counts %v; want %v, %v", again, got.Times, got.Counts, want.Times, want.Counts)
		}
	}
}
