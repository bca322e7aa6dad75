package lu

import "context"

// Solve overwrites x, which holds b, with the solution of A·x = b. It may choose new
// pivots and refine the solution: see [Guarded].
//
// Cost: as [Solver.Solve]; where entries have grown, a residual more. It panics if the
// length is wrong or there are no factors.
func (g *Guarded) Solve(x []float64) {
	if g.opt.NoSolveCheck || g.entries <= watchGrowth {
		g.solver.Solve(x)
		return
	}
	if g.trusted > 0 && g.entries <= g.vouched {
		g.trusted--
		g.solver.Solve(x)
		return
	}
	g.vectors()
	copy(g.right, x)
	g.solver.Solve(x)
	e := g.check(x)
	if e > g.opt.Limit && !g.hopeless {
		e = g.replace(x, e)
	}
	if e > g.opt.Limit {
		g.refine(x, e)
	} else if g.trusted = 0; e <= g.opt.Limit/clearly {
		g.trusted, g.vouched = vouched, watchAgain*g.entries
	}
}

// check returns the componentwise backward error of x.
func (g *Guarded) check(x []float64) float64 {
	g.Stats.Checks++
	return g.work.backward(g.a, g.values, x, g.right).Componentwise
}

// replace chooses new pivots and solves again. It returns the backward error, which is e
// before.
func (g *Guarded) replace(x []float64, e float64) float64 {
	g.Stats.Caught++
	if g.Factor(context.Background(), g.values) == nil {
		copy(x, g.right)
		g.solver.Solve(x)
		e = g.check(x)
	} else if !g.solver.ready {
		return e
	}
	g.hopeless = e > g.opt.Limit
	return e
}

// maxRefine is the most steps of iterative refinement.
const maxRefine = 3

// refine refines x, whose backward error is e, in the same precision, as long as that
// helps.
func (g *Guarded) refine(x []float64, e float64) {
	g.Stats.Refined++
	for step := 0; step < maxRefine && e > g.opt.Limit; step++ {
		g.solver.SolveInto(g.x, g.work.rest)
		for i, d := range g.x {
			g.x[i] = x[i] + d
		}
		now := g.check(g.x)
		if !(now < e) {
			break
		}
		copy(x, g.x)
		e = now
	}
	if e > g.opt.Limit {
		g.Stats.Unresolved++
	}
}
