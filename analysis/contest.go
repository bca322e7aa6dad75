package analysis

import (
	"context"
	"strings"

	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/symbolic"
)

// A Contest is the orders of the candidates for a matrix, and the winners.
type Contest struct {
	Input      Input
	Rows, Cols int

	Orders    []Ordered
	Winners   *Winners   // nil where there are no orders
	Matching  *Matching  // nil where the rows are in their places
	Scale     *Scale     // nil where the matrix is not scaled
	Portfolio *Portfolio // where BestOf was asked for
	Warnings  []Warning

	Prediction *Prediction // nil without Options.Machine, and where no times are predicted
}

// An Ordered is one order with what it costs.
type Ordered struct {
	symbolic.Order
	Cost
}

// FindWinners orders the matrix of a file as [Run] does, and says which order wins. It
// leaves out what does not serve that: statistics, supernodes, schedules and levels.
// It reads the options for orderings, for matching, for the numeric LU and for
// predictions, and DropZeros, Store, Workers and Progress.
//
// The errors are ErrUnknownMethod, ErrUnknownMatching and the error of ctx.
func FindWinners(ctx context.Context, input Source, opt Options) (*Contest, error) {
	file, err := input()
	if err != nil {
		return nil, err
	}
	opt.Stamps = nil
	r, err := newRunner(ctx, file, nil, opt)
	if err != nil {
		return nil, err
	}
	defer r.meter.stop()
	r.costs = true
	if err := r.match(); err != nil {
		return nil, err
	}
	r.orderAll(nil)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.collect()
	r.doc.Winners = winnersOf(r.doc.Orderings)
	if err := r.decide(); err != nil {
		return nil, err
	}
	r.doc.Portfolio.judge(r.doc)
	return r.contest(), nil
}

// FindOrder is FindWinners for one method, which is the winner: no costs are counted, and no
// numeric LU runs, because they would not change that. Times are not predicted either.
//
// It panics if opt.Orderings is not the name of one method.
func FindOrder(ctx context.Context, input Source, opt Options) (*Contest, error) {
	if len(opt.Orderings) != 1 || opt.Orderings[0] == BestOf || opt.Orderings[0] == "all" {
		panic("analysis: want one method")
	}
	file, err := input()
	if err != nil {
		return nil, err
	}
	opt.Stamps, opt.Machine, opt.Exact = nil, nil, nil
	r, err := newRunner(ctx, file, nil, opt)
	if err != nil {
		return nil, err
	}
	defer r.meter.stop()
	r.costs, r.uncounted = true, true
	if err := r.match(); err != nil {
		return nil, err
	}
	r.orderAll(nil)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.collect()
	if len(r.doc.Orderings) > 0 {
		name := r.doc.Orderings[0].Method
		r.doc.Winners = &Winners{Fill: name, Flops: name, Parallel: name, Recommended: name, Matching: r.doc.matchingKind(), Criterion: CriterionPredicted}
	}
	return r.contest(), nil
}

// uncountedOrdering returns an ordering without figures.
func (r *runner) uncountedOrdering(ord symbolic.Order) *Ordering {
	if ord.Rows == nil && r.subject.pattern.Square() {
		ord.Rows = ord.Cols
	}
	return &Ordering{Analysis: &symbolic.Analysis{Method: ord.Method, Tree: ord.Tree, Order: ord}}
}

// contest returns the orders of the document, for the matrix as it was given.
func (r *runner) contest() *Contest {
	r.unmatch()
	a := r.given.pattern
	c := &Contest{Input: r.doc.Input, Rows: a.Rows, Cols: a.Cols, Winners: r.doc.Winners, Matching: r.doc.Matching, Scale: r.scale, Portfolio: r.doc.Portfolio, Warnings: r.doc.Warnings, Prediction: r.doc.Prediction}
	for _, o := range r.doc.Orderings {
		c.Orders = append(c.Orders, Ordered{o.Order, CostOf(o)})
	}
	return c
}

// Order returns the order with the name, or nil if no order has it.
func (c *Contest) Order(method string) *Ordered {
	for k := range c.Orders {
		if c.Orders[k].Method == method {
			return &c.Orders[k]
		}
	}
	return nil
}

// Best returns the order that is best by prediction in the criterion with the key, of
// the orders for which usable returns true. It returns nil if no order is usable, or if
// no criterion has the key.
func (c *Contest) Best(key string, usable func(*Ordered) bool) *Ordered {
	var best *Ordered
	for _, by := range criteria() {
		for k := range c.Orders {
			o := &c.Orders[k]
			if by.key == key && usable(o) && (best == nil || by.before(o.Cost, best.Cost)) {
				best = o
			}
		}
	}
	return best
}

// worthwhile is the share of the time that an ending may leave at most. An order with an
// ending has the fill of the order without. The sequence of +shorter cost KLU 0.95 to 1.25
// times the time on six circuits, which the model does not see.
const worthwhile = 0.99

// Cheapest returns the order that is usable and whose predicted time in the solver is the
// least: of analysis, factorizations and solves, without the time to find the order,
// because that is over. Settings of which only a lower bound is known come last. An order
// with +lower or +shorter has to save 1 %. Cheapest returns nil if no time is predicted
// for a usable order.
//
// Equal times, as of orders with the same counts, leave the choice to the recommendation
// by prediction.
func (c *Contest) Cheapest(solver prediction.Solver, usable func(*Ordered) bool) (*Ordered, *Setting) {
	ended := func(o *Ordered) bool {
		return strings.HasSuffix(o.Method, Lower) || strings.HasSuffix(o.Method, Shorter)
	}
	plain, first := c.cheapest(solver, func(o *Ordered) bool { return !ended(o) && usable(o) })
	other, second := c.cheapest(solver, func(o *Ordered) bool { return ended(o) && usable(o) })
	switch {
	case plain == nil, other != nil && second.known() && !first.known(),
		other != nil && second.known() == first.known() && second.After() < worthwhile*first.After():
		return other, second
	}
	return plain, first
}

// cheapest is Cheapest without a rule for endings.
func (c *Contest) cheapest(solver prediction.Solver, usable func(*Ordered) bool) (best *Ordered, setting *Setting) {
	if c.Prediction == nil {
		return nil, nil
	}
	for _, s := range c.Prediction.Settings {
		if s.Solver != solver || s.Matching != c.Winners.Matching || s.Method == OwnMethod {
			continue
		}
		o := c.Order(s.Method)
		if o == nil || !usable(o) {
			continue
		}
		if best == nil || s.cheaper(setting) || !setting.cheaper(s) && o.before(best.Cost) {
			best, setting = o, s
		}
	}
	return best, setting
}
