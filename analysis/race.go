package analysis

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nrkit/nrkit/ordering/named"
)

// A race is the portfolio while it runs.
type race struct {
	expired func() bool // nil: there is no limit of time

	running atomic.Int32  // references that have not ended
	ready   chan struct{} // closed when there is none; what is below is set then

	references []string
	limit      limit // of candidates
	between    int64 // entries between diagonal blocks

	full    string      // the reference that fills nothing, so that none has fewer entries or flops; "" when all do
	settled atomic.Bool // and none can be faster on any number of workers either
}

// newRace returns the race of the runner's methods, nil when none was asked for.
func (r *runner) newRace() *race {
	if !slices.Contains(r.opt.Orderings, BestOf) {
		return nil
	}
	g := &race{ready: make(chan struct{})}
	for _, m := range r.candidates {
		if m.racing && m.role == named.Reference {
			g.running.Add(1)
		}
	}
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

// arrange returns the tasks in the order in which to begin them: what waits for
// the references after these. Dissection, which takes as long as all others
// together, comes first on several workers and where time is not limited.
func (g *race) arrange(tasks []task, workers int) []task {
	place := func(t task) int {
		m := t.method
		switch {
		case m == nil:
			return 2
		case !m.racing:
			return 3
		case m.role == named.Reference:
			return 1
		case m.role == named.ByTime && workers > 1 && g.expired == nil:
			return 0
		}
		return 3
	}
	slices.SortStableFunc(tasks, func(a, b task) int { return place(a) - place(b) })
	return tasks
}

// searched is the most rows and entries of a matrix on which a searcher runs: beyond,
// it takes longer than all others together.
const searched = 400_000

// enters reports whether the method is in the portfolio of s.
func (m *method) enters(s *subject) bool {
	switch m.role {
	case named.NoRole:
		return false
	case named.Reference:
		// Blocks that are much smaller than the matrix leave no chance to an order
		// of the whole, and that takes far longer.
		return m.blocks == s.prefers() || !m.blocks && 10*s.form().Largest() >= 9*s.pattern.Cols
	case named.ByPivots:
		return !s.pattern.Square() || s.symmetry() < nearSymmetry && m.blocks == s.prefers()
	case named.Last:
		return m.blocks == s.prefers() && s.pattern.Cols+s.pattern.NNZ() <= searched
	case named.ByFill, named.ByTime:
		return m.ending != "" || m.blocks == s.prefers()
	}
	return true
}

// watch returns the watch over a method, which only the context ends unless it
// is there for no other reason than to win; candidates that may win by fill wait for their limits.
//
// One that may win by parallel time is ended by the time alone, and where nothing
// can be won: it may have more entries and flops than others and still win, and
// it runs on several goroutines, of which none knows how far the others are, so
// that where it stopped would change from run to run.
func (g *race) watch(r *runner, m *candidate) *watch {
	w := &watch{ctx: r.ctx, workers: r.opt.Workers}
	if g == nil || !m.stoppable() {
		return w
	}
	w.expired = g.expired
	switch {
	case m.role == named.ByTime:
		w.settled = g.settled.Load
		// Nothing can be won is the reason where both are true. The references may end
		// between the two calls.
		w.unpaid = func() bool { return g.isReady() && !g.settled.Load() && r.pay.never(m.Name) }
	case m.role.Waits():
		select {
		case <-g.ready:
		case <-r.ctx.Done():
			return w
		}
		w.settled = func() bool { return g.full != "" }
		w.unpaid = func() bool { return r.pay.hopeless(m.Name) }
		if m.role != named.Last { // which counts nothing until the end
			w.limit, w.paying = g.limit, r.pay.limit(m.Name)
		}
		if m.blocks {
			w.between = g.between
		}
	}
	return w
}

// ended notes that a method has ended. After the last of the references it sets
// the limits by those that finished.
func (g *race) ended(m *candidate, r *runner) {
	if g == nil || !m.racing || m.role != named.Reference || g.running.Add(-1) > 0 {
		return
	}
	defer close(g.ready)
	entries, flops := math.Inf(1), math.Inf(1)
	for _, s := range r.candidates {
		if s.counted == nil || s.ordering == nil {
			continue
		}
		o := s.ordering
		g.references = append(g.references, o.Method)
		if o.NNZOffBlocks > 0 {
			g.between = o.NNZOffBlocks
		}
		entries = min(entries, s.counted.entries(o.NNZOffBlocks))
		flops = min(flops, s.counted.FlopsLU)
		if o.FillIn <= 0 && g.full == "" {
			g.full = o.Method
			g.settled.Store(s.optimal)
		}
	}
	if len(g.references) > 0 {
		g.limit = limit{entries, flops}
	}
	r.findPayback()
}

// isReady reports whether all references have ended.
func (g *race) isReady() bool {
	select {
	case <-g.ready:
		return true
	default:
		return false
	}
}

// drop takes out what finished before it was known that nothing can be gained, or that
// it does not pay for itself: whether it does depends on the time that others take.
func (g *race) drop(r *runner) {
	for _, s := range r.candidates {
		if !s.stoppable() || s.role != named.ByTime || s.ordering == nil && !s.started {
			continue
		}
		switch {
		case g.settled.Load():
			s.ordering, s.watch = nil, &watch{reason: nothing}
		case r.pay.never(s.Name):
			s.ordering, s.watch = nil, &watch{reason: unpaid}
		}
	}
}

// outcome says how a method of the race ended, nil where it was not in it, or
// there is no such order, of which a warning says why.
func (g *race) outcome(s *candidate, r *runner) *PortfolioCandidate {
	if !s.racing || s.absent != "" || s.watch == nil && s.ordering == nil {
		return nil
	}
	c := &PortfolioCandidate{Method: s.Name, State: Finished}
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
		c.FlopsByLimit = s.watch.reached.FlopsLU / g.limit.flops
		c.Because = fmt.Sprintf("stopped with %s the entries and %s the flops of the best reference",
			times(c.FillByLimit), times(c.FlopsByLimit))
	case nothing:
		c.State = Stopped
		c.Because = g.full + " fills nothing: no order has fewer entries or flops"
		if g.settled.Load() {
			c.Because += ", or is faster on several workers"
		}
	case unpaid:
		c.State = Stopped
		c.Because = r.pay.because(s.Name)
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
