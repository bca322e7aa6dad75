package newton

import (
	"context"
	"math"
)

// A pseudo-transient lasts settleTime at most, in steps of up to settleStep.
const (
	settleTime = 1e-5 // s
	settleStep = 1e-7 // s
	settleMost = 2000 // time points
)

// settle lets the charges of the system move from voltages of zero, while its sources
// have their values at time 0, until they rest: a pseudo-transient. Nodes that nothing
// but charges holds have a voltage then, where the equations at rest are singular.
//
// The equations at rest are solved from the end of the pseudo-transient. If they have
// no solution near, the end is taken as it is, provided that the Jacobian is
// singular there or no unknown moved in the second half, and Settled counts that. ngspice
// takes every end.
//
// Systems that pace are left out: their history would start in the pseudo-transient.
func (e *Engine) settle(ctx context.Context) (bool, error) {
	if p, ok := e.sys.(Pacer); ok && p.Paces() {
		return false, nil
	}
	before := e.Stats
	e.Stats.Accepted, e.Stats.PerStep = 0, nil
	clear(e.x)
	err := e.start(ctx, true)
	r := &transient{Engine: e, span: Span{Step: settleStep, Stop: settleTime, Max: settleStep, UIC: true}, settles: true, first: true,
		saved: settleTime / 50, smallest: smallestStep * settleStep, min: closeBreaks * settleStep, dt: settleStep / 10}
	for k := range e.hist.delta {
		e.hist.delta[k] = settleStep
	}
	if err == nil {
		err = r.run()
	}
	s := &e.Stats
	s.SettleSteps += s.Accepted
	s.Accepted, s.RejectedLTE, s.RejectedNR, s.LostTo, s.PerStep = before.Accepted, before.RejectedLTE, before.RejectedNR, before.LostTo, before.PerStep
	e.hist.order = 1
	e.hist.still()
	e.eval.Time, e.eval.Step, e.eval.Before = 0, 0, 1
	if e.stopped != nil {
		return false, e.stopped
	}
	if err != nil {
		return false, nil
	}
	end := snapshot{x: append([]float64(nil), e.before...)}
	e.restore(&end)
	if out, _, err := e.iterate(Predict, e.opt.ITL1); out != converged {
		if e.stopped != nil {
			return false, e.stopped
		}
		if singular(err) < 0 && !r.rests() {
			return false, nil
		}
		e.restore(&end)
		e.eval.Mode, e.eval.Scale, e.eval.Cost = Predict, nil, nil
		e.sys.Load(&e.eval) // limiters go back too
		s.Loads++
		s.Settled++
	}
	return true, nil
}

// rests says whether the second half of a pseudo-transient ends where it began, within
// the tolerances.
func (r *transient) rests() bool {
	for i, then := range r.half {
		now := r.before[i]
		if !(math.Abs(now-then) <= r.opt.RelTol*max(math.Abs(now), math.Abs(then))+r.abs[i]) {
			return false
		}
	}
	return true
}
