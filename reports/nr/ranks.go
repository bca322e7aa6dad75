package nr

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

// A Rank is one of several traces that were put together.
type Rank struct {
	Number  int32
	Summary *trace.Summary
}

// AddRanks adds how the phases of ranks differ. It adds nothing for fewer than
// two.
func AddRanks(r *reports.Document, ranks []Rank) {
	if len(ranks) < 2 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "phase"}, {Name: "ranks", Right: true}, {Name: "mean", Right: true},
		{Name: "least", Right: true}, {Name: "of rank", Right: true}, {Name: "most", Right: true}, {Name: "of rank", Right: true}, {Name: "most/mean", Right: true}}}
	for _, name := range phaseNames(ranks) {
		t.Append(spread(name, ranks)...)
	}
	t.Note = "Totals of a phase by rank, of the ranks that have it: mean, the least and the most."
	r.Add(reports.Heading("Ranks"), t)
}

// phaseNames returns the names of the phases of all ranks, in the order of
// those that have them first.
func phaseNames(ranks []Rank) []string {
	var names []string
	for _, r := range ranks {
		for _, p := range r.Summary.Phases {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
	}
	return names[:min(len(names), maxRankRows)]
}

// maxRankRows is how many phases are compared: traces of libraries have
// thousands of names.
const maxRankRows = 40

// spread returns the row of a phase.
func spread(name string, ranks []Rank) []string {
	var sum, least, most int64
	var leastOf, mostOf int32
	n := int64(0)
	for _, r := range ranks {
		for _, p := range r.Summary.Phases {
			if p.Name != name {
				continue
			}
			if n == 0 || p.Total < least {
				least, leastOf = p.Total, r.Number
			}
			if n == 0 || p.Total > most {
				most, mostOf = p.Total, r.Number
			}
			sum += p.Total
			n++
		}
	}
	ratio := "–"
	if sum > 0 {
		ratio = fmt.Sprintf("%.2f", float64(most)*float64(n)/float64(sum))
	}
	return []string{name, units.Integer(n), units.Duration(sum / n), units.Duration(least), units.Integer(int64(leastOf)),
		units.Duration(most), units.Integer(int64(mostOf)), ratio}
}
