package diagnose

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
)

// Report returns the report of a diagnosis: a table of the findings, each with its
// evidence, then the rules that were cleared and the rules that abstained.
func Report(r *diagnose.Result) *reports.Document {
	title := r.Source
	if r.Program != "" {
		title += ": " + r.Program
	}
	d := &reports.Document{Title: title}
	d.Add(facts(r))
	if len(r.Findings) > 0 {
		d.Add(reports.Heading("Findings"), findingTable(r))
	}
	for i := range r.Findings {
		addFinding(d, &r.Findings[i])
	}
	addReasons(d, r)
	if len(r.Warnings) > 0 {
		d.Add(reports.Heading("Warnings"), reports.List(r.Warnings))
	}
	return d
}

// facts counts the outcomes.
func facts(r *diagnose.Result) *reports.Table {
	t := reports.Facts()
	if !r.NoTrace {
		t.Append("trace", units.Duration(r.Span))
	} else if r.Span > 0 {
		t.Append("log", units.Duration(r.Span)+" from its first message to its last; there is no trace")
	}
	found := "nothing"
	if len(r.Findings) > 0 {
		found = bySeverity(r.Findings)
	}
	t.Append("found", found)
	t.Append("rules", fmt.Sprintf("%s clear, %s abstained", units.Integer(len(r.Cleared)), units.Integer(len(r.Abstained))))
	return t
}

// bySeverity counts findings, the most severe first.
func bySeverity(list []diagnose.Finding) string {
	var parts []string
	for s := diagnose.Error; s >= diagnose.Info; s-- {
		n := 0
		for _, f := range list {
			if f.Severity == s {
				n++
			}
		}
		switch {
		case n == 0:
		case s == diagnose.Info:
			parts = append(parts, units.Integer(n)+" info")
		default:
			parts = append(parts, units.Plural(n, s.String()))
		}
	}
	return strings.Join(parts, ", ")
}

// findingTable has a row for each finding.
func findingTable(r *diagnose.Result) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "rule"}, {Name: "severity"}, {Name: "saves ≤", Right: true}, {Name: "of " + whole(r), Right: true, Rank: 1}},
		Note: "Savings overlap and do not add up. docs/diagnose.md explains each rule."}
	if slices.ContainsFunc(r.Findings, func(f diagnose.Finding) bool { return f.Cost == nil }) {
		t.Note = "Savings overlap and do not add up; –: unknown. docs/diagnose.md explains each rule."
	}
	for _, f := range r.Findings {
		cost, share := "–", "–"
		if f.Cost != nil {
			cost, share = units.Duration(*f.Cost), units.Percent(float64(*f.Cost), float64(r.Span))
		}
		t.Append(f.Rule, f.Severity.String(), cost, share)
	}
	return t
}

// addFinding adds a section.
func addFinding(d *reports.Document, f *diagnose.Finding) {
	t := &reports.Table{Columns: []reports.Column{{Name: "evidence"}, {Name: "figure", Right: true}, {Name: "where", Rank: 1}}}
	for _, e := range f.Evidence {
		t.Append(e.Text, Figure(e.Value, e.Unit), e.Source)
	}
	d.Add(reports.Heading(f.Rule), reports.Paragraph(f.Title+"."), t)
	if len(f.Try) > 0 {
		var list []string
		for _, s := range f.Try {
			list = append(list, "try: "+s)
		}
		d.Add(reports.List(list))
	}
}

// Figure writes a value in its unit.
func Figure(v float64, unit string) string {
	switch unit {
	case diagnose.UnitNS:
		return units.Duration(int64(v))
	case diagnose.UnitShare:
		return units.Share(v)
	case diagnose.UnitRatio:
		return units.Ratio(v)
	case diagnose.UnitBytes:
		return units.Size(v)
	case diagnose.UnitRate:
		return units.Rate(v)
	case diagnose.UnitCode:
		return fmt.Sprintf("%d", int64(v))
	}
	text := units.Significant(v)
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		text = units.Integer(int64(v))
	}
	if v == 1 {
		unit = singular(unit)
	}
	return strings.TrimSpace(text + " " + unit)
}

// singular returns what one of things is called: the last word before "in" is
// that of the things, as in operations in its body.
func singular(things string) string {
	noun, rest, in := strings.Cut(things, " in ")
	if in {
		rest = " in " + rest
	}
	stem, ies := strings.CutSuffix(noun, "ies")
	switch {
	case noun == "matrices":
		noun = "matrix"
	case ies:
		noun = stem + "y"
	case len(noun) > 1: // s is a unit
		noun = strings.TrimSuffix(noun, "s")
	}
	return noun + rest
}

// whole names what savings are compared with.
func whole(r *diagnose.Result) string {
	if r.NoTrace {
		return "log"
	}
	return "trace"
}

// addReasons adds what the other rules say.
func addReasons(d *reports.Document, r *diagnose.Result) {
	if len(r.Cleared) > 0 {
		t := &reports.Table{Columns: []reports.Column{{Name: "rule"}, {Name: "why it is clear"}}}
		for _, c := range r.Cleared {
			t.Append(c.Rule, c.Why)
		}
		d.Add(reports.Heading("Clear"), t)
	}
	if len(r.Abstained) > 0 {
		d.Add(reports.Heading("Abstained"), byReason(r.Abstained))
	}
}

// byReason has a line for each reason, with the rules that give it.
func byReason(list []diagnose.Abstention) reports.List {
	var lines reports.List
	for len(list) > 0 {
		reason := list[0].Reason
		var rules []string
		list = slices.DeleteFunc(slices.Clone(list), func(a diagnose.Abstention) bool {
			if a.Reason == reason {
				rules = append(rules, a.Rule)
			}
			return a.Reason == reason
		})
		lines = append(lines, reason+": "+strings.Join(rules, ", "))
	}
	return lines
}

// parts lists flags.
func parts(list []diagnose.Part) string {
	var flags []string
	for _, p := range list {
		flags = append(flags, string(p))
	}
	return strings.Join(flags, " or ")
}

// Rules lists rules with their meanings and the inputs that they need.
func Rules(list []diagnose.Rule) *reports.Document {
	d := &reports.Document{Title: units.Plural(len(list), "rule")}
	for _, r := range slices.Clone(list) {
		t := reports.Facts()
		t.Append("means", r.Meaning+".")
		t.Append("needs", r.Needs)
		if len(r.Parts) > 0 {
			t.Append("without a trace", parts(r.Parts))
		}
		d.Add(reports.Heading(r.ID), t)
	}
	return d
}
