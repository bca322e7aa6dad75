package main

import (
	"math"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/lu"
)

// limit is the componentwise backward error above which a solution is bad.
const limit = 1e-8

// anyPivot is a tolerance that only pivots of zero fail.
const anyPivot = 1e-250

// A tally is how a policy did on a series.
type tally struct {
	systems  int
	repivots int     // new pivots after the first
	needless int     // of them, those whose old pivots would have given a good solution
	missed   int     // bad solutions with pivots that the policy kept
	bad      int     // bad solutions with pivots that it had just chosen
	worst    float64 // largest backward error
}

// judge counts a solution with kept or with new pivots.
func (t *tally) judge(e float64, kept bool) {
	switch {
	case e > limit && kept:
		t.missed++
	case e > limit:
		t.bad++
	}
	t.worst = max(t.worst, e)
}

// kept solves with the pivots that keep accepts.
type kept struct {
	tally
	plan   lu.Plan
	solver *lu.Solver
	keep   func(s *lu.Solver, y system) bool // of a solver that has refactored y
}

func (p *kept) take(y system) error {
	p.systems++
	if p.solver == nil {
		p.plan = newton.DefaultOrder(y.a)
		if err := p.factor(y); err != nil {
			return err
		}
		e, _ := solved(p.solver, y)
		p.judge(e.Componentwise, false)
		return nil
	}
	e, ok := refactored(p.solver, y)
	if ok && p.keep(p.solver, y) {
		p.judge(e.Componentwise, true)
		return nil
	}
	p.repivots++
	if ok && e.Componentwise <= limit {
		p.needless++
	}
	if err := p.factor(y); err != nil {
		return err
	}
	e, _ = solved(p.solver, y)
	p.judge(e.Componentwise, false)
	return nil
}

func (p *kept) factor(y system) error {
	f, err := lu.Factor(ctx, y.a, y.values, p.plan, lu.Options{})
	if err != nil {
		return err
	}
	p.solver, err = lu.NewSolver(f, y.a)
	return err
}

// refactored solves y with the pivots of s, however small they are.
func refactored(s *lu.Solver, y system) (lu.BackwardError, bool) {
	s.Tolerance = anyPivot
	if s.Refactor(y.values) != nil {
		return lu.BackwardError{Normwise: 1, Rowwise: 1, Componentwise: 1}, false
	}
	return solved(s, y)
}

func solved(s *lu.Solver, y system) (lu.BackwardError, bool) {
	x := append([]float64(nil), y.b...)
	s.Solve(x)
	return lu.Backward(y.a, y.values, x, y.b), true
}

// never keeps the first pivots as long as none is zero.
func never() *kept { return &kept{keep: func(*lu.Solver, system) bool { return true }} }

// byGrowth keeps pivots as long as KLU's reciprocal growth is at least √ε.
func byGrowth() *kept {
	return &kept{keep: func(s *lu.Solver, y system) bool {
		return s.Factors().ReciprocalGrowth(y.a, y.values) >= math.Sqrt(0x1p-52)
	}}
}

// byPivot keeps pivots that have at least this share of the largest entry of their
// column.
func byPivot(share float64) *kept {
	return &kept{keep: func(s *lu.Solver, _ system) bool { return s.Factors().LeastPivot() >= share }}
}

// guarded is lu.Guarded.
type guarded struct {
	tally
	g *lu.Guarded
}

func (p *guarded) take(y system) error {
	p.systems++
	if p.g == nil {
		p.g = lu.NewGuarded(y.a, newton.DefaultOrder(y.a), lu.GuardOptions{})
	}
	old := p.g.Solver()
	x := append([]float64(nil), y.b...)
	if err := p.g.Refactor(ctx, y.values); err != nil {
		return err
	}
	p.g.Solve(x)
	p.judge(lu.Backward(y.a, y.values, x, y.b).Componentwise, old == p.g.Solver())
	if old != nil && old != p.g.Solver() {
		p.repivots++
		if e, ok := refactored(old, y); ok && e.Componentwise <= limit {
			p.needless++
		}
	}
	return nil
}
