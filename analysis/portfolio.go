package analysis

import (
	"fmt"
	"time"
)

// BestOf is the name that asks for the portfolio: the orderings that may win on
// a matrix, run side by side, the losers not to their end.
const BestOf = "best"

// A Portfolio says how each ordering of [BestOf] ended.
type Portfolio struct {
	// methods that run to their end, and whose least costs are the limits for the
	// others
	References []string `json:"references"`

	TimeNS     int64                 `json:"time_budget_ns,omitempty"` // limit of time by `--ordering-budget`; absent without it
	Candidates []*PortfolioCandidate `json:"members"`                  // one element per method, in a fixed order
}

// A PortfolioCandidate is one ordering of a portfolio.
type PortfolioCandidate struct {
	Method string `json:"method"` // name of the method

	// `finished`: it is in `orderings`. `stopped`: it could not win any more, or
	// did not start because a reference fills nothing. `unfinished`: the time was
	// up. `not_started`: the time was up before
	State string `json:"state"`

	// keys of `best` that name the method: `fill`, `flops`, `parallel`,
	// `recommended`; absent if none do
	Won []string `json:"won,omitempty"`

	FillByBest float64 `json:"fill_by_best,omitempty"` // its entries divided by the fewest entries; absent unless it finished

	// its flops divided by the fewest flops; absent unless it finished, and if no
	// work is needed
	FlopsByBest float64 `json:"flops_by_best,omitempty"`

	// entries counted when it was stopped, divided by the limit; includes entries
	// between blocks. Absent unless it was stopped after its start
	FillByLimit float64 `json:"fill_by_limit,omitempty"`

	// flops counted when it was stopped, divided by the limit; absent unless it
	// was stopped after its start
	FlopsByLimit float64 `json:"flops_by_limit,omitempty"`

	Because string `json:"because,omitempty"` // reason why it did not finish, in words; absent if it finished

	// time to find the permutation, or until the stop. Absent without `--timings`,
	// and if it did not start
	OrderNS int64 `json:"order_ns,omitempty"`
}

// The states of a candidate of a portfolio.
const (
	Finished   = "finished"
	Stopped    = "stopped"     // it could not win any more
	Unfinished = "unfinished"  // the time was up
	NotStarted = "not_started" // the time was up before
)

// portfolio returns how the race ended.
func (r *runner) portfolio() *Portfolio {
	g := r.race
	if g == nil {
		return nil
	}
	p := &Portfolio{References: append([]string{}, g.references...), TimeNS: r.opt.OrderingTime.Nanoseconds(), Candidates: []*PortfolioCandidate{}}
	for _, s := range r.candidates {
		if c := g.outcome(s, r); c != nil {
			p.Candidates = append(p.Candidates, c)
		}
	}
	return p
}

// judge marks the winners, and compares the others with them.
func (p *Portfolio) judge(d *Document) {
	if p == nil || d.Winners == nil {
		return
	}
	fill, flops := CostOf(d.Ordering(d.Winners.Fill)), CostOf(d.Ordering(d.Winners.Flops))
	for _, c := range p.Candidates {
		o := d.Ordering(c.Method)
		if o == nil {
			continue
		}
		cost := CostOf(o)
		c.FillByBest = float64(cost.NNZ) / float64(max(1, fill.NNZ))
		if flops.Flops > 0 {
			c.FlopsByBest = cost.Flops / flops.Flops
		}
		c.Won = d.Winners.Criteria(c.Method)
	}
}

// unfinished says which orderings the time was too short for, "" when for none.
func (p *Portfolio) unfinished() string {
	if p == nil {
		return ""
	}
	var names []string
	for _, c := range p.Candidates {
		if c.State == Unfinished || c.State == NotStarted {
			names = append(names, c.Method)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s did not finish within %s, and may be better; a longer --ordering-budget gives more time",
		joined(names), time.Duration(p.TimeNS))
}
