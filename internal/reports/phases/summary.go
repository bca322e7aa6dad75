package phases

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/reports/run"
)

// Rows of the tables of a summary.
const (
	maxKeyRows = 20
	maxStepRow = 16
	maxBadRows = 20
)

// Summary returns the report of the document of a summary.
func Summary(doc *phasetable.Document) *reports.Document {
	r := Traces(doc)
	addBins(r, doc.Pooled.Steps)
	addKeys(r, doc.Pooled)
	addBad(r, doc.Pooled.Bad)
	return r
}

// Traces returns the report of the document of several traces.
func Traces(doc *phasetable.Document) *reports.Document {
	r := run.Phases(doc.Summary)
	if text := grouping(doc.Phases); text != "" {
		run.BelowTime(r, reports.Paragraph(text))
	}
	if onlySolvers(doc) {
		run.WithoutTime(r)
	}
	addSolver(r, doc)
	addRanks(r, doc.Ranks, doc.Balance)
	return r
}

// addBins adds the durations by time step.
func addBins(r *reports.Document, s *phasetable.StepTable) {
	if s == nil || len(s.Bins) < 2 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "steps", Right: true}, {Name: "count", Right: true}, {Name: "mean", Right: true},
		{Name: "deviation", Right: true}, {Name: "min", Right: true}, {Name: "max", Right: true}}}
	for _, b := range thin(s.Bins) {
		for i := range b.Phases {
			if x := &b.Phases[i]; x.Name == s.Unit {
				steps := units.Integer(b.From)
				if b.To > b.From {
					steps += "–" + units.Integer(b.To)
				}
				t.Append(steps, units.Integer(x.Count), units.Duration(int64(x.Mean)), units.Duration(int64(x.Deviation)), units.Duration(x.Min), units.Duration(x.Max))
			}
		}
	}
	t.Note = fmt.Sprintf("Durations of %s by number, over all captures.", s.Unit)
	if len(s.Bins) > maxStepRow {
		t.Note += " Every bin, and the phases in it, are in --json under pooled.steps."
	}
	r.Add(reports.Heading("By time step"), t)
}

// thin returns at most maxStepRow bins, evenly spread, the first and the last among them.
func thin(bins []phasetable.StepBin) []phasetable.StepBin {
	if len(bins) <= maxStepRow {
		return bins
	}
	var list []phasetable.StepBin
	for k := range maxStepRow {
		list = append(list, bins[k*(len(bins)-1)/(maxStepRow-1)])
	}
	return list
}

// addKeys adds the captures by key, where there are several keys.
func addKeys(r *reports.Document, p *phasetable.Pooled) {
	if len(p.Keys) < 2 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "key"}, {Name: "captures", Right: true}, {Name: "such as"}, {Name: "differs in"}}}
	for _, k := range p.Keys[:min(len(p.Keys), maxKeyRows)] {
		hash := k.Hash
		if hash == "" {
			hash = "none"
		}
		t.Append(hash, units.Integer(k.Captures), k.Example, strings.Join(k.Differs, ", "))
	}
	t.Note = "Differs in: parts of the key that differ from the key of most captures."
	if len(p.Keys) > maxKeyRows {
		t.Note += fmt.Sprintf(" The first %d of %s; --json has all.", maxKeyRows, units.Plural(len(p.Keys), "key"))
	}
	r.Add(reports.Heading("Keys"), t)
}

// addBad adds the files that could not be read.
func addBad(r *reports.Document, bad []phasetable.Bad) {
	if len(bad) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "file"}, {Name: "error"}}}
	for _, b := range bad[:min(len(bad), maxBadRows)] {
		t.Append(b.Name, b.Message)
	}
	t.Note = units.Plural(len(bad), "file") + " could not be read. No figure contains them."
	r.Add(reports.Heading("Bad captures"), t)
}
