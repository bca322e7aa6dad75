package analysis

import (
	"strconv"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/symbolic"
)

// The model of a triangular solve that sayHardware names: what docs/lu-levels.md
// says about each, with its source. On a GPU a solve takes no less than its steps
// by the latency of one; on one core of a processor it takes its entries.
const (
	entryNS   = 2      // one core, for each entry of L, U and between blocks
	barrierNS = 1_000  // a step that ends with a barrier of the whole GPU, in one kernel
	launchNS  = 4_000  // a step that is a kernel by itself
	startNS   = 10_000 // starting a kernel and waiting for its end
)

// A wholeSolve is the triangular solve of a verdict.
type wholeSolve struct {
	under       string // which ordering, and whether with its pivots
	blocks      bool   // there are several diagonal blocks
	l, u, whole *symbolic.LevelSets
	entries     int64
	predicted   *Setting // nil without predicted times
}

// coreNS returns what one core takes: as predicted, otherwise in the model.
func (s *wholeSolve) coreNS() int64 {
	if s.predicted != nil {
		return int64(1e9*s.predicted.Solve.Seconds + 0.5)
	}
	return entryNS * s.entries
}

// rate says where the time of one core comes from.
func (s *wholeSolve) rate() string {
	if s.predicted != nil {
		return SolverName(s.predicted.Solver) + ", predicted"
	}
	return "2 ns per entry"
}

// latencyNS returns what the steps take in the model, at so much each.
func (s *wholeSolve) latencyNS(each int64) int64 { return each * int64(s.whole.Levels) }

// solveOf returns the solve under the recommended ordering, with the pivots of
// the numeric LU where there is one. It returns nil where the levels are not
// known.
func solveOf(d *Document) *wholeSolve {
	o := bestSquare(d)
	if o == nil {
		return nil
	}
	for _, e := range d.Exact {
		if e.Method == o.Method {
			return &wholeSolve{o.Method + " with its pivots", o.Blocks > 1, &e.LevelsL, &e.LevelsU, &e.LevelsSolve, e.entries(), d.underRecommended()}
		}
	}
	if o.LevelsSolve == nil {
		return nil
	}
	return &wholeSolve{o.Method, o.Blocks > 1, o.LevelsL, o.LevelsU, o.LevelsSolve, CostOf(o).NNZ, d.underRecommended()}
}

// saySolves says whether a GPU is faster at the triangular solves, and how many steps
// they take.
func saySolves(d *Document, p *paragraph) {
	s := solveOf(d)
	switch {
	case s == nil:
	case s.coreNS() >= startNS:
		if s.latencyNS(barrierNS) >= s.coreNS() && d.Prediction != nil && d.Prediction.GPU != nil {
			sayBarriers(p, s)
		} else {
			sayHardware(p, s)
		}
		saySteps(p, s)
	case !tooSmall(d): // otherwise saySize says so
		p.say("solves.small", "A triangular solve is too small for threads or a GPU: one core takes about %s (%s), and starting a kernel takes about 10 µs.",
			nanoseconds(s.coreNS()), s.rate())
	}
}

// sayHardware compares the latency of the steps on a GPU with one core.
func sayHardware(p *paragraph, s *wholeSolve) {
	core, steps := s.coreNS(), units.Plural(s.whole.Levels, "step")
	one := "one core takes about " + units.Duration(core) + " (" + s.rate() + ")"
	barrier, launch := units.Duration(s.latencyNS(barrierNS)), units.Duration(s.latencyNS(launchNS))
	switch {
	case s.latencyNS(barrierNS) >= core:
		p.say("solves.latency", "In a model of latencies, a GPU is not faster at a triangular solve. The GPU waits %s in barriers after %s (1 µs each); %s.",
			barrier, steps, one)
	case s.latencyNS(launchNS) >= core:
		p.say("solves.barrier", "In a model of latencies, a GPU can be faster at a triangular solve only if one kernel runs all %s. This kernel waits %s in barriers (1 µs each); %s. One kernel per step takes %s (4 µs each).",
			steps, barrier, one, launch)
	default:
		p.say("solves.gpu", "In a model of latencies, a GPU can be faster at a triangular solve. Kernels for %s take %s (4 µs each); %s. Memory bandwidth also limits the gain, and is not in this model.",
			steps, launch, one)
	}
}

// sayBarriers says what a barrier after each step costs, beside an estimate from published
// times of a solver that does without.
func sayBarriers(p *paragraph, s *wholeSolve) {
	p.say("solves.beside-gpu", "A GPU kernel with a barrier after each step of a triangular solve waits %s (%s, 1 µs each); one core takes about %s (%s). The GPU times above are of a solver that works with supernodes, and do not follow from these steps.",
		units.Duration(s.latencyNS(barrierNS)), units.Plural(s.whole.Levels, "step"), units.Duration(s.coreNS()), s.rate())
}

// saySteps says what the steps of the whole solve are.
func saySteps(p *paragraph, s *wholeSolve) {
	where := ""
	if s.blocks {
		where = " within blocks"
	}
	p.say("solves.steps", " Under %s, a solve row by row takes %s: L has %s%s and U has %s",
		s.under, units.Plural(s.whole.Levels, "step"), units.Plural(s.l.Levels, "level"), where, units.Integer(s.u.Levels))
	if alone := s.l.Levels + s.u.Levels; s.whole.Levels > alone {
		p.say("solves.blocks-wait", ", and blocks wait for each other")
	}
	p.say("solves.widths", ". In %s of the steps (%s) fewer than 32 rows, one warp, are ready; the median number of ready rows is %s.",
		none(s.whole.Narrow), units.Percent(float64(s.whole.Narrow), float64(s.whole.Levels)),
		strconv.FormatFloat(s.whole.Median, 'g', -1, 64))
}
