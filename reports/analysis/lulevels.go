package analysis

import (
	"fmt"
	"strconv"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
)

// addLULevels adds the levels in which solvers for circuits eliminate columns.
func addLULevels(r *reports.Document, d *analysis.Document) {
	t := &reports.Table{Columns: []reports.Column{
		{Name: "columns by"}, {Name: "levels", Right: true}, {Name: "mean", Right: true, Rank: 1}, {Name: "median", Right: true, Rank: 2},
		{Name: "widest", Right: true}, {Name: "of one", Right: true, Rank: 3, Note: "Of one is the number of levels with a single column."},
		{Name: "under 32", Right: true, Note: "Under 32 is the number of levels with fewer than 32 columns."},
	}}
	modes := &reports.Table{Columns: []reports.Column{
		{Name: "threads"}, {Name: "cluster levels", Right: true}, {Name: "columns", Right: true},
		{Name: "pipeline levels", Right: true, Rank: 1}, {Name: "columns", Right: true}, {Name: "pipelines", Right: true, Rank: 2},
	}}
	note, asked := "", false
	for _, o := range d.Orderings {
		x := o.LULevels
		if x == nil {
			continue
		}
		asked = true
		if x.NotComputed != "" {
			note += fmt.Sprintf(" %s: not computed, %s.", o.Method, x.NotComputed)
			continue
		}
		addLevels(t, "U graph, "+o.Method, x.UGraph)
		addLevels(t, "double-U, "+o.Method, x.DoubleU)
		addLevels(t, "GLU 3.0, "+o.Method, x.Relaxed)
		k := x.Kernels
		note += fmt.Sprintf(" %s: L and U have %s, %s on the critical path; GLU 3.0 runs %s of its levels with blocks of 2 warps, %s of 4, %s of 32, and %s by streams.",
			o.Method, units.Plural(x.NNZL+x.NNZU-int64(d.Structure.Rows), "entry"), units.Flops(x.Path), units.Integer(k.Warps2), units.Integer(k.Warps4),
			units.Integer(k.Warps32), units.Integer(k.Stream))
		if x.NoPivot > 0 {
			note += fmt.Sprintf(" Without an entry on the diagonal: %s; --matching moves rows to fill the diagonal.", units.Plural(x.NoPivot, "pivot"))
		}
		for _, m := range x.Modes {
			modes.Append(strconv.Itoa(m.Threads)+", "+o.Method, units.Integer(m.ClusterLevels), units.Integer(m.ClusterColumns),
				units.Integer(m.PipelineLevels), units.Integer(m.PipelineColumns), units.Integer(m.Pipelines))
		}
	}
	if !asked {
		return
	}
	t.Note = "Columns of one level are eliminated at the same time, without pivoting. U graph: levels of left-looking solvers such as KLU and NICSLU. Double-U: the fewest levels that are correct for GLU. GLU 3.0: levels by the rule of GLU 3.0." + note
	modes.Note = "If a level has at least twice as many columns as threads, NICSLU divides the columns among the threads (cluster). In all other levels, a column waits for single columns (pipeline)."
	r.Add(reports.Heading("LU levels"), t)
	if len(modes.Rows) > 0 {
		r.Add(modes)
	}
}
