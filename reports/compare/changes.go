package compare

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
)

// mostChanges is how many changes are listed.
const mostChanges = 10

// addChanges adds the table of the changes, the largest effect first.
func addChanges(d *reports.Document, r *compare.Result) {
	if len(r.Changes) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "change"}, {Name: "where", Rank: 1}, {Name: "old", Right: true}, {Name: "new", Right: true},
		{Name: "effect on a run", Right: true}, {Name: "p", Right: true, Rank: 1}},
		Note: "A time is the time of a call outside of the phases in it. Calls are per call of the phase around."}
	for i := range r.Changes {
		if i == mostChanges {
			t.Note += fmt.Sprintf(" Not listed: %s; --json has them.", units.Plural(len(r.Changes)-i, "smaller change"))
			break
		}
		t.Append(changeRow(&r.Changes[i])...)
	}
	d.Add(reports.Heading("What changed"), t)
}

// changeRow returns the cells of a change.
func changeRow(x *compare.Change) []string {
	p := "–"
	if x.Q != nil {
		p = strings.TrimPrefix(strings.TrimPrefix(pWords(&compare.Row{Q: x.Q}), "p = "), "p ")
	}
	old, new, where := figure(x.Old, "ns"), figure(x.New, "ns"), strings.ReplaceAll(x.Regime, "_", "-")
	if x.First != nil {
		where = stepRange(x)
	}
	switch x.Sort {
	case compare.ChangeCalls:
		old, new, where = units.Significant(x.Old), units.Significant(x.New), "calls in "+around(x.Path)
	case compare.ChangeNew:
		old = "–"
	case compare.ChangeGone:
		new = "–"
	}
	return []string{cut(x.Name) + ": " + changeWord(x), where, old, new, signed(x.Effect), p}
}

// stepRange says in which time steps a phase changed.
func stepRange(x *compare.Change) string {
	return fmt.Sprintf("time steps %s to %s", units.Integer(*x.First), units.Integer(*x.Last))
}

// around returns the path around the last name of a path: one name may lie at several.
func around(path string) string {
	if k := strings.LastIndexByte(path, '/'); k >= 0 {
		return cutFront(path[:k])
	}
	return "a run"
}

// changeWord says what a change is.
func changeWord(x *compare.Change) string {
	switch {
	case x.Sort == compare.ChangeNew, x.Sort == compare.ChangeGone:
		return string(x.Sort)
	case x.Sort == compare.ChangeCalls && x.New > x.Old:
		return "more calls"
	case x.Sort == compare.ChangeCalls:
		return "fewer calls"
	case x.New > x.Old:
		return "slower"
	}
	return "faster"
}

// signed writes a difference of times.
func signed(ns float64) string {
	if ns < 0 {
		return "−" + figure(-ns, "ns")
	}
	return "+" + figure(ns, "ns")
}
