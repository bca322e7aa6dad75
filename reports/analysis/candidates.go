package analysis

import (
	"fmt"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
)

// addCandidates adds the candidates that a numeric LU factored to its end, where
// there are several. The note counts the others.
func addCandidates(r *reports.Document, d *analysis.Document) {
	t := &reports.Table{Columns: []reports.Column{
		{Name: "candidate"}, {Name: "matching"}, {Name: "predicted", Right: true}, {Name: "nnz(L+U)", Right: true},
		{Name: "flops", Right: true}, {Name: "off-diagonal", Right: true}, {Name: "outcome"},
	}}
	count := map[string]int{}
	for _, c := range d.Candidates {
		count[c.State]++
		if c.State != analysis.Factored {
			continue
		}
		outcome := ""
		if c.Method == d.Winners.Recommended && c.Matching == d.Winners.Matching {
			outcome = "recommended"
		}
		t.Append(c.Method, c.Matching, units.Integer(c.NNZPredicted), units.Integer(c.NNZ), units.Flops(c.Flops),
			units.Integer(*c.OffDiagonalPivots), outcome)
	}
	if len(t.Rows) < 2 {
		return
	}
	t.Note = fmt.Sprintf("Candidates in the order in which they were tried: %s. Predicted is nnz(L+U) for pivots from the diagonal. The numeric LU found nnz(L+U), the flops, and the pivots off the diagonal. A numeric LU stops as soon as it is certain to have more entries than the best so far.",
		counted(count))
	r.Add(reports.Heading("Candidates"), t)
}

// counted says how the candidates ended.
func counted(count map[string]int) string {
	text := units.Integer(count[analysis.Factored]) + " factored"
	for _, s := range []struct{ state, text string }{
		{analysis.Beaten, "stopped with more entries"}, {analysis.Bounded, "ruled out by a lower bound"},
		{analysis.Failed, "failed"}, {analysis.Untried, "not tried"},
	} {
		if n := count[s.state]; n > 0 {
			text += ", " + units.Integer(n) + " " + s.text
		}
	}
	return text
}
