package symbolic

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// PipelinedOf returns the critical path of pipelined columns, and a function that
// schedules them.
func PipelinedOf(a *sparsity.Pattern, ord Order) (float64, func(p int) float64) {
	ord, opt := ord.resolve(a), Options{}.resolve(a)
	var f *factor
	if ord.Tree == ColumnTree {
		f = columnFactor(a, ord)
	} else {
		f = symmetricFactor(a, ord, opt)
	}
	p := newPipeline(f)
	return p.criticalPath(), p.scheduler(f.tree, opt.Scratch)
}

// PanelsOf returns work and critical path of fronts in tiles, and a function that
// schedules them.
func PanelsOf(t etree.Tree, pivots, rows, cols []int) (work, path float64, makespan func(p int) float64) {
	p := &panels{tree: t}
	for s := range pivots {
		p.fronts = append(p.fronts, front{pivots[s], rows[s], cols[s]})
	}
	return p.work(), p.criticalPath(), p.scheduler(p.tasks(), &Scratch{})
}
