package prediction

import (
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// addFactors counts L and U of the diagonal blocks, exactly where it may, and returns
// the pivots.
func (f *Features) addFactors(p *parts, x *symbolic.Analysis, o Options) []step {
	c := p.count()
	f.takeGraph(&c.Features)
	f.OffBlock = c.off
	symmetric := c.inside == f.Graph
	f.Symmetric = symmetric && f.OffBlock == 0
	if !symmetric && o.limit() > 0 {
		_, inside := p.form()
		if s, err := symbolic.StructureOf(inside, o.limit(), o.Stop); err == nil {
			steps := stepsOf(s)
			f.addSteps(steps)
			f.addSurprises(columnsOf(inside, s, steps))
			return steps
		}
	}
	f.Bound = !symmetric
	steps := treeSteps(x)
	f.addSteps(steps)
	_, inside := p.form()
	f.addSurprises(treeColumns(inside, x, steps))
	return steps
}

// beyond reports whether no structure of a pattern that contains the diagonal blocks can
// be formed, because the structure of the blocks alone has too many entries.
func (f *Features) beyond(o Options) bool { return o.limit() == 0 || f.Bound || f.Beyond(o.limit()) }

// Beyond reports whether the features are the same with each Options.Entries up to a
// limit: the diagonal blocks are symmetric, and L and U have more entries off the diagonal.
func (f *Features) Beyond(limit int64) bool { return !f.Bound && f.L+f.U-2*f.Rows > limit }

// addWhole counts L and U of the whole matrix, where blocks make a difference, and
// returns its pivots. If the structure has too many entries, the pivots of the blocks
// stand for it.
func (f *Features) addWhole(p *parts, inside []step, o Options) []step {
	f.Whole = Whole{f.L, f.U + f.OffBlock, f.Flops, f.Updates}
	if f.OffBlock == 0 || f.beyond(o) {
		return inside
	}
	whole, _ := p.form()
	s, err := symbolic.StructureOf(whole, o.limit(), o.Stop)
	if err != nil {
		return inside
	}
	var g Features
	steps := stepsOf(s)
	g.addSteps(steps)
	f.Whole = Whole{g.L, g.U, g.Flops, g.Updates}
	return steps
}

// addSteps counts the factors that pivots make.
func (f *Features) addSteps(steps []step) {
	for _, s := range steps {
		f.L += s.l + 1
		f.U += s.u + 1
		f.Flops += 2*float64(s.l)*float64(s.u) + float64(s.l)
		f.LongestColumn = max(f.LongestColumn, s.l+1)
		if s.l > 0 {
			f.Eliminations++
			f.Updates += s.u
		}
	}
}

// diagonal counts the entries on the diagonal.
func diagonal(a *sparsity.Pattern) int64 {
	n := int64(0)
	for j := range a.Cols {
		for _, i := range a.RowIdx[a.ColPtr[j]:a.ColPtr[j+1]] {
			if int(i) == j {
				n++
			}
		}
	}
	return n
}
