package analysis

import (
	"math"

	"github.com/nrkit/nrkit/internal/units"
)

// sayRank says whether a square matrix is singular whatever its values, or a numeric LU
// found its values so.
func sayRank(d *Document, p *paragraph) {
	s := d.Structure
	if s.Rows == s.Cols && s.StructuralRank < s.Rows {
		p.say("rank.singular", "The matrix is structurally singular: whatever the values, its rank is at most %s of %s, so an LU breaks down.%s",
			units.Integer(s.StructuralRank), units.Integer(s.Rows), sayDependent(d))
	} else if brokeDown(d) {
		p.say("exact.singular", "The matrix is numerically singular: a numeric LU of these values finds a column without a pivot and breaks down.")
	}
}

// sayBlocks says whether the matrix falls apart.
func sayBlocks(d *Document, p *paragraph) {
	s := d.Structure
	if s.BlockTriangular == nil || s.Rows == 0 {
		return
	}
	b := s.BlockTriangular
	switch {
	case s.StructuralRank < s.Rows || s.Rows == 1 || s.Lower == 0 && s.Upper == 0:
		return
	case b.Count == 1:
		p.say("blocks.irreducible", "The matrix is irreducible: block triangular form does not help.")
		return
	case b.Largest == 1:
		p.say("blocks.single", "The block triangular form has %s blocks of one row each.", units.Integer(b.Count))
		return
	}
	p.say("blocks.several", "The matrix has %s; the largest has %s of the %s rows",
		units.Plural(b.Count, "diagonal block"), units.Integer(b.Largest), units.Integer(s.Rows))
	if b.Singletons > 0 {
		p.say("blocks.singletons", ", and %s %s a single row", units.Integer(b.Singletons), hasHave(b.Singletons))
	}
	if o := bestSquare(d); o != nil && o.Blocks <= 1 {
		p.say("blocks.unused", ". %s does not use the blocks.", o.Method)
		return
	}
	p.say("blocks.used", ". Only the blocks need factorizing.")
}

// sayDense names the row that touches far more unknowns than others.
func sayDense(d *Document, p *paragraph) {
	s := d.Structure
	if bestSquare(d) == nil || s.Degree.Row == nil || s.Rows < 100 {
		return
	}
	r := s.Degree.Row
	if float64(r.Max) <= 10*math.Sqrt(float64(s.Cols)) || float64(r.Max) < 4*r.Mean {
		return // few entries, or no more than other rows have
	}
	p.say("dense.row", "%s is dense, as supply rails and clocks are: it has %s (%s of the columns). An ordering should eliminate this row last",
		called("Row", r.Argmax, d.RowName(r.Argmax)), units.Plural(r.Max, "entry"), units.Percent(float64(r.Max), float64(s.Cols)))
	for _, o := range d.Orderings {
		if v := o.Vacuous; v != nil {
			p.say("dense.vacuous", ". This row makes the bound of %s over all row pivots useless", o.Method)
			break
		}
	}
	(*p)[len(*p)-1].text += "."
}
