package analysis

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/reports"
)

// mostSettings is how many settings of each solver the table has, beside the solver as
// it is.
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
			if s.Solver != best.Solver || s.Counts == analysis.CountsAtLeast {
				continue
			}
			if count++; count <= mostSettings || s.Method == analysis.OwnMethod {
				t.Append(settingRow(s)...)
			}
		}
	}
	t.Note = predictionNote(p)
	r.Add(reports.Heading("Predicted times"), t)
}

// settingRow returns the row of a setting.
func settingRow(s *analysis.Setting) []string {
	order := seconds(s.Ordering.Seconds)
	if s.Method == analysis.OwnMethod {
		order = "" // part of its analysis
	}
	return []string{analysis.SolverName(s.Solver), s.Method, s.Matching, order, seconds(s.Analyze.Seconds),
		seconds(s.Factor.Seconds), seconds(s.Refactor.Seconds), interval(s.Refactor), seconds(s.Solve.Seconds),
		seconds(s.Total.Seconds), units.Significant(s.ByChoice)}
}

// seconds writes a time.
func seconds(s float64) string { return units.Seconds(s) }

// interval writes both ends of an interval.
func interval(t prediction.Interval) string { return seconds(t.Low) + " – " + seconds(t.High) }

// predictionNote says for which machine the times are, what the total counts, and what
// the times leave out.
func predictionNote(p *analysis.Prediction) string {
	note := "Times of one core, predicted for " + p.Machine.Name
	switch {
	case p.Machine.Calibrated && p.Machine.Disturbed:
		note += ", which analyze calibrate measured while it was busy: the intervals are wide."
	case p.Machine.Calibrated:
		note += ", which analyze calibrate measured."
	case p.Machine.This:
		note += ", a row of a table: analyze calibrate measures this machine."
	default:
		note += ", a row of a table."
	}
	note += fmt.Sprintf(" The table has the %d cheapest orderings of each solver, and its own. Total: order and analyze once, factor once, refactor %s, and solve %s after each factorization. A solver without a refactorization factors again.",
		mostSettings, timesInAll(p.Factorizations-1), timesInAll(p.Solves))
	shows := func(has func(*analysis.Setting) bool) bool { return slices.ContainsFunc(p.Settings, has) }
	if shows(func(s *analysis.Setting) bool { return s.Method == analysis.OwnMethod }) {
		note += " Ordering own: the solver is called as it is, and its analysis finds an ordering. Other orderings are handed over to the solver."
	}
	if shows(func(s *analysis.Setting) bool { return s.Solver == prediction.LU }) && p.Factorizations == 1 {
		note += " With one factorization, the total of newton/lu is without the analysis, which prepares refactorizations."
	}
	if shows(func(s *analysis.Setting) bool { return s.IfDefinite }) {
		note += " CHOLMOD needs a positive definite matrix; nothing verified that this matrix is."
	}
	if shows(func(s *analysis.Setting) bool { return withBLAS(s.Solver) }) {
		note += " UMFPACK, SuperLU and CHOLMOD are predicted with the reference BLAS; another BLAS is faster on large panels."
	}
	return note
}

// withBLAS reports whether a solver calls a BLAS.
func withBLAS(s prediction.Solver) bool {
	return s == prediction.UMFPACK || s == prediction.SuperLU || s == prediction.CHOLMOD
}

// timesInAll writes how often something is done.
func timesInAll(n int64) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	}
	return units.Integer(n) + " times"
}
