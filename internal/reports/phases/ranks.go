package phases

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/balance"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
)

// addRanks adds the differences of the phases between ranks. It adds nothing for
// fewer than two ranks.
func addRanks(r *reports.Document, ranks []phasetable.Rank, b *balance.Result) {
	if len(ranks) < 2 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "phase"}, {Name: "ranks", Right: true}, {Name: "mean", Right: true},
		{Name: "min", Right: true}, {Name: "rank", Right: true}, {Name: "max", Right: true}, {Name: "rank", Right: true}, {Name: "max/mean", Right: true}}}
	for _, s := range b.Phases[:min(len(b.Phases), maxRankRows)] {
		t.Append(spread(s.Name, s.Totals)...)
	}
	t.Note = "Total time of a phase per rank, over the ranks that have the phase: mean, smallest and largest."
	r.Add(reports.Heading("Ranks"), reports.Paragraph(slowest(b)), t)
	if ranks[0].Clock != nil {
		r.Add(reports.Heading("Clocks"), clocks(ranks))
	}
}

// maxRankRows is how many phases are compared: traces of libraries have
// thousands of names.
const maxRankRows = 40

// spread returns the row of a phase.
func spread(name string, s balance.Spread) []string {
	ratio := "–"
	if s.Mean > 0 {
		ratio = fmt.Sprintf("%.2f", float64(s.Max)/s.Mean)
	}
	return []string{name, units.Integer(s.Ranks), units.Duration(int64(s.Mean)), units.Duration(s.Min), units.Integer(s.MinRank),
		units.Duration(s.Max), units.Integer(s.MaxRank), ratio}
}

// slowest says which rank the others wait for.
func slowest(b *balance.Result) string {
	busy := b.Busy
	switch {
	case busy.Max == 0:
		return "No rank spends time in a phase that does not wait for other ranks, so no rank can be called the slowest."
	case b.Cause == nil || busy.Lag < even*busy.Mean:
		return fmt.Sprintf("The work is balanced: no rank is busy more than %s longer than the mean of %s.",
			units.Share(even), units.Duration(int64(busy.Mean)))
	}
	return fmt.Sprintf("Rank %d is the slowest: it is busy for %s, which is %s (%s) more than the mean of the ranks. It spends %s more than the mean in %s.",
		busy.MaxRank, units.Duration(busy.Max), units.Duration(int64(busy.Lag)), units.Share(busy.Lag/busy.Mean),
		units.Duration(int64(b.Cause.Lag)), b.Cause.Phase)
}

// even is the share of the mean by which the slowest rank may be above it in work
// that is called even: less is not worth a change of the program.
const even = 0.02

// clocks says how the clocks of ranks were made one.
func clocks(ranks []phasetable.Rank) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "rank"}, {Name: "file"}, {Name: "moved by", Right: true}, {Name: "ranges", Right: true},
		{Name: "spread", Right: true}, {Name: "drift, ppm", Right: true}, {Name: "lag", Right: true}}}
	for _, k := range ranks {
		c := k.Clock
		drift := "–"
		if c.Drift != 0 {
			drift = fmt.Sprintf("%+.2f", c.Drift)
		}
		t.Append(units.Integer(k.Rank), k.Source, units.Duration(c.Offset), units.Integer(c.Matches),
			units.Duration(c.Spread), drift, units.Duration(c.Lag))
	}
	t.Note = "Spread: median distance between the time of a range in this rank and its time over all ranks. Lag: average delay of this rank behind the earliest rank at a range."
	return t
}
