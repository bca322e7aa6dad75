package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/nrkit/nrkit/bench/dump"
	"github.com/nrkit/nrkit/bench/matrices"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// superlu prints the table of SuperLU with and without relaxed supernodes: the matrices
// of the folder and the generated ones whose names match.
func (b *bench) superlu(paths []string, names *regexp.Regexp) error {
	fmt.Println("| matrix | n | order | entries | stored | ms | stored with relax = 1 | ms | ratio |")
	fmt.Println("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
	var logs []float64
	for _, path := range paths {
		if name, _, _ := strings.Cut(filepath.Base(path), ".mtx"); !names.MatchString(name) {
			continue
		}
		f, err := sparseio.Open(path, sparseio.Options{})
		if err != nil {
			return err
		}
		if f.Matrix.Values == nil || !f.Matrix.Pattern.Square() {
			continue
		}
		if logs, err = b.relax(path, f.Matrix, logs); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	for _, family := range matrices.Families() {
		for _, made := range family.Matrices {
			if !names.MatchString(made.Name) {
				continue
			}
			path := filepath.Join(b.dir, made.Name+".mtx")
			m := made.Make()
			f, err := os.Create(path)
			if err != nil {
				return err
			}
			if err := sparseio.WriteMatrixMarket(f, m, sparseio.WriteOptions{}); err != nil {
				return err
			}
			if err := f.Close(); err != nil {
				return err
			}
			if logs, err = b.relax(path, m, logs); err != nil {
				return fmt.Errorf("%s: %w", made.Name, err)
			}
		}
	}
	return mean(logs)
}

// relax prints the line of a matrix and appends the logarithm of the ratio.
func (b *bench) relax(path string, m *sparsity.Matrix, logs []float64) ([]float64, error) {
	name, _, _ := strings.Cut(filepath.Base(path), ".mtx")
	order := filepath.Join(b.keep, name+".superlu")
	if err := b.order(path, name, "superlu"); err != nil {
		return nil, err
	}
	if err := dump.Write(filepath.Join(b.dir, "matrix"), m); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(order)
	if err != nil {
		return nil, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	c := exec.Command(filepath.Join(b.dir, "superlu_orders"), filepath.Join(b.dir, "matrix"), b.rounds, b.batch, order)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, err
	}
	var relax, stored, entries, supernodes, off [2]int64
	var seconds [2]float64
	for k, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if _, err := fmt.Sscan(line, &relax[k], &stored[k], &entries[k], &supernodes[k], &off[k], &seconds[k]); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	ratio := seconds[1] / seconds[0]
	fmt.Printf("| %s | %d | %s | %d | %d | %.4g | %d | %.4g | %.3f |\n", name, m.Pattern.Cols, strings.Fields(line)[2],
		entries[0], stored[0], 1e3*seconds[0], stored[1], 1e3*seconds[1], ratio)
	return append(logs, math.Log(ratio)), nil
}
