package newton

import "github.com/nrkit/nrkit/trace"

// phaseNames are the phases and counters of an engine, interned in a recorder.
type phaseNames struct {
	transient, operatingPoint, timestep, iteration          trace.Name
	build, linear, factor, refactor, solve                  trace.Name
	convergence, predict, lte, output, gminStep, sourceStep trace.Name
	residual, stepSize, iterations, time, rejected, cpu     trace.Name
	recording, blocked                                      trace.Name

	// An iteration, what a time step begins with, and what it ends with.
	refactored, factored, head, tail *trace.Pattern

	// The same iterations with what kept them from being the last.
	refactoredBlocked, factoredBlocked *trace.Pattern

	// whole[n] is an accepted time step of n iterations that refactorised; so is
	// follows[n], after the range recording of the step before it.
	whole, follows [wholeIterations + 1]*trace.Pattern
}

// intern interns the names of phases in r, which may be nil.
func intern(r *trace.Recorder) *phaseNames {
	n := &phaseNames{
		transient: r.Name(trace.PhaseTransient), operatingPoint: r.Name(trace.PhaseOperatingPoint),
		timestep: r.Name(trace.PhaseTimestep), iteration: r.Name(trace.PhaseIteration),
		build: r.Name(trace.PhaseBuildSystem), linear: r.Name(trace.PhaseLinearSolve),
		factor: r.Name(trace.PhaseFactor), refactor: r.Name(trace.PhaseRefactor), solve: r.Name(trace.PhaseSolve),
		convergence: r.Name(trace.PhaseConvergence), predict: r.Name(trace.PhasePredict), lte: r.Name(trace.PhaseLTE), output: r.Name(trace.PhaseOutput),
		gminStep: r.Name(trace.PhaseGminStep), sourceStep: r.Name(trace.PhaseSourceStep),
		residual: r.Name("residual_norm"), stepSize: r.Name("step_size"),
		iterations: r.Name("iterations"), time: r.Name("sim_time"), rejected: r.Name("rejected"),
		cpu: r.Name(trace.ArgCPU), recording: r.Name(trace.PhaseRecording),
		blocked: r.Name(trace.ArgBlocked),
	}
	n.refactored, n.factored = n.wholeIteration(r, n.refactor, none), n.wholeIteration(r, n.factor, none)
	n.refactoredBlocked, n.factoredBlocked = n.wholeIteration(r, n.refactor, 1), n.wholeIteration(r, n.factor, 1)
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
		n.whole[its] = n.wholeStep(r, its, 0)
		n.follows[its] = n.wholeStep(r, its, 1)
	}
	return n
}

// wholeIterations is the most iterations of a step that is recorded at once.
// Its first iteration is never the last, and of the others only one may have been
// kept from it, so that a pattern has room for what kept it.
const wholeIterations = 3

// none is no value of a pattern.
const none = -1

// wholeStep is the pattern of an accepted time step of so many iterations that
// refactorised: what head, iterations and tail record one by one. It begins at
// the mark given; the one before that, if any, is the begin of the range
// recording. Its marks are the begin, the end of the prediction, four of each
// iteration, the end of the test of the truncation error and that of the step;
// its values the time, the length, the number of iterations, the residual of
// each, and of three what kept the second from being the last.
func (n *phaseNames) wholeStep(r *trace.Recorder, its, at int) *trace.Pattern {
	var steps []trace.Step
	if at > 0 {
		steps = []trace.Step{{Kind: trace.Begin, Name: n.recording}, {Kind: trace.End, Mark: at}}
	}
	steps = append(steps,
		trace.Step{Kind: trace.Begin, Name: n.timestep, Mark: at, Index: true}, trace.Step{Kind: trace.Arg, Name: n.time, Mark: at},
		trace.Step{Kind: trace.Begin, Name: n.predict, Mark: at}, trace.Step{Kind: trace.End, Mark: at + 1})
	at++
	for k := 1; k <= its; k++ {
		blocked := none
		if k > 1 && k < its {
			blocked = 3 + its
		}
		steps = append(steps, n.iterationSteps(trace.Step{Kind: trace.Begin, Name: n.iteration, Fixed: k}, n.refactor, at, 2+k, blocked)...)
		at += 4
	}
	return r.Pattern(append(steps,
		trace.Step{Kind: trace.Begin, Name: n.lte, Mark: at},
		trace.Step{Kind: trace.End, Mark: at + 1},
		trace.Step{Kind: trace.Counter, Name: n.stepSize, Mark: at + 1, Value: 1},
		trace.Step{Kind: trace.Counter, Name: n.iterations, Mark: at + 1, Value: 2},
		trace.Step{Kind: trace.End, Mark: at + 2})...)
}

// wholeIteration is the pattern of an iteration whose matrix is factorised by
// the phase named. Blocked is the value that says what kept it from being the
// last, or none.
func (n *phaseNames) wholeIteration(r *trace.Recorder, factorised trace.Name, blocked int) *trace.Pattern {
	return r.Pattern(n.iterationSteps(trace.Step{Kind: trace.Begin, Name: n.iteration, Index: true}, factorised, 0, 0, blocked)...)
}

// iterationSteps are the events of an iteration that first opens at mark at, and
// whose residual is a value, and so is what kept it from being the last unless
// that is none.
func (n *phaseNames) iterationSteps(first trace.Step, factorised trace.Name, at, value, blocked int) []trace.Step {
	begin := func(name trace.Name, mark int) trace.Step {
		return trace.Step{Kind: trace.Begin, Name: name, Mark: at + mark}
	}
	end := func(mark int) trace.Step { return trace.Step{Kind: trace.End, Mark: at + mark} }
	first.Mark = at
	steps := []trace.Step{
		first,
		begin(n.build, 0), end(1),
		begin(n.linear, 1), begin(factorised, 1), end(2), begin(n.solve, 2), end(3), end(3),
		begin(n.convergence, 3), end(4),
		{Kind: trace.Counter, Name: n.residual, Mark: at + 4, Value: value},
	}
	if blocked != none {
		steps = append(steps, trace.Step{Kind: trace.Arg, Name: n.blocked, Mark: at + 4, Value: blocked})
	}
	return append(steps, end(4))
}

// iterationOf returns the pattern of an iteration that was factorised anew, or
// not, and was kept from being the last by b.
func (n *phaseNames) iterationOf(anew bool, b trace.Blocker) *trace.Pattern {
	switch {
	case b != trace.NotBlocked && anew:
		return n.factoredBlocked
	case b != trace.NotBlocked:
		return n.refactoredBlocked
	case anew:
		return n.factored
	}
	return n.refactored
}
