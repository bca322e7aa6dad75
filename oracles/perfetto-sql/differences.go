package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// A placedRange is a range of a run, with the place of the range around it, or -1.
type placedRange struct {
	name      string
	around    int
	begin, ns int64 // on the line of its run
	iteration int64 // its number, if it is an iteration
	at        int64 // begin on the common line; 0 in a capture
}

// A unitKey tells iterations and time steps of a run apart: the name of the range around
// the iterations, its place among ranges of its name, and the iteration, or -1 for the
// range itself.
type unitKey struct {
	solution  string
	nth       int
	iteration int64
}

// captured returns the ranges of a capture, in the order of their begins. It knows
// nothing of exports.
func captured(path string) ([]placedRange, error) {
	t, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	var list []placedRange
	stacks := make([][]int, len(t.Tracks))
	for e := range t.Events() {
		stack := stacks[e.Track]
		switch around := -1; {
		case e.Kind == trace.Begin:
			if len(stack) > 0 {
				around = stack[len(stack)-1]
			}
			stacks[e.Track] = append(stack, len(list))
			list = append(list, placedRange{name: t.Names[e.Name], around: around, begin: e.Time, iteration: e.Index})
		case e.Kind == trace.End && len(stack) > 0:
			r := &list[stack[len(stack)-1]]
			r.ns = e.Time - r.begin
			stacks[e.Track] = stack[:len(stack)-1]
		}
	}
	return list, cmp.Or(t.Err(), t.Close())
}

// aligned returns the ranges of one side in a trace of two runs, in the same order.
func (c *checker) aligned(file, side string) ([]placedRange, error) {
	rows, err := c.query(file, `
SELECT s.id, COALESCE(s.parent_id, -1), HEX(s.name), s.ts, CAST(EXTRACT_ARG(s.arg_set_id, 'debug.original_start_ns') AS INT),
  CAST(COALESCE(EXTRACT_ARG(s.arg_set_id, 'debug.original_duration_ns'), s.dur) AS INT), CAST(COALESCE(EXTRACT_ARG(s.arg_set_id, 'debug.iteration'), -1) AS INT)
FROM slice AS s
JOIN thread_track AS k ON k.id = s.track_id
JOIN thread AS t USING (utid)
JOIN process AS p USING (upid)
WHERE p.name GLOB '`+side+`: *'
ORDER BY s.ts, s.depth, s.id;`)
	if err != nil {
		return nil, err
	}
	var list []placedRange
	place := map[int64]int{-1: -1}
	for _, r := range rows {
		around, ok := place[r.int(1)]
		if !ok {
			return nil, fmt.Errorf("%s: the slice around %q comes later", side, r.text(2))
		}
		place[r.int(0)] = len(list)
		list = append(list, placedRange{name: r.text(2), around: around, at: r.int(3), begin: r.int(4), ns: r.int(5), iteration: r.int(6)})
	}
	return list, nil
}

// A unit has the time of the ranges in it, by name, and its begin on the common line.
type unit struct {
	ns map[string]int64
	at int64
}

// unitsOf returns the time steps of a run, and the iterations, with their times.
func unitsOf(list []placedRange) map[unitKey]*unit {
	units := map[unitKey]*unit{}
	keys := make([][]unitKey, len(list)) // of the units around a range, and of itself
	count := map[string]int{}
	for k, r := range list {
		if r.around >= 0 {
			keys[k] = slices.Clip(keys[r.around])
		}
		switch {
		case r.name == trace.PhaseIteration && r.around >= 0:
			key := unitKey{solution: list[r.around].name, nth: count[list[r.around].name], iteration: r.iteration}
			units[key] = &unit{ns: map[string]int64{}, at: r.at}
			keys[k] = append(keys[k], key)
		case r.name == trace.PhaseTimestep:
			count[r.name]++
			key := unitKey{solution: r.name, nth: count[r.name], iteration: -1}
			units[key] = &unit{ns: map[string]int64{}, at: r.at}
			keys[k] = append(keys[k], key)
		}
		for _, key := range keys[k] {
			units[key].ns[r.name] += r.ns
		}
	}
	return units
}

// differences compares the ranges of both sides, and the values of all counters, with
// what a walk of the captures gives. Steps says that time steps begin at once, and not
// the iterations in them.
func (c *checker) differences(file, before, after string, steps bool) (string, error) {
	var want, got [2]map[unitKey]*unit
	ranges := 0
	for k, path := range []string{before, after} {
		capture, err := captured(path)
		if err != nil {
			return "", err
		}
		shown, err := c.aligned(file, [2]string{"before", "after"}[k])
		if err != nil {
			return "", err
		}
		if a, b := lines(shown), lines(capture); !slices.Equal(a, b) {
			return "", fmt.Errorf("%s", firstDifference(a, b))
		}
		ranges += len(shown)
		want[k], got[k] = unitsOf(capture), unitsOf(shown)
	}
	rows, err := c.query(file, `
SELECT t.name, c.ts, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.name GLOB '*_difference_ns' ORDER BY c.ts;`)
	if err != nil {
		return "", err
	}
	type place struct {
		name string
		at   int64
	}
	samples := map[place]float64{}
	for _, r := range rows {
		samples[place{r[0][:len(r[0])-len("_difference_ns")], r.int(1)}] = r.float(2)
	}
	if len(samples) != len(rows) {
		return "", fmt.Errorf("%d samples lie at %d places", len(rows), len(samples))
	}
	names := map[string]bool{}
	for p := range samples {
		names[p.name] = true
	}
	right := 0
	for name := range names {
		for _, key := range keysOf(want[0], want[1]) {
			if (key.iteration < 0) != (steps || name == trace.PhaseTimestep) {
				continue
			}
			var value, at int64
			for k, sign := range []int64{-1, 1} {
				if u := want[k][key]; u != nil {
					value += sign * u.ns[name]
					at = got[k][key].at
				}
			}
			if v, ok := samples[place{name, at}]; !ok || v != float64(value) {
				return "", fmt.Errorf("%s of %+v at %d: got %v, %v, want %d", name, key, at, v, ok, value)
			}
			right++
		}
	}
	if right != len(samples) {
		return "", fmt.Errorf("%d samples, of which %d have a unit", len(samples), right)
	}
	return fmt.Sprintf("%d ranges and %d samples of %d counters as in the captures", ranges, right, len(names)), nil
}

// keysOf returns the keys of two runs.
func keysOf(a, b map[unitKey]*unit) (list []unitKey) {
	for key := range a {
		list = append(list, key)
	}
	for key := range b {
		if a[key] == nil {
			list = append(list, key)
		}
	}
	return list
}

// lines returns a line for each range, in order.
func lines(list []placedRange) (text []string) {
	for _, r := range list {
		text = append(text, fmt.Sprintf("%s at %d for %d ns", r.name, r.begin, r.ns))
	}
	slices.Sort(text)
	return text
}
