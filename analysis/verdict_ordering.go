package analysis

import (
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/ordering/named"
)

// sayOrdering recommends an ordering: what to use, what it costs, and whether a
// numeric LU has verified that.
func sayOrdering(d *Document, p *paragraph) {
	s := d.Structure
	if d.Winners == nil {
		if s.Rows == 0 || s.Cols == 0 {
			p.say("ordering.empty", "The matrix is empty.")
		}
		return
	}
	if s.Rows != s.Cols {
		sayRectangular(d, p)
		return
	}
	o := d.Ordering(d.Winners.Recommended)
	if CostOf(o).Flops == 0 {
		sayNothingToDo(d, p)
		return
	}
	switch {
	case s.StructuralRank < s.Rows:
		p.say("ordering.use-if-full", "If the diagonal is full, use ")
	case brokeDown(d):
		p.say("ordering.use-if-regular", "If the values are not singular, use ")
	case d.Prediction != nil && d.Prediction.Choice.Method != o.Method:
		p.say("ordering.by-entries", "By entries, use ")
	default:
		p.say("ordering.use", "Use ")
	}
	switch m := d.Matching; {
	case m != nil:
		p.say("ordering.matched", "%s: ", withMatching(o.Method, m.Kind))
	case o.Method == "natural":
		p.say("ordering.file", "natural, the order of the file: ")
	default:
		p.say("ordering.unmatched", "%s: ", o.Method)
	}
	if e := d.decided(); e != nil {
		p.say("ordering.verified", "%s in L+U (%s), %s per factorization and %s of factors. A numeric LU with pivot threshold %s found these figures.",
			units.Plural(e.entries(), "entry"), sayFill(e.entries(), int64(s.NNZ)),
			units.Flops(e.Flops), units.Size(float64(d.factorBytes(e.entries()))), units.Significant(e.PivotThreshold))
		sayFewerFlops(d, p, e)
	} else {
		c := CostOf(o)
		p.say("ordering.predicted", "%s in L+U (%s), %s per factorization and %s of factors. These are predictions",
			units.Plural(c.NNZ, "entry"), sayFill(c.NNZ, int64(s.NNZ)), units.Flops(c.Flops), units.Size(float64(d.factorBytes(c.NNZ))))
		if why := d.Winners.Unverified; why != "" && s.StructuralRank == s.Rows && !brokeDown(d) { // otherwise sayRank says why
			p.say("ordering.unverified", ", not verified by a numeric LU: %s", why)
		}
		p.say("ordering.predicted", ".")
		if f := CostOf(d.Ordering(d.Winners.Flops)); f.Flops < 0.99*c.Flops {
			p.say("ordering.fewest-flops", " %s is predicted to need the fewest flops, %s.", d.Winners.Flops, units.Flops(f.Flops))
		}
	}
	sayFaster(d, p, o)
	saySearched(p, o.Method)
	if e := d.decided(); e != nil {
		sayNatural(d, p, e.entries())
	} else {
		sayNatural(d, p, CostOf(o).NNZ)
	}
}

// sayFaster names the ordering that is predicted to be the fastest on many workers,
// where o is not and threads may gain.
func sayFaster(d *Document, p *paragraph, o *Ordering) {
	c := CostOf(o)
	if e := d.decided(); tooSmall(d) || e != nil && math.Abs(float64(e.entries())/float64(c.NNZ)-1) > 0.1 {
		return // predictions of time are as far from what pivoting makes of them
	}
	if f := CostOf(d.Ordering(d.Winners.Parallel)); c.time() > 1.05*f.time() {
		p.say("ordering.parallel", " By Graham's bound, %s is %s as fast as %s on %d workers, each ordering in its best task model.",
			d.Winners.Parallel, times(c.time()/f.time()), o.Method, ParallelWorkers)
	}
}

// decided returns what the numeric LU of the recommended ordering found, nil where
// no numeric LU decided.
func (d *Document) decided() *Exact {
	if d.Winners == nil || d.Winners.Criterion != CriterionExact {
		return nil
	}
	return d.exactOf(d.Winners.Recommended)
}

// factorBytes returns the memory for factors with so many entries, as
// [symbolic.Fill] counts it.
func (d *Document) factorBytes(entries int64) int64 {
	each := int64(12)
	if d.Input.Field == "complex" {
		each = 20
	}
	return each*entries + 16*int64(d.Structure.Rows+1)
}

// sayNatural says what the order of the file would cost, where that is more than
// the recommended ordering, and is the order of the matrix that is ordered.
func sayNatural(d *Document, p *paragraph, entries int64) {
	n := d.Ordering("natural")
	moved := d.Matching != nil && d.Matching.MovedRows > 0
	if n == nil || moved || n.Method == d.Winners.Recommended || float64(n.NNZLU) < 1.05*float64(entries) {
		return
	}
	p.say("ordering.natural", " The order of the file is predicted to need %s and %s.",
		units.Plural(n.NNZLU, "entry"), units.Flops(n.Flops))
}

// sayFewerFlops names the candidate with the fewest flops of those that a numeric LU
// factored, where it needs fewer than e.
func sayFewerFlops(d *Document, p *paragraph, e *Exact) {
	var least *Candidate
	for _, c := range d.Candidates {
		if c.State == Factored && (least == nil || c.Flops < least.Flops) {
			least = c
		}
	}
	if least != nil && least.Flops < 0.99*e.Flops {
		p.say("ordering.fewer-flops", " %s has the fewest entries; %s needs fewer flops, %s, with %s.", e.Method, least.name(),
			units.Flops(least.Flops), units.Plural(least.NNZ, "entry"))
	}
}

// saySearched says what it costs to order by search.
func saySearched(p *paragraph, method string) {
	const search = "search"
	base, _, _ := strings.Cut(strings.TrimPrefix(method, named.BlocksPrefix), "+")
	for _, d := range Descriptions() {
		if d.Name == search && base == search {
			span, mostly, _ := strings.Cut(d.Time, ", mostly ")
			p.say("ordering.searched", " On the test matrices, search took %s times as long as amd to find an order, usually about %s times. All factorizations with the same pattern can use one order.", span, mostly)
		}
	}
}

// sayRectangular says which ordering a QR factorization takes, and what the figures
// are.
func sayRectangular(d *Document, p *paragraph) {
	s := d.Structure
	if s.Rows < s.Cols {
		p.say("ordering.wide", "The matrix is %s, with structural rank %s of %s: an LU needs a square matrix. For a QR factorization, analyze the transpose, which has fewer columns than rows. All figures here are bounds for an elimination with any row pivots, not for a QR.",
			shape(s.Rows, s.Cols), units.Integer(s.StructuralRank), units.Integer(s.Rows))
		return
	}
	r := d.Ordering(d.Winners.Fill).NNZU
	p.say("ordering.rectangular", "The matrix is %s, with structural rank %s of %s: an LU needs a square matrix. For a QR factorization, use %s: R has at most %s",
		shape(s.Rows, s.Cols), units.Integer(s.StructuralRank), units.Integer(s.Cols), d.Winners.Fill, units.Plural(r, "entry"))
	if len(d.Orderings) > 1 && !slices.ContainsFunc(d.Orderings, func(o *Ordering) bool { return o.NNZU < r }) {
		p.say("ordering.fewest-of-r", ", the fewest of %s", units.Plural(len(d.Orderings), "ordering"))
	}
	p.say("ordering.rectangular", ". All other figures are bounds for an elimination with any row pivots, not for a QR.")
	if s.StructuralRank < s.Cols {
		p.say("ordering.deficient", " Whatever the values, the rank is deficient: use a QR with column pivots.")
	}
}

// sayFill compares the entries of the factors with those of the matrix.
func sayFill(factors, matrix int64) string {
	if ratio := float64(factors) / float64(max(1, matrix)); ratio >= 1.005 {
		return times(ratio) + " as many as the matrix"
	}
	return "as many as the matrix"
}

// sayNothingToDo says why a factorization takes no work.
func sayNothingToDo(d *Document, p *paragraph) {
	s := d.Structure
	switch {
	case s.StructuralRank < s.Rows || brokeDown(d):
	case s.Lower == 0 && s.Upper == 0:
		p.say("ordering.diagonal", "The matrix is diagonal: nothing needs factorizing, and a solve is one division per row.")
	default:
		p.say("ordering.triangle", "The matrix is a permuted triangle: a solve needs no factorization.")
	}
}
