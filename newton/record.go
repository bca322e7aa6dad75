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

	// An iteration, what a time step begins with, and what it ends with.
	refactored, factored, head, tail *trace.Pattern

	// whole[n] is an accepted time step of n iterations that refactorised.
	whole [wholeIterations + 1]*trace.Pattern
}

// Intern interns the names of phases in r, which may be nil.
func Intern(r *trace.Recorder) *Names {
	n := &Names{
		transient: r.Name(trace.PhaseTransient), operatingPoint: r.Name(trace.PhaseOperatingPoint),
		timestep: r.Name(trace.PhaseTimestep), iteration: r.Name(trace.PhaseIteration),
		build: r.Name(trace.PhaseBuildSystem), linear: r.Name(trace.PhaseLinearSolve),
		factor: r.Name(trace.PhaseFactor), refactor: r.Name(trace.PhaseRefactor), solve: r.Name(trace.PhaseSolve),
		convergence: r.Name(trace.PhaseConvergence), predict: r.Name(trace.PhasePredict), lte: r.Name(trace.PhaseLTE), output: r.Name(trace.PhaseOutput),
		gminStep: r.Name(trace.PhaseGminStep), sourceStep: r.Name(trace.PhaseSourceStep),
		residual: r.Name("residual_norm"), stepSize: r.Name("step_size"),
		iterations: r.Name("iterations"), time: r.Name("sim_time"), rejected: r.Name("rejected"),
	}
	n.refactored, n.factored = n.wholeIteration(r, n.refactor), n.wholeIteration(r, n.factor)
	n.head = r.Pattern(
		trace.Step{Kind: trace.Arg, Name: n.time},
		trace.Step{Kind: trace.Begin, Name: n.predict},
		trace.Step{Kind: trace.End, Mark: 1},
	)
	n.tail = r.Pattern(
		trace.Step{Kind: trace.Begin, Name: n.lte},
		trace.Step{Kind: trace.End, Mark: 1},
		trace.Step{Kind: trace.Counter, Name: n.stepSize, Mark: 1},
		trace.Step{Kind: trace.Counter, Name: n.iterations, Mark: 1, Value: 1},
	)
	for its := 1; its <= wholeIterations; its++ {
		n.whole[its] = n.wholeStep(r, its)
	}
	return n
}

// wholeIterations is the most iterations of a step that is recorded at once.
const wholeIterations = 4

// wholeStep is the pattern of an accepted time step of so many iterations that
// refactorised: what head, iterations and tail record one by one. Its marks are
// the begin, the end of the prediction, four of each iteration and the end of the
// step; its values the time, the length, the number of iterations, and the
// residual of each.
func (n *Names) wholeStep(r *trace.Recorder, its int) *trace.Pattern {
	begin := func(name trace.Name, mark int) trace.Step {
		return trace.Step{Kind: trace.Begin, Name: name, Mark: mark}
	}
	end := func(mark int) trace.Step { return trace.Step{Kind: trace.End, Mark: mark} }
	value := func(kind trace.Kind, name trace.Name, mark, value int) trace.Step {
		return trace.Step{Kind: kind, Name: name, Mark: mark, Value: value}
	}
	steps := []trace.Step{
		{Kind: trace.Begin, Name: n.timestep, Index: true}, value(trace.Arg, n.time, 0, 0),
		begin(n.predict, 0), end(1),
	}
	at := 1
	for k := 1; k <= its; k++ {
		steps = append(steps, trace.Step{Kind: trace.Begin, Name: n.iteration, Mark: at, Fixed: k},
			begin(n.build, at), end(at+1),
			begin(n.linear, at+1), begin(n.refactor, at+1), end(at+2), begin(n.solve, at+2), end(at+3), end(at+3),
			begin(n.convergence, at+3), end(at+4), value(trace.Counter, n.residual, at+4, 2+k), end(at+4))
		at += 4
	}
	steps = append(steps, begin(n.lte, at), end(at+1),
		value(trace.Counter, n.stepSize, at+1, 1), value(trace.Counter, n.iterations, at+1, 2), end(at+1))
	return r.Pattern(steps...)
}

// wholeIteration is the pattern of an iteration whose matrix is factorised by
// the phase named.
func (n *Names) wholeIteration(r *trace.Recorder, factorised trace.Name) *trace.Pattern {
	begin := func(name trace.Name, mark int) trace.Step {
		return trace.Step{Kind: trace.Begin, Name: name, Mark: mark}
	}
	end := func(mark int) trace.Step { return trace.Step{Kind: trace.End, Mark: mark} }
	return r.Pattern(
		trace.Step{Kind: trace.Begin, Name: n.iteration, Index: true},
		begin(n.build, 0), end(1),
		begin(n.linear, 1), begin(factorised, 1), end(2), begin(n.solve, 2), end(3), end(3),
		begin(n.convergence, 3), end(4),
		trace.Step{Kind: trace.Counter, Name: n.residual, Mark: 4},
		end(4),
	)
}

// recording writes the phases of an engine to a thread. Neighbouring phases
// share one reading of the clock.
//
// A time step of a small system takes hardly longer than its recording, event by
// event, would; there the marks are kept and the step is recorded at once, see
// wholeStep, or iteration by iteration where it is an unusual one. In a large
// system, and where the caller watches iterations, each phase is recorded when
// it begins, so that a program that is killed or hangs shows in which it was.
// What watches is in no phase.
type recording struct {
	th    *trace.Thread
	names *Names
	every uint64 // one of so many time steps is timed
	small bool   // iterations are recorded at once
	on    bool   // what runs now is timed

	now     trace.Stamp
	mark    [5]trace.Stamp // of the iteration
	index   int64          // of the iteration
	anew    bool           // it was factorised anew
	began   trace.Stamp    // of the prediction or the test of the truncation error
	t       float64        // time the step ends at
	inStep  bool
	timed   bool // the last time step was
	whole   wholeStep
	outputs bool // the caller does something with time points

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

// costEvery is how many timed evaluations of a small system there are for one in
// which each kind of parts is timed, since they cost less than the clock.
const costEvery = 64

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
// can hide from the sample. It begins where a timed one before it ended.
func (r *recording) timestep(t float64) {
	r.step++
	if r.th == nil {
		return
	}
	r.closeStep()
	follows := r.timed
	r.on, r.timed = r.chosen(), false
	if !r.on {
		return
	}
	if !follows {
		r.now = r.th.Now()
	}
	r.inStep, r.began, r.t = true, r.now, t
	if r.whole.on = r.small && !r.outputs; r.whole.on {
		r.whole.start(r.step, r.now, t)
		return
	}
	r.th.BeginAt(r.names.timestep, r.step, r.now)
	if !r.small {
		r.th.Arg(r.names.time, t)
		r.th.BeginAt(r.names.predict, trace.NoIndex, r.now)
	}
}

// predicted closes the prediction that a time step begins with.
func (r *recording) predicted() {
	if !r.on {
		return
	}
	r.now = r.th.Now()
	switch {
	case r.whole.on:
		r.whole.marks[1] = r.now
	case r.small:
		r.th.Emit(r.names.head, 0, []trace.Stamp{r.began, r.now}, []float64{r.t})
	default:
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
	if !r.on {
		return
	}
	r.mark[0], r.index = r.now, int64(it)
	if !r.small {
		r.th.BeginAt(r.names.iteration, r.index, r.now)
		r.th.BeginAt(r.names.build, trace.NoIndex, r.now)
	}
}

func (r *recording) loaded() {
	if !r.on {
		return
	}
	r.now = r.th.Now()
	r.mark[1] = r.now
	if !r.small {
		r.th.EndAt(r.now)
	}
}

// watched makes the next phase begin after what the caller does with a Jacobian.
func (r *recording) watched() {
	if r.on {
		r.now = r.th.Now()
	}
}

// solving opens linear_solve.
func (r *recording) solving() {
	if r.on && !r.small {
		r.th.BeginAt(r.names.linear, trace.NoIndex, r.now)
	}
}

// factoring opens factor or refactor, which begin where linear_solve does.
func (r *recording) factoring(anew bool) {
	if r.on && !r.small {
		name := r.names.refactor
		if anew {
			name = r.names.factor
		}
		r.th.BeginAt(name, trace.NoIndex, r.now)
	}
}

// factored closes factor or refactor.
func (r *recording) factored(anew bool) {
	if !r.on {
		return
	}
	r.now = r.th.Now()
	r.mark[2], r.anew = r.now, anew
	if !r.small {
		r.th.EndAt(r.now)
		r.th.BeginAt(r.names.solve, trace.NoIndex, r.now)
	}
}

// failed closes a refactorisation that did not succeed; a factorisation follows.
func (r *recording) failed() {
	if r.on && !r.small {
		r.now = r.th.Now()
		r.th.EndAt(r.now)
	}
}

func (r *recording) solved() {
	if !r.on {
		return
	}
	r.now = r.th.Now()
	r.mark[3] = r.now
	if !r.small {
		r.th.EndAt(r.now)
		r.th.EndAt(r.now)
		r.th.BeginAt(r.names.convergence, trace.NoIndex, r.now)
	}
}

func (r *recording) checked(e *Engine) {
	if !r.on {
		return
	}
	r.now = r.th.Now()
	r.mark[4] = r.now
	residual := norm(e.eval.F[:e.n])
	if !r.small {
		r.th.EndAt(r.now)
		r.th.CounterAt(r.names.residual, residual, r.now)
		r.th.EndAt(r.now)
		return
	}
	if r.whole.on && !r.anew && r.whole.its < wholeIterations {
		r.whole.iteration(&r.mark, residual)
		return
	}
	r.spill()
	pattern := r.names.refactored
	if r.anew {
		pattern = r.names.factored
	}
	r.th.Emit(pattern, r.index, r.mark[:], []float64{residual})
}

// done closes an iteration whose matrix has no factorisation.
func (r *recording) done() {
	if !r.on {
		return
	}
	r.now = r.th.Now()
	r.spill()
	if r.small {
		r.th.BeginAt(r.names.iteration, r.index, r.mark[0])
		r.th.BeginAt(r.names.build, trace.NoIndex, r.mark[0])
		r.th.EndAt(r.mark[1])
		r.th.BeginAt(r.names.linear, trace.NoIndex, r.mark[1])
		r.th.BeginAt(r.names.factor, trace.NoIndex, r.mark[1])
	}
	r.th.EndAt(r.now)
	r.th.EndAt(r.now)
	r.th.EndAt(r.now)
}

// lte opens the test of the truncation error.
func (r *recording) lte() {
	if !r.on {
		return
	}
	r.began = r.now
	if !r.small {
		r.th.BeginAt(r.names.lte, trace.NoIndex, r.now)
	}
}

// endLTE closes it, with what the step and its iterations were.
func (r *recording) endLTE(dt float64, its int) {
	if !r.on {
		return
	}
	r.now = r.th.Now()
	if r.whole.on {
		r.whole.finish(r.now, dt, its)
		return
	}
	if r.small {
		r.th.Emit(r.names.tail, 0, []trace.Stamp{r.began, r.now}, []float64{dt, float64(its)})
		return
	}
	r.th.EndAt(r.now)
	r.th.CounterAt(r.names.stepSize, dt, r.now)
	r.th.CounterAt(r.names.iterations, float64(its), r.now)
}

// rejected says why the step does not count.
func (r *recording) rejected(newton bool) {
	if r.on {
		why := 1.0 // truncation error
		if newton {
			why = 2
		}
		r.spill()
		r.th.Arg(r.names.rejected, why)
		r.closeStep()
	}
}

// closeStep closes the range of a time step, if one is open.
func (r *recording) closeStep() {
	if r.inStep {
		if r.whole.on && r.whole.complete {
			r.th.Emit(r.names.whole[r.whole.its], r.whole.index, r.whole.marks[:], r.whole.values[:])
			r.whole.on = false
		} else {
			r.spill()
			r.th.EndAt(r.now)
		}
		r.inStep, r.on, r.timed = false, false, true
	}
}

// beginOutput and endOutput bracket what the caller does with a time point,
// inside its step, if that is timed. The step is closed when the next begins.
func (r *recording) beginOutput() {
	if r.inStep && r.outputs {
		r.th.BeginAt(r.names.output, trace.NoIndex, r.now)
	}
}

func (r *recording) endOutput() {
	if r.inStep && r.outputs {
		r.now = r.th.Now()
		r.th.EndAt(r.now)
	}
}

// costing returns the function that times the parts of the evaluation that
// comes, for some evaluations.
func (r *recording) costing() func(kind int) {
	if !r.on || len(r.kinds) == 0 {
		return nil
	}
	if r.turn++; r.small && r.turn%costEvery != 1 {
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
