package align

import (
	"fmt"

	"github.com/nrkit/nrkit/trace"
)

// A Unit is what begins at the same time in both runs.
type Unit string

// Units of alignment.
const (
	Iteration Unit = "iteration" // Newton iterations, and the solutions around them
	Step      Unit = "step"      // time steps and other solutions
)

// Parse returns the unit of a name.
func Parse(name string) (u Unit, ok bool) {
	switch u := Unit(name); u {
	case Iteration, Step:
		return u, true
	}
	return "", false
}

// phase names the ranges of a unit.
func (u Unit) phase() string {
	if u == Step {
		return trace.PhaseTimestep
	}
	return trace.PhaseIteration
}

// A Run is one of the two runs.
type Run struct {
	Name  string // of its file
	Trace *trace.Trace
}

// A Count says how many ranges of a sort the runs have.
type Count struct {
	Both, Before, After int64 // Before and After: ranges that only this run has
}

// A Total is the time of a phase in the aligned units of each run. Units that only one
// run has are included.
type Total struct {
	Name          string
	Before, After int64 // ns
}

// A Result is two runs on one time line.
type Result struct {
	Trace      *trace.Trace
	Steps      Count
	Iterations Count
	Totals     []Total // the unit first
	Warnings   []string
}

// An Error says which of the two runs cannot be aligned, and why.
type Error struct {
	Run int // 0: before, 1: after
	Err error
}

func (e *Error) Error() string { return fmt.Sprintf("run %d: %v", e.Run+1, e.Err) }
func (e *Error) Unwrap() error { return e.Err }
