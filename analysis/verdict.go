package analysis

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/series"
)

// verdict returns the sentences a person would want of d, computed from its
// figures alone.
func verdict(d *Document) []string {
	var v []string
	for _, part := range []func(*Document) string{
		sayRank, sayOrdering, sayBlocks, sayParallelism, sayLimit, saySolves, sayExact, sayScatter, saySpecialisation, sayReuse,
	} {
		if s := part(d); s != "" {
			v = append(v, s)
		}
	}
	return v
}

// sayRank says whether a square matrix is singular whatever its values.
func sayRank(d *Document) string {
	s := d.Structure
	if s.Rows != s.Cols || s.StructuralRank == s.Rows {
		return ""
	}
	return fmt.Sprintf("The matrix is structurally singular: whatever the values, its rank is %s of %s at most, so an LU breaks down.",
		units.Integer(s.StructuralRank), units.Integer(s.Rows)) + sayDependent(d)
}

// sayOrdering recommends an ordering.
func sayOrdering(d *Document) string {
	s := d.Structure
	if d.Best == nil {
		if s.Rows == 0 || s.Cols == 0 {
			return "The matrix is empty."
		}
		return ""
	}
	o := d.Ordering(d.Best.Recommended)
	if s.Rows != s.Cols {
		return fmt.Sprintf("The matrix is %s, of structural rank %s: an LU does not apply, and the figures are those of a QR factorization. %s leaves R with the fewest entries, %s at most.",
			shape(s.Rows, s.Cols), units.Integer(s.StructuralRank), d.Best.Fill, units.Integer(d.Ordering(d.Best.Fill).NNZU))
	}
	c := CostOf(o)
	if c.Flops == 0 {
		return sayNothingToDo(d)
	}
	var b strings.Builder
	use := "Use "
	if s.StructuralRank < s.Rows {
		use = "Were its diagonal full, take "
	}
	fmt.Fprintf(&b, use+"%s: L+U is predicted to have %s, %s, for %s per factorization", o.Method,
		units.Plural(c.NNZ, "entry"), sayFill(c.NNZ, int64(s.NNZ)), units.Flops(c.Flops))
	if n := d.Ordering("natural"); n != nil && n != o {
		fmt.Fprintf(&b, "; the order of the file would need %s entries and %s",
			units.Integer(n.NNZLU), units.Flops(n.Flops))
	}
	b.WriteByte('.')
	b.WriteString(sayFound(d, o.Method, c.NNZ))
	if f := CostOf(d.Ordering(d.Best.Fill)); f.NNZ < c.NNZ {
		fmt.Fprintf(&b, " %s has the fewest entries, %s.", d.Best.Fill, units.Integer(f.NNZ))
	}
	if f := CostOf(d.Ordering(d.Best.Flops)); f.Flops < 0.99*c.Flops {
		fmt.Fprintf(&b, " %s needs the fewest flops, %s.", d.Best.Flops, units.Flops(f.Flops))
	}
	if p := CostOf(d.Ordering(d.Best.Parallel)); c.time() > 1.05*p.time() {
		fmt.Fprintf(&b, " %s is predicted to be the fastest on %d workers, %s ahead.", d.Best.Parallel, ParallelWorkers,
			times(c.time()/p.time()))
	}
	return b.String()
}

// sayFound says what a numeric LU under the method found, where that is far
// from the entries predicted.
func sayFound(d *Document, method string, predicted int64) string {
	for _, e := range d.Exact {
		found := float64(e.entries())
		if e.Method == method && math.Abs(found/float64(predicted)-1) > 0.1 {
			return fmt.Sprintf(" A numeric LU with pivoting found %s.", units.Integer(int64(found)))
		}
	}
	return ""
}

// sayFill compares the entries of the factors with those of the matrix.
func sayFill(factors, matrix int64) string {
	if factors <= matrix {
		return "no more than the matrix"
	}
	return times(float64(factors)/float64(max(1, matrix))) + " those of the matrix"
}

// sayNothingToDo says why a factorization takes no work.
func sayNothingToDo(d *Document) string {
	s := d.Structure
	switch {
	case s.StructuralRank < s.Rows:
		return ""
	case s.Lower == 0 && s.Upper == 0:
		return "The matrix is diagonal: there is nothing to factorize."
	}
	return "The matrix is a permuted triangle: it can be solved without a factorization."
}

// sayBlocks says whether the matrix falls apart.
func sayBlocks(d *Document) string {
	s := d.Structure
	if s.BlockTriangular == nil || s.Rows == 0 {
		return ""
	}
	b := s.BlockTriangular
	switch {
	case s.StructuralRank < s.Rows || s.Rows == 1 || s.Lower == 0 && s.Upper == 0:
		return ""
	case b.Blocks == 1:
		return "The matrix is irreducible: block triangular form does not help."
	case b.Largest == 1:
		return fmt.Sprintf("The matrix falls into %s blocks of one row.", units.Integer(b.Blocks))
	}
	single := ""
	if b.Singletons > 0 {
		single = fmt.Sprintf(" and %s of a single row", units.Integer(b.Singletons))
	}
	use := "only the blocks need factorizing"
	if o := bestSquare(d); o != nil && o.Blocks <= 1 {
		use = o.Method + " does not use them"
	}
	return fmt.Sprintf("The matrix falls into %s, the largest of %s of %s rows%s; %s.",
		units.Plural(b.Blocks, "diagonal block"), units.Integer(b.Largest), units.Integer(s.Rows), single, use)
}

// sayParallelism says what workers gain.
func sayParallelism(d *Document) string {
	o := bestSquare(d)
	if o == nil {
		return ""
	}
	var b strings.Builder
	if p := o.NoPivoting; p != nil {
		fmt.Fprintf(&b, "Under %s, and with pivots from the diagonal, the elimination tree is %s high and the work is %s the critical path.",
			o.Method, units.Plural(p.Height, "level"), times(p.ParallelismWork))
		return b.String()
	}
	fmt.Fprintf(&b, "Under %s the elimination tree is %s high. ", o.Method, units.Plural(o.Height, "level"))
	if o.ParallelismWork < chainWork {
		b.WriteString("All but nothing of the work is on the critical path: more workers gain nothing.")
		return b.String()
	}
	fmt.Fprintf(&b, "The work is %s the critical path, so no number of workers that take a column each is faster by more", times(o.ParallelismWork))
	if s8, s64 := speedupOn(o, 8), speedupOn(o, 64); s64 > 0 {
		fmt.Fprintf(&b, "; a schedule by supernodes reaches %s on 8 workers and %s on 64", times(s8), times(s64))
	}
	fmt.Fprintf(&b, ". Columns by levels, %s, is the mean width of a level and no speed-up.", units.Significant(o.ParallelismColumns))
	return b.String()
}

// bestSquare returns the recommended ordering, nil where there is nothing to
// factorize.
func bestSquare(d *Document) *Ordering {
	if d.Best == nil || d.Structure.Rows != d.Structure.Cols {
		return nil
	}
	if o := d.Ordering(d.Best.Recommended); CostOf(o).Flops > 0 {
		return o
	}
	return nil
}

// speedupOn returns the predicted speed-up on a number of workers, 0 when it
// was not predicted.
func speedupOn(o *Ordering, workers int) float64 {
	for _, s := range o.Schedule {
		if s.Workers == workers {
			return s.Speedup
		}
	}
	return 0
}

// Limits from which on a figure is named as what stands in the way.
const (
	limitingPath  = 0.25 // share of the critical path in one supernode
	limitingChain = 0.5  // share of the levels with a single column
	shortTree     = 16   // levels, below which nothing limits
	chainWork     = 1.05 // T1/T∞ up to which there is no parallelism
)

// sayLimit says what keeps the factorization from being more parallel.
func sayLimit(d *Document) string {
	o := bestSquare(d)
	if o == nil {
		return ""
	}
	var parts []string
	if b := o.Bottleneck; b != nil && o.NoPivoting == nil && o.Height >= shortTree {
		switch {
		case b.CriticalPathShare >= limitingPath && (o.ParallelismWork >= chainWork || b.CriticalPathShare > 0.9):
			where := "a supernode"
			if b.Root {
				where = "the last supernode"
			}
			parts = append(parts, fmt.Sprintf("What limits it most is %s: %s with %s hold %s of the flops and %s of the critical path, which only parallelism inside that panel can shorten",
				where, units.Plural(b.Columns, "column"), units.Plural(b.Rows, "row"), units.Share(b.FlopShare), units.Share(b.CriticalPathShare)))
		case o.ParallelismWork >= chainWork:
			parts = append(parts, fmt.Sprintf("No single supernode limits it: the largest on the critical path has %s of it", units.Share(b.CriticalPathShare)))
		}
		if l := o.LevelsL; l != nil && float64(l.Single) >= limitingChain*float64(o.Height) {
			parts = append(parts, fmt.Sprintf("%s of the %s have one column: a chain", units.Integer(l.Single), units.Plural(o.Height, "level")))
		}
	}
	if s := sayDense(d); s != "" {
		parts = append(parts, s)
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ". ") + "."
}

// sayDense names the row that touches far more unknowns than others.
func sayDense(d *Document) string {
	s := d.Structure
	if s.Degree.Row == nil || s.Rows < 100 {
		return ""
	}
	r := s.Degree.Row
	if float64(r.Max) <= 10*math.Sqrt(float64(s.Cols)) || float64(r.Max) < 4*r.Mean {
		return "" // few entries, or no more than other rows have
	}
	text := fmt.Sprintf("%s is dense, with %s (%s of the columns), as supply rails and clocks are: it belongs at the end of the elimination",
		called("Row", r.Argmax, d.RowName(r.Argmax)), units.Plural(r.Max, "entry"), units.Percent(float64(r.Max), float64(s.Cols)))
	for _, o := range d.Orderings {
		if v := o.Vacuous; v != nil {
			text += fmt.Sprintf(", and it makes the bound over row pivots (%s) vacuous", o.Method)
			break
		}
	}
	return text
}

// saySolves says what a GPU sees of the triangular solves.
func saySolves(d *Document) string {
	o := bestSquare(d)
	if o == nil || o.LevelsL == nil {
		return ""
	}
	l, u, under := *o.LevelsL, *o.LevelsU, o.Method
	for _, e := range d.Exact {
		if e.Method == o.Method {
			l, u, under = e.LevelsL, e.LevelsU, o.Method+" with its pivots"
		}
	}
	return fmt.Sprintf("A triangular solve under %s runs in %s for L and %s for U. Those of L have %s rows on average and %s in the median, and %s of them (%s) fewer than a warp of 32: %s.",
		under, units.Plural(l.Levels, "level"), units.Integer(u.Levels), units.Significant(l.MeanWidth),
		strconv.FormatFloat(l.Median, 'g', -1, 64), units.Integer(l.Narrow), units.Percent(float64(l.Narrow), float64(l.Levels)), solveAdvice(l.Narrow, l.Levels))
}

// solveAdvice judges the level widths for a GPU.
func solveAdvice(narrow, levels int) string {
	switch {
	case levels <= 32:
		return "few enough steps for a GPU"
	case 4*narrow >= 3*levels:
		return "on a GPU it is bound by the latency of the steps, not by arithmetic"
	case 4*narrow >= levels:
		return "on a GPU the narrow levels cost more than the wide ones"
	}
	return "most steps fill a GPU's warps"
}

// sayExact compares the numeric LU with the prediction.
func sayExact(d *Document) string {
	if len(d.Exact) == 0 && slices.ContainsFunc(d.Warnings, func(w Warning) bool { return w.Code == numericallySingular }) {
		return "The matrix is numerically singular: a numeric LU of these values finds a column without a pivot and breaks down."
	}
	if len(d.Exact) == 0 || bestSquare(d) == nil {
		return ""
	}
	e, fewest := d.Exact[0], d.Exact[0]
	for _, x := range d.Exact {
		if x.Method == d.Best.Recommended {
			e = x
		}
		if x.entries() < fewest.entries() {
			fewest = x
		}
	}
	relative := float64(e.entries())/math.Max(1, float64(CostOf(d.Ordering(e.Method)).NNZ)) - 1
	how := "as predicted"
	switch {
	case relative > 1:
		how = times(relative+1) + " what pivots from the diagonal would give"
	case relative > 0.001:
		how = units.Share(relative) + " more than predicted"
	case relative < -0.001:
		how = units.Share(-relative) + " fewer than predicted"
	}
	text := fmt.Sprintf("A numeric LU under %s with pivot threshold %s has %s in L+U, %s; %s of its %s pivots %s off the diagonal.",
		e.Method, units.Significant(e.PivotThreshold), units.Plural(e.entries(), "entry"), how, none(e.OffDiagonalPivots), units.Integer(d.Structure.Rows), isAre(e.OffDiagonalPivots))
	if 1.05*float64(fewest.entries()) < float64(e.entries()) {
		text += fmt.Sprintf(" With these pivots %s has the fewest entries, %s: it is the better choice for a solver that pivots.",
			fewest.Method, units.Integer(fewest.entries()))
	}
	return text
}

// none writes a count of things of which there may be none.
func none(n int) string {
	if n == 0 {
		return "none"
	}
	return units.Integer(n)
}

// isAre returns the verb that goes with n things.
func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// sayReuse says whether symbolic work can be done once.
func sayReuse(d *Document) string {
	if s := d.Series; s != nil && s.Reuse != series.ReuseUnverified {
		return strings.ToUpper(s.Verdict[:1]) + s.Verdict[1:] + "."
	}
	if bestSquare(d) == nil {
		return ""
	}
	return "Whether the symbolic analysis can be reused from one Newton iteration to the next is unverified: there is one file."
}

// times writes a factor in a sentence.
func times(x float64) string { return units.Significant(x) + " times" }

// shape writes the size of a matrix.
func shape(rows, cols int) string { return units.Integer(rows) + "×" + units.Integer(cols) }

// joined writes a list in a sentence.
func joined(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}
