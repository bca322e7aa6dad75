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
}

// coreNS returns what one core takes in the model.
func (s *wholeSolve) coreNS() int64 { return entryNS * s.entries }

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
			return &wholeSolve{o.Method + " with its pivots", o.Blocks > 1, &e.LevelsL, &e.LevelsU, &e.LevelsSolve, e.entries()}
		}
	}
	if o.LevelsSolve == nil {
		return nil
	}
	return &wholeSolve{o.Method, o.Blocks > 1, o.LevelsL, o.LevelsU, o.LevelsSolve, CostOf(o).NNZ}
}

// saySolves says how many steps the triangular solves take, and what that means
// for a GPU.
func saySolves(d *Document, p *paragraph) {
	s := solveOf(d)
	if s == nil {
		return
	}
	where := ""
	if s.blocks {
		where = " within blocks"
	}
	p.say("solves.steps", "Under %s the whole triangular solve, row by row, takes %s: L has %s%s and U has %s",
		s.under, units.Plural(s.whole.Levels, "step"), units.Plural(s.l.Levels, "level"), where, units.Integer(s.u.Levels))
	if alone := s.l.Levels + s.u.Levels; s.whole.Levels > alone {
		p.say("solves.blocks-wait", ", and blocks wait for each other")
	}
	p.sentence("solves.widths", "Fewer than 32 operations, a warp, are ready in %s of the steps (%s); the median is %s.",
		none(s.whole.Narrow), units.Percent(float64(s.whole.Narrow), float64(s.whole.Levels)),
		strconv.FormatFloat(s.whole.Median, 'g', -1, 64))
	sayHardware(p, s)
}

// sayHardware compares the latency of the steps on a GPU with one core.
func sayHardware(p *paragraph, s *wholeSolve) {
	core := s.coreNS()
	one := "one core takes about " + units.Duration(core) + " (2 ns an entry)"
	barrier, launch := units.Duration(s.latencyNS(barrierNS)), units.Duration(s.latencyNS(launchNS))
	switch {
	case core < startNS:
		p.say("solves.small", " Too small for threads or a GPU: %s, and starting a kernel takes 10 µs.", one)
	case s.latencyNS(barrierNS) >= core:
		p.say("solves.latency", " A GPU waits %s in barriers, one after each step (1 µs), and %s. In this model a GPU is not faster.", barrier, one)
	case s.latencyNS(launchNS) >= core:
		p.say("solves.barrier", " A GPU waits %s in barriers, one after each step (1 µs), and %s if each step is a kernel (4 µs); %s. In this model only a solver that runs all steps in one kernel can be faster.",
			barrier, launch, one)
	default:
		p.say("solves.gpu", " If each step is a kernel (4 µs), a GPU waits %s, and %s. In this model a GPU can be faster. The model leaves out memory bandwidth, which limits the gain.",
			launch, one)
	}
}
