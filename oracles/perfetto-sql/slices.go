package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// slices compares the slices, arguments and counters with a walk of the capture.
func (c *checker) slices(s subject) (string, error) {
	t, err := trace.Open(s.capture)
	if err != nil {
		return "", err
	}
	want := walk(solvers.Annotate(t))
	if err := t.Err(); err != nil {
		return "", err
	}
	var start int64 // 0 where the capture does not know it
	if !t.Header.Start.IsZero() {
		start = t.Header.Start.UnixNano()
	}
	got, err := c.read(s, start)
	if err != nil {
		return "", err
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		return "", fmt.Errorf("%s", firstDifference(got, want))
	}
	return fmt.Sprintf("%d slices, arguments and samples", len(want)), nil
}

func firstDifference(got, want []string) string {
	missing, extra, first := 0, 0, [2]string{}
	for i, k := 0, 0; i < len(got) || k < len(want); {
		switch {
		case k == len(want) || i < len(got) && got[i] < want[k]:
			if extra++; extra == 1 {
				first[0] = got[i]
			}
			i++
		case i == len(got) || want[k] < got[i]:
			if missing++; missing == 1 {
				first[1] = want[k]
			}
			k++
		default:
			i, k = i+1, k+1
		}
	}
	return fmt.Sprintf("%d of %d are missing, such as %q; %d are not of the capture, such as %q", missing, len(want), first[1], extra, first[0])
}

// read returns a line for each slice, argument and sample of the trace. Slices of
// untimed steps, and counters of logarithms, are not of the capture.
func (c *checker) read(s subject, start int64) ([]string, error) {
	var list []string
	rows, err := c.query(s.trace, `SELECT HEX(name), category, ts, dur, depth FROM slice WHERE category IS NULL OR category <> 'untimed';`)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		list = append(list, slice(r.text(0), r[1], r.int(2)-start, r.int(3), r.int(4)))
	}
	rows, err = c.query(s.trace, `
SELECT HEX(s.name), s.ts, HEX(a.key), IIF(a.real_value IS NULL, a.int_value, PRINTF('%!.17g', a.real_value))
FROM slice AS s JOIN args AS a ON a.arg_set_id = s.arg_set_id
WHERE a.key GLOB 'debug.*' AND COALESCE(s.category, '') <> 'untimed';`)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		v, err := strconv.ParseFloat(r[3], 64)
		if err != nil {
			return nil, err
		}
		list = append(list, argument(r.text(0), r.int(1)-start, r.text(2), v))
	}
	rows, err = c.query(s.trace, `
SELECT HEX(t.name), c.ts, PRINTF('%!.17g', c.value) FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.name NOT GLOB 'log10(*';`)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		v, err := strconv.ParseFloat(r[2], 64)
		if err != nil {
			return nil, err
		}
		list = append(list, sample(r.text(0), r.int(1)-start, v))
	}
	return list, nil
}

func slice(name, category string, ts, dur, depth int64) string {
	return fmt.Sprintf("slice %s|%s at %d dur %d depth %d", name, category, ts, dur, depth)
}

func argument(name string, ts int64, key string, v float64) string {
	return fmt.Sprintf("argument %s at %d %s=%.12g", name, ts, key, v)
}

func sample(name string, ts int64, v float64) string {
	return fmt.Sprintf("sample %s at %d %.12g", name, ts, v)
}

// A walked range is open.
type walked struct {
	name  string
	sort  string
	begin int64
	args  map[string]float64 // the last value of each name
}

// walk returns the same lines for a capture. It knows nothing of exports.
func walk(t *trace.Trace) (list []string) {
	stacks := make([][]walked, len(t.Tracks))
	closed := func(r walked, dur int64, depth int) {
		list = append(list, slice(r.name, r.sort, r.begin, dur, int64(depth)))
		for key, v := range r.args {
			list = append(list, argument(r.name, r.begin, "debug."+key, v))
		}
	}
	for e := range t.Events() {
		stack := &stacks[e.Track]
		depth := len(*stack) - 1
		switch {
		case e.Kind == trace.Begin:
			r := walked{name: t.Names[e.Name], sort: category(t, e.Name), begin: e.Time, args: map[string]float64{}}
			if e.Index != trace.NoIndex {
				r.args[number(r.name)] = float64(e.Index)
			}
			*stack = append(*stack, r)
		case e.Kind == trace.End && depth >= 0:
			r := (*stack)[depth]
			*stack = (*stack)[:depth]
			closed(r, e.Time-r.begin, depth)
		case e.Kind == trace.Arg && depth >= 0:
			(*stack)[depth].args[t.Names[e.Name]] = e.Value
		case e.Kind == trace.Counter:
			list = append(list, sample(t.Names[e.Name], e.Time, e.Value))
		case e.Kind == trace.Instant:
			list = append(list, slice(t.Names[e.Name], "mark", e.Time, 0, int64(depth+1)))
		}
	}
	for _, stack := range stacks {
		for depth, r := range stack {
			closed(r, -1, depth)
		}
	}
	return list
}

// category is what the slices of ranges of that name have.
func category(t *trace.Trace, name int32) string {
	if sort := t.Sort(name); sort != "" {
		return sort
	}
	if trace.IsPhase(t.Names[name]) {
		return "phase"
	}
	return "range"
}

// number is the argument that numbers a range.
func number(name string) string {
	for _, key := range []string{"iteration", "step"} {
		if strings.Contains(name, key) {
			return key
		}
	}
	return "index"
}
