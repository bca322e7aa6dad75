package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

// The Solvers of a subject.
const (
	alone    = iota
	together // so many workers
	auto
	other // one worker, on another core than alone
	sides
)

// A subject is a matrix with what was measured of it, in seconds.
type subject struct {
	name    string
	a       *sparsity.Matrix
	order   symbolic.Order
	solvers [sides]*lu.Solver
	x       []float64

	figures []machine
	times   [sides][]float64 // medians of batches
	gains   []float64        // alone/together of adjacent batches
	both    []float64        // by how much longer alone takes while other works, by batch

	total, count [sides]float64 // of refactorizations of auto, and of alone after them
}

func read(name string) (*subject, error) {
	file, err := sparseio.Open(name, sparseio.Options{})
	if err != nil {
		return nil, err
	}
	a := file.Matrix
	if a.Values == nil {
		return nil, errors.New("a matrix with values is needed")
	}
	form := btf.BlockTriangular(a.Pattern)
	rows, cols := ordering.WithinBlocks(a.Pattern, form, func(g *sparsity.Pattern) sparsity.Perm {
		p, _ := ordering.AMD(sparsity.Symmetrize(g), ordering.AMDOptions{})
		return p
	})
	base, _, _ := strings.Cut(filepath.Base(name), ".")
	s := &subject{name: base, a: a, x: make([]float64, a.Pattern.Cols)}
	s.order = symbolic.Order{Method: "btf+amd", Rows: rows, Cols: cols, BlockPtr: form.BlockPtr}
	f, err := lu.Factor(context.Background(), a.Pattern, a.Values, lu.Plan{Row: rows, Col: cols, BlockPtr: form.BlockPtr}, lu.Options{})
	if err != nil {
		return nil, err
	}
	for k := range s.solvers {
		if s.solvers[k], err = lu.NewSolver(f, a.Pattern); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// prepare sets the workers of the Solvers, and reports whether several do work.
func (s *subject) prepare(m lu.Machine, workers int) bool {
	for k, n := range [sides]int{1, workers, lu.Auto, 1} {
		s.solvers[k].SetMachine(m)
		s.solvers[k].SetWorkers(n)
	}
	n, _ := s.solvers[together].Workers()
	return n > 1
}

// pass measures all batches of a pass.
func (s *subject) pass(d time.Duration) error {
	var times [4]float64
	for i, side := range [...]int{alone, together, alone, together} {
		t, err := s.batch(side, d, true)
		if err != nil {
			return err
		}
		times[i] = t
		s.times[side] = append(s.times[side], t)
	}
	s.gains = append(s.gains, times[0]/times[1], times[2]/times[3])
	for _, side := range [...]int{auto, alone} {
		begin, before := time.Now(), s.count[side]
		for s.count[side]-before < 3 || time.Since(begin) < d {
			t, err := s.refactor(side, true)
			if err != nil {
				return err
			}
			s.total[side] += t
			s.count[side]++
		}
	}
	return s.atOnce(d)
}

// atOnce measures two refactorizations at once, each by one worker, beside one.
func (s *subject) atOnce(d time.Duration) error {
	one, err := s.batch(alone, d, false)
	if err != nil {
		return err
	}
	var times [sides]float64
	var errs [sides]error
	var group sync.WaitGroup
	for _, side := range [...]int{alone, other} {
		group.Go(func() { times[side], errs[side] = s.batch(side, d, false) })
	}
	group.Wait()
	s.both = append(s.both, (times[alone]+times[other])/2/one)
	return errors.Join(errs[:]...)
}

// batch returns the median time of refactorizations for d, without the first two.
func (s *subject) batch(side int, d time.Duration, solve bool) (float64, error) {
	var times []float64
	for begin := time.Now(); len(times) < 3 || time.Since(begin) < d; {
		t, err := s.refactor(side, solve)
		if err != nil {
			return 0, err
		}
		times = append(times, t)
	}
	if len(times) > 4 {
		times = times[2:]
	}
	return quantile(times, 0.5), nil
}

// refactor returns the time of a refactorization, after which it solves.
func (s *subject) refactor(side int, solve bool) (float64, error) {
	start := time.Now()
	err := s.solvers[side].Refactor(s.a.Values)
	t := time.Since(start).Seconds()
	if err == nil && solve {
		for i := range s.x {
			s.x[i] = 1
		}
		s.solvers[side].Solve(s.x)
	}
	return t, err
}

// quantile returns the value below which a share q of list is.
func quantile(list []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}
