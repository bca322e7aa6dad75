package analysis

// ComparisonSchema names the JSON form of a [Comparison].
const ComparisonSchema = "analyze-compare/v1"

// A Comparison is what two documents differ in.
type Comparison struct {
	Schema string `json:"schema"` // name of the schema: `analyze-compare/v1`
	A      Input  `json:"a"`      // the first file of document A
	B      Input  `json:"b"`      // the first file of document B

	Structure []Change `json:"structure"` // figures of the matrices

	// changes of `fill`, `flops` and `parallel` of the winners; less is better. If
	// a numeric LU decided in both documents, `fill` and `flops` are its figures
	// for the recommended candidates. Otherwise they are the least predictions,
	// without a method of `best.added` that the other document lacks. `parallel`
	// is absent if the matchings differ. All are absent if a document has no
	// `best`
	Winners []Change `json:"best,omitempty"`

	Orderings []OrderingChange `json:"orderings,omitempty"` // changes per method that both documents have; absent if there is no such method
	OnlyA     []string         `json:"only_a,omitempty"`    // methods only in A; absent if none
	OnlyB     []string         `json:"only_b,omitempty"`    // methods only in B; absent if none

	// largest increase among `best`, 0 without an increase. An increase from 0
	// counts as 1. `--fail-above` compares this figure
	Worst float64 `json:"worst"`
}

// A Change is one figure of both documents.
type Change struct {
	Key string  `json:"key"` // key in the analyze/v1 document
	A   float64 `json:"a"`   // figure of A
	B   float64 `json:"b"`   // figure of B

	Change *float64 `json:"change,omitempty"` // b/a − 1; absent if a is 0 and b is not
}

// An OrderingChange lists the figures of one method.
type OrderingChange struct {
	Method  string   `json:"method"`  // name of the method
	Changes []Change `json:"changes"` // figures of the method
}

// Compare returns what b differs in from a.
func Compare(a, b *Document) *Comparison {
	c := &Comparison{Schema: ComparisonSchema, A: a.Input, B: b.Input}
	c.Structure = structureChanges(a, b)
	for _, x := range a.Orderings {
		y := b.Ordering(x.Method)
		if y == nil {
			c.OnlyA = append(c.OnlyA, x.Method)
			continue
		}
		c.Orderings = append(c.Orderings, OrderingChange{x.Method, orderingChanges(x, y)})
	}
	for _, y := range b.Orderings {
		if a.Ordering(y.Method) == nil {
			c.OnlyB = append(c.OnlyB, y.Method)
		}
	}
	if a.Winners != nil && b.Winners != nil {
		c.Winners = winnerChanges(a, b)
	}
	for _, ch := range c.Winners {
		switch {
		case ch.Change != nil:
			c.Worst = max(c.Worst, *ch.Change)
		case ch.B > ch.A:
			c.Worst = max(c.Worst, 1) // from nothing to something
		}
	}
	return c
}

// change returns the change of one figure.
func change(key string, a, b float64) Change {
	c := Change{Key: key, A: a, B: b}
	if relative := 0.0; a != 0 || b == 0 {
		if a != 0 {
			relative = b/a - 1
		}
		c.Change = &relative
	}
	return c
}

// structureChanges compares the matrices themselves.
func structureChanges(a, b *Document) []Change {
	x, y := a.Structure, b.Structure
	list := []Change{
		change("rows", float64(x.Rows), float64(y.Rows)),
		change("cols", float64(x.Cols), float64(y.Cols)),
		change("nnz", float64(x.NNZ), float64(y.NNZ)),
		change("bandwidth_lower", float64(x.Lower), float64(y.Lower)),
		change("bandwidth_upper", float64(x.Upper), float64(y.Upper)),
		change("structural_rank", float64(x.StructuralRank), float64(y.StructuralRank)),
	}
	if x.Profile != nil && y.Profile != nil {
		list = append(list, change("profile", float64(*x.Profile), float64(*y.Profile)))
	}
	if x.Symmetry != nil && y.Symmetry != nil {
		list = append(list, change("pattern_symmetry", x.Symmetry.Pattern, y.Symmetry.Pattern))
	}
	if x.BlockTriangular != nil && y.BlockTriangular != nil {
		list = append(list, change("block_triangular.blocks", float64(x.BlockTriangular.Count), float64(y.BlockTriangular.Count)),
			change("block_triangular.largest", float64(x.BlockTriangular.Largest), float64(y.BlockTriangular.Largest)))
	}
	return list
}

// orderingChanges compares one method.
func orderingChanges(a, b *Ordering) []Change {
	list := []Change{
		change("nnz_total", float64(a.NNZLU+a.NNZOffBlocks), float64(b.NNZLU+b.NNZOffBlocks)), // the key is new, the sum is not
		change("flops", a.Flops, b.Flops),
		change("height", float64(a.Height), float64(b.Height)),
		change("critical_path_flops", a.CriticalPathFlops, b.CriticalPathFlops),
		change("parallelism_work", a.ParallelismWork, b.ParallelismWork),
	}
	return append(append(list, modelChanges(tasksOf(a.TaskModels, true), tasksOf(b.TaskModels, true))...),
		change("supernodes.relaxed.count", float64(a.Supernodes.Relaxed.Count), float64(b.Supernodes.Relaxed.Count)))
}

// winnerChanges compares the winners of both: of these, less is better. Where a numeric
// LU decided in both, fill and flops are what it found for the recommended
// candidates, and otherwise the least predictions. Predictions under different
// matchings do not compare, and are left out where nothing depends on them.
func winnerChanges(a, b *Document) []Change {
	x, y := a.bestWith(b), b.bestWith(a)
	fill := change("fill", float64(CostOf(a.Ordering(x.Fill)).NNZ), float64(CostOf(b.Ordering(y.Fill)).NNZ))
	flops := change("flops", CostOf(a.Ordering(x.Flops)).Flops, CostOf(b.Ordering(y.Flops)).Flops)
	if d, e := a.decided(), b.decided(); d != nil && e != nil {
		fill = change("fill", float64(d.entries()), float64(e.entries()))
		flops = change("flops", d.Flops, e.Flops)
	}
	if a.matchingKind() != b.matchingKind() {
		return []Change{fill, flops}
	}
	return []Change{fill, flops,
		change("parallel", CostOf(a.Ordering(x.Parallel)).time(), CostOf(b.Ordering(y.Parallel)).time())}
}

// bestWith returns the winners of d without an ordering that was added because it won a
// numeric LU, where e does not have it: there the same ordering was not looked at.
func (d *Document) bestWith(e *Document) *Winners {
	var list []*Ordering
	for _, o := range d.Orderings {
		if o.Method != d.Winners.Added || e.Ordering(o.Method) != nil {
			list = append(list, o)
		}
	}
	if len(list) == 0 {
		return d.Winners
	}
	return winnersOf(list)
}
