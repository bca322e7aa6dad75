package lu

import (
	"context"
	"errors"
	"fmt"

	"github.com/nrkit/nrkit/sparsity"
)

// DefaultLimit is the backward error from which a [Guarded] that names no limit chooses
// new pivots. Half of the digits are lost then.
const DefaultLimit = 1e-8

// These figures steer when a Guarded looks closer. None of them decides that pivots are
// bad: the backward error of a solution does.
const (
	watchTolerance = 1e-3   // share of its column from which on a pivot needs no look
	watchGrowth    = 1e4    // growth up to which rounding stays far below any sensible limit
	watchAgain     = 8      // times the growth at which the last probe was good, for the next
	anyTolerance   = 1e-250 // share of its column that every pivot has; smaller ones would make processors slow
	watchEvery     = 64     // refactorisations between two looks while nothing is suspicious
	watchCalm      = 50     // looks without a suspicion that end the watch
	surely         = 1000   // times the limit from which a probe condemns pivots that Solve could still save
	clearly        = 1000   // times below the limit, from which on a checked solution vouches for others
	vouched        = 16     // solutions that it vouches for
)

// A Guarded is a [Solver] that chooses new pivots by itself when the old ones are no
// longer good.
//
//	g := lu.NewGuarded(pattern, plan, lu.GuardOptions{})
//	for … {
//		if err := g.Refactor(ctx, values); err != nil {
//			… // the matrix is singular
//		}
//		g.Solve(x)
//	}
//
// Pivots are bad if a solution has a componentwise [BackwardError] above the limit.
// Guarded looks in four steps, each of which is taken only if the step before it leaves
// a doubt:
//
//  1. Each pivot has at least 1/1000 of the largest entry of its column, as new pivots
//     have by default. Refactor tests that as it goes, at no cost.
//  2. Otherwise, and in one of 64 refactorisations, it looks at all entries of L and U.
//     If none is above 10000 in the scaled matrix, the pivots are good.
//  3. Otherwise Refactor solves a system whose solution is known, and chooses new
//     pivots if the backward error is above 1000 times the limit. It repeats that only
//     when the entries have grown to 8 times what they were.
//  4. As long as entries are above 10000, Solve computes the backward error of its
//     solution. If that is above the limit, it chooses new pivots and solves again. A
//     backward error below 1/1000 of the limit vouches for the next 16 solutions, as
//     long as entries do not grow to 8 times what they were.
//
// If new pivots leave an error above the limit too, they are chosen with a threshold of
// 0.1, and then 1. If no threshold helps, the best pivots are kept, and Solve refines
// solutions. Step 1 is heuristic: at most 64 refactorisations can pass it while entries
// grow above 10000.
//
// A Guarded must not be used by two goroutines at a time.
type Guarded struct {
	// Stats counts what was done. The caller may set it to zero.
	Stats GuardStats

	a      *sparsity.Pattern
	plan   Plan
	opt    GuardOptions
	solver *Solver
	values []float64 // of the last factorisation; not copied

	watched bool    // look at each refactorisation
	calm    int     // looks without a suspicion since the last one with
	since   int     // refactorisations since the last look
	entries float64 // growth of the factors that are held, as far as it was looked at
	proven  float64 // growth at the last good probe, or where no pivots help

	vouched float64 // growth up to which the last checked solution vouches for others
	trusted int     // solutions that it still vouches for

	hopeless bool // new pivots leave a backward error above the limit as well

	rhs, x, right []float64
	work          residualWork
}

// GuardOptions steer a [Guarded]. The zero value has the defaults.
type GuardOptions struct {
	// Factor has the options of factorisations. Rows must be scaled: Scale is ScaleMax.
	Factor Options

	// Limit is the componentwise backward error of a solution from which pivots count
	// as bad. 0 means DefaultLimit. +Inf makes only pivots of zero count.
	Limit float64

	// NoSolveCheck leaves out step 4: Solve neither computes backward errors nor
	// chooses pivots. In step 3 the limit itself counts then.
	NoSolveCheck bool

	// Workers is the number of goroutines of refactorisations, by [Solver.SetWorkers]. 0
	// means 1. A negative number means Auto.
	Workers int
}

// GuardStats counts the work of a [Guarded].
type GuardStats struct {
	Factors    int64 // factorisations with new pivots, all below included
	Refactors  int64 // refactorisations whose pivots were kept
	Looks      int64 // looks at all entries of L and U
	Probes     int64 // systems with a known solution that were solved
	Checks     int64 // solutions whose backward error was computed
	ZeroPivots int64 // new pivots because a pivot was zero, or elimination overflowed
	Probed     int64 // new pivots because of a probe
	Caught     int64 // new pivots because of a solution
	Raised     int64 // new pivots because of the backward error of new pivots
	Refined    int64 // solutions that were refined, because no pivots help
	Unresolved int64 // solutions whose backward error stayed above the limit
}

// NewGuarded returns a Guarded for matrices with the pattern a. The first Refactor
// chooses pivots.
//
// Shapes: plan is as for [Factor]. The pattern and plan are kept and must not be
// modified. It panics if opt is not valid.
func NewGuarded(a *sparsity.Pattern, plan Plan, opt GuardOptions) *Guarded {
	if opt.Limit == 0 {
		opt.Limit = DefaultLimit
	}
	if !(opt.Limit > 0) {
		panic(errLimit)
	}
	if opt.Factor.Scale != ScaleMax {
		panic(errUnscaled)
	}
	return &Guarded{a: a, plan: plan, opt: opt}
}

// Solver returns the solver that holds the factors. It is another one after new pivots
// were chosen, and nil before the first. Its Tolerance belongs to g.
func (g *Guarded) Solver() *Solver { return g.solver }

// FactorStats returns the counts of the factorisation that chose the pivots in use.
func (g *Guarded) FactorStats() Stats { return g.solver.plan.f.Stats }

// Refactor factorises the matrix with the values given, with the pivots of the last
// time or, if these are bad, with new ones.
//
// values must not be modified before the last Solve with them. Cost: as
// [Solver.Refactor] as long as pivots are good and nothing is suspicious. A look costs
// one pass over L and U, a probe two solutions, and new pivots a [Factor] and a
// [NewSolver]. No allocation while pivots are kept.
//
// It fails with the errors of Factor and NewSolver.
func (g *Guarded) Refactor(ctx context.Context, values []float64) error {
	err := g.Keep(values)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrPivot) || errors.Is(err, ErrNotFinite):
		return g.Factor(ctx, values)
	}
	return err
}

// Keep is Refactor without new pivots: it fails with a [*PivotError], [*FiniteError] or
// [*GrowthError] if the pivots are bad. Then g holds no factors. The first call fails
// with ErrPivot: there are no pivots yet.
func (g *Guarded) Keep(values []float64) error {
	if g.solver == nil {
		return ErrPivot
	}
	g.values = values
	s := g.solver
	if err := s.Refactor(values); err != nil {
		if err = g.again(values, err); err != nil {
			g.Stats.ZeroPivots++
			return err
		}
	}
	if g.since++; g.watched || g.since >= watchEvery {
		if e := g.look(); e > g.condemned() {
			g.Stats.Probed++
			s.ready = false
			return &GrowthError{Growth: g.entries, Backward: e, Limit: g.opt.Limit}
		}
	}
	g.Stats.Refactors++
	return nil
}

// again refactors with all pivots that are not zero, if err says that a pivot is small.
func (g *Guarded) again(values []float64, err error) error {
	if s := g.solver; errors.Is(err, ErrPivot) && s.Tolerance == watchTolerance {
		g.watch()
		err = s.Refactor(values)
	}
	return err
}

// watch makes Keep look at all factors, and the solver accept all pivots.
func (g *Guarded) watch() {
	g.watched, g.calm = true, 0
	g.solver.Tolerance = anyTolerance
}

// look looks at the entries of the factors. It returns the backward error of a probe, 0
// without one.
func (g *Guarded) look() float64 {
	g.Stats.Looks++
	g.since = 0
	at := g.solver.grown()
	g.entries = at.entries
	switch {
	case at.entries > watchGrowth/10 || at.multipliers > 1/watchTolerance:
		g.watch()
	case g.watched:
		if g.calm++; g.calm >= watchCalm {
			g.watched, g.solver.Tolerance = false, watchTolerance
		}
	}
	if at.entries <= max(watchGrowth, watchAgain*g.proven) {
		return 0
	}
	e := g.probe()
	if e <= g.condemned() {
		g.proven = at.entries
	}
	return e
}

// condemned returns the backward error of a probe above which Keep fails.
func (g *Guarded) condemned() float64 {
	if g.opt.NoSolveCheck {
		return g.opt.Limit
	}
	return surely * g.opt.Limit
}

// A GrowthError says that with new values the entries have grown so much that solutions
// are inaccurate. It is an [ErrPivot].
type GrowthError struct {
	Growth   float64 // largest entry of L before division and of U, in the matrix with scaled rows
	Backward float64 // componentwise backward error of a solution
	Limit    float64 // that it exceeds
}

func (e *GrowthError) Error() string {
	return fmt.Sprintf("entries have grown to %.2g times the matrix: backward error %.2g, want at most %g", e.Growth, e.Backward, e.Limit)
}

// Is reports whether target is ErrPivot.
func (e *GrowthError) Is(target error) bool { return target == ErrPivot }
