package series

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
)

// unionSlack is how much larger than the largest file the union may be for one
// analysis of the union to be recommended.
const unionSlack = 1.25

// Result returns the comparison of the matrices added so far. More can be added
// afterwards.
//
// Cost: O(|union|) expected time and 8 bytes per position of the union.
func (a *Accumulator) Result() *Result {
	r := &Result{Files: append([]File{}, a.files...), Pattern: a.pattern(&a.stored)}
	if a.nonzero != nil && !a.noValues {
		p := a.pattern(a.nonzero)
		r.Nonzero = &p
	}
	switch {
	case len(a.files) < 2:
		r.ValuesAbsent = "fewer than two files"
	case a.noValues:
		r.ValuesAbsent = a.files[a.valueless].Name + " has no values"
	case a.stored.shapeChanged:
		r.ValuesAbsent = "shapes differ"
	default:
		r.Values = a.values.result()
	}
	r.Reuse = a.reuse(&r.Pattern)
	r.Verdict = a.sentence(r)
	return r
}

// pattern returns the findings of one view.
func (a *Accumulator) pattern(t *tracker) Pattern {
	p := Pattern{Steps: append([]Step{}, t.steps...)}
	if t.count > 1 {
		fixed := t.first == nil
		p.Fixed = &fixed
	}
	if t.first != nil {
		d := a.describe(t.first)
		p.First = &d
	}
	if t.union != nil {
		union, common := t.union.NNZ(), t.common()
		p.UnionNNZ, p.CommonNNZ = &union, &common
	}
	return p
}

// describe names the files of a finding.
func (a *Accumulator) describe(f *finding) Difference {
	from, to := a.files[f.from], a.files[f.from+1]
	d := Difference{Kind: KindEntry, From: f.from, To: f.from + 1, Row: f.row, Col: f.col}
	if f.shape {
		d.Kind = KindShape
		d.Text = fmt.Sprintf("%s is %d×%d, %s is %d×%d", from.Name, from.Rows, from.Cols, to.Name, to.Rows, to.Cols)
		return d
	}
	d.PresentIn, d.AbsentIn = from.Name, to.Name
	if f.inLaterOne {
		d.PresentIn, d.AbsentIn = to.Name, from.Name
	}
	d.Text = fmt.Sprintf("%s has an entry in %s but not in %s", a.position(f.row, f.col), d.PresentIn, d.AbsentIn)
	return d
}

func (a *Accumulator) position(row, col int) string {
	if a.Position != nil {
		return a.Position(row, col)
	}
	return fmt.Sprintf("row %d, column %d", row+1, col+1)
}

// reuse concludes from the stored pattern.
func (a *Accumulator) reuse(p *Pattern) Reuse {
	switch {
	case p.Fixed == nil:
		return ReuseUnverified
	case *p.Fixed:
		return ReuseOnce
	case p.UnionNNZ != nil && float64(*p.UnionNNZ) <= unionSlack*float64(a.largest()):
		return ReuseUnion
	}
	return ReuseEach
}

// largest returns the largest number of entries of a file.
func (a *Accumulator) largest() int {
	n := 0
	for _, f := range a.files {
		n = max(n, f.NNZ)
	}
	return n
}

// sentence puts the conclusion into words.
func (a *Accumulator) sentence(r *Result) string {
	n := len(a.files)
	switch r.Reuse {
	case ReuseUnverified:
		if n == 0 {
			return "no matrices: whether symbolic analysis can be reused is unverified"
		}
		return "one matrix: whether symbolic analysis can be reused is unverified"
	case ReuseOnce:
		s := fmt.Sprintf("the %d matrices have one fixed pattern of %s entries: symbolic analysis can be done once",
			n, units.Integer(a.files[0].NNZ))
		if r.Nonzero != nil && r.Nonzero.First != nil {
			s += fmt.Sprintf("; the pattern includes stored zeros, and without them it would change (%s)", r.Nonzero.First.Text)
		}
		return s
	case ReuseUnion:
		return fmt.Sprintf("the pattern changes (%s); the union of the %d patterns has %s entries, %.3g times as many as the largest pattern: symbolic analysis can be done once, on the union",
			r.Pattern.First.Text, n, units.Integer(*r.Pattern.UnionNNZ), float64(*r.Pattern.UnionNNZ)/float64(a.largest()))
	case ReuseEach:
		if r.Pattern.UnionNNZ != nil {
			return fmt.Sprintf("the pattern changes (%s); the union of the %d patterns has %s entries, %.3g times as many as the largest pattern: symbolic analysis must be done again for each change",
				r.Pattern.First.Text, n, units.Integer(*r.Pattern.UnionNNZ), float64(*r.Pattern.UnionNNZ)/float64(max(1, a.largest())))
		}
	}
	return fmt.Sprintf("shapes differ (%s): symbolic analysis must be done again for each shape", a.shapeText())
}

// shapeText describes the first change of shape.
func (a *Accumulator) shapeText() string {
	for k, s := range a.stored.steps {
		if s.ShapeChanged {
			return a.describe(&finding{from: k, shape: true}).Text
		}
	}
	panic(errNoShapeChange)
}
