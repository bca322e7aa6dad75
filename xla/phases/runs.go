package phases

import (
	"slices"
)

// Runs finds the ranges of phases around operations that follow one another, each
// with the phases of its path. The zero value has no open phase.
//
// A phase lasts as long as the operations have it at the same place of their paths.
// If the operation with which a phase began comes again, the phase begins anew,
// because an operation runs once in each pass of its loop. If the operation began
// several phases, the innermost phase that lies around others, such as nr_iteration,
// begins anew, with the phases inside it. If no such phase began, all of them begin
// anew.
type Runs struct {
	open []opened
}

// An opened is a phase and the operation that it began with.
type opened struct {
	phase string
	op    int32
}

// Next takes the next operation, whose phases are path, the outermost first. It
// returns how many of the open phases go on, counted from the outermost. The other
// open phases have ended with the operation before, and path[keep:] begin.
func (r *Runs) Next(path []string, op int32) (keep int) {
	for keep < len(r.open) && keep < len(path) && r.open[keep].phase == path[keep] {
		keep++
	}
	again := slices.IndexFunc(r.open[:keep], func(o opened) bool { return o.op == op })
	for k := keep - 1; k >= 0 && again >= 0; k-- {
		if o := r.open[k]; o.op == op && Around(o.phase) {
			again = k
			break
		}
	}
	if again >= 0 {
		keep = again
	}
	r.open = r.open[:keep]
	for _, p := range path[keep:] {
		r.open = append(r.open, opened{p, op})
	}
	return keep
}

// Unknown takes an operation of whose path only the begin is known, with the phases
// prefix. These phases go on or begin. Open phases behind them that lie around
// others go on too. It returns how many of the open phases go on; prefix[keep:]
// begin.
func (r *Runs) Unknown(prefix []string, op int32) (keep int) {
	for keep < len(r.open) && keep < len(prefix) && r.open[keep].phase == prefix[keep] {
		keep++
	}
	if keep < len(prefix) {
		return r.Next(prefix, op)
	}
	for keep < len(r.open) && Around(r.open[keep].phase) {
		keep++
	}
	r.open = r.open[:keep]
	return keep
}

// Open returns how many phases are open.
func (r *Runs) Open() int { return len(r.open) }
