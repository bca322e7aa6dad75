package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
)

// lightRows is how many rows of ranges and kernels are shown beside those that
// changed: traces of libraries have thousands.
const lightRows = 20

// Report returns the whole report. It lists the ranges and kernels that changed, and
// the heaviest.
func Report(r *compare.Result) *reports.Document {
	d := &reports.Document{Title: title(r)}
	facts := reports.Facts()
	addFacts(facts, r)
	d.Add(facts, reports.List(Verdict(r)))
	addChanges(d, r)
	addIdentity(d, r.Identity)
	addWork(d, r.Work)
	addSections(d, r, func(*compare.Row) bool { return true })
	addCounts(d, r)
	addLone(d, r)
	d.Add(reports.Paragraph(footnote(r)))
	addWarnings(d, r)
	return d
}

// Brief returns the part that a person reads first: the verdict, and the rows that
// changed.
func Brief(r *compare.Result) *reports.Document {
	d := &reports.Document{Title: title(r)}
	d.Add(reports.List(Verdict(r)))
	addChanges(d, r)
	t := newTable("")
	for i := range r.Rows {
		if x := &r.Rows[i]; changed(x) {
			cells := row(x)
			cells[0] = place(x)
			t.Append(cells...)
		}
	}
	if len(t.Rows) > 0 {
		d.Add(reports.Heading("Significant differences"), t)
	}
	addIdentity(d, r.Identity)
	addWarnings(d, r)
	return d
}

// Details returns what Brief leaves out.
func Details(r *compare.Result) *reports.Document {
	d := &reports.Document{}
	facts := reports.Facts()
	addFacts(facts, r)
	d.Add(facts)
	addWork(d, r.Work)
	addSections(d, r, func(x *compare.Row) bool { return true })
	addCounts(d, r)
	addLone(d, r)
	d.Add(reports.Paragraph(footnote(r)))
	return d
}

// title names both sides.
func title(r *compare.Result) string { return sideName(r.Old) + " → " + sideName(r.New) }

// sideName names a side by its first run.
func sideName(s compare.Side) string {
	name := s.Runs[0].Name
	if len(s.Runs) > 1 {
		name += fmt.Sprintf(" and %d more", len(s.Runs)-1)
	}
	return name
}

// addFacts says what was compared.
func addFacts(t *reports.Table, r *compare.Result) {
	if p, q := r.Old.Runs[0].Program, r.New.Runs[0].Program; p == q && p != "" {
		t.Append("program", p)
	} else if p+q != "" {
		t.Append("programs", unnamed(p)+" → "+unnamed(q))
	}
	t.Append("runs", fmt.Sprintf("%s → %s", units.Integer(len(r.Old.Runs)), units.Integer(len(r.New.Runs))))
	if k := identityFact(r); k != "" {
		t.Append("identity", k)
	}
}

func unnamed(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}

// identityFact says in a word whether the machines are the same.
func identityFact(r *compare.Result) string {
	if r.Identity.Known != "both" {
		return "unknown"
	}
	if len(r.Identity.Differences) == 0 {
		return "the same"
	}
	if !slices.ContainsFunc(r.Identity.Differences, func(x compare.Difference) bool { return len(x.Matters) > 0 || permission(x) != "yes" }) {
		return "only irrelevant differences"
	}
	return units.Plural(len(r.Identity.Differences), "difference")
}

// changed reports whether the row says something.
func changed(r *compare.Row) bool { return r.Verdict != compare.None && r.Verdict != compare.Untested }

// Verdict says in sentences what came out.
func Verdict(r *compare.Result) []string {
	var list []string
	switch n := r.Slower + r.Faster + r.Changed; {
	case len(r.Rows) == 0:
	case r.Tests == 0 && oneRunEach(r):
		list = append(list, "No time was tested: one run per side cannot distinguish a change in time from chance. Counts are exact.")
	case r.Tests == 0:
		list = append(list, "No time was tested: there are too few runs.")
	case n == 0:
		list = append(list, fmt.Sprintf("No significant difference was found in %s.", units.Plural(r.Tests, "quantity")))
	default:
		list = append(list, calls(r)+".")
	}
	for i := range r.Changes {
		if x := &r.Changes[i]; x.First != nil {
			list = append(list, fmt.Sprintf("%s is %s %s in %s, relative to the other steps and phases (p = %.2g).",
				cut(x.Name), units.Share(math.Abs(x.New/x.Old-1)), changeWord(x), stepRange(x), *x.Q))
		}
	}
	if x := worst(r); x != nil {
		list = append(list, fmt.Sprintf("The largest slowdown: %s, %s (%s).", place(x), change(x), pWords(x)))
	}
	work := workSentence(r)
	list = append(list, work...)
	list = append(list, deviceSentences(r.Work, len(work) > 0)...)
	if r.FailAbove != nil {
		list = append(list, thresholdSentence(r))
	}
	return list
}

// calls says how many quantities changed.
func calls(r *compare.Result) string {
	var parts []string
	for _, x := range []struct {
		n    int
		word string
	}{{r.Slower, "slower"}, {r.Faster, "faster"}, {r.Changed, "different"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", units.Integer(x.n), x.word))
		}
	}
	return fmt.Sprintf("Of %s: %s", units.Plural(r.Tests, "quantity"), strings.Join(parts, ", "))
}

// worst returns the row that became slower by the largest factor, nil for none.
func worst(r *compare.Result) *compare.Row {
	var w *compare.Row
	for i := range r.Rows {
		x := &r.Rows[i]
		if x.Verdict == compare.Slower && (w == nil || x.Change != nil && w.Change != nil && *x.Change > *w.Change) {
			w = x
		}
	}
	return w
}

// workSentence says when the runs did not do the same work.
func workSentence(r *compare.Result) []string {
	for _, c := range r.Counts {
		if c.Kind == "count" && c.Verdict == compare.CountsDiffer && (c.Name == "nr_iterations" || c.Name == "timesteps") {
			return []string{fmt.Sprintf("The sides do different work: %s is %s in the old and %s in the new runs. Compare times per call, not totals.",
				c.Name, spread(c.Old), spread(c.New))}
		}
	}
	return nil
}

// thresholdSentence says what came of the threshold.
func thresholdSentence(r *compare.Result) string {
	limit := units.Share(*r.FailAbove)
	switch {
	case r.Watched == 0:
		return fmt.Sprintf("It is not known whether anything is slower by more than %s: the sides have no rows of kind %s in common.", limit, joined(r.FailRows))
	case r.Blind:
		return fmt.Sprintf("It is not known whether anything is slower by more than %s: there are too few runs.", limit)
	case r.Exceeding == 0:
		return fmt.Sprintf("Nothing is significantly slower by more than %s.", limit)
	}
	return fmt.Sprintf("Slower by more than %s: %s.", limit, units.Plural(r.Exceeding, "quantity"))
}

// joined lists kinds.
func joined(kinds []compare.Kind) string {
	var list []string
	for _, k := range kinds {
		list = append(list, string(k))
	}
	return strings.Join(list, " or ")
}

// addIdentity lists in what the runs differ.
func addIdentity(d *reports.Document, id *compare.Identity) {
	if len(id.Differences) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "part"}, {Name: "old"}, {Name: "new"}, {Name: "times comparable"}}}
	for _, x := range id.Differences {
		part := x.Part
		if x.Where != "sides" {
			part += " (within " + x.Where + ")"
		}
		t.Append(part, orDash(cut(x.Old)), orDash(cut(x.New)), permission(x))
	}
	d.Add(reports.Heading("Identity"), t)
}

// orDash writes a part that may be missing.
func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// permission says what a difference means for times.
func permission(x compare.Difference) string {
	switch {
	case x.Refused:
		return "no"
	case x.Varied:
		return "varied on purpose"
	case x.Unknown:
		return "unknown"
	}
	return "yes"
}

// addWarnings lists what is doubtful.
func addWarnings(d *reports.Document, r *compare.Result) {
	if len(r.Warnings) > 0 {
		d.Add(reports.Heading("Warnings"), reports.List(r.Warnings))
	}
}

// footnote says what the figures are.
func footnote(r *compare.Result) string {
	text := fmt.Sprintf("Medians over runs ± %s confidence interval; the value of a run is the %s of its calls.", units.Share(r.Confidence), r.Statistic)
	if r.Tests > 0 {
		text += " p: Mann–Whitney rank test"
		switch r.Correction {
		case compare.BenjaminiHochberg:
			text += fmt.Sprintf(", adjusted for %s by Benjamini–Hochberg", units.Plural(r.Tests, "test"))
		case compare.Holm:
			text += fmt.Sprintf(", adjusted for %s by Holm", units.Plural(r.Tests, "test"))
		default:
			text += ", not adjusted for multiple tests"
		}
		text += fmt.Sprintf("; ~: not significant at %v.", r.Alpha)
	}
	if r.LeftOut > 0 {
		text += fmt.Sprintf(" Not listed, because below %s of the time of the regime: %s.", units.Share(r.MinShare), units.Plural(r.LeftOut, "quantity"))
	}
	return text
}
