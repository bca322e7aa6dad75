package parallel

import (
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/prediction"
)

// SolverMachine returns the times of m that the Solver of newton/lu takes to predict what
// several goroutines gain: see [lu.Solver.SetMachine]. Speedups takes the same times.
func SolverMachine(m *prediction.Machine) lu.Machine {
	out := lu.Machine{Dispatch: 1e-9 * m.Dispatch}
	if len(m.Update) > prediction.L1 {
		out.Update = 1e-9 * m.Update[prediction.L1]
	}
	return out
}
