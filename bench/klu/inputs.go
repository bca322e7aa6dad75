//go:build linux

package main

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// An input is a matrix to measure on.
type input struct {
	name string
	m    *sparsity.Matrix
}

// matrices returns those made here and those of dir with a name that only matches.
func matrices(dir string, only *regexp.Regexp) ([]input, error) {
	var all []input
	if only.MatchString("rc") {
		all = append(all, input{"rc", rc()})
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.mtx*"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		name, _, _ := strings.Cut(filepath.Base(path), ".mtx")
		if !only.MatchString(name) {
			continue
		}
		f, err := sparseio.Open(path, sparseio.Options{})
		if err != nil {
			return nil, err
		}
		if m := f.Matrix; m.Pattern.Square() && m.Values != nil && !m.Complex() {
			all = append(all, input{name, m})
		}
	}
	return all, nil
}

// rc is the matrix of a voltage source that charges a capacitor through a
// resistor: two node voltages and the current of the source.
func rc() *sparsity.Matrix {
	const g, c = 1e-3, 2.0
	t := &sparsity.Triplets{Rows: 3, Cols: 3,
		Row:    []int32{0, 0, 1, 1, 0, 2},
		Col:    []int32{0, 1, 0, 1, 2, 0},
		Values: []float64{g, -g, -g, g + c, 1, 1},
	}
	m, _ := t.Compress()
	return m
}
