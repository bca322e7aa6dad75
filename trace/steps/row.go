package steps

import (
	"fmt"

	"github.com/nrkit/nrkit/trace"
)

// A Row is a time step or an iteration that has ended.
type Row struct {
	Track     int32
	IsStep    bool
	Step      int64  // number of the time step, of which the iteration is one; None outside of steps
	Iteration int64  // number of the iteration in its solution; None of a step
	Number    int64  // steps, or iterations, on the track up to this one
	Within    string // phase that an iteration lies in which is in no step; "" for none
	Start, NS int64
	Build     int64 // ns in build_system; None where there is no such range
	Solve     int64 // ns in linear_solve; None likewise
	Its       int64 // iterations of a step

	Residual float64 // the last value of the counter residual_norm
	Measured bool    // there is one
	Blocked  Blocker // what kept the last iteration that did not converge from converging
	Rejected int     // why a step does not count: 1 truncation error, 2 no convergence, 0 it does
}

// None is a number that there is not.
const None = -1

// Names of arguments and counters of captures of nrprof run.
const (
	counterResidual = "residual_norm"
	argRejected     = "rejected"
	// ArgBlocked says what kept an iteration from being the last: see Blocker.
	ArgBlocked = "blocked_by"
)

// A Blocker is what kept an iteration from being the last one, as the argument
// blocked_by has it: the number of the unknown that moved most against its
// tolerance, from 0; or one of the constants; or below them the equation whose
// residual is too large.
type Blocker int64

// Blockers that are no unknowns.
const (
	NotBlocked      Blocker = -1
	BlockedByLimit  Blocker = -2 // a device limited a voltage
	blockedResidual Blocker = -3 // and below: residual 0, 1, …
)

// BlockedResidual is the blocker of which equation i has the largest residual.
func BlockedResidual(i int) Blocker { return blockedResidual - Blocker(i) }

// Text names a blocker by the table blocked of t, whose rows have the numbers of
// unknowns; "" for none.
func (b Blocker) Text(names map[int64]string) string {
	name := func(i int64) string {
		if text, ok := names[i]; ok {
			return text
		}
		return fmt.Sprintf("unknown %d", i)
	}
	switch {
	case b == NotBlocked:
		return ""
	case b == BlockedByLimit:
		return "limiting"
	case b < BlockedByLimit:
		return "residual of " + name(int64(blockedResidual-b))
	}
	return name(int64(b))
}

// Names returns the names of unknowns that a trace has by number.
func Names(t *trace.Trace) map[int64]string {
	names := map[int64]string{}
	for _, row := range t.Counts.Table["blocked"] {
		if row.Index != nil {
			names[*row.Index] = row.Name
		}
	}
	return names
}
