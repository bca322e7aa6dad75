package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// warnings returns what is doubtful about a comparison.
func (c *comparison) warnings() []string {
	list := []string{}
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	switch c.Identity.Known {
	case "none":
		say("it is not known whether the machines are the same: the runs have no keys")
	case "old", "new":
		say("it is not known whether the machines are the same: only on the %s side do all runs have keys", c.Identity.Known)
	}
	if text := shared(c.old, c.new); text != "" {
		list = append(list, text)
	}
	sides := [2][]*Run{c.old, c.new}
	for k, s := range sides {
		for _, r := range s {
			if parts := drifted(r); len(parts) > 0 {
				say("%s side, %s: changed while it ran: %s", sideNames()[k], r.Name, strings.Join(parts, ", "))
			}
		}
	}
	for k, s := range sides {
		list = append(list, together(sideNames()[k], s)...)
	}
	list = append(list, c.power()...)
	if separate(c.old, c.new) || separate(c.new, c.old) {
		say("all runs of one side were made before all runs of the other: a slow change of the machine, such as its temperature, then looks like a difference; alternate the runs of both sides")
	}
	return list
}

// drifted names the parts that changed during a run and spoil its times.
func drifted(r *Run) []string {
	var parts []string
	for i := range r.Drift {
		if d := &r.Drift[i]; spoils(d) {
			parts = append(parts, d.Name)
		}
	}
	return parts
}

// sideNames returns what the sides are called.
func sideNames() [2]string { return [2]string{"old", "new"} }

// shared says which runs are on both sides, "" for none.
func shared(old, new []*Run) string {
	n, first := 0, ""
	for _, a := range old {
		if slices.ContainsFunc(new, func(b *Run) bool { return a.File != "" && a.File == b.File || same(a, b) }) {
			if n++; n == 1 {
				first = a.Name
			}
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return first + " is on both sides: a run compared with itself shows no change"
	}
	return fmt.Sprintf("%s and %d more are on both sides: a run compared with itself shows no change", first, n-1)
}

// together returns the warnings of the runs of a side, each once.
func together(side string, runs []*Run) []string {
	var list []string
	first, times := map[string]string{}, map[string]int{}
	for _, r := range runs {
		for _, w := range r.Warnings {
			if times[w]++; times[w] == 1 {
				first[w] = r.Name
				list = append(list, w)
			}
		}
	}
	for i, w := range list {
		of := first[w]
		if n := times[w]; n > 1 {
			of += fmt.Sprintf(" and %d more", n-1)
		}
		list[i] = side + " side, " + of + ": " + w
	}
	return list
}

// power says what the runs are too few for.
func (c *comparison) power() []string {
	if len(c.Rows) == 0 {
		return nil
	}
	n1, n2 := len(c.old), len(c.new)
	if n1 == 1 && n2 == 1 {
		return []string{fmt.Sprintf("one run per side: nothing is tested, because the calls within a run are not independent samples; a test needs %d runs per side", RunsNeeded(c.opt.Alpha))}
	}
	var list []string
	if c.wide {
		list = append(list, fmt.Sprintf("too few runs for a confidence interval at level %v, which needs %d per side", c.opt.Confidence, intervalRuns(c.opt.Confidence)))
	}
	if c.few || min(n1, n2) == 1 && !tells(n1, n2, c.opt.Alpha) {
		list = append(list, fmt.Sprintf("too few runs to detect a difference at level %v, which needs %d per side", c.opt.Alpha, RunsNeeded(c.opt.Alpha)))
	}
	if some, few := c.partial(); some > 0 {
		text := fmt.Sprintf("quantities that only some of the runs have: %d", some)
		if few > 0 {
			text += fmt.Sprintf("; quantities with too few values for a test: %d", few)
		}
		list = append(list, text)
	}
	if c.Tests > 1 && !tells(n1, n2, c.alone) {
		list = append(list, fmt.Sprintf("a change of a single quantity cannot be detected among %d tests: that needs %d runs per side", c.Tests, RunsNeeded(c.alone)))
	}
	return list
}

// intervalRuns returns how many runs the interval of order statistics of a median
// takes: all values lie on one side of it with a chance of 2 in 2ⁿ.
func intervalRuns(confidence float64) int {
	n := 2
	for n < 1000 && 1-math.Ldexp(1, 1-n) < confidence {
		n++
	}
	return n
}

// partial returns how many quantities are not in all runs, and how many of these
// are not tested.
func (c *comparison) partial() (some, few int) {
	for i := range c.Rows {
		if r := &c.Rows[i]; r.Old.N < len(c.old) || r.New.N < len(c.new) {
			if some++; r.P == nil {
				few++
			}
		}
	}
	return some, few
}

// separate says whether all runs of a are known to have started before those of
// b, of several runs each.
func separate(a, b []*Run) bool {
	if len(a) < 2 || len(b) < 2 {
		return false
	}
	if slices.ContainsFunc(slices.Concat(a, b), func(r *Run) bool { return r.Start.IsZero() }) {
		return false
	}
	byStart := func(x, y *Run) int { return x.Start.Compare(y.Start) }
	return slices.MaxFunc(a, byStart).Start.Before(slices.MinFunc(b, byStart).Start)
}
