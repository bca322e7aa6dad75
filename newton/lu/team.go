package lu

import (
	"runtime"
	"sync/atomic"
)

// Auto as the number of workers lets a [Solver] choose.
const Auto = 0

// A team is the goroutines of a Solver.
type team struct {
	refactor *schedule
	pipe     pipeline
	meet     meeting
	task     atomic.Int32 // the next
	link     atomic.Int32 // the next
	members  []member

	// The matrix at work.
	values  []float64
	tol     float64
	rescale bool
}

// A member of a team is a goroutine; the caller's is the first.
type member struct {
	x       []float64 // work: the column, zero between columns
	largest []uint64  // as in Solver
	start   func()    // begins its part of a refactorisation
}

// SetWorkers sets how many goroutines Refactor uses, the caller's included. Results
// are the same for any number, bit for bit: each column is computed by one
// goroutine, in the order of the operations of one goroutine.
//
// The default is 1. [Auto] takes a number up to GOMAXPROCS that is predicted to be
// fastest, by the work in each column, by what columns need from each other, and by
// what it costs to start goroutines. It takes 1 unless the gain is a fifth at least.
// Any other number is used as given where the matrix is not so small that a
// Solver has no columns to divide, and goroutines run at the same time only as far as
// GOMAXPROCS allows.
//
// Cost: a few passes over the entries of U. Memory: 24 bytes for each row and 16 more for
// each row and worker. It panics if n is negative.
func (s *Solver) SetWorkers(n int) {
	if n < 0 {
		panic(errWorkers)
	}
	s.team = nil
	if s.small != nil || len(s.plan.blocks) == 0 || n == 1 {
		return
	}
	f := newForest(refactorCosts.columnCosts(&s.plan), s.plan.needs)
	var best *schedule
	if n == Auto {
		best = s.plan.choose(f, runtime.GOMAXPROCS(0))
	} else {
		best = s.plan.bestSchedule(f, n)
	}
	if best != nil && best.workers > 1 {
		s.team = newTeam(s, best)
	}
}

// Workers returns the number of goroutines that Refactor uses, and the predicted ratio
// of its time to the time of one goroutine.
func (s *Solver) Workers() (n int, speedup float64) {
	if s.team == nil {
		return 1, 1
	}
	return s.team.refactor.workers, s.team.refactor.serial / s.team.refactor.time
}

// autoGain is the speed-up from which more goroutines than one are used.
const autoGain = 1.25

// choose returns the best schedule for up to most workers, or nil for one.
func (p *solverPlan) choose(f forest, most int) (best *schedule) {
	for w := 2; w <= most; w *= 2 {
		s := p.bestSchedule(f, w)
		if s.serial >= autoGain*s.time && (best == nil || s.time < 0.9*best.time) {
			best = s
		}
		if w < most && 2*w > most {
			w = (most + 1) / 2
		}
	}
	return best
}

// needs calls visit for the columns that column k needs.
func (p *solverPlan) needs(k int32, visit func(j int32)) {
	for _, g := range p.segs[p.heads[k].seg:p.heads[k+1].seg] {
		for j := g.first; j < g.first+g.width; j++ {
			visit(j)
		}
	}
}

func newTeam(s *Solver, best *schedule) *team {
	t := &team{refactor: best, members: make([]member, best.workers)}
	t.pipe.done = make([]atomic.Uint32, s.n)
	for k, in := range best.inTask {
		if in {
			t.pipe.done[k].Store(always)
		}
	}
	t.members[0] = member{x: s.x, largest: s.largest}
	for w := 1; w < best.workers; w++ {
		t.members[w] = member{x: make([]float64, s.n), largest: make([]uint64, s.n), start: func() { t.work(s, w) }}
	}
	return t
}

// run is Refactor. It reports whether all went well.
func (t *team) run(s *Solver, values []float64, tol float64, rescale bool) bool {
	t.values, t.tol, t.rescale = values, tol, rescale
	t.pipe.begin()
	t.task.Store(0)
	t.link.Store(0)
	t.meet.came.Store(0)
	for w := 1; w < len(t.members); w++ {
		go t.members[w].start()
	}
	t.work(s, 0)
	t.values = nil
	if !t.pipe.failed.Load() {
		return true
	}
	for w := range t.members {
		clear(t.members[w].x)
	}
	return false
}

// work is the part of a member. All members come to all meetings, also when one has
// failed.
func (t *team) work(s *Solver, w int) {
	workers := len(t.members)
	ok := true
	if t.rescale {
		m := &t.members[w]
		clear(m.largest)
		first, last := share(len(t.values), w, workers)
		s.measureRows(m.largest, t.values[first:last], first)
		t.meet.wait(workers)
		ok = t.invertScales(s, w)
		t.meet.wait(workers)
	}
	first, last := share(len(s.plan.above), w, workers)
	ok = ok && s.takeAbove(t.values, first, last) && (w > 0 || s.takeUnits(t.values) < 0)
	if !ok {
		t.pipe.failed.Store(true)
	}
	t.tasks(s, w)
	t.meet.wait(workers)
	t.links(s, w)
	t.meet.wait(workers)
}

// share returns the part of n elements that belongs to a worker.
func share(n, w, workers int) (first, last int) { return n * w / workers, n * (w + 1) / workers }

// invertScales is [Solver.invertScales] for the rows of a member, after what all members
// found was joined.
func (t *team) invertScales(s *Solver, w int) bool {
	first, last := share(s.n, w, len(t.members))
	joined := s.largest[first:last]
	for i := range t.members[1:] {
		for k, size := range t.members[i+1].largest[first:last] {
			joined[k] = max(joined[k], size)
		}
	}
	return s.invertScales(first, last)
}

// tasks computes tasks until there are no more.
func (t *team) tasks(s *Solver, w int) {
	for {
		i := int(t.task.Add(1)) - 1
		if i >= len(t.refactor.tasks)-1 || t.pipe.failed.Load() {
			return
		}
		for _, r := range t.refactor.task(i) {
			if !t.columns(s, w, r, nil) {
				return
			}
		}
	}
}

// links computes links until there are no more.
func (t *team) links(s *Solver, w int) {
	for {
		i := int(t.link.Add(1)) - 1
		if i >= len(t.refactor.links) || t.pipe.failed.Load() {
			return
		}
		if !t.columns(s, w, t.refactor.links[i], &t.pipe) {
			return
		}
	}
}

// columns computes the columns of r and reports whether their pivots do.
func (t *team) columns(s *Solver, w int, r run, pipe *pipeline) bool {
	bad, _, _ := s.eliminate(t.members[w].x, int(r.first), int(r.last), t.tol, t.values, pipe)
	if bad >= 0 {
		t.pipe.failed.Store(true)
	}
	return bad < 0
}
