package record

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/internal/solvers/preload"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// Folders inside the folder that programs write into.
const (
	solversDir  = "solvers"  // libraries and table of the watching
	matricesDir = "matrices" // raw matrices
	scratchDir  = "scratch"  // matrices that are half converted
	tableName   = "table.bin"
)

// watch makes the folders of the watching of solver libraries in dir, and returns the
// variables that the program gets.
func (p *Program) watch(ctx context.Context, dir string) (env []string, err error) {
	if p.Solvers == nil {
		return nil, nil
	}
	table, err := p.Solvers.MarshalBinary()
	if err != nil {
		return nil, err
	}
	for _, name := range []string{matricesDir, scratchDir} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			return nil, err
		}
	}
	if env, err = preload.Install(ctx, filepath.Join(dir, solversDir), table); err != nil {
		return nil, hint.With(err, "-o names an output in another folder")
	}
	if _, set := os.LookupEnv(petscEmits); !set && slices.ContainsFunc(p.Solvers.Functions, func(f solvers.Function) bool { return f.Library == "petsc" }) {
		env = append(env, petscEmits+"=1")
	}
	return env, nil
}

// petscEmits is the variable with which PETSc from 3.21 on emits its events as NVTX
// ranges. nsys sets it for the programs that it runs.
const petscEmits = "NSYS_PROFILING_SESSION_ID"

// removeWatching removes the folders that watch made.
func removeWatching(dir string) error {
	for _, name := range []string{solversDir, matricesDir, scratchDir} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// checkMatrices refuses a folder of matrices that is there and may not be replaced.
func (r *Recording) checkMatrices() error {
	dir := matrices.Folder(r.Output)
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	err := matrices.Ours(dir)
	switch {
	case err != nil:
		return hint.With(err, "-o names another output, whose matrices have another folder")
	case !r.Force:
		return hint.With(fmt.Errorf("%s exists", dir), "-f replaces it; -o names another output")
	}
	return nil
}

// A watching is what was seen of solver libraries in a run.
type watching struct {
	dir   string    // of the run
	start time.Time // of the trace
	table *solvers.Table
	run   *solvers.Run    // nil if there was no call
	index *matrices.Index // nil before convert
}

// calls reads what was watched in the run of dir, nil if nothing was to be watched.
func (r *Recording) calls(dir string, t *trace.Trace) (*watching, error) {
	blobs, table := t.Blobs, addTable(dir, t)
	info, err := os.Stat(filepath.Join(dir, matricesDir))
	if err != nil || !info.IsDir() {
		return nil, nil
	}
	w := &watching{dir: dir, start: t.Header.Start, table: table}
	w.run, err = solvers.Read(t)
	if w.run == nil {
		t.Blobs = blobs // the table would say nothing
	}
	return w, err
}

// addTable adds the table of the run of dir to its trace, and returns it. The result is
// nil without a whole table.
func addTable(dir string, t *trace.Trace) *solvers.Table {
	data, err := os.ReadFile(filepath.Join(dir, solversDir, tableName))
	var table solvers.Table
	if err != nil || table.UnmarshalBinary(data) != nil { // killed while it was written
		return nil
	}
	solvers.AddTable(t, data)
	return &table
}

// convert makes the folder of matrices, or removes the folder of an earlier run. It does
// nothing if nothing was watched and there is no such folder.
func (w *watching) convert(r *Recording) error {
	to := matrices.Folder(r.Output)
	if w != nil {
		job := matrices.Job{From: filepath.Join(w.dir, matricesDir), To: to, Scratch: filepath.Join(w.dir, scratchDir),
			Capture: filepath.Base(r.Output), Facts: newFacts(w).of}
		x, err := job.Convert()
		if err != nil {
			return err
		}
		if w.index = x; len(x.Calls) > 0 {
			return nil
		}
	}
	if r.Force && matrices.Ours(to) == nil {
		return matrices.Remove(to)
	}
	return nil
}
