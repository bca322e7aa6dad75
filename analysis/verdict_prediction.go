package analysis

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/prediction"
)

// sayPrediction names the cheapest setting with its times, the runner-up and what the
// other solvers cost.
func sayPrediction(d *Document, p *paragraph) {
	if d.Prediction == nil {
		if d.untimed != "" {
			p.say("prediction.none", "No times: %s.", d.untimed)
		}
		return
	}
	x, c := d.Prediction, d.Prediction.Choice
	p.say("prediction.choice", "Use %s: by prediction the cheapest for %s. It takes %s %s.", c.name(), x.repeats(), x.costs(c), x.Machine.on())
	if c.Solver == prediction.LU && x.Factorizations == 1 {
		p.say("prediction.no-analysis", " newton/lu needs no analysis for one factorization.")
	}
	switch how := c.handOver(); {
	case how != "" && c.Solver == prediction.LU:
		p.say("prediction.plan", " The Go package newton/lu takes the ordering as its Plan; %s writes this ordering.", how)
	case how != "":
		p.say("prediction.hand-over", " %s writes the ordering for it.", how)
	}
	if c.Counts == CountsAtLeast || c.Counts == CountsAtMost {
		p.say("prediction.unverified", " No numeric LU counted its entries.")
	}
	if c.Extrapolated {
		p.say("prediction.extrapolated", " The model was fitted to smaller matrices only, so the interval is a guess.")
	}
	if u := x.RunnerUp; u != nil {
		p.say("prediction.runner-up", " Runner-up: %s.", x.compared(u))
	}
	if f := x.find(c.Solver, d.Winners.Recommended, d.matchingKind()); f != nil && f.Method != c.Method && f != x.RunnerUp {
		p.say("prediction.fewest", " %s has the fewest entries, and takes %s.", f.Method, x.againstChoice(f))
	}
	if others := x.others(); len(others) > 0 {
		p.say("prediction.others", " Other solvers, each with its best ordering: %s.", joined(others))
	}
	if s := x.ifDefinite(); s != nil {
		p.say("prediction.if-definite", " If the matrix is positive definite, which nothing verified: %s takes %s.", s.name(), x.againstChoice(s))
	}
	if !x.Machine.Calibrated && x.Machine.This {
		p.say("prediction.uncalibrated", " The times of this machine are a table row, %s: run analyze calibrate to measure them.", x.Machine.Name)
	}
}

// handOver returns the command that writes the ordering for the solver, or "" if there
// is nothing to write.
func (s *Setting) handOver() string {
	order := " --ordering " + strings.ReplaceAll(withMatching(s.Method, s.Matching), " with ", " ")
	switch {
	case s.Method == OwnMethod:
		return ""
	case s.Solver == prediction.LU:
		return "analyze order FILE" + order + " -o plan.json"
	}
	return "analyze order --for " + string(s.Solver) + order
}

// repeats says how often the total counts what.
func (p *Prediction) repeats() string {
	text := units.Plural(p.Factorizations, "factorization") + " with " + units.Plural(p.Solves, "solve")
	if p.Factorizations > 1 {
		text += " each"
	}
	return text
}

// costs says what the phases of a setting take: with one factorization the first one,
// otherwise those that are repeated.
func (p *Prediction) costs(s *Setting) string {
	if p.Factorizations > 1 {
		return fmt.Sprintf("%s a refactorization (%s) and %s a solve", seconds(s.Refactor.Seconds), sayInterval(s.Refactor), seconds(s.Solve.Seconds))
	}
	var before string
	if s.Method != OwnMethod { // whose ordering is part of the analysis
		before = seconds(s.Ordering.Seconds) + " to order, "
	}
	if s.Solver != prediction.LU { // whose analysis serves refactorizations
		before += seconds(s.Analyze.Seconds) + " to analyze, "
	}
	return fmt.Sprintf("%s%s to factor (%s) and %s a solve", before, seconds(s.Factor.Seconds), sayInterval(s.Factor), seconds(s.Solve.Seconds))
}

// on says for which machine times are.
func (m *PredictedOn) on() string {
	switch {
	case m.This:
		return "on this machine"
	case m.Name == prediction.GenericName:
		return "on a generic CPU"
	}
	return "on " + m.Name
}

// asFast is up to which quotient two orderings in one solver are called equally fast.
const asFast = 1.02

// compared names a setting and compares its total with the choice.
func (p *Prediction) compared(s *Setting) string {
	if s.Solver == p.Choice.Solver && s.ByChoice <= asFast {
		return s.name() + ", which is as fast"
	}
	return s.name() + ", " + p.againstChoice(s)
}

// againstChoice compares the total of a setting with the choice. Errors of one solver
// under two orderings go together, so that the intervals of two solvers alone decide
// whether they are equal.
func (p *Prediction) againstChoice(s *Setting) string {
	switch {
	case s.Solver == p.Choice.Solver && s.ByChoice <= asFast:
		return "as long"
	case s.Solver != p.Choice.Solver && s.overlaps(p.Choice):
		return units.Ratio(s.ByChoice) + " in total, which is within the intervals"
	}
	return units.Ratio(s.ByChoice) + " in total"
}

// overlaps reports whether the median of each total is in the interval of the other.
func (s *Setting) overlaps(t *Setting) bool {
	in := func(x, y prediction.Interval) bool { return y.Low <= x.Seconds && x.Seconds <= y.High }
	return in(s.Total, t.Total) && in(t.Total, s.Total)
}

// others lists what solvers cost that are neither the choice nor the runner-up.
func (p *Prediction) others() (list []string) {
	for _, s := range p.Solvers() {
		if s.Solver != p.Choice.Solver && (p.RunnerUp == nil || !s.same(p.RunnerUp)) && s.known() {
			list = append(list, SolverName(s.Solver)+" "+units.Ratio(s.ByChoice))
		}
	}
	return list
}

// ifDefinite returns the cheapest setting that needs a positive definite matrix, if it is
// not known whether the matrix is, or nil.
func (p *Prediction) ifDefinite() *Setting {
	for _, s := range p.Settings {
		if s.IfDefinite && s.Counts != CountsAtLeast {
			return s
		}
	}
	return nil
}

// name returns what to call a setting in a sentence.
func (s *Setting) name() string {
	if s.Method == OwnMethod {
		return SolverName(s.Solver) + " with its own ordering"
	}
	return SolverName(s.Solver) + " with " + withMatching(s.Method, s.Matching)
}

// underRecommended returns the setting of the chosen solver under the recommended
// ordering, or of newton/lu, or nil.
func (d *Document) underRecommended() *Setting {
	p := d.Prediction
	if p == nil {
		return nil
	}
	if s := p.find(p.Choice.Solver, d.Winners.Recommended, d.matchingKind()); s != nil {
		return s
	}
	return p.find(prediction.LU, d.Winners.Recommended, d.matchingKind())
}

// SolverName returns what to call a solver in texts.
func SolverName(s prediction.Solver) string {
	switch s {
	case prediction.LU:
		return "newton/lu"
	case prediction.KLU:
		return "KLU"
	case prediction.UMFPACK:
		return "UMFPACK"
	case prediction.SuperLU:
		return "SuperLU"
	case prediction.CHOLMOD:
		return "CHOLMOD"
	}
	return string(s)
}

// sayInterval writes both ends of an interval, and what it holds.
func sayInterval(t prediction.Interval) string {
	return seconds(t.Low) + " to " + seconds(t.High) + " in 80 of 100 cases"
}

// seconds writes a time.
func seconds(s float64) string { return units.Seconds(s) }
