package newton

import (
	"math"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// Names are the phases and counters of an engine, interned in a recorder.
type Names struct {
	transient, operatingPoint, timestep, iteration          trace.Name
	build, linear, factor, refactor, solve                  trace.Name
	convergence, predict, lte, output, gminStep, sourceStep trace.Name
	residual, stepSize, iterations, time, rejected          trace.Name
}

// Intern interns the names of phases in r, which may be nil.
func Intern(r *trace.Recorder) *Names {
	return &Names{
		transient: r.Name("transient"), operatingPoint: r.Name("operating_point"),
		timestep: r.Name("timestep"), iteration: r.Name("nr_iteration"),
		build: r.Name("build_system"), linear: r.Name("linear_solve"),
		factor: r.Name("factor"), refactor: r.Name("refactor"), solve: r.Name("solve"),
		convergence: r.Name("convergence"), predict: r.Name("predict"), lte: r.Name("lte"), output: r.Name("output"),
		gminStep: r.Name("gmin_step"), sourceStep: r.Name("source_step"),
		residual: r.Name("residual_norm"), stepSize: r.Name("step_size"),
		iterations: r.Name("iterations"), time: r.Name("sim_time"), rejected: r.Name("rejected"),
	}
}

// recording writes the phases of an engine to a thread. Neighbouring phases
// share one reading of the clock.
type recording struct {
	th    *trace.Thread
	names *Names
	every uint64 // one of so many time steps is timed
	on    bool   // what runs now is timed

	now    trace.Stamp
	inStep bool
	timed  bool // the last time step was
	linear bool // linear_solve is open

	step    int64 // time steps begun
	attempt uint64
	pick    uint64 // which of the next every is timed
	random  uint64

	kinds []KindCost
	cost  func(kind int)
	turn  int
	last  time.Time
}

// KindCost is the measured time of the evaluation of one kind of parts.
type KindCost struct {
	Kind  Kind
	Loads int64 // evaluations that were timed
	Time  time.Duration
}

// costEvery is how many timed evaluations there are for one in which each kind
// of parts is timed, since small systems cost less than the clock.
const costEvery = 16

func newRecording(sys System, th *trace.Thread, names *Names, sample int) recording {
	if names == nil {
		names = Intern(nil)
	}
	r := recording{th: th, names: names, every: uint64(max(sample, 1)), random: 0x9e3779b97f4a7c15}
	if p, ok := sys.(Profiled); ok && th != nil {
		for _, k := range p.Kinds() {
			r.kinds = append(r.kinds, KindCost{Kind: k})
		}
	}
	return r
}

// Costs returns what the evaluation of each kind of parts cost, for a system
// that is [Profiled] and was timed.
func (e *Engine) Costs() []KindCost { return e.rec.kinds }

func (r *recording) operatingPoint() {
	if r.th == nil {
		return
	}
	r.on = true
	r.now = r.th.Now()
	r.th.BeginAt(r.names.operatingPoint, trace.NoIndex, r.now)
}

func (r *recording) transient() {
	if r.th == nil {
		return
	}
	r.on = false
	r.now = r.th.Now()
	r.th.BeginAt(r.names.transient, trace.NoIndex, r.now)
}

// end closes an operating point or a transient.
func (r *recording) end() {
	if r.th == nil {
		return
	}
	r.closeStep()
	r.th.End()
	r.on = false
}

// substep opens one solution on the way to an operating point.
func (r *recording) substep(name trace.Name, k int64) {
	if r.on {
		r.now = r.th.Now()
		r.th.BeginAt(name, k, r.now)
	}
}

func (r *recording) endSubstep() {
	if r.on {
		r.th.EndAt(r.now)
	}
}

// timestep opens the range of a time step, if it is one of those that are
// timed: of every block of steps one at random, so that no rhythm of the steps
// can hide from the sample.
func (r *recording) timestep(t float64) {
	r.step++
	if r.th == nil {
		return
	}
	r.closeStep()
	r.on, r.timed = r.chosen(), false
	if !r.on {
		return
	}
	r.now = r.th.Now()
	r.th.BeginAt(r.names.timestep, r.step, r.now)
	r.th.Arg(r.names.time, t)
	r.inStep = true
	r.th.BeginAt(r.names.predict, trace.NoIndex, r.now)
}

// predicted closes the prediction that a time step begins with.
func (r *recording) predicted() {
	if r.on {
		r.now = r.th.Now()
		r.th.EndAt(r.now)
	}
}

func (r *recording) chosen() bool {
	if r.every == 1 {
		return true
	}
	at := r.attempt % r.every
	if at == 0 { // xorshift64
		r.random ^= r.random << 13
		r.random ^= r.random >> 7
		r.random ^= r.random << 17
		r.pick = r.random % r.every
	}
	r.attempt++
	return at == r.pick
}

func (r *recording) iteration(it int) {
	if r.on {
		r.th.BeginAt(r.names.iteration, int64(it), r.now)
		r.th.BeginAt(r.names.build, trace.NoIndex, r.now)
	}
}

func (r *recording) loaded() {
	if r.on {
		r.now = r.th.Now()
		r.th.EndAt(r.now)
		r.th.BeginAt(r.names.linear, trace.NoIndex, r.now)
		r.linear = true
	}
}

// factored closes factor or refactor, which began with linear_solve.
func (r *recording) factored(anew bool) {
	if r.on {
		name := r.names.refactor
		if anew {
			name = r.names.factor
		}
		r.th.BeginAt(name, trace.NoIndex, r.now)
		r.now = r.th.Now()
		r.th.EndAt(r.now)
	}
}

func (r *recording) solved() {
	if r.on {
		r.th.BeginAt(r.names.solve, trace.NoIndex, r.now)
		r.now = r.th.Now()
		r.th.EndAt(r.now)
		r.th.EndAt(r.now)
		r.linear = false
		r.th.BeginAt(r.names.convergence, trace.NoIndex, r.now)
	}
}

func (r *recording) checked(e *Engine) {
	if r.on {
		r.now = r.th.Now()
		r.th.EndAt(r.now)
		r.th.CounterAt(r.names.residual, norm(e.eval.F[:e.n]), r.now)
		r.th.EndAt(r.now)
	}
}

// done closes an iteration whose linear solve failed.
func (r *recording) done() {
	if r.on {
		r.now = r.th.Now()
		r.th.EndAt(r.now)
		r.th.EndAt(r.now)
		r.linear = false
	}
}

func (r *recording) lte() {
	if r.on {
		r.th.BeginAt(r.names.lte, trace.NoIndex, r.now)
	}
}

func (r *recording) endLTE() {
	if r.on {
		r.now = r.th.Now()
		r.th.EndAt(r.now)
	}
}

// rejected says why the step does not count.
func (r *recording) rejected(newton bool) {
	if r.on {
		why := 1.0 // truncation error
		if newton {
			why = 2
		}
		r.th.Arg(r.names.rejected, why)
		r.closeStep()
	}
}

func (r *recording) accepted(its int, dt float64) {
	if r.on {
		r.now = r.th.Now()
		r.th.CounterAt(r.names.stepSize, dt, r.now)
		r.th.CounterAt(r.names.iterations, float64(its), r.now)
		r.closeStep()
	}
}

// closeStep closes the range of a time step, if one is open.
func (r *recording) closeStep() {
	if r.inStep {
		r.th.EndAt(r.now)
		r.inStep, r.on, r.timed = false, false, true
	}
}

// beginOutput and endOutput bracket what the caller does with a time point
// whose step was timed.
func (r *recording) beginOutput() { r.th.BeginAt(r.names.output, trace.NoIndex, r.now) }

func (r *recording) endOutput() {
	r.now = r.th.Now()
	r.th.EndAt(r.now)
}

// costing returns the function that times the parts of the evaluation that
// comes, for some evaluations.
func (r *recording) costing() func(kind int) {
	if !r.on || len(r.kinds) == 0 {
		return nil
	}
	if r.turn++; r.turn%costEvery != 1 {
		return nil
	}
	if r.cost == nil {
		r.cost = func(kind int) {
			now := time.Now()
			k := &r.kinds[kind]
			k.Time += now.Sub(r.last)
			k.Loads++
			r.last = now
		}
	}
	r.last = time.Now()
	return r.cost
}

// norm returns the largest absolute value of v.
func norm(v []float64) float64 {
	m := 0.0
	for _, x := range v {
		m = max(m, math.Abs(x))
	}
	return m
}
