package newton

import "github.com/nrkit/nrkit/trace"

// Ranges is called when phases begin and end, on the goroutine that uses the engine.
// Each Push has its Pop, and the phases between the two lie within. The index is the
// number of a time step, of an iteration within its solution, or of a step of gmin
// or sources, otherwise trace.NoIndex.
type Ranges interface {
	Push(p Phase, index int64)
	Pop()
}

// A Phase is what an engine does in a range.
type Phase byte

const (
	PhaseTransient Phase = iota
	PhaseOperatingPoint
	PhaseGminStep
	PhaseSourceStep
	PhaseTimestep
	PhasePredict
	PhaseIteration
	PhaseBuildSystem
	PhaseLinearSolve
	PhaseFactor
	PhaseRefactor
	PhaseSolve
	PhaseConvergence
	PhaseLTE
	PhaseOutput
	Phases // how many there are
)

// String returns the name that the phase has in traces.
func (p Phase) String() string {
	return [Phases]string{trace.PhaseTransient, trace.PhaseOperatingPoint, trace.PhaseGminStep, trace.PhaseSourceStep, trace.PhaseTimestep,
		trace.PhasePredict, trace.PhaseIteration, trace.PhaseBuildSystem, trace.PhaseLinearSolve, trace.PhaseFactor, trace.PhaseRefactor,
		trace.PhaseSolve, trace.PhaseConvergence, trace.PhaseLTE, trace.PhaseOutput}[p]
}

// live passes phases on as they happen; what takes them is nil for none.
type live struct {
	to     Ranges
	inStep bool
}

func (l *live) push(p Phase, index int64) {
	if l.to != nil {
		l.to.Push(p, index)
	}
}

func (l *live) pop() {
	if l.to != nil {
		l.to.Pop()
	}
}

// timestep opens a time step and the prediction it begins with. The step before
// ends here, so that what the caller does with its time point lies in it.
func (l *live) timestep(k int64) {
	if l.to != nil {
		l.closeStep()
		l.inStep = true
		l.to.Push(PhaseTimestep, k)
		l.to.Push(PhasePredict, trace.NoIndex)
	}
}

// closeStep closes the time step, if one is open.
func (l *live) closeStep() {
	if l.inStep {
		l.inStep = false
		l.to.Pop()
	}
}
