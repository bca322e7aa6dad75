package record

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/solvers"
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
	for _, name := range []string{solversDir, matricesDir} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			return nil, err
		}
	}
	table, err := p.Solvers.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return p.Install(ctx, dir, table)
}

// removeWatching removes the folders that watch made.
func removeWatching(dir string) error {
	for _, name := range []string{solversDir, matricesDir, scratchDir} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// watched reports whether calls into solver libraries were watched in the run of dir.
func watched(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, matricesDir))
	return err == nil && info.IsDir()
}

// savedTable returns the functions that were watched in the run of dir, nil if the
// table is damaged.
func savedTable(dir string) *solvers.Table {
	data, err := os.ReadFile(filepath.Join(dir, solversDir, tableName))
	var t solvers.Table
	if err != nil || t.UnmarshalBinary(data) != nil {
		return nil
	}
	return &t
}

// MatricesFolder returns the folder of the matrices that belongs to a capture: run.nrt
// has run.matrices.
func MatricesFolder(capture string) string {
	for _, ending := range []string{".gz", ".zst"} {
		capture = strings.TrimSuffix(capture, ending)
	}
	return strings.TrimSuffix(capture, filepath.Ext(capture)) + ".matrices"
}

// checkMatrices refuses a folder of matrices that is there and may not be replaced.
func (r *Recording) checkMatrices() error {
	dir := MatricesFolder(r.Output)
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	err := matrices.Ours(dir)
	switch {
	case err != nil:
		return hintOther(err)
	case !r.Force:
		return hintExists(dir)
	}
	return nil
}

// removeMatrices removes the matrices of an earlier run.
func (r *Recording) removeMatrices() error {
	dir := MatricesFolder(r.Output)
	if !r.Force || matrices.Ours(dir) != nil {
		return nil
	}
	return matrices.Remove(dir)
}
