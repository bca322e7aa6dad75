package evidence

import (
	"context"
	"os"
	"slices"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/solvers/captured"
	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/internal/solvers/symbols"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace/input"
)

// AddSolvers adds to in, which is the input of set, the calls of solver libraries, and
// what the matrices show that were captured with them. Matrices lie in the folder
// run.matrices beside run.nrt; of several traces, they are not looked at. Functions of
// C++ have their names instead of mangled symbols.
func AddSolvers(set *input.Set, in *diagnose.Input) (err error) {
	if in.Solvers, err = solvers.Read(set.Trace); err != nil || in.Solvers == nil {
		return err
	}
	in.Solvers.Functions = slices.Clone(in.Solvers.Functions) // may be shared
	for k := range in.Solvers.Functions {
		f := &in.Solvers.Functions[k]
		f.Symbol = symbols.Legible(f.Symbol)
	}
	if len(set.Files) != 1 {
		return nil
	}
	dir := matrices.Folder(set.Files[0].Name)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil // without matrices
	}
	in.Captured, err = captured.Look(context.Background(), dir, in.Solvers, in.Span())
	if in.Captured != nil {
		in.Warnings = append(in.Warnings, in.Captured.Skipped...)
	}
	return err
}
