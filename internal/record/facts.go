package record

import (
	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/solvers"
)

// facts says of a raw matrix what its call was.
type facts struct {
	*watching
	calls  map[[2]int64][]int32 // by process and number, in order of time: indices of the calls
	matrix []uint64             // by call: number of the matrix that it uses; 0 for unknown
}

// newFacts goes through the calls once.
func newFacts(w *watching) *facts {
	f := &facts{watching: w, calls: map[[2]int64][]int32{}}
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

// of returns what is known of the call of a raw matrix. Where a process ran several
// programs, several calls may have its number: the first one of the same function
// counts.
func (f *facts) of(h *matrices.Header) *matrices.Facts {
	out := &matrices.Facts{}
	symbol := ""
	if f.table != nil && h.Row < uint64(len(f.table.Functions)) {
		row := f.table.Functions[h.Row]
		symbol = row.Symbol
		out.Function, out.Library, out.Phase = row.Symbol, row.Library, row.Phase.String()
	}
	for _, k := range f.calls[[2]int64{int64(h.PID), int64(h.Number)}] {
		c := &f.run.Calls[k]
		fn := &f.run.Functions[c.Function]
		if symbol != "" && fn.Symbol != symbol {
			continue
		}
		out.Function, out.Library, out.Phase = fn.Symbol, fn.Library, c.Phase.String()
		begin := c.Begin
		out.Thread, out.TimeNS, out.Matrix = f.run.Threads[c.Thread].Name, &begin, f.matrix[k]
		break
	}
	return out
}
