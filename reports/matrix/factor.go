package matrix

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/reports/plot"
	"github.com/nrkit/nrkit/series"
	"github.com/nrkit/nrkit/supernode"
	"github.com/nrkit/nrkit/symbolic"
)

// addOrderings adds the table that compares the orderings.
func addOrderings(r *reports.Document, d *analysis.Document) {
	if len(d.Orderings) == 0 {
		return
	}
	if d.Portfolio != nil {
		addPortfolio(r, d)
		addSpeedups(r, d)
		return
	}
	t := &reports.Table{Columns: []reports.Column{
		{Name: "ordering"}, {Name: "nnz(L+U)", Right: true}, {Name: "fill", Right: true}, {Name: "flops", Right: true},
		{Name: "height", Right: true}, {Name: "T1/T∞", Right: true}, {Name: "on 8", Right: true, Rank: 1},
		{Name: "on 64", Right: true}, {Name: "panels", Right: true, Rank: 2}, {Name: "memory", Right: true, Rank: 3},
		{Name: "widest", Right: true, Rank: 4}, {Name: "leaves", Right: true, Rank: 5},
		{Name: "bandwidth", Right: true, Rank: 6}, {Name: "profile", Right: true, Rank: 7},
		{Name: "critical path", Right: true, Rank: 8}, {Name: "tree", Rank: 9},
	}}
	bounds := ""
	for _, o := range d.Orderings {
		bound := ""
		if o.Tree == symbolic.ColumnTree {
			bound = "≤ "
			if p := o.NoPivoting; p != nil {
				bounds += fmt.Sprintf(" %s: %s and %s with pivots from the diagonal.", o.Method,
					units.Plural(p.NNZLU+p.NNZOffBlocks, "entry"), units.Flops(p.Flops))
			}
		}
		t.Append(o.Method, bound+units.Integer(o.NNZLU+o.NNZOffBlocks), bound+units.Ratio(o.FillRatio), bound+units.Flops(o.Flops),
			units.Integer(o.Height), units.Significant(o.ParallelismWork), speedup(o, 8), speedup(o, 64),
			units.Integer(o.Supernodes.Relaxed.Count), units.Size(float64(o.FactorBytes)),
			units.Integer(o.WidestLevel), units.Integer(o.Leaves), units.Integer(o.Bandwidth), units.Integer(o.Profile),
			units.Flops(o.CriticalPathFlops), o.Tree)
	}
	t.Note = fmt.Sprintf("Best: fill %s, flops %s, parallel %s; recommended %s. Parallel is the least predicted time on 64 workers, flops by workers and critical path together; recommended the least of that within 1.1 times the best fill. T1/T∞ is work by critical path, a column per worker; on 8 and on 64 workers, predicted speed-up by relaxed supernodes.",
		d.Best.Fill, d.Best.Flops, d.Best.Parallel, d.Best.Recommended)
	t.Note += equivalentNote(d)
	if n := len(d.Best.ByWorkers); n > 0 && d.Best.ByWorkers[0].Method != d.Best.ByWorkers[n-1].Method {
		t.Note += " " + byWorkers(d.Best)
	}
	if bounds != "" {
		t.Note += " ≤ marks bounds over all row pivots." + bounds
	}
	r.Add(reports.Heading("Orderings"), t)
	addSpeedups(r, d)
}

// addSpeedups adds the drawing of the predicted speed-ups, where it was kept.
func addSpeedups(r *reports.Document, d *analysis.Document) {
	if d.Pattern != nil {
		r.Add(&reports.Figure{Caption: "Predicted speed-up by list scheduling of relaxed supernodes.", Plot: plot.Speedup(plot.Curves(d), "speed-up")})
	}
}

// speedup writes the predicted speed-up on a number of workers.
func speedup(o *analysis.Ordering, workers int) string {
	for _, s := range o.Schedule {
		if s.Workers == workers {
			return units.Ratio(s.Speedup)
		}
	}
	return "–"
}

// addFactorization adds what the best ordering makes of the factorization.
func addFactorization(r *reports.Document, d *analysis.Document) {
	if d.Best == nil {
		return
	}
	o := d.Ordering(d.Best.Recommended)
	t := &reports.Table{Columns: []reports.Column{
		{Name: "panels"}, {Name: "count", Right: true}, {Name: "largest", Right: true}, {Name: "mean", Right: true},
		{Name: "median", Right: true}, {Name: "flops ≥ 4", Right: true}, {Name: "≥ 8", Right: true, Rank: 1},
		{Name: "≥ 16", Right: true, Rank: 2}, {Name: "≥ 32 columns", Right: true}, {Name: "zeros", Right: true, Rank: 3, Note: "Zeros are those that merging puts into the panels."},
		{Name: "height", Right: true, Rank: 4, Note: "Height is that of the assembly tree."},
	}}
	addPanels(t, "fundamental", &o.Supernodes.Fundamental)
	addPanels(t, "relaxed", &o.Supernodes.Relaxed.Stats)
	t.Note = fmt.Sprintf("Share of the flops in panels of so many columns or more. Relaxed with nrelax %s and zrelax %s.",
		list(o.Supernodes.Relaxed.Columns[:]), list(o.Supernodes.Relaxed.Zeros[:]))
	r.Add(reports.Heading("Supernodes under "+o.Method), t)
	if d.Pattern == nil {
		return
	}
	r.Add(&reports.Figure{Caption: "Columns that are independent and ready, by level of the elimination tree.", Plot: plot.Levels(o.LevelWidths, o.Method+": levels")},
		&reports.Figure{Caption: "The assembly tree: a box is as wide as the work of its subtree and as high as its own. What stands high and wide at the bottom is what parallelism cannot shorten.", Plot: plot.Tree(plot.NodesOf(o), o.Method+": assembly tree")},
		&reports.Figure{Caption: "The matrix in the order of " + o.Method + ".", Plot: plot.SpyOrdered(d, o)})
}

// addPanels adds a row about a partition.
func addPanels(t *reports.Table, name string, s *supernode.Stats) {
	row := []string{name, units.Integer(s.Count), units.Integer(s.Largest), units.Significant(s.Mean),
		strconv.FormatFloat(s.Median, 'g', -1, 64)}
	for _, w := range s.Wide {
		row = append(row, units.Share(w.FlopShare))
	}
	t.Append(append(row, units.Integer(s.PaddingZeros), units.Integer(s.Height))...)
}

// list writes numbers with commas.
func list[T int32 | float64](x []T) string {
	var parts []string
	for _, v := range x {
		parts = append(parts, fmt.Sprint(v))
	}
	return strings.Join(parts, ", ")
}

// addSolves adds the levels of the triangular solves.
func addSolves(r *reports.Document, d *analysis.Document) {
	t := &reports.Table{Columns: []reports.Column{
		{Name: "solve"}, {Name: "steps", Right: true}, {Name: "mean width", Right: true}, {Name: "median", Right: true},
		{Name: "widest", Right: true}, {Name: "of one", Right: true, Rank: 1}, {Name: "under 32", Right: true},
	}}
	for _, o := range d.Orderings {
		if o.LevelsL != nil && (o.Method == d.Best.Recommended || o.Method == d.Best.Parallel) {
			addSolve(t, o.Method, o.Blocks, o.LevelsSolve, o.LevelsL, o.LevelsU)
		}
	}
	for _, e := range d.Exact {
		blocks := 1
		if o := d.Ordering(e.Method); o != nil {
			blocks = o.Blocks
		}
		addSolve(t, e.Method+", pivoted", blocks, &e.LevelsSolve, &e.LevelsL, &e.LevelsU)
	}
	if len(t.Rows) > 0 {
		r.Add(reports.Heading("Triangular solves"), t)
	}
}

// addSolve adds the rows of an ordering: the whole solve, whose rows are
// operations, two for each unknown, and L and U, by themselves within blocks where
// there are several. Under an order that is not block triangular, whole is nil.
func addSolve(t *reports.Table, name string, blocks int, whole, l, u *symbolic.LevelSets) {
	if whole != nil {
		addLevels(t, name, whole)
	}
	within := ""
	if blocks > 1 {
		within = " in blocks"
	}
	addLevels(t, "– L"+within, l)
	addLevels(t, "– U"+within, u)
}

// addLevels adds a row about the levels of one solve.
func addLevels(t *reports.Table, name string, s *symbolic.LevelSets) {
	t.Append(name, units.Integer(s.Levels), units.Significant(s.MeanWidth), strconv.FormatFloat(s.Median, 'g', -1, 64),
		units.Integer(s.Widest), units.Integer(s.Single), units.Integer(s.Narrow))
}

// addExact adds what the numeric LUs found.
func addExact(r *reports.Document, d *analysis.Document) {
	if len(d.Exact) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{
		{Name: "numeric LU"}, {Name: "threshold", Right: true}, {Name: "nnz(L)", Right: true}, {Name: "nnz(U)", Right: true},
		{Name: "nnz(L+U)", Right: true}, {Name: "fill", Right: true}, {Name: "flops", Right: true, Rank: 1}, {Name: "off-diagonal", Right: true},
		{Name: "between blocks", Right: true, Rank: 2}, {Name: "memory", Right: true, Rank: 3},
	}}
	for _, e := range d.Exact {
		t.Append(e.Method, units.Significant(e.PivotThreshold), units.Integer(e.NNZL), units.Integer(e.NNZU), units.Integer(e.NNZLU+e.NNZOffBlocks),
			units.Ratio(e.FillRatio), units.Flops(e.Flops), units.Integer(e.OffDiagonalPivots), units.Integer(e.NNZOffBlocks), units.Size(float64(e.PeakBytes)))
	}
	r.Add(reports.Heading("Exact fill"), t)
}

// addSeries adds what the iterations have in common.
func addSeries(r *reports.Document, s *series.Result) {
	if s == nil {
		return
	}
	t := reports.Facts()
	t.Append("files", units.Integer(len(s.Files)))
	t.Append("symbolic analysis", string(s.Reuse))
	if f := s.Pattern.Fixed; f != nil {
		t.Append("pattern", map[bool]string{true: "fixed", false: "changes"}[*f])
	}
	if p := s.Pattern.First; p != nil {
		t.Append("first difference", p.Text)
	}
	if u := s.Pattern.UnionNNZ; u != nil {
		t.Append("union", units.Plural(*u, "entry")+"; common to all "+units.Integer(*s.Pattern.CommonNNZ))
	}
	if p := s.Nonzero; p != nil && p.Fixed != nil {
		t.Append("without stored zeros", map[bool]string{true: "fixed", false: "changes"}[*p.Fixed])
	}
	if v := s.Values; v != nil {
		t.Append("values", fmt.Sprintf("%s of the entries never change", units.Share(v.UnchangedShare)))
		if q := v.Variation; q != nil {
			t.Append("relative variation", fmt.Sprintf("mean %s, median %s, 90 %% up to %s, largest %s",
				units.Significant(q.Mean), units.Significant(q.Median), units.Significant(q.P90), units.Significant(q.Max)))
		}
	} else if s.ValuesAbsent != "" {
		t.Append("values", "not compared: "+s.ValuesAbsent)
	}
	r.Add(reports.Heading("Series"), t)
}
