package analysis

import (
	"strings"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/symbolic"
)

// Contrast returns the report of a contrast: one table, and what explains it.
func Contrast(c *analysis.Contrast) *reports.Document {
	a, b := c.A.Method, c.B.Method
	title := c.A.Input.Name + ": " + a + " → " + b
	if c.A.Input != c.B.Input {
		a, b = a+" of a", b+" of b"
		title = c.A.Input.Name + ", " + c.A.Method + " → " + c.B.Input.Name + ", " + c.B.Method
	}
	r := &reports.Document{Title: title}
	t := &reports.Table{Columns: []reports.Column{{Name: "figure"}, {Name: a, Right: true}, {Name: b, Right: true}, {Name: "change", Right: true}}}
	for _, f := range c.Figures {
		name, write := figureName(f.Key)
		t.Append(name, write(f.A), write(f.B), relative(f))
	}
	for _, s := range []analysis.Side{c.A, c.B} {
		if s.Tree == symbolic.ColumnTree && !strings.Contains(t.Note, s.Method) {
			t.Note += " Entries, flops, critical path and height of " + s.Method + " are for pivots from the diagonal; its other figures are bounds for any row pivots."
		}
	}
	t.Note = strings.TrimSpace("Columns, pipelined columns and panels in tiles are task models. Panels are relaxed supernodes; a wide panel has at least 32 columns, and the heaviest panel has the most flops. Panels on 8: the predicted speed-up on 8 workers with whole panels as tasks. Path in one panel: the largest share of the critical path in one panel. " + t.Note)
	r.Add(reports.Heading("Orderings"), t, reports.Heading("What explains it"), reports.List(c.Explained))
	return r
}

// figureName returns what to call a figure of a contrast and how to write it.
func figureName(key string) (name string, write func(float64) string) {
	switch key {
	case "nnz":
		return "nnz(L+U)", figure
	case "flops":
		return "flops, T1", units.Flops
	case "critical_path_flops":
		return "T∞, columns", units.Flops
	case "parallelism_work":
		return "T1/T∞, columns", units.Significant
	case "task_models.pipelined.critical_path_flops":
		return "T∞, pipelined", units.Flops
	case "task_models.pipelined.parallelism":
		return "T1/T∞, pipelined", units.Significant
	case "task_models.panels.critical_path_flops":
		return "T∞, tiles", units.Flops
	case "task_models.panels.parallelism":
		return "T1/T∞, tiles", units.Significant
	case "speedup_8", "speedup_64":
		return "panels on " + strings.TrimPrefix(key, "speedup_"), units.Ratio
	case "supernodes.relaxed.count":
		return "panels", figure
	case "supernodes.relaxed.largest":
		return "widest panel", figure
	case "flop_share_of_32_columns":
		return "wide panels: flops", units.Share
	case "concentration.root_columns":
		return "last panel: width", figure
	case "concentration.root_share":
		return "last panel: flops", units.Share
	case "concentration.largest_columns":
		return "heaviest: width", figure
	case "concentration.largest_rows":
		return "heaviest: rows", figure
	case "concentration.largest_share":
		return "heaviest: flops", units.Share
	case "bottleneck.critical_path_share":
		return "path in one panel", units.Share
	case "exact.nnz":
		return "nnz(L+U), pivoted", figure
	case "exact.flops":
		return "flops, pivoted", units.Flops
	case "exact.off_diagonal_pivots":
		return "off-diagonal", figure
	case "exact.levels_l":
		return "levels of L", figure
	case "exact.levels_solve":
		return "steps of a solve", figure
	case "exact.factor_ns":
		return "time to factorize", func(ns float64) string { return units.Duration(int64(ns)) }
	case "order_ns":
		return "time to order", func(ns float64) string { return units.Duration(int64(ns)) }
	}
	return strings.ReplaceAll(key, "_", " "), figure
}
