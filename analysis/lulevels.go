package analysis

import (
	"github.com/nrkit/nrkit/symbolic"
)

// cheapLevels is the number of entries in L and U up to which a portfolio comes
// with the levels of the recommended ordering: some 0.1 s.
const cheapLevels = 2_000_000

// luLevels adds the levels of the LU factorization where they are asked for. Its
// error is that of the context.
func (r *runner) luLevels() error {
	if r.doc.Winners == nil || !r.subject.pattern.Square() {
		return nil
	}
	list := r.doc.Orderings
	if !r.opt.LULevels {
		o := r.doc.Ordering(r.doc.Winners.Recommended)
		if r.race == nil || CostOf(o).NNZ > cheapLevels {
			return nil
		}
		list = []*Ordering{o}
	}
	opt := symbolic.LULevelOptions{Stop: func() bool { return r.ctx.Err() != nil }}
	var tasks []task
	for _, o := range list {
		tasks = append(tasks, task{"levels of " + o.Method, nil, analysisWork, func() {
			o.LULevels = symbolic.LULevelsOf(inBlocks(r.subject.pattern, o.Order), opt)
		}})
	}
	r.parallel(tasks)
	return r.ctx.Err()
}
