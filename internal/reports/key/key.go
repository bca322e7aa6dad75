package key

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/runkey"
)

// Key words a key: its hashes, its parts, and the words of sets.
func Key(k *runkey.Key) *reports.Document {
	r := &reports.Document{Title: "Key " + k.Hash()}
	facts := reports.Facts()
	if hash := k.ISAHash(); hash != "" {
		facts.Append("instructions of the CPU", hash)
	}
	for _, purpose := range runkey.Purposes() {
		facts.Append("all parts that matter for "+purpose.String(), k.HashFor(purpose))
	}
	table := &reports.Table{Columns: []reports.Column{{Name: "part"}, {Name: "value"}, {Name: "matters for", Rank: 1}}}
	var sets []reports.Block
	for _, x := range k.Parts() {
		value := x.Value.String()
		if s, ok := x.Value.(runkey.Set); ok {
			value = units.Plural(len(s), "word") + ", below"
			sets = append(sets, reports.Heading(x.Name), reports.Paragraph(strings.Join(s, " ")))
		}
		table.Append(x.Name, value, runkey.PurposeNames(x.Matters, ", "))
	}
	r.Add(facts, reports.Heading("Parts"), table)
	r.Add(sets...)
	if !slices.Contains(k.Known(), "gpu") {
		r.Add(reports.Paragraph("It is not known whether the machine has GPUs."))
	}
	return r
}

// Explanation words in what two keys differ.
func Explanation(doc *runkey.Explanation) *reports.Document {
	r := &reports.Document{Title: doc.Old + " → " + doc.New}
	columns := []reports.Column{{Name: "part"}, {Name: "old"}, {Name: "new"}, {Name: "matters for", Rank: 1}}
	differ, unknown := &reports.Table{Columns: columns}, &reports.Table{Columns: columns}
	spoiled := map[runkey.Purpose]int{}
	for _, d := range doc.Differences {
		t := differ
		if d.Unknown {
			t = unknown
		}
		t.Append(d.Name, cell(d.Old), cell(d.New), runkey.PurposeNames(d.Matters, ", "))
		for _, purpose := range d.Matters {
			if !d.Unknown {
				spoiled[purpose]++
			}
		}
	}
	facts := reports.Facts()
	for _, x := range []struct {
		purpose runkey.Purpose
		what    string
	}{{runkey.Code, "compiled code"}, {runkey.Timing, "times"}, {runkey.Results, "results"}} {
		verdict := "no known part differs"
		if n := spoiled[x.purpose]; n > 0 {
			verdict = units.Count(n, "known part differs", "known parts differ")
		}
		facts.Append(x.what, verdict)
	}
	r.Add(facts)
	if len(differ.Rows) > 0 {
		r.Add(reports.Heading("Different"), differ)
	}
	if len(unknown.Rows) > 0 {
		r.Add(reports.Heading("Known on one side only"), unknown)
	}
	return r
}

// longCell is how many characters of a value a table has; JSON has all.
const longCell = 64

// cell returns a value as a cell of a table.
func cell(s string) string {
	if s == "" {
		return "–"
	}
	if r := []rune(s); len(r) > longCell {
		return string(r[:longCell-1]) + "…"
	}
	return s
}
