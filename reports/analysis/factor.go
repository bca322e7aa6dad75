package analysis

import (
	"fmt"
	"slices"
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
		{Name: "ordering"}, {Name: "nnz(L+U)", Right: true}, {Name: "fill", Right: true, Rank: 4}, {Name: "flops", Right: true},
		{Name: "height", Right: true, Rank: 3}, {Name: "T1/T∞", Right: true, Rank: 1}, {Name: "on 8", Right: true, Rank: 5},
		{Name: "on 64", Right: true, Rank: 2}, {Name: "panels", Right: true, Rank: 6}, {Name: "memory", Right: true, Rank: 7, Note: "Memory is for L and U."},
		{Name: "widest", Right: true, Rank: 8, Note: "Widest is the number of columns in the widest level of the elimination tree."}, {Name: "leaves", Right: true, Rank: 9},
		{Name: "bandwidth", Right: true, Rank: 10}, {Name: "profile", Right: true, Rank: 11},
		{Name: "T∞ by columns", Right: true, Rank: 12}, {Name: "tree", Rank: 13},
	}}
	bounds := ""
	for _, o := range d.Orderings {
		t.Append(orderingRow(o)...)
		if o.NoPivoting != nil {
			bounds += fmt.Sprintf(" %s: at most %s and %s for any row pivots.", o.Method,
				units.Plural(o.NNZLU+o.NNZOffBlocks, "entry"), units.Flops(o.Flops))
		}
	}
	t.Note = fmt.Sprintf("Best by prediction: %s. %s T1/T∞ is work divided by critical path: the smallest and the largest value of the task models. On 8 and on 64: the predicted speed-up on 8 and on 64 workers, in the best task model.",
		bestNote(d.Winners), criterionNote(d))
	t.Note += equivalentNote(d)
	if n := len(d.Winners.ByWorkers); n > 0 && d.Winners.ByWorkers[0].Method != d.Winners.ByWorkers[n-1].Method {
		t.Note += " " + byWorkers(d.Winners)
	}
	if bounds != "" {
		t.Note += bounds
	}
	if slices.ContainsFunc(d.Orderings, isBound) {
		t.Note += " ≤ marks bounds over all row pivots."
	}
	r.Add(reports.Heading("Orderings"), t)
	addSpeedups(r, d)
}

// orderingRow returns the row of an ordering. Of one for any row pivots it has the
// figures for pivots from the diagonal, which compare with the other rows, where
// there are such; the column tree then says nothing of levels, panels and schedules.
func orderingRow(o *analysis.Ordering) []string {
	if p := o.NoPivoting; p != nil {
		return []string{o.Method, units.Integer(p.NNZLU + p.NNZOffBlocks), units.Ratio(p.FillRatio), units.Flops(p.Flops),
			units.Integer(p.Height), units.Significant(p.ParallelismWork), "–", "–", "–", units.Size(float64(p.FactorBytes)),
			"–", "–", units.Integer(o.Bandwidth), units.Integer(o.Profile), units.Flops(p.CriticalPathFlops), o.Tree}
	}
	bound := ""
	if isBound(o) {
		bound = "≤ "
	}
	return []string{o.Method, bound + units.Integer(o.NNZLU+o.NNZOffBlocks), bound + units.Ratio(o.FillRatio), bound + units.Flops(o.Flops),
		units.Integer(o.Height), parallelism(o), speedup(o, 8), speedup(o, 64),
		units.Integer(o.Supernodes.Relaxed.Count), units.Size(float64(o.FactorBytes)),
		units.Integer(o.WidestLevel), units.Integer(o.Leaves), units.Integer(o.Bandwidth), units.Integer(o.Profile),
		units.Flops(o.CriticalPathFlops), o.Tree}
}

// bestNote says which ordering is the best in what, once for each ordering.
func bestNote(b *analysis.Winners) string {
	in := map[string][]string{}
	var names, parts []string
	for _, x := range [][2]string{{b.Fill, "entries"}, {b.Flops, "flops"}, {b.Parallel, "time on 64 workers in the best task model"}} {
		if in[x[0]] == nil {
			names = append(names, x[0])
		}
		in[x[0]] = append(in[x[0]], x[1])
	}
	for _, name := range names {
		parts = append(parts, name+" in "+strings.Join(in[name], ", "))
	}
	return strings.Join(parts, "; ")
}

// criterionNote says what decided which ordering is recommended, and what the sum of
// entries is.
func criterionNote(d *analysis.Document) string {
	how := ", with the fewest entries by prediction."
	if d.Winners.Criterion == analysis.CriterionExact {
		how = ", with the fewest entries by numeric LU. The rows of the table are predictions for pivots from the diagonal."
	}
	return "Recommended: " + d.Winners.Recommended + how + " nnz(L+U) includes the entries between blocks."
}

// addSpeedups adds what the task models say, and the drawing of the predicted
// speed-ups, where it was kept.
func addSpeedups(r *reports.Document, d *analysis.Document) {
	addTaskModels(r, d)
	if d.Pattern != nil {
		curves := plot.Curves(d)
		r.Add(&reports.Figure{Caption: "Predicted speed-up by list scheduling with relaxed supernodes as tasks. Other task models can gain more: see the table.",
			Plot: plot.Speedup(curves, "speed-up"), Alt: curvesAlt(curves)})
	}
}

// curvesAlt says where the curves of predicted speed-ups end.
func curvesAlt(curves []plot.Curve) string {
	var parts []string
	for _, c := range curves {
		if last := len(c.Workers) - 1; last >= 0 {
			parts = append(parts, fmt.Sprintf("%s %s on %s", c.Name, units.Ratio(c.Speedup[last]), units.Plural(c.Workers[last], "worker")))
		}
	}
	return "Curves of predicted speed-up by number of workers: " + strings.Join(parts, ", ") + "."
}

// addFactorization adds what the best ordering makes of the factorization.
func addFactorization(r *reports.Document, d *analysis.Document) {
	if d.Winners == nil {
		return
	}
	o := d.Ordering(d.Winners.Recommended)
	t := &reports.Table{Columns: []reports.Column{
		{Name: "panels"}, {Name: "count", Right: true}, {Name: "largest", Right: true}, {Name: "mean", Right: true, Rank: 1},
		{Name: "median", Right: true, Rank: 2}, {Name: "flops ≥ 4", Right: true}, {Name: "≥ 8", Right: true, Rank: 3},
		{Name: "≥ 16", Right: true, Rank: 4}, {Name: "≥ 32 columns", Right: true}, {Name: "zeros", Right: true, Rank: 5, Note: "Zeros are the entries that merging adds to the panels."},
		{Name: "height", Right: true, Rank: 6, Note: "Height is the height of the assembly tree."},
	}}
	addPanels(t, "fundamental", &o.Supernodes.Fundamental)
	addPanels(t, "relaxed", &o.Supernodes.Relaxed.Stats)
	n, z := o.Supernodes.Relaxed.Columns, o.Supernodes.Relaxed.Zeros
	t.Note = fmt.Sprintf("Flops ≥ 4 is the share of the flops in panels of at least 4 columns. Relaxed panels are merged fundamental panels. They have at most %d columns, or %d with a share of zeros below %v, or %d with a share below %v, or any number with a share below %v.",
		n[0], n[1], z[0], n[2], z[1], z[2])
	r.Add(reports.Heading("Supernodes under "+o.Method), t)
	if d.Pattern == nil {
		return
	}
	r.Add(&reports.Figure{Caption: "Independent columns in each level of the elimination tree. If a bar stands for several levels, it is solid up to the narrowest level and faded up to the widest level.",
		Plot: plot.Levels(o.LevelWidths, o.Method+": levels"),
		Alt:  fmt.Sprintf("Bars of the columns per level: %s, the widest of %s.", units.Plural(o.Height, "level"), units.Plural(o.WidestLevel, "column"))},
		&reports.Figure{Caption: "The assembly tree. The width of a box is the work of its subtree, and its height is its own work. A more opaque box has a wider panel. With supernodes as tasks, high and wide boxes at the bottom limit the speed-up.",
			Plot: plot.Tree(plot.NodesOf(o), o.Method+": assembly tree"),
			Alt:  fmt.Sprintf("Drawing of the assembly tree: %s, %s high.", units.Plural(o.Supernodes.Relaxed.Count, "panel"), units.Plural(o.Supernodes.Relaxed.Height, "level"))},
		&reports.Figure{Caption: "The matrix in the order of " + o.Method + ".", Plot: plot.SpyOrdered(d, o),
			Alt: fmt.Sprintf("Drawing of the pattern in the order of %s: bandwidth %s.", o.Method, units.Integer(o.Bandwidth))})
}

// addPanels adds a row about a partition.
func addPanels(t *reports.Table, name string, s *supernode.Stats) {
	row := []string{name, units.Integer(s.Count), units.Integer(s.Largest), units.Significant(s.Mean),
		units.Number(s.Median)}
	for _, w := range s.Wide {
		row = append(row, units.Share(w.FlopShare))
	}
	t.Append(append(row, units.Integer(s.PaddingZeros), units.Integer(s.Height))...)
}

// addSolves adds the levels of the triangular solves.
func addSolves(r *reports.Document, d *analysis.Document) {
	t := &reports.Table{Columns: []reports.Column{
		{Name: "solve"}, {Name: "steps", Right: true}, {Name: "mean width", Right: true, Rank: 2}, {Name: "median", Right: true, Rank: 3},
		{Name: "widest", Right: true, Rank: 1}, {Name: "of one", Right: true, Rank: 4, Note: "Of one is the number of steps with a single row."},
		{Name: "under 32", Right: true, Note: "Under 32 is the number of steps with fewer than 32 rows, one warp of a GPU."},
	}}
	for _, o := range d.Orderings {
		if o.LevelsL != nil && (o.Method == d.Winners.Recommended || o.Method == d.Winners.Parallel) {
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
	t.Note = "A step is a set of rows that can be solved at the same time. The line of an ordering is the whole solve: each row has one operation with L and one with U. The lines L and U are for one factor alone."
	if slices.ContainsFunc(t.Rows, func(row []string) bool { return strings.HasSuffix(row[0], inBlocks) }) {
		t.Note += " In blocks: without the waits between diagonal blocks."
	}
	if len(d.Exact) > 0 {
		t.Note += " Pivoted: the factors of the numeric LU, with its pivots. All other orderings: predicted factors, with pivots from the diagonal."
	}
	if len(t.Rows) > 0 {
		r.Add(reports.Heading("Triangular solves"), t)
	}
}

// inBlocks marks the lines of factors within diagonal blocks.
const inBlocks = " in blocks"

// addSolve adds the rows of an ordering: the whole solve, whose rows are
// operations, two for each unknown, and L and U, by themselves within blocks where
// there are several. Under an order that is not block triangular, whole is nil.
func addSolve(t *reports.Table, name string, blocks int, whole, l, u *symbolic.LevelSets) {
	if whole != nil {
		addLevels(t, name, whole)
	}
	within := ""
	if blocks > 1 {
		within = inBlocks
	}
	addLevels(t, "– L"+within, l)
	addLevels(t, "– U"+within, u)
}

// addLevels adds a row about the levels of one solve.
func addLevels(t *reports.Table, name string, s *symbolic.LevelSets) {
	t.Append(name, units.Integer(s.Levels), units.Significant(s.MeanWidth), units.Number(s.Median),
		units.Integer(s.Widest), units.Integer(s.Single), units.Integer(s.Narrow))
}

// addExact adds what the numeric LUs found.
func addExact(r *reports.Document, d *analysis.Document) {
	if len(d.Exact) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{
		{Name: "numeric LU"}, {Name: "threshold", Right: true, Rank: 4}, {Name: "nnz(L)", Right: true, Rank: 3}, {Name: "nnz(U)", Right: true, Rank: 3},
		{Name: "nnz(L+U)", Right: true}, {Name: "fill", Right: true, Rank: 2}, {Name: "flops", Right: true, Rank: 1}, {Name: "off-diagonal", Right: true},
		{Name: "between blocks", Right: true, Rank: 5}, {Name: "peak memory", Right: true, Rank: 6, Note: "Peak memory is the most memory that the numeric LU held at a time."},
	}}
	for _, e := range d.Exact {
		t.Append(e.Method, units.Significant(e.PivotThreshold), units.Integer(e.NNZL), units.Integer(e.NNZU), units.Integer(e.NNZLU+e.NNZOffBlocks),
			units.Ratio(e.FillRatio), units.Flops(e.Flops), units.Integer(e.OffDiagonalPivots), units.Integer(e.NNZOffBlocks), units.Size(float64(e.PeakBytes)))
	}
	t.Note = "nnz(L+U) counts the diagonal once, and includes the entries between blocks."
	r.Add(reports.Heading("Exact fill"), t)
	addCandidates(r, d)
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
			t.Note = "The relative variation of an entry is its range over the files, divided by its largest magnitude."
		}
	} else if s.ValuesAbsent != "" {
		t.Append("values", "not compared: "+s.ValuesAbsent)
	}
	r.Add(reports.Heading("Series"), t)
}
