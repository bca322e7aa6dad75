package newton

import (
	"context"
	"math"
)

// OperatingPoint finds the solution at time 0 in which no charge moves.
//
// Method: six attempts, until one converges. First, directly. Second, with
// conductances from all voltages to the reference that become smaller as fast as the
// iteration allows (dynamic gmin stepping). Third, with conductances across junctions in
// the same manner (true gmin stepping). Fourth, with independent sources that
// grow from zero, by steps that follow the number of iterations of the last step
// (source stepping). Fifth, by a transient of 10 µs from voltages of zero, in which
// sources stay as they are (pseudo-transient). Sixth, if the second attempt failed because the Jacobian
// is singular without its conductances, they stay, with Options.Gmin; Stats.Shunted counts that. The rules for gmin follow ngspice. The rules for sources follow
// ngspice without its gmin stepping at the start.
//
// It fails with a [*Failure], or with the error of ctx.
func (e *Engine) OperatingPoint(ctx context.Context) error {
	defer e.clock()()
	return e.operatingPoint(ctx)
}

// operatingPoint is OperatingPoint without its clock.
func (e *Engine) operatingPoint(ctx context.Context) error {
	e.listen(ctx)
	e.hist.still()
	e.eval.Time, e.eval.Source, e.shunt = 0, 1, 0
	e.eval.Step, e.eval.Before = 0, 1 // a prediction is where it starts from
	e.rec.operatingPoint()
	before := e.Stats.Iterations
	err := e.findOP()
	e.Stats.OPIterations += e.Stats.Iterations - before
	e.rec.end()
	if err == nil {
		// The last evaluation was one step before x. Its charges would be
		// those of other voltages, which the first time step, however short,
		// would turn into currents.
		e.eval.Mode, e.eval.Scale, e.eval.Cost = Iterate, nil, nil
		e.sys.Load(&e.eval)
		e.Stats.Loads++
		e.sys.Accept()
		e.hist.fill()
	}
	return err
}

// findOP tries one way after the other.
func (e *Engine) findOP() error {
	e.floating = nil
	first := e.nearSuggestion()
	out, _, err := e.iterate(first, e.opt.ITL1)
	if out == converged {
		return nil
	}
	if e.stopped != nil {
		return e.stopped
	}
	if !e.opt.NoGmin {
		if ok, err := e.gminSteps(&e.shunt, 0); ok || err != nil {
			return err
		}
		if ok, err := e.gminSteps(&e.eval.Gmin, e.opt.Gmin); ok || err != nil {
			return err
		}
	}
	if !e.opt.NoSource {
		if ok, err := e.sourceSteps(); ok || err != nil {
			return err
		}
	}
	if !e.opt.NoGmin || !e.opt.NoSource {
		if ok, err := e.settle(e.ctx); ok || err != nil {
			return err
		}
	}
	if e.floating != nil {
		if ok, err := e.keepShunt(); ok || err != nil {
			return err
		}
	}
	return e.failure(NoOperatingPoint, 0, err)
}

// keepShunt solves with the conductances that gmin stepping ended with, from where it ended.
func (e *Engine) keepShunt() (bool, error) {
	copy(e.x, e.floating)
	e.shunt = e.opt.Gmin
	e.rec.gminStep(e.Stats.GminSteps)
	out, _, _ := e.iterate(Iterate, e.opt.ITL1)
	e.rec.endSubstep()
	e.Stats.GminSteps++
	e.shunt = 0
	if out == converged {
		e.Stats.Shunted++
	}
	return out == converged, e.stopped
}

// nearSuggestion solves with the suggested voltages held, and returns the mode
// to go on in without them.
func (e *Engine) nearSuggestion() Mode {
	if len(e.suggested) == 0 {
		return Guess
	}
	held := e.held
	e.held = append(e.suggested, held...)
	out, _, _ := e.iterate(Guess, e.opt.ITL1)
	e.held = held
	if out != converged {
		clear(e.x)
		return Guess
	}
	return Iterate
}

// A snapshot is where a stepping method can go back to.
type snapshot struct{ x []float64 }

func (e *Engine) save(s *snapshot) { s.x = append(s.x[:0], e.x...); e.sys.Accept() }

// restore goes back; the next evaluation has to be in mode Predict, so that the
// system's limiters go back too.
func (e *Engine) restore(s *snapshot) { copy(e.x, s.x) }

// gminFactor is by how much the conductance falls in one step at most.
const gminFactor = 10

// gminSteps solves with a conductance at, from 10 mS down to gmin, and at last with the value
// after. The conductance is that on the diagonal of all voltages, or that across junctions.
func (e *Engine) gminSteps(at *float64, after float64) (bool, error) {
	defer func() { *at = after }()
	clear(e.x)
	var good snapshot
	mode, factor, last := Guess, float64(gminFactor), 1e-2
	*at = last / factor
	for {
		e.rec.gminStep(e.Stats.GminSteps)
		out, its, err := e.iterate(mode, e.opt.ITL2)
		e.rec.endSubstep()
		e.Stats.GminSteps++
		if e.stopped != nil {
			return false, e.stopped
		}
		if out == converged {
			mode = Iterate
			if *at <= e.opt.Gmin {
				break
			}
			e.save(&good)
			if its <= e.opt.ITL2/4 {
				factor = min(factor*math.Sqrt(factor), gminFactor)
			}
			if its > 3*e.opt.ITL2/4 {
				factor = math.Sqrt(factor)
			}
			last = *at
			if *at < factor*e.opt.Gmin {
				factor = *at / e.opt.Gmin
				*at = e.opt.Gmin
			} else {
				*at /= factor
			}
			continue
		}
		if factor < 1.00005 || good.x == nil && singular(err) < 0 && factor < 1.01 {
			return false, nil
		}
		factor = math.Sqrt(math.Sqrt(factor))
		*at = last / factor
		if good.x != nil {
			e.restore(&good)
			mode = Predict
		} else {
			clear(e.x)
			mode = Guess
		}
	}
	*at = after
	good.x = append(good.x[:0], e.x...)
	out, _, err := e.iterate(Iterate, e.opt.ITL1)
	if c := singular(err); c >= 0 && at == &e.shunt {
		e.floating, e.Stats.Floating = good.x, e.sys.Unknown(c).Name
	}
	return out == converged, e.stopped
}

// sourceSteps solves with all independent sources at a fraction of their
// values that grows to 1.
func (e *Engine) sourceSteps() (bool, error) {
	defer func() { e.eval.Source = 1 }()
	clear(e.x)
	var good snapshot
	e.eval.Source = 0
	mode, raise, reached := Guess, 0.001, 0.0
	for {
		e.rec.sourceStep(e.Stats.SourceSteps)
		out, its, _ := e.iterate(mode, e.opt.ITL2)
		e.rec.endSubstep()
		e.Stats.SourceSteps++
		if e.stopped != nil {
			return false, e.stopped
		}
		switch {
		case out == converged:
			mode, reached = Iterate, e.eval.Source
			e.save(&good)
			if reached >= 1 {
				return true, nil
			}
			if its <= e.opt.ITL2/4 {
				raise *= 1.5
			}
			if its > 3*e.opt.ITL2/4 {
				raise *= 0.5
			}
		case good.x == nil || e.eval.Source-reached < 1e-8:
			return false, nil
		default:
			raise = min(raise/10, 0.01)
			e.restore(&good)
			mode = Predict
		}
		if raise < 1e-7 {
			return false, nil
		}
		e.eval.Source = min(reached+raise, 1)
	}
}
