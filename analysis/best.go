package analysis

import (
	"github.com/nrkit/nrkit/symbolic"
)

// ParallelWorkers is the number of workers for which [Best.Parallel] is
// predicted.
const ParallelWorkers = 64

// A cost is what orderings are compared by.
type cost struct {
	nnz      int64   // of L+U, the entries between blocks included
	flops    float64 // of the factorization
	critical float64 // flops on the critical path, by column
}

// costOf returns the cost of o. A bound over all row pivots does not compare
// with counts for pivots from the diagonal, so the latter are taken where
// there are both.
func costOf(o *Ordering) cost {
	if p := o.NoPivoting; p != nil {
		return cost{p.NNZLU + p.NNZOffBlocks, p.Flops, p.CriticalPathFlops}
	}
	return cost{o.NNZLU + o.NNZOffBlocks, o.Flops, o.CriticalPathFlops}
}

// time is the predicted time on ParallelWorkers workers, in flops: what list
// scheduling by columns takes at most.
func (c cost) time() float64 { return c.flops/ParallelWorkers + c.critical }

// enoughFill is how many times the fewest entries an ordering may have and
// still be recommended.
const enoughFill = 1.1

// best names the winners; of equals the first. It returns nil when there are
// no orderings.
func best(list []*Ordering) *Best {
	if len(list) == 0 {
		return nil
	}
	fill := least(list, func(c cost) float64 { return float64(c.nnz) })
	var few []*Ordering
	for _, o := range list {
		if float64(costOf(o).nnz) <= enoughFill*float64(costOf(fill).nnz) {
			few = append(few, o)
		}
	}
	return &Best{
		Fill:        fill.Method,
		Flops:       least(list, func(c cost) float64 { return c.flops }).Method,
		Parallel:    least(list, cost.time).Method,
		Recommended: least(few, cost.time).Method,
	}
}

// least returns the first ordering with the smallest figure.
func least(list []*Ordering, figure func(cost) float64) *Ordering {
	first := list[0]
	for _, o := range list[1:] {
		if figure(costOf(o)) < figure(costOf(first)) {
			first = o
		}
	}
	return first
}

// bottleneck returns the supernode with the most work on the critical path of
// the assembly tree, nil where there is no work.
func bottleneck(x *symbolic.Analysis) *Bottleneck {
	parent, work := x.Tasks.Parent, x.TaskWork
	done := append([]float64(nil), work...) // work of the longest path that ends with a node
	from := make([]int32, len(work))        // child on that path, -1 for none
	for s := range from {
		from[s] = -1
	}
	last := -1
	for s, p := range parent {
		if f := from[s]; f >= 0 {
			done[s] += done[f]
		}
		if p >= 0 && (from[p] < 0 || done[s] > done[from[p]]) {
			from[p] = int32(s)
		}
		if p < 0 && (last < 0 || done[s] > done[last]) {
			last = s
		}
	}
	if last < 0 || x.Flops == 0 {
		return nil
	}
	worst := last
	for s := last; s >= 0; s = int(from[s]) {
		if work[s] > work[worst] {
			worst = s
		}
	}
	return &Bottleneck{
		Columns:           x.Partition.Width(worst),
		Rows:              int(x.Partition.Rows[worst]),
		FlopShare:         work[worst] / x.Flops,
		CriticalPathShare: work[worst] / done[last],
		Root:              parent[worst] < 0,
	}
}
