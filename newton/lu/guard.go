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
	watchTolerance = 1e-3        // share of its column from which on a pivot needs no look
	watchGrowth    = 1e4         // growth up to which rounding in large rows stays far below DefaultLimit
	leastLimit     = 1e-11       // smaller limits are within rounding errors of growth that no look sees
	watchAgain     = 8           // times the growth at which the last probe was good, for the next
	anyTolerance   = 1e-250      // share of its column that every pivot has; smaller ones would make processors slow
	watchEvery     = 64          // refactorisations between two looks while nothing is suspicious
	watchCalm      = 50          // looks without a suspicion that end the watch
	surely         = 1000        // times the limit from which a probe condemns pivots that Solve could still save
	clearly        = 1000        // times below the limit, from which on a checked solution vouches for others
	vouched        = 16          // solutions that it vouches for at most
	wide           = 0x1p53 / 16 // times the limit: growth times span of a solution up to which no row is in doubt
	maxPatience    = 6           // logarithm of the most matrices that are refined before new pivots are chosen
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
// With CheckAll, Guarded checks every solution by this definition. Otherwise it looks in
// four steps, and takes each only if the step before it leaves a doubt:
//
//  1. Each pivot has at least 1/1000 of the largest entry of its column, as new pivots
//     have by default. Refactor tests that as it goes, at no cost.
//  2. Otherwise, and in one of 64 refactorisations, it looks at all entries of L and U.
//     If none is above 10000 in the scaled matrix, entries have not grown. A limit below
//     1e-8 lowers this bound in proportion, to 10 at least.
//  3. Otherwise Refactor solves a system whose solution is known, and chooses new
//     pivots if the backward error is above 1000 times the limit. It repeats that when
//     the entries have grown to 8 times what they were; without step 4, each time.
//  4. Solve computes the backward error of its solution if entries have grown, an
//     element of the solution is zero, or the growth times the span of the solution is
//     above 5.6e14 times the limit. The span is the largest element divided by the
//     least. A row whose terms are all small may then have a large error with any pivots.
//     If the error is above the limit and entries have not grown, Solve refines the
//     solution. Otherwise it chooses new pivots and solves again.
//
// Steps 1 to 3 cannot see all bad solutions. At most 64 refactorisations can pass step 1
// while entries grow above 10000. A backward error below 1/1000 of the limit vouches for
// the next 2 solutions, then for 4, and at last for 16, as long as neither the growth of
// the entries nor the span of the solution becomes 8 times larger. Span and growth may
// hide a bad row below the bound of step 4. CheckAll has no such gaps.
//
// If new pivots leave an error above the limit too, they are chosen with a threshold of
// 0.1, and then 1. If no threshold helps, the best pivots are kept, and Solve refines
// solutions. The next matrix may choose new pivots again. If they do not help either,
// Guarded refines first and chooses new pivots last, for 1 matrix, then for 3, and in the
// end for 63. So a solution is unresolved only if neither helps.
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
	proven  float64 // growth at the last good probe

	from float64 // growth from which on entries count as grown

	vouched     float64 // growth up to which the last checked solution vouches for others
	vouchedSpan float64 // and the ratio of their largest and least elements
	trusted     int     // solutions that it still vouches for
	streak      int     // solutions that the last checked one vouched for at first

	lost     bool // no pivots help for the values that are held
	hopeless bool // refine before new pivots are chosen, and do not probe
	patience int  // refactorisations for which hopeless holds
	failures int  // new pivots in a row that did not help

	rhs, x, right []float64
	rows          []balance
	work          residualWork
}

// GuardOptions steer a [Guarded]. The zero value has the defaults.
type GuardOptions struct {
	// Factor has the options of factorisations. Rows must be scaled: Scale is ScaleMax.
	Factor Options

	// Limit is the componentwise backward error of a solution from which pivots count
	// as bad. 0 means DefaultLimit. +Inf makes only pivots of zero count. A limit below
	// 1e-11 implies CheckAll, unless NoSolveCheck is set.
	Limit float64

	// CheckAll makes Solve check every solution, by a multiplication with A. From 100
	// unknowns on, that takes 7 to 21 % of the time of Refactor and Solve together.
	// Below 20 unknowns it takes 50 to 70 %.
	CheckAll bool

	// NoSolveCheck leaves out step 4: Solve neither computes backward errors nor
	// chooses pivots. In step 3 the limit itself counts then. Solutions that span many
	// orders of magnitude may have rows with errors above the limit. Each matrix that
	// fails a probe gets new pivots, even if no pivots helped before.
	NoSolveCheck bool

	// Workers is the number of goroutines of refactorisations, by [Solver.SetWorkers]. 0
	// means 1. A negative number means Auto.
	Workers int

	// Machine has the times that Auto predicts from, by [Solver.SetMachine].
	Machine Machine
}

// GuardStats counts the work of a [Guarded].
type GuardStats struct {
	Factors    int64 // factorisations with new pivots, all below included
	Refactors  int64 // refactorisations whose pivots were kept
	Looks      int64 // looks at all entries of L and U
	Probes     int64 // systems with a known solution that were solved
	Checks     int64 // solutions whose backward error was computed
	ZeroPivots int64 // refactorisations that failed because a pivot was zero, elimination overflowed, or a value is not finite
	Probed     int64 // refactorisations that failed because of a probe
	Caught     int64 // new pivots because of a solution
	Raised     int64 // new pivots because of the backward error of new pivots
	Refined    int64 // solutions that were refined, because entries have not grown or no pivots help
	Unresolved int64 // solutions whose backward error stayed above the limit
}

// NewGuarded returns a Guarded for matrices with the pattern a. The first Refactor
// chooses pivots.
//
// Shapes: plan is as for [Factor]. The pattern must be canonical, because backward
// errors need |A|. The pattern and plan are kept and must not be modified. It panics if
// opt is not valid or the pattern is not canonical.
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
	if opt.CheckAll && opt.NoSolveCheck {
		panic(errChecks)
	}
	if !a.Canonical() {
		panic(errCanonical)
	}
	if opt.Limit < leastLimit {
		opt.CheckAll = !opt.NoSolveCheck
	}
	return &Guarded{a: a, plan: plan, opt: opt, from: max(10, watchGrowth*min(1, opt.Limit/DefaultLimit))}
}

// Solver returns the solver that holds the factors. It is another one after new pivots
// were chosen, and nil before the first. Its Tolerance and KeepScale belong to g.
func (g *Guarded) Solver() *Solver { return g.solver }

// FactorStats returns the counts of the factorisation that chose the pivots in use. It
// panics before the first.
func (g *Guarded) FactorStats() Stats { return g.solver.plan.f.Stats }

// Refactor factorises the matrix with the values given, with the pivots of the last
// time or, if these are bad, with new ones.
//
// values must not be modified before the last Solve with them. Cost: as
// [Solver.Refactor] as long as pivots are good and nothing is suspicious. A look costs
// one pass over L and U, a probe two solutions, and new pivots a [Factor] and a
// [NewSolver]. A first pivot below 1/1000 of its column costs a second refactorisation.
// Otherwise nothing is allocated while pivots are kept.
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
	s.KeepScale = false
	if err := s.Refactor(values); err != nil {
		if err = g.again(values, err); err != nil {
			g.Stats.ZeroPivots++
			return err
		}
	}
	g.lost = false
	if g.patience--; g.patience < 0 {
		g.hopeless = false
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
	case at.entries > g.from/10 || at.multipliers > 1/watchTolerance:
		g.watch()
	case g.watched:
		if g.calm++; g.calm >= watchCalm {
			g.watched, g.solver.Tolerance = false, watchTolerance
		}
	}
	if at.entries <= g.from || g.hopeless || !g.opt.NoSolveCheck && at.entries <= watchAgain*g.proven {
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
