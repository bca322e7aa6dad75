package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
)

// expandRecorded replaces each folder of matrices that nrprof record wrote by the
// matrices in it, in the order of the calls. It reports whether there was one.
func expandRecorded(args []string) (out []string, found bool, err error) {
	for _, path := range args {
		names, err := recorded(path)
		if err != nil {
			return nil, false, err
		}
		if names == nil {
			out = append(out, path)
			continue
		}
		found = true
		for _, name := range names {
			out = append(out, filepath.Join(path, name))
		}
	}
	return out, found, nil
}

// recorded returns the matrices of a folder that nrprof record wrote, nil for anything
// but such a folder.
func recorded(path string) ([]string, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return nil, nil
	}
	x, err := matrices.ReadIndex(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.As(err, new(*matrices.SchemaError)):
		return nil, nil
	case err != nil:
		return nil, err
	}
	names := x.Matrices()
	if len(names) == 0 {
		return nil, errors.New(path + ": has right-hand sides and solutions, but no matrix")
	}
	return names, nil
}

// A vectorFinder knows the vectors of the folders that nrprof record wrote.
type vectorFinder map[string]map[string]bool

// has reports whether the index of the folder of a file lists the file as a vector.
func (f vectorFinder) has(path string) bool {
	dir, name := filepath.Split(path)
	vectors, known := f[dir]
	if !known {
		if x, err := matrices.ReadIndex(dir); err == nil {
			vectors = x.Vectors()
		}
		f[dir] = vectors
	}
	return vectors[name]
}
