package analysis

import (
	"math"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/prediction"
)

// sayPrediction names the cheapest setting with its times, the runner-up and what the
// other solvers cost.
func sayPrediction(d *Document, p *paragraph) {
	if d.Prediction == nil {
		return
	}
	x, c := d.Prediction, d.Prediction.Choice
	on := "on " + x.Machine.Name
	if x.Machine.Calibrated {
		on = "on this machine"
	}
	p.say("prediction.choice", "Cheapest for %s with %s each, by prediction: %s, %s a refactorization (%s) and %s a solve %s.",
		units.Plural(x.Factorizations, "factorization"), units.Plural(x.Solves, "solve"), c.name(), seconds(c.Refactor.Seconds),
		sayInterval(c.Refactor), seconds(c.Solve.Seconds), on)
	if c.Counts != CountsExact && d.decided() != nil && c.Counts != CountsPredicted {
		p.say("prediction.unverified", " No numeric LU counted its entries.")
	}
	if u := x.RunnerUp; u != nil {
		p.say("prediction.runner-up", " Runner-up: %s, %s in total.", u.name(), units.Ratio(u.ByChoice))
	}
	if f := x.find(c.Solver, d.Winners.Recommended, d.matchingKind()); f != nil && f.Method != c.Method && f != x.RunnerUp {
		p.say("prediction.fewest", " %s, which has the fewest entries, costs %s in total.", f.name(), units.Ratio(f.ByChoice))
	}
	var others []string
	for _, s := range x.Solvers() {
		if s.Solver != c.Solver && (x.RunnerUp == nil || !s.same(x.RunnerUp)) {
			others = append(others, SolverName(s.Solver)+" "+units.Ratio(s.ByChoice))
		}
	}
	if len(others) > 0 {
		p.say("prediction.others", " Other solvers, each with its best ordering: %s.", joined(others))
	}
	if !x.Machine.Calibrated {
		p.say("prediction.uncalibrated", " This machine was not calibrated: analyze calibrate makes the times more accurate.")
	}
}

// name returns what to call a setting in a sentence.
func (s *Setting) name() string {
	return SolverName(s.Solver) + " with " + withMatching(s.Method, s.Matching)
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

// wide is the half-width of an interval from which on both ends are written.
const wide = 0.5

// sayInterval writes how far the ends of an interval are from the median: the farther
// end as a share, or both ends where that is much.
func sayInterval(t prediction.Interval) string {
	if half := math.Max(t.High/t.Seconds-1, 1-t.Low/t.Seconds); half <= wide {
		return "±" + units.Percent(math.Round(100*half), 100)
	}
	return seconds(t.Low) + " to " + seconds(t.High)
}

// seconds writes a time.
func seconds(s float64) string { return units.Seconds(s) }
