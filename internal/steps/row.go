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

	Residual float64       // the last value of the counter residual_norm
	Measured bool          // there is one
	Blocked  trace.Blocker // what kept the last iteration that did not converge from converging
	Rejected int           // why a step does not count: 1 truncation error, 2 no convergence, 0 it does
}

// None is a number that there is not.
const None = -1

// Names of a counter and an argument of captures of nrprof run.
const (
	counterResidual = "residual_norm"
	argRejected     = "rejected"
)

// BlockedBy names what kept an iteration from converging; "" for nothing that is
// known. Names are the names of unknowns.
func BlockedBy(b trace.Blocker, names map[int64]string) string { return blockerText(b, names) }

// RejectedFor says why a step does not count; "" if it does.
func (r *Row) RejectedFor() string { return r.rejected() }

// blockerText names a blocker; "" for none.
func blockerText(b trace.Blocker, names map[int64]string) string {
	i, residual := b.Unknown()
	if i < 0 {
		if b == trace.BlockedByLimiter {
			return "limiting"
		}
		return ""
	}
	name, ok := names[i]
	if !ok {
		name = fmt.Sprintf("unknown %d", i)
	}
	if residual {
		return "residual of " + name
	}
	return name
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
