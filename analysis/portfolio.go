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
	// References are the orderings that run to their end at any rate: variants of
	// minimum fill stop once they have more entries and more flops than the least
	// of these.
	References []string `json:"references"`

	TimeNS     int64                 `json:"time_budget_ns,omitempty"` // Options.OrderingTime
	Candidates []*PortfolioCandidate `json:"members"`                  // in the order of Methods
}

// A PortfolioCandidate is one ordering of a portfolio.
type PortfolioCandidate struct {
	Method string   `json:"method"`
	State  string   `json:"state"`         // Finished, Stopped, Unfinished or NotStarted
	Won    []string `json:"won,omitempty"` // keys of Winners: fill, flops, parallel, recommended

	// What it needs by the least that any needs; absent unless it finished.
	FillByBest  float64 `json:"fill_by_best,omitempty"`
	FlopsByBest float64 `json:"flops_by_best,omitempty"`

	// What it had counted when it was stopped, by the limits; absent otherwise.
	FillByLimit  float64 `json:"fill_by_limit,omitempty"`
	FlopsByLimit float64 `json:"flops_by_limit,omitempty"`
	Because      string  `json:"because,omitempty"` // the same in words, also where time was up

	OrderNS int64 `json:"order_ns,omitempty"` // with Options.Timings
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
