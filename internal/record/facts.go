package record

import (
	"math"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/solvers"
)

// facts says of a raw matrix what its call was.
type facts struct {
	*watching
	calls  map[[2]int64][]int32 // by process and number, in order of time: indices of the calls
	matrix []uint64             // by call: number of the matrix that it uses; 0 for unknown
	start  int64                // of the trace: ns of the wall clock
}

// newFacts goes through the calls once.
func newFacts(w *watching) *facts {
	f := &facts{watching: w, calls: map[[2]int64][]int32{}, start: w.start.UnixNano()}
	if w.run == nil {
		return f
	}
	f.matrix = make([]uint64, len(w.run.Calls))
	latest := map[int32]uint64{} // matrix of each factorisation
	for k := range w.run.Calls {
		c := &w.run.Calls[k]
		at := [2]int64{w.run.Threads[c.Thread].Process, c.Number}
		f.calls[at] = append(f.calls[at], int32(k))
		if c.Pattern != 0 && c.Values != 0 {
			f.matrix[k] = uint64(c.Pattern)<<32 | uint64(c.Values)
		}
		switch {
		case c.Factors == 0:
		case f.matrix[k] == 0:
			f.matrix[k] = latest[c.Factors]
		case c.Phase.Does(solvers.PhaseFactor) || c.Phase.Does(solvers.PhaseRefactor):
			latest[c.Factors] = f.matrix[k]
		}
	}
	return f
}

// of returns what is known of the call of a raw matrix.
func (f *facts) of(h *matrices.Header) *matrices.Facts {
	out := &matrices.Facts{}
	symbol := ""
	if f.table != nil && h.Row < uint64(len(f.table.Functions)) {
		row := f.table.Functions[h.Row]
		symbol = row.Symbol
		out.Function, out.Library, out.Phase = row.Symbol, row.Library, row.Phase.String()
	}
	if k := f.call(h, symbol); k >= 0 {
		c := &f.run.Calls[k]
		fn := &f.run.Functions[c.Function]
		begin := c.Begin
		*out = matrices.Facts{Function: fn.Symbol, Library: fn.Library, Phase: c.Phase.String(),
			Thread: f.run.Threads[c.Thread].Name, TimeNS: &begin, Matrix: f.matrix[k]}
	}
	return out
}

// call returns the index of the call in the run, -1 if it is not there. If a process
// ran several programs, several calls may have its number: the one counts that is
// nearest in time.
func (f *facts) call(h *matrices.Header, symbol string) int32 {
	best, least := int32(-1), int64(math.MaxInt64)
	for _, k := range f.calls[[2]int64{int64(h.PID), int64(h.Number)}] {
		c := &f.run.Calls[k]
		if symbol != "" && f.run.Functions[c.Function].Symbol != symbol {
			continue
		}
		apart := int64(h.Saved) - f.start - c.Begin
		if apart = max(apart, -apart); apart < least || best < 0 {
			best, least = k, apart
		}
	}
	return best
}
