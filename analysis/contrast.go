package analysis

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
)

// ContrastSchema names the JSON form of a [Contrast].
const ContrastSchema = "analyze-contrast/v1"

// A Contrast is what two orderings differ in: of one matrix, or each of its own.
type Contrast struct {
	Schema string `json:"schema"` // name of the schema: `analyze-contrast/v1`
	A      Side   `json:"a"`      // ordering X of A
	B      Side   `json:"b"`      // ordering Y of B, or of A if there is no B

	// figures that both orderings have. From `no_pivoting`, if the ordering has
	// it: `nnz` (that is `nnz_total`), `flops`, `critical_path_flops`,
	// `parallelism_work`, `critical_path_flops` and `parallelism` of
	// `task_models.pipelined` and `task_models.panels`, `height`. From `schedule`:
	// `speedup_8` and `speedup_64`. `flop_share_of_32_columns`: share of the flops
	// in relaxed supernodes of at least 32 columns. If both have a numeric LU:
	// `exact.nnz`, `exact.flops`, `exact.off_diagonal_pivots`, `exact.levels_l`,
	// `exact.levels_solve`, `exact.factor_ns`. If both were measured: `order_ns`.
	// Other keys are keys of docs/formats.md#ordering
	Figures []Change `json:"figures"`

	Explained []string `json:"explained"` // sentences for a person: what B gains or loses, and where
}

// A Side is one ordering of a contrast.
type Side struct {
	Input  Input  `json:"input"`  // the first file
	Method string `json:"method"` // name of the method
	Tree   string `json:"tree"`   // `A+AT` or `ATA`, as in docs/formats.md#ordering
}

// ContrastOf returns the differences of the ordering y of b from the ordering x of
// a. a and b may be the same document, and must have the orderings.
func ContrastOf(a, b *Document, x, y string) *Contrast {
	p, q := a.Ordering(x), b.Ordering(y)
	c := &Contrast{Schema: ContrastSchema, A: Side{a.Input, x, p.Tree}, B: Side{b.Input, y, q.Tree}}
	c.Figures = append(contrastFigures(p, q), exactFigures(a.exactOf(x), b.exactOf(y))...)
	c.Explained = c.explain(p, q)
	return c
}

// contrastFigures compares two orderings.
func contrastFigures(p, q *Ordering) []Change {
	x, y := CostOf(p), CostOf(q)
	list := []Change{
		change("nnz", float64(x.NNZ), float64(y.NNZ)),
		change("flops", x.Flops, y.Flops),
		change("critical_path_flops", x.CriticalPath, y.CriticalPath),
		change("parallelism_work", ratio(x.Flops, x.CriticalPath), ratio(y.Flops, y.CriticalPath)),
	}
	list = append(list, modelChanges(x.Tasks, y.Tasks)...)
	list = append(list, change("height", float64(x.Height), float64(y.Height)))
	for _, workers := range []int{8, 64} {
		if s, t := speedupOn(p, workers), speedupOn(q, workers); s > 0 && t > 0 {
			list = append(list, change(fmt.Sprintf("speedup_%d", workers), s, t))
		}
	}
	list = append(list,
		change("leaves", float64(p.Leaves), float64(q.Leaves)),
		change("widest_level", float64(p.WidestLevel), float64(q.WidestLevel)),
		change("supernodes.relaxed.count", float64(p.Supernodes.Relaxed.Count), float64(q.Supernodes.Relaxed.Count)),
		change("supernodes.relaxed.largest", float64(p.Supernodes.Relaxed.Largest), float64(q.Supernodes.Relaxed.Largest)))
	if s, t := wideShare(p), wideShare(q); s >= 0 && t >= 0 {
		list = append(list, change("flop_share_of_32_columns", s, t))
	}
	if s, t := p.Concentration, q.Concentration; s != nil && t != nil {
		list = append(list,
			change("concentration.root_columns", float64(s.RootColumns), float64(t.RootColumns)),
			change("concentration.root_share", s.RootShare, t.RootShare),
			change("concentration.largest_columns", float64(s.LargestColumns), float64(t.LargestColumns)),
			change("concentration.largest_rows", float64(s.LargestRows), float64(t.LargestRows)),
			change("concentration.largest_share", s.LargestShare, t.LargestShare))
	}
	if s, t := p.Bottleneck, q.Bottleneck; s != nil && t != nil {
		list = append(list, change("bottleneck.critical_path_share", s.CriticalPathShare, t.CriticalPathShare))
	}
	if p.OrderNS > 0 && q.OrderNS > 0 {
		list = append(list, change("order_ns", float64(p.OrderNS), float64(q.OrderNS)))
	}
	return list
}

// exactFigures compares what a numeric LU found under both.
func exactFigures(s, t *Exact) []Change {
	if s == nil || t == nil {
		return nil
	}
	list := []Change{
		change("exact.nnz", float64(s.entries()), float64(t.entries())),
		change("exact.flops", s.Flops, t.Flops),
		change("exact.off_diagonal_pivots", float64(s.OffDiagonalPivots), float64(t.OffDiagonalPivots)),
		change("exact.levels_l", float64(s.LevelsL.Levels), float64(t.LevelsL.Levels)),
		change("exact.levels_solve", float64(s.LevelsSolve.Levels), float64(t.LevelsSolve.Levels)),
	}
	if s.FactorNS > 0 && t.FactorNS > 0 {
		list = append(list, change("exact.factor_ns", float64(s.FactorNS), float64(t.FactorNS)))
	}
	return list
}

// exactOf returns what a numeric LU under the method found, nil where there was
// none.
func (d *Document) exactOf(method string) *Exact {
	for _, e := range d.Exact {
		if e.Method == method {
			return e
		}
	}
	return nil
}

// ratio returns x by y, 0 where y is.
func ratio(x, y float64) float64 {
	if y == 0 {
		return 0
	}
	return x / y
}

// wideShare returns the share of the flops in panels of 32 columns or more, -1
// where it is not known.
func wideShare(o *Ordering) float64 {
	for _, w := range o.Supernodes.Relaxed.Wide {
		if w.MinWidth == 32 {
			return w.FlopShare
		}
	}
	return -1
}

// explain words the difference.
func (c *Contrast) explain(p, q *Ordering) []string {
	a, b := c.names()
	x, y := CostOf(p), CostOf(q)
	if x == y {
		return []string{fmt.Sprintf("%s and %s need the same: entries, flops, critical path and height are equal.", a, b)}
	}
	var list []string
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	switch {
	case x.Flops == 0 && y.Flops == 0:
		add("Neither %s nor %s leaves work: L is diagonal under both.", a, b)
	case y.Flops == 0:
		add("%s leaves no work, and %s needs %s.", b, a, units.Flops(x.Flops))
	case x.Flops == 0:
		add("%s leaves no work, and %s needs %s.", a, b, units.Flops(y.Flops))
	default:
		add("%s has %s entries in L and U as %s, and needs %s flops.", b, asMany(float64(y.NNZ), float64(x.NNZ)), a, asMany(y.Flops, x.Flops))
	}
	if x.CriticalPath > 0 && y.CriticalPath > 0 {
		add("With columns as tasks, the critical path of %s has %s flops, in a tree of %s: T1/T∞ is %s.", b, asMany(y.CriticalPath, x.CriticalPath),
			insteadOf(units.Plural(y.Height, "level"), units.Plural(x.Height, "level")),
			insteadOf(units.Significant(y.Flops/y.CriticalPath), units.Significant(x.Flops/x.CriticalPath)))
	}
	if s, t := p.Concentration, q.Concentration; s != nil && t != nil && p.NoPivoting == nil && q.NoPivoting == nil {
		add("The supernode with the most work has %s of the flops under %s (%s, %s), and %s under %s (%s, %s).",
			units.Share(s.LargestShare), a, units.Plural(s.LargestColumns, "column"), units.Plural(s.LargestRows, "row"),
			units.Share(t.LargestShare), b, units.Plural(t.LargestColumns, "column"), units.Plural(t.LargestRows, "row"))
	}
	return append(list, faster(a, b, x, y)...)
}

// asMany compares two counts, before what they count: "1.35 times as many".
func asMany(y, x float64) string {
	switch ratio := times(y / x); {
	case x == y:
		return "as many"
	case ratio == times(1):
		return "about as many"
	default:
		return ratio + " as many"
	}
}

// insteadOf writes what a figure is and what it was.
func insteadOf(after, before string) string {
	if after == before {
		return after + " in both"
	}
	return after + " instead of " + before
}

// faster says who is faster, on one worker and on many.
func faster(a, b string, x, y Cost) []string {
	one, many := x.Flops, x.time()
	if one == 0 || y.Flops == 0 {
		return nil
	}
	text := "By flops, " + ahead(a, b, one, y.Flops) + " on one worker and "
	second := y.time()
	if gain := times(max(many, second) / min(many, second)); gain != times(1) && (one < y.Flops && many < second || one > y.Flops && many > second) {
		text += gain
	} else {
		text += ahead(a, b, many, second)
	}
	text += fmt.Sprintf(" on %d", ParallelWorkers)
	for p := 2; p <= ParallelWorkers; p *= 2 {
		if (x.graham(p) < y.graham(p)) != (x.Flops < y.Flops) && x.graham(p) != y.graham(p) && x.Flops != y.Flops {
			text += fmt.Sprintf("; the lead changes at %d workers", p)
			break
		}
	}
	return []string{text + ". For each ordering, the figure is from the task model with the least bound."}
}

// ahead says which of two times is the shorter.
func ahead(a, b string, x, y float64) string {
	switch {
	case times(max(x, y)/min(x, y)) == times(1):
		return a + " and " + b + " are equally fast"
	case x < y:
		return fmt.Sprintf("%s is %s as fast as %s", a, times(y/x), b)
	}
	return fmt.Sprintf("%s is %s as fast as %s", b, times(x/y), a)
}

// names returns what to call the sides: their methods, where these are the same
// their files, and otherwise the letters of the command line.
func (c *Contrast) names() (a, b string) {
	switch {
	case c.A.Method != c.B.Method:
		return c.A.Method, c.B.Method
	case c.A.Input.Name != c.B.Input.Name:
		return c.A.Input.Name, c.B.Input.Name
	}
	return "A", "B"
}

// Missing returns an error for a method that d has no ordering of.
func (d *Document) Missing(method string) error {
	if d.Ordering(method) != nil {
		return nil
	}
	if why := d.absent[method]; why != "" {
		return fmt.Errorf("%s: %s", d.Input.Name, why)
	}
	var have []string
	for _, o := range d.Orderings {
		have = append(have, o.Method)
	}
	return fmt.Errorf("%s: no ordering %s, only %s", d.Input.Name, method, joined(have))
}
