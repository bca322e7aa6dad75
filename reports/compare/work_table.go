package compare

import (
	"fmt"
	"math"
	"strings"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
)

// addWork adds what devices did, with as many rows as other tables have.
func addWork(d *reports.Document, w *compare.Work) {
	if w != nil {
		addDevices(d, w, lightRows)
		addTotals(d, w, lightRows, lightRows)
	}
}

// addDevices adds what each of the first devices did.
func addDevices(d *reports.Document, w *compare.Work, most int) {
	if len(w.Devices) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "device"}, {Name: "span", Right: true, Note: "Span: from the first operation of the device to the end of the last."}, {Name: "kernels", Right: true},
		{Name: "copies", Right: true}, {Name: "idle", Right: true}}}
	for i, x := range w.Devices {
		if i == most {
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

// addTotals adds the totals that differ most: of so many operations, and calls that
// wait.
func addTotals(d *reports.Document, w *compare.Work, operations, waits int) {
	t := &reports.Table{Columns: []reports.Column{{Name: "kernel, copy or wait"}, {Name: "old", Right: true}, {Name: "new", Right: true}, {Name: "change", Right: true},
		{Name: "count", Right: true}, {Name: "mean", Right: true}}}
	add := func(list []compare.TotalRow, n int) {
		for _, x := range list[:min(len(list), n)] {
			old, new := x.Only != "new", x.Only != "old"
			t.Append(totalName(&x), dash(x.Total.Old, old), dash(x.Total.New, new), delta(x.Total), arrowCount(x.Count), arrowOf(x.Mean, old, new))
		}
	}
	add(w.Totals, operations)
	add(w.Waits, waits)
	if len(t.Rows) == 0 {
		return
	}
	t.Note = restOf(w, operations, waits)
	d.Add(reports.Heading("Largest differences in totals per run"), t)
}

// totalName names a row of totals.
func totalName(x *compare.TotalRow) string {
	if x.Waits() {
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
