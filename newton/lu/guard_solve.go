package lu

import "context"

// Solve overwrites x, which holds b, with the solution of A·x = b. It may choose new
// pivots and refine the solution: see [Guarded]. Nothing can cancel that.
//
// Cost: as [Solver.Solve], and one pass over x. If the solution is checked, a
// multiplication with A more. It panics if the length is wrong or there are no factors.
func (g *Guarded) Solve(x []float64) {
	if g.opt.NoSolveCheck {
		g.solver.Solve(x)
		return
	}
	g.vectors()
	copy(g.right, x)
	g.solver.Solve(x)
	if at := extentOf(x); g.opt.CheckAll || g.doubtful(at) {
		g.settle(x, at)
	}
}

// doubtful reports whether a solution with these elements must be checked.
func (g *Guarded) doubtful(at extent) bool {
	if !at.zero && g.entries <= g.from && at.most*max(g.entries, 1) <= g.opt.Limit*wide*at.least {
		return false
	}
	if g.trusted > 0 && g.entries <= g.vouched && at.most <= g.vouchedSpan*at.least {
		g.trusted--
		return false
	}
	return true
}

// settle checks a solution. It refines a bad one or chooses new pivots.
func (g *Guarded) settle(x []float64, at extent) {
	g.Stats.Checks++
	if balanced(g.a, g.values, x, g.right, g.opt.Limit/clearly, g.rows) {
		g.streak = min(2*max(g.streak, 1), vouched)
		g.trusted, g.vouched, g.vouchedSpan = g.streak, watchAgain*g.entries, watchAgain*at.ratio()
		return
	}
	g.trusted, g.streak = 0, 0
	e := g.measure(x)
	if e <= g.opt.Limit {
		return
	}
	refined := false
	if g.entries = g.solver.grown().entries; g.entries <= g.from || g.hopeless { // new pivots may not help
		refined, e = true, g.refine(x, e)
	}
	if e > g.opt.Limit && !g.lost {
		e = g.replace(x, e)
	}
	if e > g.opt.Limit {
		refined, e = true, g.refine(x, e)
	}
	if refined {
		g.Stats.Refined++
	}
	if e > g.opt.Limit {
		g.Stats.Unresolved++
	}
}

// measure returns the componentwise backward error of x. The residual is in work.
func (g *Guarded) measure(x []float64) float64 {
	return g.work.backward(g.a, g.values, x, g.right).Componentwise
}

// replace chooses new pivots for the solution x, whose backward error is e, and solves
// again. It returns the backward error. A solution that is worse is not taken.
func (g *Guarded) replace(x []float64, e float64) float64 {
	g.Stats.Caught++
	trial := func() float64 {
		g.look()
		g.solver.SolveInto(g.x, g.right)
		return g.measure(g.x)
	}
	if g.choose(context.Background(), trial) != nil {
		g.despair()
		g.measure(x)
		return e
	}
	if now := trial(); now < e {
		copy(x, g.x)
		return now
	}
	g.measure(x)
	return e
}

// maxRefine is the most steps of iterative refinement.
const maxRefine = 3

// refine refines x, whose backward error is e and whose residual is in work, in the same
// precision, as long as that helps. It returns the backward error.
func (g *Guarded) refine(x []float64, e float64) float64 {
	for step := 0; step < maxRefine && e > g.opt.Limit; step++ {
		g.solver.SolveInto(g.x, g.work.rest)
		for i, d := range g.x {
			g.x[i] = x[i] + d
		}
		now := g.measure(g.x)
		if !(now < e) {
			g.measure(x)
			break
		}
		copy(x, g.x)
		e = now
	}
	return e
}
