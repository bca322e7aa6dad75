package captured

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// Limits of one run.
const (
	mostBytes   = 256 << 20 // of files for residuals, and as many for dense matrices
	mostEntries = 2_000_000 // of a matrix that is ordered
	mostPairs   = 16        // of patterns that are compared
	worth       = 0.05      // of the trace: the time of a pattern from which on it is ordered
)

// A folder is the captured matrices of a run.
type folder struct {
	ctx   context.Context
	dir   string
	run   *solvers.Run
	span  int64 // of the trace, ns
	index *matrices.Index
	calls []int32 // of each call of the index, the place in run.Calls; -1 if it is not there
	out   *diagnose.SolverMatrices
}

// Look returns what the matrices in dir say about the calls of run, in a trace of span
// ns. It returns nil if there is no such folder.
//
// Cost: reads files of at most some hundred megabytes, and orders the patterns that take
// at least 5 % of the trace. What is skipped is named in the result.
func Look(ctx context.Context, dir string, run *solvers.Run, span int64) (*diagnose.SolverMatrices, error) {
	index, err := matrices.ReadIndex(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f := newFolder(ctx, dir, run, span, index)
	for _, step := range []func() error{f.patterns, f.differences, f.residuals, f.dense, f.pivots} {
		if err := cmp.Or(step(), ctx.Err()); err != nil {
			return nil, err
		}
	}
	return f.out, nil
}

// newFolder returns the folder with the calls of its index found.
func newFolder(ctx context.Context, dir string, run *solvers.Run, span int64, index *matrices.Index) *folder {
	f := &folder{ctx: ctx, dir: dir, run: run, span: span, index: index, out: &diagnose.SolverMatrices{Source: filepath.Base(dir)}}
	f.match()
	return f
}

// match finds the calls of the index in the trace, by process and number. If a process
// ran several programs, whose calls have the same numbers, the time decides.
func (f *folder) match() {
	type name struct{ process, number uint64 }
	at := map[name][]int32{}
	for k, c := range f.run.Calls {
		n := name{uint64(f.run.Threads[c.Thread].Process), uint64(c.Number)}
		at[n] = append(at[n], int32(k))
	}
	for _, x := range f.index.Calls {
		place := int32(-1)
		list := at[name{x.Process, x.Number}]
		for _, k := range list {
			if len(list) == 1 || x.TimeNS != nil && *x.TimeNS == f.run.Calls[k].Begin {
				place = k
			}
		}
		f.calls = append(f.calls, place)
	}
}

// matrix reads a matrix of the folder.
func (f *folder) matrix(name string, patternOnly bool) (*sparseio.File, error) {
	return sparseio.Open(filepath.Join(f.dir, name), sparseio.Options{PatternOnly: patternOnly, Workers: 1})
}

// size returns the bytes of files of the folder.
func (f *folder) size(names ...string) (n int64) {
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(f.dir, name)); err == nil {
			n += info.Size()
		}
	}
	return n
}

// skip notes what was not computed.
func (f *folder) skip(format string, args ...any) {
	f.out.Skipped = append(f.out.Skipped, fmt.Sprintf(format, args...))
}

// sparseMatrix says whether a call of the index has a matrix of its own that is stored
// by its entries.
func (f *folder) sparseMatrix(k int) bool {
	x := &f.index.Calls[k]
	return f.calls[k] >= 0 && x.Pattern != "" && x.Files.Matrix != "" && !f.isDense(k)
}

// isDense says whether a call of the index has a dense matrix: with all entries, and
// to a library that is not one of those for sparse matrices alone.
func (f *folder) isDense(k int) bool {
	x := &f.index.Calls[k]
	switch x.Library {
	case "klu", "umfpack", "cholmod", "spqr", "superlu", "superlu_dist", "mumps", "pardiso", "cudss":
		return false
	}
	return x.N > 1 && x.NNZ == x.Rows*x.N
}
