package lu

import (
	"context"
	"math"
)

// Factor factorises the matrix with the values given with new pivots, as Refactor does
// when the pivots are bad. It fails with the errors of the function Factor and of
// [NewSolver], also if ctx ends while a higher threshold is tried.
func (g *Guarded) Factor(ctx context.Context, values []float64) error {
	g.values, g.lost, g.hopeless = values, false, false
	return g.choose(ctx, g.look)
}

// choose chooses new pivots. trial returns a backward error for the factors held. As long
// as it is above the limit and entries have grown, higher thresholds are tried.
func (g *Guarded) choose(ctx context.Context, trial func() float64) error {
	opt := g.opt.Factor.resolve()
	if err := g.factor(ctx, opt); err != nil {
		return err
	}
	best, least := g.solver, trial()
	for _, threshold := range raised {
		if least <= g.opt.Limit || g.entries <= g.from {
			break
		}
		if threshold <= opt.Threshold {
			continue
		}
		opt.Threshold = threshold
		if g.factor(ctx, opt) != nil {
			if ctx.Err() != nil {
				g.solver = nil
				return ctx.Err()
			}
			break // the pivots that there are do for something
		}
		g.Stats.Raised++
		if e := trial(); e < least {
			best, least = g.solver, e
		}
	}
	if least <= g.opt.Limit {
		g.failures, g.hopeless = 0, false
		return nil
	}
	g.solver = best
	g.entries = best.grown().entries
	g.watch()
	g.despair()
	return nil
}

// despair keeps the pivots that there are for this matrix. The more often in a row no
// pivots helped, the more of the next matrices are refined before new pivots are chosen.
// Where Solve does not check, nothing is refined, and probes go on.
func (g *Guarded) despair() {
	g.lost, g.hopeless, g.patience = true, !g.opt.NoSolveCheck, 1<<min(g.failures, maxPatience)-1
	g.failures++
}

// raised are the thresholds for pivots where smaller ones leave large backward errors.
var raised = [...]float64{0.1, 1}

// factor chooses pivots.
func (g *Guarded) factor(ctx context.Context, opt Options) error {
	g.Stats.Factors++
	f, err := Factor(ctx, g.a, g.values, g.plan, opt)
	if err != nil {
		return err
	}
	s, err := NewSolver(f, g.a)
	if err != nil {
		return err
	}
	if g.opt.Workers != 0 {
		s.SetMachine(g.opt.Machine)
		s.SetWorkers(max(g.opt.Workers, Auto))
		s.LearnFrom(g.solver)
	}
	s.Tolerance = watchTolerance
	g.solver, g.watched, g.proven, g.trusted, g.streak = s, false, 0, 0, 0
	return nil
}

// probe solves a system whose solution has elements ±1, other ones each time, and
// returns the componentwise backward error.
func (g *Guarded) probe() float64 {
	g.Stats.Probes++
	g.vectors()
	clear(g.rhs)
	signs := uint64(g.Stats.Probes)
	for j := range g.a.Cols {
		signs = signs*0x5851f42d4c957f2d + 0x14057b7ef767814f // Knuth's generator: the top bit is its best
		sign := math.Float64frombits(math.Float64bits(1) | signs&signBit)
		for q := g.a.ColPtr[j]; q < g.a.ColPtr[j+1]; q++ {
			g.rhs[g.a.RowIdx[q]] += sign * g.values[q]
		}
	}
	g.solver.SolveInto(g.x, g.rhs)
	return g.work.backward(g.a, g.values, g.x, g.rhs).Componentwise
}

// vectors makes the work arrays.
func (g *Guarded) vectors() {
	if g.rhs == nil {
		n := g.a.Rows
		all := make([]float64, 3*n)
		g.rhs, g.x, g.right = all[:n], all[n:2*n], all[2*n:]
		g.rows = make([]balance, n)
	}
}
