package main

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/bench/prediction/dataset"
	"github.com/nrkit/nrkit/prediction"
)

// A setting is a solver under an ordering, with its measured and predicted phases.
type setting struct {
	solver              prediction.Solver
	ordering            string
	measured, predicted phases

	// offered says that analyze has the setting and that all its phases were predicted.
	// Other settings count for the best choice only.
	offered bool
}

// name returns what to call a setting in a table.
func (s *setting) name() string { return string(s.solver) + " " + s.ordering }

// phases are the seconds of a setting.
type phases struct{ order, analyze, factor, refactor, solve, once float64 }

// total returns the seconds of k factorizations of a setting with a solve each. With one
// factorization, newton/lu does without its analysis, as in analyze.
func (s *setting) total(p phases, k float64) float64 {
	if s.solver == prediction.LU && k == 1 {
		p.analyze, p.solve = 0, p.once
	}
	return p.order + p.analyze + p.factor + (k-1)*p.refactor + k*p.solve
}

// A chart has the points of the evaluation by row and phase, and the rows of one matrix.
type chart struct {
	points map[string]*point
	rows   []dataset.Row
}

// key names a point.
func key(r *dataset.Row, phase string) string { return r.Name() + " " + phase }

// settings returns the settings of the matrix that were measured in all phases.
// Predictions are of models that were fitted without the family of the matrix. CHOLMOD
// is left out: it was measured on other values, which are positive definite.
func (c *chart) settings() (list []setting) {
	for k := range c.rows {
		r := &c.rows[k]
		for _, s := range prediction.Solvers() {
			if s == prediction.CHOLMOD {
				continue
			}
			x := setting{solver: s, ordering: r.Ordering}
			if !x.measure(c, r) {
				continue
			}
			x.offered = x.offers(r) && x.predict(c, r)
			list = append(list, x)
		}
	}
	return list
}

// measure sets the measured times. It reports false if one is missing.
func (s *setting) measure(c *chart, r *dataset.Row) bool {
	order, ok := c.ordering(r.Ordering)
	at := func(p prediction.Phase) float64 {
		t, has := r.Times[string(s.solver)+"/"+string(p)]
		ok = ok && has
		return t
	}
	s.measured = phases{order: order, analyze: at(prediction.Analyze), factor: at(prediction.Factor), solve: at(prediction.Solve)}
	s.measured.refactor, s.measured.once = s.measured.factor, s.measured.solve
	if t, has := r.Times[string(s.solver)+"/"+string(prediction.SolveOnce)]; has {
		s.measured.once = t
	}
	if t, has := r.Times[string(s.solver)+"/"+string(prediction.Refactor)]; has {
		s.measured.refactor = t
	}
	return ok
}

// ordering returns the measured time of an ordering, the sum of its parts, which stand in
// some row of the matrix. A library's own ordering is part of its analysis.
func (c *chart) ordering(name string) (seconds float64, ok bool) {
	if name == dataset.Own {
		return 0, true
	}
	for part := range strings.SplitSeq(name, "+") {
		found := false
		for k := range c.rows {
			if t, has := c.rows[k].Times["ordering/"+part]; has && !found {
				seconds, found = seconds+t, true
			}
		}
		if !found {
			return 0, false
		}
	}
	return seconds, true
}

// offers reports whether analyze has the setting: newton/lu and KLU under each ordering,
// KLU with its own ordering, and other solvers where one permutation says all.
func (s *setting) offers(r *dataset.Row) bool {
	switch {
	case s.solver == prediction.KLU || s.solver == prediction.LU:
		return true
	case r.Ordering == dataset.Own:
		return false
	}
	return r.Features.Blocks == 1 && !strings.HasPrefix(r.Ordering, "product")
}

// near is the ordering from which the factors of a library's own ordering are predicted.
const near = "btf+amd"

// predict sets the predicted times. It reports false if one is missing.
func (s *setting) predict(c *chart, r *dataset.Row) bool {
	ok := true
	at := func(r *dataset.Row, p prediction.Phase) float64 {
		x := c.phase(r, s.solver, p)
		if x == nil {
			ok = false
			return 0
		}
		return x.predicted
	}
	if r.Ordering == dataset.Own {
		s.predicted.analyze = at(r, prediction.AnalyzeOwn)
		if r = c.row(near); r == nil {
			return false
		}
	} else {
		s.predicted.analyze = at(r, prediction.Analyze)
		for part := range strings.SplitSeq(r.Ordering, "+") {
			x := c.part(part)
			if x == nil {
				return false
			}
			s.predicted.order += x.predicted
		}
	}
	s.predicted.factor, s.predicted.solve = at(r, prediction.Factor), at(r, prediction.Solve)
	s.predicted.refactor, s.predicted.once = s.predicted.factor, s.predicted.solve
	if x := c.phase(r, s.solver, prediction.SolveOnce); x != nil {
		s.predicted.once = x.predicted
	}
	if x := c.phase(r, s.solver, prediction.Refactor); x != nil {
		s.predicted.refactor = x.predicted
	}
	return ok
}

// row returns the row of an ordering, or nil.
func (c *chart) row(ordering string) *dataset.Row {
	if k := slices.IndexFunc(c.rows, func(r dataset.Row) bool { return r.Ordering == ordering }); k >= 0 {
		return &c.rows[k]
	}
	return nil
}

// phase returns the point of a phase, or nil.
func (c *chart) phase(r *dataset.Row, s prediction.Solver, p prediction.Phase) *point {
	return c.points[key(r, string(s)+"/"+string(p))]
}

// part returns the point of a part of an ordering, or nil.
func (c *chart) part(name string) *point {
	for k := range c.rows {
		if p := c.points[key(&c.rows[k], "ordering/"+name)]; p != nil {
			return p
		}
	}
	return nil
}
