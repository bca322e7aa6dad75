package trace

// Names of the phases of a Newton-Raphson solver. A program that uses these names
// gets a summary without further options.
//
//	transient ▸ timestep ▸ nr_iteration ▸ build_system
//	                                    ▸ linear_solve ▸ factor | refactor, solve
//	                                    ▸ convergence
//	          ▸ … ▸ predict, lte, output
//	operating_point ▸ nr_iteration ▸ …
//	                ▸ gmin_step, source_step ▸ nr_iteration ▸ …
const (
	PhaseTransient      = "transient"       // the whole analysis over time
	PhaseOperatingPoint = "operating_point" // the solution at rest before it
	PhaseGminStep       = "gmin_step"       // a solution on the way to it, by conductances
	PhaseSourceStep     = "source_step"     // and by sources
	PhaseTimestep       = "timestep"        // an attempt at one time point
	PhasePredict        = "predict"         // first guess of a time point
	PhaseIteration      = "nr_iteration"    // one Newton-Raphson iteration
	PhaseBuildSystem    = "build_system"    // device evaluation, residual and Jacobian
	PhaseLinearSolve    = "linear_solve"    // all of factor, refactor and solve
	PhaseFactor         = "factor"          // factorisation with pivoting
	PhaseRefactor       = "refactor"        // factorisation on a known pattern
	PhaseSolve          = "solve"           // triangular solves
	PhaseConvergence    = "convergence"     // update and convergence test
	PhaseLTE            = "lte"             // local truncation error and the next step
	PhaseOutput         = "output"          // results stored or printed
	PhaseRecording      = "recording"       // ranges written, between steps: no time of the program
)

// Names of counts that a summary uses.
const (
	CountTimesteps         = "timesteps"           // Counts.Number: attempts at a time point
	CountIterations        = "nr_iterations"       // Counts.Number
	CountIterationsPerStep = "iterations_per_step" // Counts.Histogram
	CountCPU               = "cpu_ns"              // of Counts.Wall, the solver's thread ran on a processor
	CountPreempted         = "preempted_steps"     // timed steps in which the thread lost the processor
	CountPreemptedNS       = "preempted_ns"        // for so long
	TableCalls             = "calls"               // Counts.Table: ranges of each phase there were, timed or not
)

// MachineCount reports whether a number of Counts depends on how busy the machine
// was: it differs between runs of the same work.
func MachineCount(name string) bool {
	return name == CountCPU || name == CountPreempted || name == CountPreemptedNS
}

// ArgCPU is an argument of ranges of analyses, and of time steps that were
// preempted. It says for how many ns of the range the thread ran on a processor.
const ArgCPU = "cpu_ns"

// A role is what a phase is to the summary.
type role uint8

const (
	unknownPhase role = iota
	container         // time in it but in no phase within is unattributed
	leaf              // time in it is attributed
)

func phaseRole(name string) role {
	switch name {
	case PhaseTransient, PhaseOperatingPoint, PhaseGminStep, PhaseSourceStep, PhaseTimestep, PhaseIteration:
		return container
	case PhasePredict, PhaseBuildSystem, PhaseFactor, PhaseRefactor, PhaseSolve,
		PhaseConvergence, PhaseLTE, PhaseOutput, PhaseLinearSolve, PhaseRecording:
		return leaf
	}
	return unknownPhase
}

// phaseParents returns the phases that one lies in, among known ones; nil when
// it may lie anywhere.
func phaseParents(name string) []string {
	switch name {
	case PhaseTimestep:
		return []string{PhaseTransient}
	case PhaseRecording:
		return []string{PhaseTransient}
	case PhaseGminStep, PhaseSourceStep:
		return []string{PhaseOperatingPoint}
	case PhaseIteration:
		return []string{PhaseTimestep, PhaseOperatingPoint, PhaseGminStep, PhaseSourceStep, PhaseTransient}
	case PhaseBuildSystem, PhaseLinearSolve, PhaseConvergence:
		return []string{PhaseIteration, PhaseTimestep, PhaseOperatingPoint, PhaseTransient}
	case PhaseFactor, PhaseRefactor, PhaseSolve:
		return []string{PhaseLinearSolve}
	}
	return nil
}

// IsPhase says whether a phase has the name.
func IsPhase(name string) bool { return phaseRole(name) != unknownPhase }
