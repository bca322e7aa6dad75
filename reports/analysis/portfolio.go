package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/symbolic"
)

// addPortfolio adds the table of a portfolio: the orderings that ran to their
// end, and then those that did not, with why.
func addPortfolio(r *reports.Document, d *analysis.Document) {
	t := &reports.Table{Columns: []reports.Column{
		{Name: "ordering"}, {Name: "nnz(L+U)", Right: true}, {Name: "× best", Right: true, Rank: 2}, {Name: "flops, T1", Right: true},
		{Name: "× best", Right: true, Rank: 4}, {Name: "T∞", Right: true, Rank: 5}, {Name: "T1/T∞", Right: true, Rank: 1}, {Name: "height", Right: true, Rank: 3},
	}}
	if d.Timings != nil { // asked for, and so it stays
		t.Columns = append(t.Columns, reports.Column{Name: "time", Right: true})
	}
	t.Columns = append(t.Columns, reports.Column{Name: "state"})
	least := leastCosts(d)
	row := func(cells []string, ns int64, state string) {
		switch {
		case d.Timings == nil:
		case ns == 0: // it was not started
			cells = append(cells, "–")
		default:
			cells = append(cells, units.Duration(ns))
		}
		t.Append(append(cells, state)...)
	}
	for _, o := range d.Orderings {
		c, bound := analysis.CostOf(o), ""
		if isBound(o) {
			bound = "≤ "
		}
		cells := []string{o.Method, bound + units.Integer(c.NNZ), byLeast(float64(c.NNZ), float64(least.NNZ)), bound + units.Flops(c.Flops),
			byLeast(c.Flops, least.Flops), units.Flops(c.CriticalPath), parallelism(o), units.Integer(c.Height)}
		row(cells, o.OrderNS, standing(d.Winners.Criteria(o.Method)))
	}
	for _, m := range d.Portfolio.Candidates {
		if m.State != analysis.Finished {
			row([]string{m.Method, "–", "–", "–", "–", "–", "–", "–"}, m.OrderNS, m.Because)
		}
	}
	t.Note = portfolioNote(d)
	r.Add(reports.Heading("Orderings"), t)
}

// standing writes the keys of Winners that an ordering wins.
func standing(keys []string) string {
	if len(keys) == 4 {
		return "wins all"
	}
	return strings.Join(keys, ", ")
}

// isBound reports whether the cost of o is a bound for any row pivots: where no
// pivots are on the diagonal, as in rectangular matrices.
func isBound(o *analysis.Ordering) bool {
	return o.Tree == symbolic.ColumnTree && o.NoPivoting == nil
}

// leastCosts returns the least of each figure.
func leastCosts(d *analysis.Document) analysis.Cost {
	fill, flops := analysis.CostOf(d.Ordering(d.Winners.Fill)), analysis.CostOf(d.Ordering(d.Winners.Flops))
	return analysis.Cost{NNZ: fill.NNZ, Flops: flops.Flops}
}

// byLeast writes a quotient, a dash where there is none.
func byLeast(x, least float64) string {
	if least == 0 {
		return "–"
	}
	return units.Significant(x / least)
}

// portfolioNote says what the columns mean and who wins on how many workers.
func portfolioNote(d *analysis.Document) string {
	note := "T1 is the work and T∞ the critical path with columns as tasks. T1/T∞ is the smallest and the largest value of the task models. State: fill has the fewest entries, flops has the fewest flops, and parallel has the least predicted time on 64 workers in the best task model. " + criterionNote(d)
	if refs := d.Portfolio.References; len(refs) > 0 {
		verb := " set"
		if len(refs) == 1 {
			verb = " sets"
		}
		note += " " + strings.Join(refs, " and ") + verb + " the limits: other orderings stop as soon as they cannot win."
	}
	if d.Timings == nil {
		note += " --timings adds the time of each ordering."
	}
	for _, o := range d.Orderings {
		if o.NoPivoting != nil {
			note += " Figures of " + o.Method + " are for pivots from the diagonal."
		}
	}
	if slices.ContainsFunc(d.Orderings, isBound) {
		note += " ≤ marks bounds over all row pivots."
	}
	return note + equivalentNote(d) + " " + byWorkers(d.Winners)
}

// equivalentNote says what orders with the same fill have gained.
func equivalentNote(d *analysis.Document) string {
	note := ""
	for _, o := range d.Orderings {
		e := o.Equivalent
		switch {
		case e == nil:
		case !e.Changed:
			note += fmt.Sprintf(" %s is equal to %s: no order with the same fill is better.", o.Method, e.Of)
		default:
			note += fmt.Sprintf(" %s has no more entries than %s, %s, and %s on the critical path with columns as tasks.", o.Method, e.Of,
				insteadOf(units.Plural(e.HeightAfter, "level"), units.Plural(e.HeightBefore, "level")), insteadOf(units.Flops(e.PathAfter), units.Flops(e.PathBefore)))
		}
	}
	return note
}

// insteadOf writes what a figure is and what it was.
func insteadOf(after, before string) string {
	if after == before {
		return after + " as before"
	}
	return after + " instead of " + before
}

// byWorkers says which ordering is the fastest on how many workers.
func byWorkers(b *analysis.Winners) string {
	var parts []string
	for k := 0; k < len(b.ByWorkers); {
		end := k
		for end+1 < len(b.ByWorkers) && b.ByWorkers[end+1].Method == b.ByWorkers[k].Method {
			end++
		}
		first, last := b.ByWorkers[k].Workers, b.ByWorkers[end].Workers
		on := fmt.Sprint(first)
		if last > first {
			on = fmt.Sprintf("%d to %d", first, last)
		}
		parts = append(parts, fmt.Sprintf("%s on %s", b.ByWorkers[k].Method, on))
		k = end + 1
	}
	if len(parts) == 0 {
		return ""
	}
	return "By Graham's bound T1/p + (1 − 1/p)·T∞ in the best task model, the fastest ordering on p workers is " + strings.Join(parts, ", ") + "."
}
