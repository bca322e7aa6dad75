package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
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

// Screen returns one screen of a comparison of runs with work on devices: a verdict,
// what the devices did, and the totals that differ most.
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
		d.Add(reports.Heading("Significant differences"), t)
	}
	addDevices(d, r.Work, screenDevices)
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
		parts = append(parts, fmt.Sprintf("%s (times comparable: %s)", x.Part, permission(x)))
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

// screenWarningsOf returns the first warnings, without what the verdict says.
func screenWarningsOf(r *compare.Result) []string {
	list := slices.DeleteFunc(slices.Clone(r.Warnings), func(w string) bool { return oneRunEach(r) && strings.HasPrefix(w, "one run per side: ") })
	if n := len(list) - screenWarnings; n > 0 {
		list = append(list[:screenWarnings], units.Count(n, "more warning", "more warnings"))
	}
	return list
}

// moreText says what Text has besides.
func moreText(r *compare.Result) string {
	medians := ""
	if !oneRunEach(r) {
		medians = "Devices and totals are medians over the runs and are not tested. "
	}
	return medians + fmt.Sprintf("--all prints all tables: %s, %s, and %s that only one side has.", units.Plural(len(r.Rows), "quantity"), units.Plural(len(r.Counts), "count"),
		units.Plural(len(r.OnlyOld)+len(r.OnlyNew), "quantity"))
}
