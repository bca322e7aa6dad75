package captured

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

// orderings are tried on each pattern.
var orderings = []string{"amd", "nd", "colamd"}

// inBlocks are tried too, if the block triangular form has blocks.
var inBlocks = []string{"btf+amd", "btf+nd", "btf+colamd"}

// patterns orders the captured patterns.
func (f *folder) patterns() error {
	times := f.times()
	for number, file := range f.files() {
		if file == "" {
			continue
		}
		p := diagnose.SolverPattern{Pattern: int32(number + 1), File: file}
		took := times[number]
		m, err := f.matrix(file, true)
		if err != nil {
			return err
		}
		a := m.Matrix.Pattern
		p.N, p.NNZ = int64(a.Cols), int64(a.NNZ())
		p.Symmetric = a.Square() && a.Equal(sparsity.Transpose(a))
		switch {
		case !a.Square() || !took.factors || float64(took.ns) < worth*float64(f.span):
			// an ordering could save nothing that matters
		case a.NNZ() > mostEntries:
			f.skip("%s was not ordered: it has more than %d entries", file, mostEntries)
		default:
			if p.Orderings, err = f.order(m); err != nil {
				return err
			}
		}
		f.out.Patterns = append(f.out.Patterns, p)
	}
	return nil
}

// files returns a matrix of each pattern of the run, "" where none was captured.
func (f *folder) files() []string {
	list := make([]string, len(f.run.Patterns))
	for k := range f.index.Calls {
		if !f.sparseMatrix(k) {
			continue
		}
		if p := f.run.Calls[f.calls[k]].Pattern; p != 0 && list[p-1] == "" {
			list[p-1] = f.index.Calls[k].Files.Matrix
		}
	}
	return list
}

// A patternTime is the time of all calls that factor a pattern or solve with its
// factors, and whether any factors it.
type patternTime struct {
	ns      int64
	factors bool
}

// times returns the time of each pattern.
func (f *folder) times() []patternTime {
	times := make([]patternTime, len(f.run.Patterns))
	for k := range f.run.Calls {
		c := &f.run.Calls[k]
		p := c.Pattern
		if p == 0 && c.Factors != 0 {
			p = f.run.Factorisations[c.Factors-1].Pattern
		}
		if p != 0 && (c.Phase.Factors() || c.Phase.Solves()) {
			t := &times[p-1]
			t.ns += c.Exclusive
			t.factors = t.factors || c.Phase.Factors()
		}
	}
	return times
}

// order predicts what orderings cost.
func (f *folder) order(m *sparseio.File) ([]diagnose.SolverOrdering, error) {
	list, blocks, err := f.orderBy(m, orderings)
	if err != nil || blocks < 2 {
		return list, err
	}
	more, _, err := f.orderBy(m, inBlocks)
	list = append(list, more...)
	slices.SortStableFunc(list, fewer)
	return list, err
}

// orderBy predicts what some orderings cost, and returns the number of blocks of the
// block triangular form.
func (f *folder) orderBy(m *sparseio.File, methods []string) ([]diagnose.SolverOrdering, int, error) {
	doc, err := analysis.Run(f.ctx, []analysis.Source{analysis.Loaded(m)}, analysis.Options{
		Orderings: methods, Exact: []string{"none"}, Matching: analysis.MatchingNone, Workers: 1})
	if err != nil {
		return nil, 0, err
	}
	var list []diagnose.SolverOrdering
	for _, o := range doc.Orderings {
		any := o.Tree == symbolic.ColumnTree
		list = append(list, diagnose.SolverOrdering{Method: o.Method, Entries: float64(o.NNZTotal), Flops: o.Flops, AnyPivots: any})
		if any && o.NoPivoting != nil {
			list = append(list, diagnose.SolverOrdering{Method: o.Method, Entries: float64(o.NoPivoting.NNZTotal), Flops: o.NoPivoting.Flops})
		}
	}
	slices.SortStableFunc(list, fewer)
	return list, blocksOf(doc), nil
}

// fewer compares orderings by flops, and then by entries.
func fewer(a, b diagnose.SolverOrdering) int {
	return cmp.Or(cmp.Compare(a.Flops, b.Flops), cmp.Compare(a.Entries, b.Entries))
}

// blocksOf returns the number of blocks of the block triangular form, 0 if the matrix
// has none because it is structurally singular.
func blocksOf(doc *analysis.Document) int {
	if b := doc.Structure.BlockTriangular; b != nil {
		return b.Count
	}
	return 0
}

// differences compares the patterns that one object was used for.
func (f *folder) differences() error {
	type pair struct{ old, next int32 }
	files := f.files()
	seen := map[pair]bool{}
	for k := range f.run.Calls {
		c := &f.run.Calls[k]
		if c.Pattern == 0 || !c.Phase.Factors() || c.Phase.Analyzes() {
			continue
		}
		for _, old := range f.objects(c) {
			x := pair{old, c.Pattern}
			if old == 0 || old == c.Pattern || seen[x] || files[old-1] == "" || files[c.Pattern-1] == "" {
				continue
			}
			if seen[x] = true; len(seen) > mostPairs {
				f.skip("more than %d pairs of patterns were not compared", mostPairs)
				return nil
			}
			if err := f.compare(old, c.Pattern, files); err != nil {
				return err
			}
		}
	}
	return nil
}

// objects returns the patterns of the analysis and of the factorisation that a call uses.
func (f *folder) objects(c *solvers.Call) (patterns []int32) {
	if c.Analysis != 0 {
		patterns = append(patterns, f.run.Analyses[c.Analysis-1].Pattern)
	}
	if c.Factors != 0 {
		patterns = append(patterns, f.run.Factorisations[c.Factors-1].Pattern)
	}
	return patterns
}

// compare counts the positions by which two patterns differ.
func (f *folder) compare(old, next int32, files []string) error {
	a, err := f.matrix(files[old-1], true)
	if err != nil {
		return err
	}
	b, err := f.matrix(files[next-1], true)
	if err != nil {
		return err
	}
	d := diagnose.PatternDifference{Old: old, New: next}
	d.Removed, d.Added = lacking(a.Matrix.Pattern, b.Matrix.Pattern), lacking(b.Matrix.Pattern, a.Matrix.Pattern)
	f.out.Differences = append(f.out.Differences, d)
	return nil
}

// lacking counts the positions of a that b lacks.
func lacking(a, b *sparsity.Pattern) (n int64) {
	for j := range a.Cols {
		if j >= b.Cols {
			n += a.ColPtr[a.Cols] - a.ColPtr[j]
			break
		}
		x, y := a.Col(j), b.Col(j)
		k := 0
		for _, i := range x {
			for k < len(y) && y[k] < i {
				k++
			}
			if k == len(y) || y[k] != i {
				n++
			}
		}
	}
	return n
}
