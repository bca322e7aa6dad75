package analysis

import (
	"math"

	"github.com/nrkit/nrkit/internal/units"
)

// sayOrdering recommends an ordering: what to use, what it costs, and whether a
// numeric LU has verified that.
func sayOrdering(d *Document, p *paragraph) {
	s := d.Structure
	if d.Best == nil {
		if s.Rows == 0 || s.Cols == 0 {
			p.say("ordering.empty", "The matrix is empty.")
		}
		return
	}
	if s.Rows != s.Cols {
		p.say("ordering.rectangular", "The matrix is %s, of structural rank %s: an LU does not apply, and the figures are for a QR factorization. %s leaves R with the fewest entries, at most %s.",
			shape(s.Rows, s.Cols), units.Integer(s.StructuralRank), d.Best.Fill, units.Integer(d.Ordering(d.Best.Fill).NNZU))
		return
	}
	o := d.Ordering(d.Best.Recommended)
	if CostOf(o).Flops == 0 {
		sayNothingToDo(d, p)
		return
	}
	switch {
	case s.StructuralRank < s.Rows:
		p.say("ordering.use-if-full", "Were its diagonal full, take ")
	case brokeDown(d):
		p.say("ordering.use-if-regular", "Were its values not singular, take ")
	default:
		p.say("ordering.use", "Use ")
	}
	if m := d.Matching; m != nil {
		p.say("ordering.matched", "%s: ", withMatching(o.Method, m.Kind))
	} else {
		p.say("ordering.unmatched", "%s: ", o.Method)
	}
	if e := d.decided(); e != nil {
		p.say("ordering.verified", "%s in L+U (%s), %s per factorization and %s of factors, by a numeric LU with pivot threshold %s.",
			units.Plural(e.entries(), "entry"), sayFill(e.entries(), int64(s.NNZ)),
			units.Flops(e.Flops), units.Size(float64(d.factorBytes(e.entries()))), units.Significant(e.PivotThreshold))
		sayNatural(d, p, e.entries())
		sayFewerFlops(d, p, e)
	} else {
		c := CostOf(o)
		p.say("ordering.predicted", "%s in L+U (%s), %s per factorization and %s of factors, by prediction",
			units.Plural(c.NNZ, "entry"), sayFill(c.NNZ, int64(s.NNZ)), units.Flops(c.Flops), units.Size(float64(d.factorBytes(c.NNZ))))
		if why := d.Best.Unverified; why != "" {
			p.say("ordering.unverified", ", not verified by a numeric LU: %s", why)
		}
		p.say("ordering.predicted", ".")
		sayNatural(d, p, c.NNZ)
		if f := CostOf(d.Ordering(d.Best.Flops)); f.Flops < 0.99*c.Flops {
			p.say("ordering.fewest-flops", " %s is predicted to need the fewest flops, %s.", d.Best.Flops, units.Flops(f.Flops))
		}
	}
	c := CostOf(o)
	if e := d.decided(); e != nil && math.Abs(float64(e.entries())/float64(c.NNZ)-1) > 0.1 {
		return // predictions of time are as far from what pivoting makes of them
	}
	if f := CostOf(d.Ordering(d.Best.Parallel)); c.time() > 1.05*f.time() {
		p.say("ordering.parallel", " %s is predicted to be the fastest on %d workers, %s ahead.", d.Best.Parallel, ParallelWorkers,
			times(c.time()/f.time()))
	}
}

// decided returns what the numeric LU of the recommended ordering found, nil where
// no numeric LU decided.
func (d *Document) decided() *Exact {
	if d.Best == nil || d.Best.Criterion != CriterionExact {
		return nil
	}
	return d.exactOf(d.Best.Recommended)
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
	if n == nil || moved || n.Method == d.Best.Recommended || float64(n.NNZLU) < 1.05*float64(entries) {
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
		p.say("ordering.fewer-flops", " %s needs fewer flops, %s, and has %s.", least.name(),
			units.Flops(least.Flops), units.Plural(least.NNZ, "entry"))
	}
}

// sayFill compares the entries of the factors with those of the matrix.
func sayFill(factors, matrix int64) string {
	if ratio := float64(factors) / float64(max(1, matrix)); ratio >= 1.005 {
		return times(ratio) + " the matrix"
	}
	return "as many as the matrix"
}

// sayNothingToDo says why a factorization takes no work.
func sayNothingToDo(d *Document, p *paragraph) {
	s := d.Structure
	switch {
	case s.StructuralRank < s.Rows:
	case s.Lower == 0 && s.Upper == 0:
		p.say("ordering.diagonal", "The matrix is diagonal: there is nothing to factorize.")
	default:
		p.say("ordering.triangle", "The matrix is a permuted triangle: it can be solved without a factorization.")
	}
}
