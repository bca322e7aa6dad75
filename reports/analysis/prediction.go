package analysis

import (
	"fmt"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/reports"
)

// mostSettings is how many settings of each solver the table has.
const mostSettings = 3

// addPrediction adds the predicted times: the cheapest settings of each solver.
func addPrediction(r *reports.Document, d *analysis.Document) {
	p := d.Prediction
	if p == nil {
		return
	}
	t := &reports.Table{Columns: []reports.Column{
		{Name: "solver"}, {Name: "ordering"}, {Name: "matching", Rank: 5}, {Name: "to order", Right: true, Rank: 4},
		{Name: "analyze", Right: true, Rank: 3}, {Name: "factor", Right: true, Rank: 2}, {Name: "refactor", Right: true},
		{Name: "80 %", Right: true, Rank: 1, Note: "80 % is the interval that holds the time of a refactorization in 80 of 100 cases."},
		{Name: "solve", Right: true}, {Name: "total", Right: true}, {Name: "× best", Right: true},
	}}
	for _, best := range p.Solvers() {
		count := 0
		for _, s := range p.Settings {
			if s.Solver == best.Solver && s.Counts != analysis.CountsAtLeast && count < mostSettings {
				count++
				t.Append(settingRow(s)...)
			}
		}
	}
	t.Note = predictionNote(p)
	r.Add(reports.Heading("Predicted times"), t)
}

// settingRow returns the row of a setting.
func settingRow(s *analysis.Setting) []string {
	return []string{analysis.SolverName(s.Solver), s.Method, s.Matching, seconds(s.Ordering.Seconds), seconds(s.Analyze.Seconds),
		seconds(s.Factor.Seconds), seconds(s.Refactor.Seconds), interval(s.Refactor), seconds(s.Solve.Seconds),
		seconds(s.Total.Seconds), units.Significant(s.ByChoice)}
}

// seconds writes a time.
func seconds(s float64) string { return units.Seconds(s) }

// interval writes both ends of an interval.
func interval(t prediction.Interval) string { return seconds(t.Low) + " – " + seconds(t.High) }

// predictionNote says for which machine the times are, and what the total counts.
func predictionNote(p *analysis.Prediction) string {
	note := "Times of one core, predicted for " + p.Machine.Name
	if p.Machine.Calibrated {
		note += ", which analyze calibrate measured."
	} else {
		note += ". The machine was not calibrated: analyze calibrate measures it, and makes the intervals narrower."
	}
	return note + fmt.Sprintf(" The table has the %d cheapest orderings of each solver. Total: order and analyze once, factor once, refactor %s, and solve %s after each factorization. A solver without a refactorization factors again. Every ordering is handed over to the solver.",
		mostSettings, timesInAll(p.Factorizations-1), timesInAll(p.Solves))
}

// timesInAll writes how often something is done.
func timesInAll(n int64) string {
	if n == 1 {
		return "once"
	}
	return units.Integer(n) + " times"
}
