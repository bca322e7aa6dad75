//go:build linux

package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/nrkit/nrkit/bench/dump"
	"github.com/nrkit/nrkit/bench/matrices"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// An input is a matrix in the forms that the programs want.
type input struct {
	name       string
	rows, cols int
	nnz        int
	square     bool
	pattern    bool   // without values
	complex    bool   //
	mtx        string // plain Matrix Market text
	dump       string // the form of package dump
	bytes      int64  // of mtx
	hash       uint64 // of the pattern
}

// prepare makes every input ready: those in the data folder and those made
// here, smallest first.
func prepare(c *config) ([]input, error) {
	paths, err := filepath.Glob(filepath.Join(c.data, "*.mtx*"))
	if err != nil {
		return nil, err
	}
	var all []input
	for _, path := range paths {
		name, _, _ := strings.Cut(filepath.Base(path), ".mtx")
		if !c.only.MatchString(name) {
			continue
		}
		f, err := sparseio.Open(path, sparseio.Options{})
		if err != nil {
			return nil, err
		}
		in, err := c.ready(name, f.Matrix, path)
		if err != nil {
			return nil, err
		}
		all = append(all, in)
	}
	for _, g := range matrices.All() {
		if !c.only.MatchString(g.Name) || c.quick && g.Name != "arrow_bad_1m" {
			continue
		}
		in, err := c.ready(g.Name, g.Make(), "")
		if err != nil {
			return nil, err
		}
		all = append(all, in)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no matrix matches")
	}
	sort.Slice(all, func(i, j int) bool { return all[i].nnz < all[j].nnz })
	return all, nil
}

// ready writes the dump of m and, where the file at path is not plain text,
// a Matrix Market file.
func (c *config) ready(name string, m *sparsity.Matrix, path string) (input, error) {
	p := m.Pattern
	in := input{name: name, rows: p.Rows, cols: p.Cols, nnz: p.NNZ(), square: p.Square(),
		pattern: !m.HasValues(), complex: m.Complex(), dump: filepath.Join(c.work, name+".bin"), hash: hashOf(p)}
	if err := dump.Write(in.dump, m); err != nil {
		return in, err
	}
	if !c.sections["read"] && !c.sections["endtoend"] {
		return in, nil // nobody reads text
	}
	in.mtx = path
	if filepath.Ext(path) != ".mtx" {
		in.mtx = filepath.Join(c.work, name+".mtx")
		if err := plainText(in.mtx, path, m); err != nil {
			return in, err
		}
	}
	st, err := os.Stat(in.mtx)
	if err != nil {
		return in, err
	}
	in.bytes = st.Size()
	return in, nil
}

// hashOf returns a hash of the positions of p.
func hashOf(p *sparsity.Pattern) uint64 {
	h := uint64(p.Rows)*31 + uint64(p.Cols)
	for j := range p.Cols {
		for _, i := range p.Col(j) {
			h = (h ^ uint64(j)<<32 ^ uint64(i)) * 0x9e3779b97f4a7c15
			h ^= h >> 29
		}
	}
	return h
}

// plainText writes a Matrix Market file without compression: what path holds,
// or m where there is no path.
func plainText(to, path string, m *sparsity.Matrix) (err error) {
	f, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	if path == "" {
		return sparseio.WriteMatrixMarket(f, m, sparseio.WriteOptions{})
	}
	z, err := os.Open(path)
	if err != nil {
		return err
	}
	defer z.Close()
	r, err := gzip.NewReader(z)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	_, err = io.Copy(f, r)
	return err
}
