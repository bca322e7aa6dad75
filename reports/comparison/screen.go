package comparison

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

// How much of what there is the screen has.
const (
	screenChanged  = 8 // rows that a test found to differ
	screenTotals   = 8 // totals by kernel and copy
	screenWaits    = 2 // totals by call that waits
	screenPhases   = 5 // of time steps or iterations; then there are
	fewTotals      = 3 // of the totals by kernel and copy
	fewWaits       = 1 // and by call that waits
	screenDevices  = 4
	screenWarnings = 3
	screenParts    = 3 // parts of the identity
)

// Screen returns what fits on one screen of a comparison of runs with work on
// devices: a verdict, what the devices did, and the totals that differ most.
func Screen(r *compare.Result) *reports.Document {
	d := &reports.Document{Title: title(r)}
	facts := reports.Facts()
	addFacts(facts, r)
	for i := range facts.Rows {
		if facts.Rows[i][0] == "identity" {
			facts.Rows[i][1] = identityInBrief(r)
		}
	}
	d.Add(facts, reports.List(Verdict(r)))
	t := changedRows(r, screenChanged)
	if len(t.Rows) > 0 {
		d.Add(reports.Heading("Differences that a test found"), t)
	}
	addDevices(d, r.Work)
	if len(t.Rows) > 0 || addPhases(d, r) {
		addTotals(d, r.Work, fewTotals, fewWaits)
	} else {
		addTotals(d, r.Work, screenTotals, screenWaits)
	}
	if list := screenWarningsOf(r); len(list) > 0 {
		d.Add(reports.Heading("Warnings"), reports.List(list))
	}
	d.Add(reports.Paragraph(moreText(r)))
	return d
}

// changedRows returns the table of at most n rows that a test found to differ, the
// heaviest first of each kind and regime.
func changedRows(r *compare.Result, n int) *reports.Table {
	t := newTable("")
	hidden := 0
	for i := range r.Rows {
		x := &r.Rows[i]
		if !changed(x) {
			continue
		}
		if len(t.Rows) == n {
			hidden++
			continue
		}
		cells := row(x)
		cells[0] = place(x)
		t.Append(cells...)
	}
	if hidden > 0 {
		t.Note = fmt.Sprintf("Not shown: %s.", units.Count(hidden, "row that differs", "rows that differ"))
	}
	return t
}

// identityInBrief names the parts in which the runs differ.
func identityInBrief(r *compare.Result) string {
	text := identityFact(r)
	list := slices.Clone(r.Identity.Differences)
	if len(list) == 0 {
		return text
	}
	slices.SortStableFunc(list, func(a, b compare.Difference) int { return permissionRank(a) - permissionRank(b) })
	var parts []string
	for _, x := range list[:min(len(list), screenParts)] {
		parts = append(parts, fmt.Sprintf("%s (times compare: %s)", x.Part, permission(x)))
	}
	if n := len(list) - screenParts; n > 0 {
		parts = append(parts, units.Integer(n)+" more")
	}
	return text + ": " + strings.Join(parts, ", ")
}

// permissionRank orders differences by what they spoil.
func permissionRank(x compare.Difference) int {
	return slices.Index([]string{"no", "unknown", "varied on purpose", "yes"}, permission(x))
}

// arrow writes a time of both sides.
func arrow(p compare.Pair) string { return figure(p.Old, "ns") + " → " + figure(p.New, "ns") }

// arrowOf writes a time of the sides that have it: old, new.
func arrowOf(p compare.Pair, old, new bool) string {
	return dash(p.Old, old) + " → " + dash(p.New, new)
}

// dash writes a time, or that there is none.
func dash(ns float64, some bool) string {
	if !some {
		return "–"
	}
	return figure(ns, "ns")
}

// arrowCount writes a count of both sides, once where they are equal.
func arrowCount(p compare.Pair) string {
	if p.Old == p.New {
		return countText(p.Old)
	}
	return countText(p.Old) + " → " + countText(p.New)
}

// countText writes a count; the median of an even number of runs may have a half.
func countText(x float64) string {
	if x != math.Trunc(x) || math.Abs(x) >= math.MaxInt64 {
		return units.Significant(x)
	}
	return units.Integer(int64(x))
}

// delta writes by how much a time differs.
func delta(p compare.Pair) string {
	d := p.Delta()
	switch {
	case d == 0:
		return "0 µs"
	case d < 0:
		return "−" + figure(-d, "ns")
	}
	return "+" + figure(d, "ns")
}

// relative writes how much a figure differs from the old one.
func relative(p compare.Pair) string {
	x := p.Change()
	switch {
	case math.IsInf(x, 0):
		return "from 0"
	case x != 0 && math.Abs(x) < 5e-6:
		return "less than 0.001 %"
	}
	return units.Change(x)
}

// addDevices adds what each device did.
func addDevices(d *reports.Document, w *compare.Work) {
	if len(w.Devices) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "device"}, {Name: "span", Right: true, Note: "Span: from the first operation of the device to the end of the last."}, {Name: "kernels", Right: true},
		{Name: "copies", Right: true}, {Name: "idle", Right: true}}}
	for i, x := range w.Devices {
		if i == screenDevices {
			t.Note = fmt.Sprintf("Not shown: %s.", units.Plural(len(w.Devices)-i, "device"))
			break
		}
		cells := []string{x.Name}
		for _, p := range []compare.Pair{x.Span, x.Kernels, x.Memory, x.Idle} {
			cells = append(cells, arrowOf(p, x.Only != "new", x.Only != "old"))
		}
		t.Append(cells...)
	}
	d.Add(reports.Heading("Devices, old → new"), t)
}

// addPhases adds the heaviest phases of steady time steps or iterations; false when
// the sides have none of these.
func addPhases(d *reports.Document, r *compare.Result) bool {
	t := newTable("phase")
	if r.Work.UnitMean == nil {
		return false
	}
	for i := range r.Rows {
		if x := &r.Rows[i]; x.Kind == compare.Phase && x.Regime == compare.Steady && len(t.Rows) < screenPhases {
			t.Append(row(x)...)
		}
	}
	if len(t.Rows) > 0 {
		d.Add(reports.Heading(heading(compare.Phase, compare.Steady)), t)
	}
	return len(t.Rows) > 0
}

// addTotals adds the totals that differ most: of so many operations, and calls that
// wait.
func addTotals(d *reports.Document, w *compare.Work, operations, waits int) {
	t := &reports.Table{Columns: []reports.Column{{Name: "kernel, copy or wait"}, {Name: "old", Right: true}, {Name: "new", Right: true}, {Name: "change", Right: true},
		{Name: "count", Right: true}, {Name: "mean", Right: true}}}
	add := func(list []compare.TotalRow, n int) {
		for _, x := range list[:min(len(list), n)] {
			old, new := x.Only() != "new", x.Only() != "old"
			t.Append(totalName(&x), dash(x.Total.Old, old), dash(x.Total.New, new), delta(x.Total), arrowCount(x.Count), arrowOf(x.Mean, old, new))
		}
	}
	add(w.Totals, operations)
	add(w.Waits, waits)
	if len(t.Rows) == 0 {
		return
	}
	t.Note = restOf(w, operations, waits)
	d.Add(reports.Heading("Totals of a run, the largest differences"), t)
}

// totalName names a row of totals.
func totalName(x *compare.TotalRow) string {
	if x.Sort == trace.SortSync {
		return "wait in " + cut(x.Name)
	}
	return cut(x.Name)
}

// restOf says what addTotals leaves out.
func restOf(w *compare.Work, operations, waits int) string {
	var parts []string
	for _, x := range []struct {
		list      []compare.TotalRow
		n         int
		one, many string
	}{{w.Totals, operations, "kernel or copy", "kernels and copies"}, {w.Waits, waits, "call that waits", "calls that wait"}} {
		if n := len(x.list) - x.n; n > 0 {
			var old, new float64
			for i := range x.list[x.n:] {
				old, new = old+x.list[x.n+i].Total.Old, new+x.list[x.n+i].Total.New
			}
			parts = append(parts, fmt.Sprintf("%s, together %s", units.Count(n, x.one, x.many), arrow(compare.Pair{Old: old, New: new})))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not shown: " + strings.Join(parts, "; ") + "."
}

// screenWarningsOf returns the first warnings, without what the verdict says.
func screenWarningsOf(r *compare.Result) []string {
	list := slices.DeleteFunc(slices.Clone(r.Warnings), func(w string) bool { return oneRunEach(r) && strings.HasPrefix(w, "one run a side: ") })
	if n := len(list) - screenWarnings; n > 0 {
		list = append(list[:screenWarnings], units.Count(n, "more warning", "more warnings"))
	}
	return list
}

// moreText says what Text has besides.
func moreText(r *compare.Result) string {
	medians := ""
	if !oneRunEach(r) {
		medians = "Devices and totals are medians of the runs and are not tested. "
	}
	return medians + fmt.Sprintf("--all prints all tables: %s, %s, and %s of one side alone.", units.Count(len(r.Rows), "quantity", "quantities"), units.Plural(len(r.Counts), "count"),
		units.Integer(len(r.OnlyOld)+len(r.OnlyNew)))
}
