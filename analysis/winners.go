package analysis

import (
	"github.com/nrkit/nrkit/symbolic"
)

// ParallelWorkers is the number of workers for which [Winners.Parallel] is
// predicted.
const ParallelWorkers = 64

// A Cost is the predicted cost of a factorization with pivots from the diagonal, by
// which orderings are compared.
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

// CostOf returns the cost of o. A bound over all row pivots cannot be compared with
// counts for pivots from the diagonal. If o has both, the counts for pivots from the
// diagonal are used.
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

// A criterion is what candidates are compared by for one key of Winners.
type criterion struct {
	key    string
	before func(c, d Cost) bool // c wins against d
	winner func(*Winners) *string
}

// criteria returns the criteria in the order of the keys. For these keys, predictions
// decide; the numeric LU decides anew about the last one.
func criteria() []criterion {
	by := func(figure func(Cost) float64) func(c, d Cost) bool {
		return func(c, d Cost) bool { return figure(c) < figure(d) }
	}
	return []criterion{
		{"fill", func(c, d Cost) bool { return c.NNZ < d.NNZ }, func(w *Winners) *string { return &w.Fill }},
		{"flops", by(func(c Cost) float64 { return c.Flops }), func(w *Winners) *string { return &w.Flops }},
		{"parallel", by(Cost.time), func(w *Winners) *string { return &w.Parallel }},
		{"recommended", Cost.before, func(w *Winners) *string { return &w.Recommended }},
	}
}

// winnersOf names the winners by prediction; of equals the first. It returns nil when
// there are no orderings.
func winnersOf(list []*Ordering) *Winners {
	if len(list) == 0 {
		return nil
	}
	w := &Winners{Matching: MatchingNone, Criterion: CriterionPredicted}
	for _, c := range criteria() {
		*c.winner(w) = winnerBy(list, c.before).Method
	}
	for p := 2; p <= ParallelWorkers; p *= 2 {
		o := winnerBy(list, func(c, d Cost) bool { return c.graham(p) < d.graham(p) })
		c := CostOf(o)
		on := WinnerOn{Workers: p, Method: o.Method}
		if time, model := c.fastest(p); time > 0 {
			on.Flops, on.Model, on.Speedup = time, model, c.Flops/time
		}
		w.ByWorkers = append(w.ByWorkers, on)
	}
	return w
}

// winnerBy returns the first ordering that no other one wins against.
func winnerBy(list []*Ordering, before func(c, d Cost) bool) *Ordering {
	first := list[0]
	for _, o := range list[1:] {
		if before(CostOf(o), CostOf(first)) {
			first = o
		}
	}
	return first
}

// Of returns the winner by the criterion with the key, or "" if w has no such key.
func (w *Winners) Of(key string) string {
	for _, c := range criteria() {
		if c.key == key {
			return *c.winner(w)
		}
	}
	return ""
}

// Criteria returns the keys of w that name the method, by_workers aside.
func (w *Winners) Criteria(method string) []string {
	var keys []string
	for _, c := range criteria() {
		if *c.winner(w) == method {
			keys = append(keys, c.key)
		}
	}
	return keys
}
