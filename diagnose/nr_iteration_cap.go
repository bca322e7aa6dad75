package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

const (
	// leastCap is the least number of iterations that is taken for a limit.
	// Newton's method doubles the number of right digits: from one of them five
	// iterations reach all 16 of a double, and a sixth confirms it. Up to 7 a
	// circuit may well take as many in every step; limits of simulators are 10
	// (itl4 of SPICE) and more.
	leastCap = 8

	// allSteps is the share of the time steps that end at the largest number of
	// iterations from which on that is a limit: where steps converge, their
	// numbers spread.
	allSteps = 0.9

	// leastIterations is how many iterations a step takes at least: one that
	// moves and one that confirms.
	leastIterations = 2
)

// nrIterationCap finds loops that end at their limit instead of converging, or
// that run a fixed number of iterations whether or not they are needed.
func nrIterationCap() Rule {
	return Rule{
		ID:      "nr-iteration-cap",
		Meaning: "Nearly every time step, or nearly every while loop of a log, takes the same large number of iterations. This points to a limit or a loop of fixed length, not to convergence",
		Needs:   "8 time steps or more with their iterations (counts of run/v1 or of a capture, or ranges nr_iteration in timestep), or 20 while loops in a log of XLA (--xla-log, while_thunk=3)",
		Parts:   []Part{PartXLA, PartRun},
		Summary: true,
		Check:   checkIterationCap,
	}
}

// perStep returns how many time steps took k iterations, and where it says so.
func perStep(in *Input) (h []int64, source string) {
	if run, _ := in.counts(); run != nil && len(run.PerStep) > 0 {
		return run.PerStep, run.Source + ": run/v1 .iterations_per_step"
	}
	return in.Summary.Histogram, in.Source + ": phases/v1 .iterations_per_step"
}

// checkIterationCap looks at time steps, and where these are too few at the loops
// of the log.
func checkIterationCap(in *Input) Outcome {
	o := capInSteps(in)
	if o.Abstains != "" {
		if logged := capInLog(in); logged != nil {
			return *logged
		}
	}
	return o
}

func capInSteps(in *Input) Outcome {
	h, source := perStep(in)
	var steps int64
	largest := 0
	for k, n := range h {
		if k > 0 && n > 0 { // a step without iterations is none of a solver
			largest, steps = k, steps+n
		}
	}
	switch {
	case steps == 0 && in.XLA != nil:
		return Abstain(fmt.Sprintf("there are no time steps with iterations, and at each place of the program %s has fewer than %d loops of unknown trip count (while_thunk=3)", in.XLASource, enoughLoops))
	case steps == 0:
		return Abstain("there are no time steps with iterations (ranges " + trace.PhaseIteration + " in " + trace.PhaseTimestep + ", or counts)")
	case steps < enough:
		return Abstain(fmt.Sprintf("the run has only %s, too few to distinguish a limit from difficult steps", units.Plural(steps, "time step")))
	}
	at := h[largest]
	part := share(at, steps)
	if largest < leastCap || part < allSteps {
		return Clear(fmt.Sprintf("%s of %s took the largest number of iterations, %d", units.Share(part), units.Plural(steps, "time step"), largest))
	}
	f := Finding{Severity: Warning,
		Title: fmt.Sprintf("%s of %s took exactly %d iterations, which points to a limit", units.Share(part), units.Plural(steps, "time step"), largest),
		Evidence: []Evidence{
			{Text: fmt.Sprintf("time steps with %d iterations, the largest number", largest), Value: float64(at), Unit: "time steps", Source: fmt.Sprintf("%s[%d]", source, largest)},
			{Text: "time steps", Value: float64(steps), Unit: "time steps", Source: source + " | add"},
			{Text: "limit, inferred because steps pile up at the largest number of iterations", Value: float64(largest), Unit: "iterations", Source: source + " | length - 1"},
		},
		Try: tryCap()}
	if u := in.Summary.Iterations; u != nil && u.Mean > 0 {
		f.Cost = in.Cost(int64(float64(at) * float64(largest-leastIterations) * u.Mean))
		f.Evidence = append(f.Evidence, in.Phases("mean time of an iteration", u.Mean, UnitNS, ".iterations.mean_ns"))
	}
	return Found(f)
}

// tryCap says what may help against a limit.
func tryCap() []string {
	return []string{
		"check the convergence test: a tolerance below the rounding error is never met, and a test that is never evaluated cannot end the loop",
		"end the loop by a condition, not after a fixed number of iterations",
		"record the residual of each iteration: if it stops falling long before the limit, the remaining iterations are wasted; if it never falls, check the Jacobian",
	}
}
