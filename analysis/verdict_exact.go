package analysis

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
)

// sayExact compares the numeric LU with the prediction.
func sayExact(d *Document, p *paragraph) {
	if len(d.Exact) == 0 && slices.ContainsFunc(d.Warnings, func(w Warning) bool { return w.Code == numericallySingular }) {
		p.say("exact.singular", "The matrix is numerically singular: a numeric LU of these values finds a column without a pivot and breaks down.")
		return
	}
	if len(d.Exact) == 0 || bestSquare(d) == nil {
		return
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
	p.say("exact.entries", "A numeric LU under %s with pivot threshold %s has %s in L+U, ",
		e.Method, units.Significant(e.PivotThreshold), units.Plural(e.entries(), "entry"))
	relative := float64(e.entries())/math.Max(1, float64(CostOf(d.Ordering(e.Method)).NNZ)) - 1
	switch {
	case relative > 1:
		p.say("exact.far-more", "%s what pivots from the diagonal would give", times(relative+1))
	case relative > 0.001:
		p.say("exact.more", "%s more than predicted", units.Share(relative))
	case relative < -0.001:
		p.say("exact.fewer", "%s fewer than predicted", units.Share(-relative))
	default:
		p.say("exact.as-predicted", "as predicted")
	}
	p.say("exact.pivots", "; %s of its %s pivots %s off the diagonal.",
		none(e.OffDiagonalPivots), units.Integer(d.Structure.Rows), isAre(e.OffDiagonalPivots))
	if 1.05*float64(fewest.entries()) < float64(e.entries()) {
		p.say("exact.better", " With these pivots %s has the fewest entries, %s: it is the better choice for a solver that pivots.",
			fewest.Method, units.Integer(fewest.entries()))
	}
}
