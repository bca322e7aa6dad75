//go:build linux

package main

import (
	"context"
	"math"
	"runtime"

	"golang.org/x/sys/unix"

	"github.com/nrkit/nrkit/bench/prediction/dataset"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/ordering/transversal"
	"github.com/nrkit/nrkit/sparsity"
)

// own measures newton/lu. Its analysis is what NewSolver does.
func (j *job) own(v variant, r *dataset.Row) error {
	plan := lu.Plan{Row: v.order.Cols, Col: v.order.Cols, BlockPtr: v.order.BlockPtr}
	factor := func() (*lu.Factors[float64], error) {
		return lu.Factor(context.Background(), v.m.Pattern, v.m.Values, plan, lu.Options{})
	}
	f, err := factor()
	if err != nil {
		return err
	}
	s, err := lu.NewSolver(f, v.m.Pattern)
	if err != nil {
		return err
	}
	x := make([]float64, f.N())
	b := make([]float64, f.N())
	for i := range b {
		b[i] = 1
	}
	r.Times["lu/factor"] = j.repeat(func() {
		if g, err := factor(); err == nil {
			g.Release() // as klu_free_numeric
		}
	})
	work := make([]float64, f.N())
	r.Times["lu/solve_once"] = j.repeat(func() {
		copy(x, b)
		f.Solve(x, work)
	})
	r.Times["lu/analyze"] = j.repeat(func() { _, _ = lu.NewSolver(f, v.m.Pattern) })
	err = s.Refactor(v.m.Values)
	if err != nil {
		return err
	}
	r.Times["lu/refactor"] = j.repeat(func() { _ = s.Refactor(v.m.Values) })
	r.Times["lu/solve"] = j.repeat(func() {
		copy(x, b)
		s.Solve(x)
	})
	r.Counts["lu/l"], r.Counts["lu/u"], r.Counts["lu/flops"] = float64(f.Stats.L), float64(f.Stats.U), f.Stats.Flops
	return nil
}

// orderings measures the orderings of the table within the diagonal blocks, and the parts
// that names are made of: `btf`, and the matching `product`.
func (j *job) orderings(m *sparsity.Matrix, times map[string]float64) {
	form := btf.BlockTriangular(m.Pattern)
	for _, method := range named.Methods() {
		if method.Name == "search" {
			continue // it takes the time that it gets
		}
		times["ordering/"+method.Name] = j.repeat(func() {
			ordering.WithinBlocks(m.Pattern, form, func(g *sparsity.Pattern) sparsity.Perm {
				p, _ := method.Apply(g, named.Control{})
				return p
			})
		})
	}
	times["ordering/btf"] = j.repeat(func() { btf.BlockTriangular(m.Pattern) })
	times["ordering/product"] = j.repeat(func() { _, _ = transversal.Product(m) })
}

// repeat returns the least CPU seconds of a call, in batches that are long enough for
// the clock.
func (j *job) repeat(run func()) float64 {
	const batch = 2e-3
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	runtime.GC()
	time := func(count int) float64 {
		start := cpuSeconds()
		for range count {
			run()
		}
		return cpuSeconds() - start
	}
	least := time(1)
	spent, count := least, 1
	for least*float64(count) < batch && count < 1<<20 {
		count *= 4
		t := time(count)
		spent, least = spent+t, math.Min(least, t/float64(count))
	}
	for round := 0; round < 2 || spent < j.budget && round < 1000; round++ {
		t := time(count)
		spent, least = spent+t, math.Min(least, t/float64(count))
	}
	return least
}

// cpuSeconds returns the CPU time of the thread.
func cpuSeconds() float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err) // Linux has this clock
	}
	return float64(t.Sec) + 1e-9*float64(t.Nsec)
}
