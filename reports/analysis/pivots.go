package analysis

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/series/pivots"
)

// mostPivotRows is the most matrices that the table of pivots lists.
const mostPivotRows = 24

// addPivots adds how long pivots hold in the series.
func addPivots(r *reports.Document, p *pivots.Result) {
	if p == nil || len(p.Iterations) < 2 && p.Unchecked == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{
		{Name: "matrix"}, {Name: "pivots of"}, {Name: "backward error", Right: true}, {Name: "normwise", Right: true, Rank: 3},
		{Name: "1/growth", Right: true, Rank: 1}, {Name: "least pivot", Right: true, Rank: 4}, {Name: "condition", Right: true, Rank: 2}, {Name: "new pivots", Right: true},
	}}
	rows := pivotRows(p)
	for _, k := range rows {
		it := &p.Iterations[k]
		f, of := it.Kept, p.Iterations[it.PivotsOf].Name
		if it.Why != "" && k > 0 {
			of = p.Iterations[p.Iterations[k-1].PivotsOf].Name
		}
		if k == 0 {
			f, of = it.New, "itself"
		}
		cells := []string{it.Name, of, "", "", "", "", "", newPivots(p, it)}
		if f != nil {
			copy(cells[2:], []string{backwardError(p, f.Componentwise), backwardError(p, f.Normwise), scientific(f.ReciprocalGrowth), scientific(f.LeastPivot)})
		}
		if it.Condition > 0 {
			cells[6] = scientific(it.Condition)
		}
		t.Append(cells...)
	}
	t.Note = fmt.Sprintf("The backward error is componentwise, for a solution with the pivots of the matrix in the second column. If it is above %s, new pivots are chosen: the last column has the backward error with new pivots. 1/growth is klu_rgrowth. The ordering is %s.",
		units.Significant(p.Limit), p.Method)
	if more := len(p.Iterations) - len(rows); more > 0 {
		t.Note += fmt.Sprintf(" The JSON document has %s more.", units.Count(more, "matrix", "matrices"))
	}
	if p.Stopped != "" {
		last := p.Iterations[len(p.Iterations)-1].Name
		t.Note += " " + units.Count(p.Unchecked, "matrix after "+last+" was", "matrices after "+last+" were") + " not checked: " + p.Stopped + "."
	}
	r.Add(reports.Heading("Pivots"), t)
}

// newPivots returns the backward error with new pivots, or why there is nothing to
// compare.
func newPivots(p *pivots.Result, it *pivots.Iteration) string {
	switch it.Why {
	case "", pivots.WhyFirst:
		return ""
	case pivots.WhyZero:
		return backwardError(p, it.New.Componentwise) + " (zero pivot)"
	case pivots.WhyPattern:
		return backwardError(p, it.New.Componentwise) + " (new entries)"
	}
	return backwardError(p, it.New.Componentwise)
}

// pivotRows returns the indices of the matrices that are listed: all, or the first and
// the last, and, as far as there is room, where pivots change and the matrix before.
func pivotRows(p *pivots.Result) (rows []int) {
	n := len(p.Iterations)
	listed := make([]bool, n)
	count := 0
	list := func(k int) {
		if k >= 0 && k < n && !listed[k] && (count < mostPivotRows || n <= mostPivotRows) {
			listed[k] = true
			count++
		}
	}
	list(0)
	list(n - 1)
	list(worstKept(p))
	for _, run := range p.Runs[1:] {
		list(run.From)
		list(run.From - 1)
	}
	for step := mostPivotRows; step > 0; step-- { // at equal distances as far as possible
		list(step * (n - 1) / mostPivotRows)
	}
	for k := range n {
		list(k)
	}
	for k, yes := range listed {
		if yes {
			rows = append(rows, k)
		}
	}
	return rows
}

// worstKept returns the index of the matrix with the largest backward error of kept
// pivots, -1 without one.
func worstKept(p *pivots.Result) int {
	worst := -1
	for k, it := range p.Iterations {
		if it.Kept != nil && (worst < 0 || it.Kept.Componentwise > p.Iterations[worst].Kept.Componentwise) {
			worst = k
		}
	}
	return worst
}

// backwardError writes a backward error. Far below the limit errors are rounding errors,
// which differ between processors.
func backwardError(p *pivots.Result, e float64) string {
	if least := p.Limit / 1000; e < least {
		return "< " + units.Significant(least)
	}
	return scientific(e)
}

// scientific writes a figure that spans many orders of magnitude.
func scientific(v float64) string { return fmt.Sprintf("%.1e", v) }
