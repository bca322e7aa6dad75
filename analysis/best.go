package analysis

import (
	"github.com/nrkit/nrkit/symbolic"
)

// ParallelWorkers is the number of workers for which [Best.Parallel] is
// predicted.
const ParallelWorkers = 64

// A Cost is what orderings are compared by: that of a factorization with pivots
// from the diagonal.
type Cost struct {
	NNZ          int64   // of L+U, the entries between blocks included
	Flops        float64 // of the factorization
	CriticalPath float64 // flops on the critical path, in the model of columns
	Height       int     // of the elimination tree

	// Tasks are the work and the critical path of the other task models, in the
	// order of [TaskModels] without columns; zero where a model was not computed.
	Tasks [2]Tasks
}

// Tasks are the flops of all tasks of a model, and on its critical path.
type Tasks struct{ Work, CriticalPath float64 }

// CostOf returns the cost of o. A bound over all row pivots does not compare
// with counts for pivots from the diagonal, so the latter are taken where
// there are both.
func CostOf(o *Ordering) Cost {
	// Pipelined columns count where a choice without an analysis has them too.
	ranked := o.NNZU <= symbolic.MostPipelined(int(o.NNZLU+o.NNZOffBlocks-o.FillIn), true)
	if p := o.NoPivoting; p != nil {
		return Cost{p.NNZLU + p.NNZOffBlocks, p.Flops, p.CriticalPathFlops, p.Height, tasksOf(p.TaskModels, ranked)}
	}
	return Cost{o.NNZLU + o.NNZOffBlocks, o.Flops, o.CriticalPathFlops, o.Height, tasksOf(o.TaskModels, ranked)}
}

// time is the predicted time on ParallelWorkers workers, in flops: what list
// scheduling takes at most in the task model where that is least.
func (c Cost) time() float64 { return c.graham(ParallelWorkers) }

// before reports whether an ordering of cost c is recommended before one of cost d
// by prediction: by entries, then by flops, then by the predicted time on
// ParallelWorkers workers.
func (c Cost) before(d Cost) bool {
	switch {
	case c.NNZ != d.NNZ:
		return c.NNZ < d.NNZ
	case c.Flops != d.Flops:
		return c.Flops < d.Flops
	}
	return c.time() < d.time()
}

// best names the winners by prediction; of equals the first. It returns nil when
// there are no orderings.
func best(list []*Ordering) *Best {
	if len(list) == 0 {
		return nil
	}
	fill := least(list, func(c Cost) float64 { return float64(c.NNZ) })
	first := list[0]
	for _, o := range list[1:] {
		if CostOf(o).before(CostOf(first)) {
			first = o
		}
	}
	b := &Best{
		Fill:        fill.Method,
		Flops:       least(list, func(c Cost) float64 { return c.Flops }).Method,
		Parallel:    least(list, Cost.time).Method,
		Recommended: first.Method,
		Matching:    MatchingNone,
		Criterion:   CriterionPredicted,
	}
	for p := 2; p <= ParallelWorkers; p *= 2 {
		o := least(list, func(c Cost) float64 { return c.graham(p) })
		c := CostOf(o)
		on := BestOn{Workers: p, Method: o.Method}
		if time, model := c.fastest(p); time > 0 {
			on.Flops, on.Model, on.Speedup = time, model, c.Flops/time
		}
		b.ByWorkers = append(b.ByWorkers, on)
	}
	return b
}

// A winner is the method that one key of Best names.
type winner struct{ key, method string }

// winners lists the methods that b names, in the order of its keys.
func (b *Best) winners() []winner {
	return []winner{{"fill", b.Fill}, {"flops", b.Flops}, {"parallel", b.Parallel}, {"recommended", b.Recommended}}
}

// Winner returns the method that the key of b names, "" where there is no such key.
func (b *Best) Winner(key string) string {
	for _, w := range b.winners() {
		if w.key == key {
			return w.method
		}
	}
	return ""
}

// Wins returns the keys of b that name the method, by_workers aside.
func (b *Best) Wins(method string) []string {
	var keys []string
	for _, w := range b.winners() {
		if w.method == method {
			keys = append(keys, w.key)
		}
	}
	return keys
}

// least returns the first ordering with the smallest figure.
func least(list []*Ordering, figure func(Cost) float64) *Ordering {
	first := list[0]
	for _, o := range list[1:] {
		if figure(CostOf(o)) < figure(CostOf(first)) {
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
