package newton

import (
	"math"

	"github.com/nrkit/nrkit/trace"
)

// outcome is how a Newton iteration ended.
type outcome byte

const (
	converged outcome = iota
	tooMany           // iterations
	failed            // the linear solver did, or something was not finite
)

// iterate runs Newton's method from e.x, at most limit iterations, the first
// evaluation in mode first.
//
// An iteration evaluates the system at x, solves J·δ = −f and adds δ. It is the
// last when it is not the first, no limiter moved the point of evaluation, each
// |δ| is within RelTol of the larger of both iterates and the absolute
// tolerance, and the residuals that it leaves are small against what they are
// the sum of, or no more than rounding leaves: see balanced.
func (e *Engine) iterate(first Mode, limit int) (outcome, int, error) {
	e.eval.Mode, e.eval.Scale = first, nil // the first iteration is never the last
	for it := 1; ; it++ {
		if err := e.interrupted(); err != nil {
			return failed, it - 1, err
		}
		e.rec.iteration(it)
		e.load()
		e.rec.loaded()
		if e.Watch != nil {
			e.watch(it)
			e.rec.watched()
		}
		e.rec.solving()
		if err := e.solve(); err != nil {
			e.rec.done()
			e.Stats.Iterations++
			if e.active {
				e.stopped = e.ctx.Err() // which ends a factorisation too
			}
			return failed, it, err
		}
		e.rec.solved()
		verdict := e.update(it)
		e.Stats.Iterations++
		e.rec.checked(e)
		switch {
		case verdict == broken:
			return failed, it, nil
		case verdict == good:
			return converged, it, nil
		case it >= limit:
			return tooMany, it, nil
		}
		e.eval.Mode, e.eval.Scale = Iterate, e.scale
	}
}

// load evaluates the system, and adds what holds or steadies it.
func (e *Engine) load() {
	v := &e.eval
	v.A0, v.Q = e.hist.a0, e.hist.q[0]
	v.Cost = e.rec.costing()
	v.F, e.former, e.swerved = e.former, v.F, v.Limited > 0
	e.sys.Load(v)
	e.Stats.Loads++
	if e.shunt != 0 {
		for i, p := range e.diag {
			if p >= 0 {
				e.conduct(i, p, e.shunt, 0)
			}
		}
	}
	if len(e.held) > 0 && e.hist.a0 == 0 {
		for _, h := range e.held {
			e.conduct(int(h.unknown), e.diag[h.unknown], holdSiemens, h.v)
		}
	}
}

// conduct adds a conductance g from unknown i, whose diagonal entry is at p, to
// a source of v against the reference.
func (e *Engine) conduct(i int, p int32, g, v float64) {
	e.eval.J[p] += g
	e.eval.F[i] += g * (e.x[i] - v)
	if e.eval.Scale != nil {
		e.eval.Scale[i] = max(e.eval.Scale[i], g*math.Abs(e.x[i]), g*math.Abs(v))
	}
}

// solve makes delta the Newton step with the other sign.
func (e *Engine) solve() error {
	delta := e.delta[:e.n]
	copy(delta, e.eval.F)
	values := e.eval.J[:len(e.eval.J)-1]
	if err := e.factorise(values); err != nil {
		return err
	}
	e.linear.solver.Solve(delta)
	e.Stats.Solves++
	return nil
}

// factorise factorises with the pivots there are, or with new ones.
func (e *Engine) factorise(values []float64) error {
	if e.linear.factored {
		e.rec.factoring(false)
		if e.linear.refactor(values) {
			e.rec.factored(false)
			return nil
		}
		e.rec.failed()
	}
	e.rec.factoring(true)
	if err := e.linear.factor(e.ctx, values); err != nil {
		return err
	}
	e.rec.factored(true)
	return nil
}

type verdict byte

const (
	good verdict = iota
	bad
	broken // not finite
)

// update adds the step to the iterate and tests for convergence.
//
// Which steps are within their tolerances changes from iteration to iteration. The loop has no
// branch for it, since the processor would often guess it wrong. It compares each step with the
// tolerance of the old iterate. If a step is larger, blame compares the steps with the tolerance
// of the larger iterate, which is the criterion.
func (e *Engine) update(it int) verdict {
	x, delta := e.x[:e.n], e.delta[:e.n]
	abs := e.abs[:len(x)]
	reltol := e.opt.RelTol
	outside := 0
	sum := 0.0
	e.unbalanced = -1
	e.blocker = trace.NotBlocked
	for i, d := range delta[:len(x)] {
		old := x[i]
		x[i] = old - d
		sum += d
		if math.Abs(d) > reltol*math.Abs(old)+abs[i] {
			outside = 1
		}
	}
	switch {
	case sum-sum != 0 && !finite(delta):
		return broken
	case it == 1:
		return bad
	case outside != 0 && e.blame():
		return bad
	case e.eval.Limited > 0:
		e.Stats.LimiterBlocks++
		e.blocker = trace.BlockedByLimiter
		return bad
	case !e.balanced():
		e.Stats.ResidualBlocks++
		e.blocker = trace.BlockedByEquation(e.unbalanced)
		return bad
	}
	return good
}

// blame says whether a step is outside its tolerance, and counts the unknown with the largest
// step against its tolerance.
func (e *Engine) blame() bool {
	i := e.worst()
	if i < 0 {
		return false
	}
	e.Stats.Blocked[i]++
	e.blocker = trace.Blocker(i)
	return true
}

// finite says whether all numbers of a step are finite.
func finite(delta []float64) bool {
	for _, d := range delta {
		if d-d != 0 {
			return false
		}
	}
	return true
}

// worst returns the unknown with the largest step against its tolerance in the
// last iteration, the first whose step is not finite if there is one, and -1 if all
// are within it.
func (e *Engine) worst() int {
	step, tol, at := 1.0, 1.0, -1 // the largest quotient so far; quotients are compared crosswise
	x := e.x[:e.n]
	abs, reltol := e.abs[:len(x)], e.opt.RelTol
	for i, d := range e.delta[:len(x)] {
		if d-d != 0 {
			return i
		}
		now := x[i]
		if math.Abs(d)*tol <= step*(reltol*math.Abs(now)+abs[i]) {
			continue // so it is for the larger iterate
		}
		own := reltol*larger(math.Abs(now), math.Abs(now+d)) + abs[i]
		if d = math.Abs(d); d*tol > step*own {
			step, tol, at = d, own, i
		}
	}
	return at
}

// watch tells Watch of the iteration.
func (e *Engine) watch(it int) {
	rhs := e.delta[:e.n]
	for i, v := range e.eval.F[:e.n] {
		rhs[i] = -v
	}
	step := e.rec.step
	if e.hist.a0 == 0 {
		step = 0
	}
	e.Watch(Iteration{Number: e.Stats.Iterations + 1, Step: step, InStep: it, Time: e.eval.Time,
		Values: e.eval.J[:len(e.eval.J)-1], RHS: rhs, X: e.x[:e.n], Pattern: e.pattern})
}
