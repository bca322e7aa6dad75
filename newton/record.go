package newton

import (
	"math"
	"time"

	"github.com/nrkit/nrkit/trace"
)

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
	th    *trace.Thread // whose clock is read
	to    *trace.Thread // what is recorded goes there: th, or nil in a step that only warms up
	names *phaseNames
	small bool // iterations are recorded at once
	on    bool // what runs now is timed
	live  live // is told of all of it

	now     trace.Stamp
	mark    [5]trace.Stamp // of the iteration
	index   int64          // of the iteration
	anew    bool           // it was factorised anew
	began   trace.Stamp    // of the test of the truncation error
	inStep  bool
	wrote   bool // the last time step was recorded, and took wroteAt to wrote
	wroteAt trace.Stamp
	whole   wholeStep
	outputs bool // the caller does something with time points

	step   int64         // time steps begun
	calls  [Phases]int64 // ranges there were, timed or not
	choice choice
	watch  watch
	cpu    cpuClock
	phases phaseClock

	kinds []KindCost
	cost  func(kind int)
	turn  int
	last  time.Time
}

func newRecording(sys System, th *trace.Thread, names *phaseNames, sample int) recording {
	r := recording{th: th, to: th, names: names, choice: newChoice(sample)}
	if p, ok := sys.(Profiled); ok && th != nil {
		for _, k := range p.Kinds() {
			r.kinds = append(r.kinds, KindCost{Kind: k})
		}
	}
	return r
}

// timestep opens the range of a time step, if it is one of those that are timed.
// The one before ends here. Where every step is timed, what lies between the two
// is the range recording: the writing of the step before.
func (r *recording) timestep(t float64) {
	r.step++
	r.calls[PhaseTimestep]++
	r.calls[PhasePredict]++
	r.live.timestep(r.step)
	if r.th == nil {
		return
	}
	if r.inStep {
		r.tick()
		r.closeStep()
	}
	what := r.choice.next(r.small)
	r.on = what != untimed
	if !r.on {
		r.wrote = false
		return
	}
	r.watch.begin(r, what)
	r.tick()
	r.watch.began = r.now
	r.inStep = true
	if r.to = r.th; what == warming {
		r.to = nil
	}
	if r.whole.on = r.small; r.small {
		r.whole.start(r.step, r.now, t, r.wrote, r.wroteAt)
		return
	}
	r.phases.leaf = r.phases.now
	r.to.BeginAt(r.names.timestep, r.step, r.now)
	r.to.Arg(r.names.time, t)
	r.to.BeginAt(r.names.predict, trace.NoIndex, r.now)
}

// predicted closes the prediction that a time step begins with.
func (r *recording) predicted() {
	r.live.pop()
	if !r.on {
		return
	}
	r.tick()
	if r.small {
		r.whole.predicted(r.now)
	} else {
		r.ran(r.phases.leaf)
		r.to.EndAt(r.now)
	}
}

func (r *recording) iteration(it int) {
	r.calls[PhaseIteration]++
	r.calls[PhaseBuildSystem]++
	r.live.push(PhaseIteration, int64(it))
	r.live.push(PhaseBuildSystem, trace.NoIndex)
	if !r.on {
		return
	}
	r.mark[0], r.index = r.now, int64(it)
	if !r.small {
		r.phases.iteration, r.phases.leaf = r.phases.now, r.phases.now
		r.to.BeginAt(r.names.iteration, r.index, r.now)
		r.to.BeginAt(r.names.build, trace.NoIndex, r.now)
	}
}

func (r *recording) loaded() {
	r.live.pop()
	if !r.on {
		return
	}
	r.tick()
	r.mark[1] = r.now
	if !r.small {
		r.ran(r.phases.leaf)
		r.to.EndAt(r.now)
	}
}

// watched makes the next phase begin after what the caller does with a Jacobian.
func (r *recording) watched() {
	if r.on {
		r.tick()
	}
}

// solving opens linear_solve.
func (r *recording) solving() {
	r.calls[PhaseLinearSolve]++
	r.live.push(PhaseLinearSolve, trace.NoIndex)
	if r.on && !r.small {
		r.phases.linear = r.phases.now
		r.to.BeginAt(r.names.linear, trace.NoIndex, r.now)
	}
}

// factoring opens factor or refactor, which begin where linear_solve does.
func (r *recording) factoring(anew bool) {
	if anew {
		r.live.push(PhaseFactor, trace.NoIndex)
	} else {
		r.live.push(PhaseRefactor, trace.NoIndex)
	}
	if r.on && !r.small {
		name := r.names.refactor
		if anew {
			name = r.names.factor
		}
		r.phases.leaf = r.phases.now
		r.to.BeginAt(name, trace.NoIndex, r.now)
	}
}

// factored closes factor or refactor.
func (r *recording) factored(anew bool) {
	r.calls[PhaseSolve]++
	if anew {
		r.calls[PhaseFactor]++
	} else {
		r.calls[PhaseRefactor]++
	}
	r.live.pop()
	r.live.push(PhaseSolve, trace.NoIndex)
	if !r.on {
		return
	}
	r.tick()
	r.mark[2], r.anew = r.now, anew
	if !r.small {
		r.ran(r.phases.leaf)
		r.to.EndAt(r.now)
		r.phases.leaf = r.phases.now
		r.to.BeginAt(r.names.solve, trace.NoIndex, r.now)
	}
}

// failed closes a refactorisation that did not succeed; a factorisation follows.
func (r *recording) failed() {
	if !r.small { // else its time is in that of the factorisation
		r.calls[PhaseRefactor]++
	}
	r.live.pop()
	if r.on && !r.small {
		r.tick()
		r.ran(r.phases.leaf)
		r.to.EndAt(r.now)
	}
}

func (r *recording) solved() {
	r.calls[PhaseConvergence]++
	r.live.pop()
	r.live.pop()
	r.live.push(PhaseConvergence, trace.NoIndex)
	if !r.on {
		return
	}
	r.tick()
	r.mark[3] = r.now
	if !r.small {
		r.ran(r.phases.leaf)
		r.to.EndAt(r.now)
		r.ran(r.phases.linear)
		r.to.EndAt(r.now)
		r.phases.leaf = r.phases.now
		r.to.BeginAt(r.names.convergence, trace.NoIndex, r.now)
	}
}

func (r *recording) checked(e *Engine) {
	r.live.pop()
	r.live.pop()
	if !r.on {
		return
	}
	r.tick()
	r.mark[4] = r.now
	residual := norm(e.eval.F[:e.n])
	if !r.small {
		r.ran(r.phases.leaf)
		r.to.EndAt(r.now)
		r.to.CounterAt(r.names.residual, residual, r.now)
		if e.blocker != trace.NotBlocked {
			r.to.Arg(r.names.blocked, float64(e.blocker))
		}
		r.ran(r.phases.iteration)
		r.to.EndAt(r.now)
		return
	}
	if r.whole.on && !r.anew && r.whole.its < wholeIterations {
		r.whole.iteration(&r.mark, residual, e.blocker)
		return
	}
	r.spill()
	r.to.Emit(r.names.iterationOf(r.anew, e.blocker), r.index, r.mark[:], []float64{residual, float64(e.blocker)})
}

// done closes an iteration whose matrix has no factorisation.
func (r *recording) done() {
	r.calls[PhaseFactor]++
	r.live.pop()
	r.live.pop()
	r.live.pop()
	if !r.on {
		return
	}
	r.tick()
	r.spill()
	if r.small {
		r.to.BeginAt(r.names.iteration, r.index, r.mark[0])
		r.to.BeginAt(r.names.build, trace.NoIndex, r.mark[0])
		r.to.EndAt(r.mark[1])
		r.to.BeginAt(r.names.linear, trace.NoIndex, r.mark[1])
		r.to.BeginAt(r.names.factor, trace.NoIndex, r.mark[1])
	}
	r.to.EndAt(r.now)
	r.to.EndAt(r.now)
	r.to.EndAt(r.now)
}

// lte opens the test of the truncation error.
func (r *recording) lte() {
	r.calls[PhaseLTE]++
	r.live.push(PhaseLTE, trace.NoIndex)
	if !r.on {
		return
	}
	r.began = r.now
	if !r.small {
		r.phases.leaf = r.phases.now
		r.to.BeginAt(r.names.lte, trace.NoIndex, r.now)
	}
}

// endLTE closes it, with what the step and its iterations were.
func (r *recording) endLTE(dt float64, its int) {
	r.live.pop()
	if !r.on {
		return
	}
	r.tick()
	if r.whole.on {
		r.whole.finish(r.now, dt, its)
		return
	}
	if r.small {
		r.to.Emit(r.names.tail, 0, []trace.Stamp{r.began, r.now}, []float64{dt, float64(its)})
		return
	}
	r.ran(r.phases.leaf)
	r.to.EndAt(r.now)
	r.to.CounterAt(r.names.stepSize, dt, r.now)
	r.to.CounterAt(r.names.iterations, float64(its), r.now)
}

// rejected says why the step does not count.
func (r *recording) rejected(newton bool) {
	if r.on {
		why := 1.0 // truncation error
		if newton {
			why = 2
		}
		r.spill()
		r.to.Arg(r.names.rejected, why)
		r.closeStep()
	}
}

// closeStep closes the range of a time step at now, if one is open.
func (r *recording) closeStep() {
	if !r.inStep {
		return
	}
	r.watch.end(r)
	w := &r.whole
	if w.on && w.complete && w.regular() {
		w.emit(r.to, r.names, r.now)
	} else {
		r.spill()
		r.to.EndAt(r.now)
	}
	r.wrote, r.wroteAt = r.to != nil && r.small, r.now
	r.inStep, r.on, r.to = false, false, r.th
}

// beginOutput and endOutput bracket what the caller does with a time point,
// inside its step, if that is timed. The step is closed when the next begins.
func (r *recording) beginOutput() {
	if r.step > 0 && r.outputs {
		r.calls[PhaseOutput]++
	}
	if r.live.inStep && r.outputs {
		r.live.push(PhaseOutput, trace.NoIndex)
	}
	if r.inStep && r.outputs {
		r.spill()
		r.to.BeginAt(r.names.output, trace.NoIndex, r.now)
	}
}

func (r *recording) endOutput() {
	if r.live.inStep && r.outputs {
		r.live.pop()
	}
	if r.inStep && r.outputs {
		r.tick()
		r.to.EndAt(r.now)
	}
}

// norm returns the largest absolute value of v.
func norm(v []float64) float64 {
	m := 0.0
	for _, x := range v {
		m = max(m, math.Abs(x))
	}
	return m
}
