package analysis

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// BestOf is the name that asks for the portfolio: the orderings that may win on
// a matrix, run side by side, the losers not to their end.
const BestOf = "best"

// A Portfolio says how each ordering of [BestOf] ended.
type Portfolio struct {
	// References are the orderings that ran first, to their end: variants of
	// minimum fill stop once they have more entries and more flops than the least
	// of these.
	References []string `json:"references"`

	TimeNS  int64        `json:"time_budget_ns,omitempty"` // Options.OrderingTime
	Members []*Contender `json:"members"`                  // in the order of Methods
}

// A Contender is one ordering of a portfolio.
type Contender struct {
	Method string   `json:"method"`
	State  string   `json:"state"`         // Finished, Stopped, Unfinished or NotStarted
	Won    []string `json:"won,omitempty"` // keys of Best: fill, flops, parallel, recommended

	// What it needs by the least that any needs; absent unless it finished.
	FillByBest  float64 `json:"fill_by_best,omitempty"`
	FlopsByBest float64 `json:"flops_by_best,omitempty"`

	// What it had counted when it was stopped, by the limits; absent otherwise.
	FillByLimit  float64 `json:"fill_by_limit,omitempty"`
	FlopsByLimit float64 `json:"flops_by_limit,omitempty"`
	Because      string  `json:"because,omitempty"` // the same in words, also where time was up

	OrderNS int64 `json:"order_ns,omitempty"` // with Options.Timings
}

// OrderingUnfinished is the code of the warning that the time was too short for
// orderings of the portfolio.
const OrderingUnfinished = "ordering-unfinished"

// The states of a contender.
const (
	Finished   = "finished"
	Stopped    = "stopped"     // it could not win any more
	Unfinished = "unfinished"  // the time was up
	NotStarted = "not_started" // the time was up before
)

// A role is the part of a method in the portfolio.
type role int

const (
	out       role = iota // of no use there
	baseline              // what costs nothing to order
	reference             // runs first and sets the limits
	contender             // may win by fill or by flops; in blocks where there are any
	parallel              // the same, and by parallel time with more of both; never stopped
	anyPivots             // contender on unsymmetric and on rectangular matrices
)

// A race is the portfolio while it runs.
type race struct {
	n       int
	expired func() bool // nil: there is no limit of time

	references []string
	limit      limit // of contenders
	between    int64 // entries between diagonal blocks
}

// newRace returns the race of the runner's methods, nil when none was asked for.
func (r *runner) newRace() *race {
	if !slices.Contains(r.opt.Orderings, BestOf) {
		return nil
	}
	g := &race{n: r.subject.pattern.Cols}
	if r.opt.OrderingTime > 0 {
		now := r.opt.Now
		if now == nil {
			now = time.Now
		}
		end := now().Add(r.opt.OrderingTime)
		g.expired = func() bool { return !now().Before(end) }
	}
	return g
}

// enters reports whether the method is in the portfolio of s.
func (m *method) enters(s *subject) bool {
	switch m.best {
	case out:
		return false
	case reference:
		// Blocks that are much smaller than the matrix leave no chance to an order
		// of the whole, and that takes far longer.
		return m.blocks == s.prefersBlocks() || !m.blocks && 10*s.form().Largest() >= 9*s.pattern.Cols
	case anyPivots:
		return !s.pattern.Square() || s.stats().Symmetry.Pattern < nearSymmetry && m.blocks == s.prefersBlocks()
	case contender, parallel:
		return m.ending != "" || m.blocks == s.prefersBlocks()
	}
	return true
}

// watch returns the watch over a method, which only the context ends unless it
// is there for no other reason than to win.
//
// One that may win by parallel time is ended by the time alone: it may have more
// entries and flops than others and still win, and it runs on several goroutines,
// of which none knows how far the others are, so that where it stopped would
// change from run to run.
func (g *race) watch(r *runner, m *chosen) *watch {
	if g == nil || !m.stoppable() {
		return &watch{ctx: r.ctx, workers: r.opt.Workers}
	}
	w := &watch{ctx: r.ctx, expired: g.expired}
	if m.best == parallel {
		w.workers = r.opt.Workers
	} else {
		w.limit = g.limit
	}
	if m.blocks {
		w.between = g.between
	}
	return w
}

// set sets the limits by the references that finished.
func (g *race) set(list []*entrant) {
	entries, flops := math.Inf(1), math.Inf(1)
	for _, s := range list {
		if s.counted == nil || s.ordering == nil {
			continue
		}
		o := s.ordering
		g.references = append(g.references, o.Method)
		if o.NNZOffBlocks > 0 {
			g.between = o.NNZOffBlocks
		}
		entries = min(entries, s.counted.entries(o.NNZOffBlocks))
		flops = min(flops, s.counted.flops)
	}
	if len(g.references) > 0 {
		g.limit = limit{entries, flops}
	}
}

// contender says how a method of the race ended, nil where it was not in it, or
// there is no such order, of which a warning says why.
func (g *race) contender(s *entrant, r *runner) *Contender {
	if !s.racing || s.absent != "" || s.watch == nil && s.ordering == nil {
		return nil
	}
	c := &Contender{Method: s.name, State: Finished}
	if r.opt.Timings {
		c.OrderNS = s.orderNS
	}
	if s.ordering != nil {
		return c
	}
	switch s.watch.reason {
	case overLimit:
		c.State = Stopped
		c.FillByLimit = s.watch.reached.entries(s.watch.between) / g.limit.entries
		c.FlopsByLimit = s.watch.reached.flops / g.limit.flops
		c.Because = fmt.Sprintf("stopped with %s the entries and %s the flops of the best reference",
			times(c.FillByLimit), times(c.FlopsByLimit))
	case overTime:
		c.State = Unfinished
		c.Because = "not finished within " + r.opt.OrderingTime.String()
		if !s.started {
			c.State = NotStarted
			c.Because = "not started within " + r.opt.OrderingTime.String()
		}
	}
	return c
}

// portfolio returns how the race ended.
func (r *runner) portfolio() *Portfolio {
	g := r.race
	if g == nil {
		return nil
	}
	p := &Portfolio{References: append([]string{}, g.references...), TimeNS: r.opt.OrderingTime.Nanoseconds(), Members: []*Contender{}}
	for _, s := range r.chosen {
		if c := g.contender(s, r); c != nil {
			p.Members = append(p.Members, c)
		}
	}
	return p
}

// judge marks the winners, and compares the others with them.
func (p *Portfolio) judge(d *Document) {
	if p == nil || d.Best == nil {
		return
	}
	fill, flops := CostOf(d.Ordering(d.Best.Fill)), CostOf(d.Ordering(d.Best.Flops))
	for _, c := range p.Members {
		o := d.Ordering(c.Method)
		if o == nil {
			continue
		}
		cost := CostOf(o)
		c.FillByBest = float64(cost.NNZ) / float64(max(1, fill.NNZ))
		if flops.Flops > 0 {
			c.FlopsByBest = cost.Flops / flops.Flops
		}
		c.Won = d.Best.Wins(c.Method)
	}
}

// unfinished says which orderings the time was too short for, "" when for none.
func (p *Portfolio) unfinished() string {
	if p == nil {
		return ""
	}
	var names []string
	for _, c := range p.Members {
		if c.State == Unfinished || c.State == NotStarted {
			names = append(names, c.Method)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s did not finish within %s, and may be better; --ordering-budget gives more time",
		joined(names), time.Duration(p.TimeNS))
}
