package lu

import "runtime"

// Auto as the number of workers lets a [Solver] choose.
const Auto = 0

// A team is the goroutines of a Solver. What they do comes in phases, in which each
// takes the next part that nobody has begun. Where other programs use the processors, a
// goroutine may start late. No member waits for it. Between refactorisations, members spin for
// a while [invitation.leave].
type team struct {
	refactor *schedule
	pipe     pipeline
	members  []member
	auto     *auto // when they work; nil: always
	columns  *uColumns
	linger   bool  // members spin until the next refactorisation
	ended    int64 // when the last one ended, by clock

	ofValues, ofRows, ofUnits, ofAbove, ofMoves parts

	// Goroutines write to the phases all the time. What they only read is in other cache lines.
	_                                        [lineBytes]byte
	measure, invert, subtrees, links, spread phase

	// The matrix at work.
	values  []float64
	tol     float64
	rescale bool
	round   uint64
}

// A member of a team is a goroutine; the caller's is the first.
type member struct {
	x       []float64 // work: the column, zero between columns
	largest []uint64  // as in Solver
	round   uint64    // the round for which largest is
	columns int       // that it computed
	view    view
	state   invitation
	start   func()
	_       [lineBytes]byte // the next member is in another cache line
}

// SetWorkers sets how many goroutines Refactor uses, the caller's included. Solve
// always uses one. Results are the same bits for any number: one goroutine computes a
// column, with the operations of a serial refactorisation in the same order.
//
// The default is 1. [Auto] predicts the time of 2 to 8, 16, 32 and so on up to
// GOMAXPROCS, and of GOMAXPROCS goroutines. It goes up through these
// numbers, and takes a larger number only if it is a tenth faster than the number taken
// so far. It takes 1 if the predicted speed-up is less than 1. The prediction counts the
// work of each column, what columns need from each other, and cache lines that another core had,
// with the times of [Solver.SetMachine]. It assumes idle processors, a Solve after each Refactor, and
// the next Refactor within a millisecond. Any other number is used as given, except that a small matrix
// or a matrix with only blocks of order 1 has one worker.
//
// Auto also times each Refactor. The first three use one goroutine. Then several
// goroutines work for as long as they are faster than one. If other programs
// use the processors, or the prediction was wrong, one goroutine works for 100 times as
// long as several goroutines lost. Then several goroutines are tried again. So
// Auto loses about 1 % over one goroutine. While several work, one of 129 Refactors uses
// one goroutine, for comparison.
//
// A goroutine that has helped spins until the next Refactor, for a millisecond at most, if
// Refactor began less than a millisecond after the end of the Refactor before. Otherwise it ends.
// A goroutine that spins uses CPU time and yields now and then: the thread of a goroutine that
// sleeps takes 10 to 70 µs to wake up. If Refactor has to start goroutines, it yields once, so that
// one begins on the thread of the caller. It waits for no goroutine that has not started. Goroutines
// that wait for a column spin and yield too. If the caller is locked to its thread
// (runtime.LockOSThread), each time it yields is a switch of threads.
//
// Cost: for each number that Auto tries, or for the number given, ten schedules, each of
// which takes a pass over the entries of U. Memory: 28 bytes for each row, 16 more for
// each row and worker, 64 for each column above the subtrees, and 16 for each entry of U
// in such columns. It panics if n is negative.
func (s *Solver) SetWorkers(n int) {
	if n < 0 {
		panic(errWorkers)
	}
	s.team = nil
	if s.small != nil || len(s.plan.blocks) == 0 || n == 1 {
		return
	}
	c := costsOn(s.machine)
	f := newForest(c.columnCosts(&s.plan), s.plan.needs)
	var best *schedule
	if n == Auto {
		best = s.plan.choose(f, runtime.GOMAXPROCS(0), c)
	} else {
		best = s.plan.bestSchedule(f, n, c)
	}
	if best != nil && best.workers > 1 {
		s.team = newTeam(s, best)
		if n == Auto {
			s.team.auto = &auto{now: clock}
		}
	}
}

// Workers returns the number of goroutines that Refactor uses, and the predicted time of
// one goroutine divided by the predicted time of so many. With [Auto], Refactor may
// use one goroutine where that is faster.
func (s *Solver) Workers() (n int, speedup float64) {
	if s.team == nil {
		return 1, 1
	}
	return s.team.refactor.workers, s.team.refactor.serial / s.team.refactor.time
}

// autoGain is the predicted speed-up from which Auto tries more goroutines than one. It then
// measures, so that a trial that does not pay costs little, and a calibration at a bad moment too.
const autoGain = 1.0

// choose returns the best schedule for up to most workers, or nil for one.
func (p *solverPlan) choose(f forest, most int, c *costs) (best *schedule) {
	for w := 2; w <= most; w = nextWorkers(w, most) {
		s := p.bestSchedule(f, w, c)
		if s.serial >= autoGain*s.time && (best == nil || s.time < 0.9*best.time) {
			best = s
		}
	}
	return best
}

// nextWorkers returns the number that Auto tries after w.
func nextWorkers(w, most int) int {
	if w < 8 || w == most {
		return w + 1
	}
	return min(2*w, most)
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
	t.pipe.init(s.n, best.links)
	t.ofValues, t.ofRows = partsOf(s.entries, best.workers), partsOf(s.n, best.workers)
	t.ofUnits, t.ofAbove = partsOf(len(s.plan.units), best.workers), partsOf(len(s.plan.above), best.workers)
	t.measure.total, t.invert.total = int32(t.ofValues.count), int32(t.ofRows.count)
	t.subtrees.total = int32(len(best.tasks) - 1 + t.ofUnits.count + t.ofAbove.count)
	t.links.total = int32(len(best.links))
	t.columns = newUColumns(&s.plan, best.links)
	t.ofMoves = partsOf(len(t.columns.moves), best.workers)
	t.spread.total = int32(t.ofMoves.count)
	for w := range t.members {
		t.members[w].view = view{pipeline: &t.pipe, columns: t.columns, links: best.links}
	}
	t.members[0].x, t.members[0].largest = s.x, s.largest
	for w := 1; w < best.workers; w++ {
		m := &t.members[w]
		m.x, m.largest = make([]float64, s.n), make([]uint64, s.n)
		m.start = func() {
			for again := m.state.accept(); again; again = m.state.leave(t.linger) {
				t.work(s, m)
			}
		}
	}
	return t
}

// choose is Refactor by several goroutines, or by one where the team's auto says so.
func (t *team) choose(s *Solver, values []float64, tol float64, rescale bool) error {
	if t.auto == nil {
		return t.orSerial(s, values, tol, rescale)
	}
	several, start := t.auto.several(), t.auto.now()
	if several {
		if err := t.orSerial(s, values, tol, rescale); err != nil {
			return err
		}
	} else {
		if err := s.refactor(values, tol, rescale); err != nil {
			return err
		}
		t.ended = clock()
	}
	t.auto.took(several, t.auto.now()-start)
	if !t.auto.trial {
		t.dismiss()
	}
	return nil
}

// orSerial is Refactor by several goroutines. If they fail, one goroutine repeats the work
// to find the first column that does not do.
func (t *team) orSerial(s *Solver, values []float64, tol float64, rescale bool) error {
	if !t.run(s, values, tol, rescale) {
		return s.refactor(values, tol, rescale)
	}
	s.ready = true
	return nil
}

// run is Refactor. It reports whether all went well.
func (t *team) run(s *Solver, values []float64, tol float64, rescale bool) bool {
	t.values, t.tol, t.rescale = values, tol, rescale
	t.linger = clock()-t.ended < lingerMost
	t.round++
	t.pipe.begin()
	for _, p := range [...]*phase{&t.measure, &t.invert, &t.subtrees, &t.links, &t.spread} {
		p.begin()
	}
	t.invite()
	t.work(s, &t.members[0])
	for w := range t.members[1:] {
		t.members[w+1].state.end()
	}
	t.values, t.ended = nil, clock()
	if !t.pipe.failed.Load() {
		return true
	}
	for w := range t.members {
		clear(t.members[w].x)
	}
	return false
}

// dismiss ends goroutines that spin.
func (t *team) dismiss() {
	for w := range t.members[1:] {
		t.members[w+1].state.dismiss()
	}
}

// invite invites the members. If some have to start, it yields, so that one of them works on this
// thread and the caller goes on where a thread is free. Without that, the runtime leaves the newest
// goroutine to this thread: another thread sleeps before it takes the goroutine, on Linux
// for 60 µs.
func (t *team) invite() {
	started := false
	for w := range t.members[1:] {
		if m := &t.members[w+1]; m.state.invite() {
			go m.start()
			started = true
		}
	}
	if started {
		runtime.Gosched()
	}
}

// work takes parts of all phases, one phase after the other.
func (t *team) work(s *Solver, m *member) {
	if t.rescale {
		t.measure.work(&t.pipe.failed, func(i int) bool { return t.measureRows(s, m, i) })
		t.invert.work(&t.pipe.failed, func(i int) bool { return t.invertScales(s, i) })
	}
	t.subtrees.work(&t.pipe.failed, func(i int) bool { return t.subtree(s, m, i) })
	if t.links.total == 0 {
		return
	}
	m.view.begin()
	t.links.work(&t.pipe.failed, func(i int) bool { return t.compute(s, m, t.refactor.links[i], &m.view) })
	t.spread.work(&t.pipe.failed, func(i int) bool { return t.spreadPart(s, i) })
}

// measureRows finds the largest sizes in a part of the values.
func (t *team) measureRows(s *Solver, m *member, i int) bool {
	if m.round != t.round {
		m.round = t.round
		clear(m.largest)
	}
	first, last := t.ofValues.bounds(i)
	s.measureRows(m.largest, t.values[first:last], first)
	return true
}

// invertScales is [Solver.invertScales] for a part of the rows, after what the members
// found was joined.
func (t *team) invertScales(s *Solver, i int) bool {
	first, last := t.ofRows.bounds(i)
	joined := s.largest[first:last]
	if t.members[0].round != t.round {
		clear(joined)
	}
	for w := range t.members[1:] {
		m := &t.members[w+1]
		if m.round != t.round {
			continue
		}
		for k, size := range m.largest[first:last] {
			joined[k] = max(joined[k], size)
		}
	}
	return s.invertScales(first, last)
}

// subtree does part i of the second phase: a task, or blocks of order 1, or entries above the
// blocks.
func (t *team) subtree(s *Solver, m *member, i int) bool {
	tasks := len(t.refactor.tasks) - 1
	if i < tasks {
		for _, r := range t.refactor.task(i) {
			s.claim(r)
			if !t.compute(s, m, r, nil) {
				return false
			}
		}
		return true
	}
	if i -= tasks; i < t.ofUnits.count {
		first, last := t.ofUnits.bounds(i)
		return s.takeUnits(t.values, first, last) < 0
	}
	first, last := t.ofAbove.bounds(i - t.ofUnits.count)
	return s.takeAbove(t.values, first, last)
}

// spreadPart moves part i of the columns of links to their rows in U.
func (t *team) spreadPart(s *Solver, i int) bool {
	first, last := t.ofMoves.bounds(i)
	t.columns.spread(s.u, s.diag, first, last)
	return true
}

// compute computes the columns of r and reports whether their pivots are large enough.
func (t *team) compute(s *Solver, m *member, r run, other *view) bool {
	m.columns += int(r.last - r.first)
	bad, _, _ := s.eliminate(m.x, int(r.first), int(r.last), t.tol, t.values, other)
	return bad < 0
}
