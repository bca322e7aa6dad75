package analysis

import (
	"math"

	"github.com/nrkit/nrkit/internal/units"
)

// sayOrdering recommends an ordering.
func sayOrdering(d *Document, p *paragraph) {
	s := d.Structure
	if d.Best == nil {
		if s.Rows == 0 || s.Cols == 0 {
			p.say("ordering.empty", "The matrix is empty.")
		}
		return
	}
	o := d.Ordering(d.Best.Recommended)
	if s.Rows != s.Cols {
		p.say("ordering.rectangular", "The matrix is %s, of structural rank %s: an LU does not apply, and the figures are those of a QR factorization. %s leaves R with the fewest entries, %s at most.",
			shape(s.Rows, s.Cols), units.Integer(s.StructuralRank), d.Best.Fill, units.Integer(d.Ordering(d.Best.Fill).NNZU))
		return
	}
	c := CostOf(o)
	if c.Flops == 0 {
		sayNothingToDo(d, p)
		return
	}
	if s.StructuralRank < s.Rows {
		p.say("ordering.use-if-full", "Were its diagonal full, take ")
	} else {
		p.say("ordering.use", "Use ")
	}
	p.say("ordering.predicted", "%s: L+U is predicted to have %s, %s, for %s per factorization", o.Method,
		units.Plural(c.NNZ, "entry"), sayFill(c.NNZ, int64(s.NNZ)), units.Flops(c.Flops))
	if n := d.Ordering("natural"); n != nil && n != o {
		p.say("ordering.natural", "; the order of the file would need %s entries and %s",
			units.Integer(n.NNZLU), units.Flops(n.Flops))
	}
	p.say("ordering.predicted", ".")
	sayFound(d, p, o.Method, c.NNZ)
	if f := CostOf(d.Ordering(d.Best.Fill)); f.NNZ < c.NNZ {
		p.say("ordering.fewest-entries", " %s has the fewest entries, %s.", d.Best.Fill, units.Integer(f.NNZ))
	}
	if f := CostOf(d.Ordering(d.Best.Flops)); f.Flops < 0.99*c.Flops {
		p.say("ordering.fewest-flops", " %s needs the fewest flops, %s.", d.Best.Flops, units.Flops(f.Flops))
	}
	if f := CostOf(d.Ordering(d.Best.Parallel)); c.time() > 1.05*f.time() {
		p.say("ordering.parallel", " %s is predicted to be the fastest on %d workers, %s ahead.", d.Best.Parallel, ParallelWorkers,
			times(c.time()/f.time()))
	}
}

// sayFound says what a numeric LU under the method found, where that is far
// from the entries predicted.
func sayFound(d *Document, p *paragraph, method string, predicted int64) {
	for _, e := range d.Exact {
		found := float64(e.entries())
		if e.Method == method && math.Abs(found/float64(predicted)-1) > 0.1 {
			p.say("ordering.found", " A numeric LU with pivoting found %s.", units.Integer(int64(found)))
			return
		}
	}
}

// sayFill compares the entries of the factors with those of the matrix.
func sayFill(factors, matrix int64) string {
	if factors <= matrix {
		return "no more than the matrix"
	}
	return times(float64(factors)/float64(max(1, matrix))) + " those of the matrix"
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
