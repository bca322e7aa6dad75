package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/nrkit/nrkit/bench/dump"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// steps of a series after the first, and the standard deviations of the logarithms of
// what values are multiplied by.
var steps = []float64{0.1, 1, 3}

// most is the most flops of a matrix that is compared.
const most = 2e8

// rounding is how much the residual of a long row is rounded, relative to its terms:
// package lu computes it in double precision.
const rounding = 1e-13

// large is the backward error from which on rounding is less than 1 % of it.
const large = 100 * rounding

// series compares a series that starts with the matrix of a file.
func (o *oracle) series(path string) error {
	f, err := sparseio.Open(path, sparseio.Options{Lenient: true})
	if err != nil {
		return err
	}
	m := f.Matrix
	if !m.Pattern.Square() || !m.HasValues() || m.Complex() || m.Pattern.Cols == 0 || m.Pattern.NNZ() > 300_000 {
		o.skipped++
		return nil
	}
	files, list, err := o.write(m)
	if err != nil {
		return err
	}
	order := filepath.Join(o.tmp, "order")
	klu, err := run(append([]string{o.klu, order}, files...)...)
	if err != nil {
		return err
	}
	plan, err := readOrder(order, m.Pattern.Cols)
	if err != nil {
		return err
	}
	if klu["singular"] > 0 || klu["offdiag"] > 0 {
		o.skipped++
		return nil
	}
	first, err := lu.Factor(context.Background(), m.Pattern, m.Values, plan, lu.Options{Threshold: 1e-200, MaxFlops: most})
	if err != nil {
		o.skipped++
		return nil
	}
	s, err := lu.NewSolver(first, m.Pattern)
	if err != nil {
		return err
	}
	s.Tolerance = 1e-200
	o.matrices++
	return o.compare(f.Name, m.Pattern, s, list, files, klu)
}

// write writes the series.
func (o *oracle) write(m *sparsity.Matrix) (files []string, list [][]float64, err error) {
	rnd := rand.New(rand.NewPCG(1, uint64(m.Pattern.NNZ())))
	for k := range len(steps) + 1 {
		values := append([]float64(nil), m.Values...)
		for q := range values {
			if k > 0 {
				values[q] *= math.Exp(steps[k-1] * rnd.NormFloat64())
			}
		}
		files, list = append(files, filepath.Join(o.tmp, fmt.Sprint("m", k))), append(list, values)
		if err := dump.Write(files[k], &sparsity.Matrix{Pattern: m.Pattern, Values: values}); err != nil {
			return nil, nil, err
		}
	}
	return files, list, nil
}

// compare compares the figures of all matrices of a series.
func (o *oracle) compare(name string, a *sparsity.Pattern, s *lu.Solver, list [][]float64, files []string, klu map[string]float64) error {
	var names []string
	var ours []figures
	for k, values := range list {
		_, singular := klu[fmt.Sprint(k, ".singular")]
		if err := s.Refactor(values); err != nil || singular {
			continue // a pivot of zero, or overflow
		}
		f := s.Factors()
		x := make([]float64, a.Cols)
		for i := range x {
			x[i] = float64(i%5) - 1.5
		}
		b := append([]float64(nil), x...)
		s.Solve(x)
		off := slices.Clone(x) // a solution whose error is far above rounding errors
		for i := range off {
			off[i] *= 1 + 1e-6*float64(i%3-1)
		}
		if err := writeVectors(files[k], x, b, off); err != nil {
			return err
		}
		names, ours = append(names, files[k]), append(ours, figures{k, f.ReciprocalGrowth(a, values), f.PivotRatio(), lu.Condition(f, a, values), lu.Backward(a, values, x, b), lu.Backward(a, values, off, b)})
	}
	exact, err := run(append([]string{o.python, o.exact}, names...)...)
	if err != nil {
		return err
	}
	for at, g := range ours {
		o.check(fmt.Sprintf("%s, matrix %d", name, g.number), at, g, klu, exact)
	}
	return nil
}

// figures are what package lu says about a matrix.
type figures struct {
	number                       int // in the series
	rgrowth, pivotRatio, condest float64
	backward, off                lu.BackwardError // of a solution, and of the same with errors of 1e-6
}

// check compares the figures of one matrix.
func (o *oracle) check(name string, at int, g figures, klu, exact map[string]float64) {
	get := func(from map[string]float64, k int, what string) float64 { return from[fmt.Sprintf("%d.%s", k, what)] }
	for _, c := range []struct {
		what       string
		ours, want float64
		tolerance  float64 // relative
		absolute   float64
	}{
		{"rgrowth", g.rgrowth, get(klu, g.number, "rgrowth"), 1e-3, 0},
		{"rcond", g.pivotRatio, get(klu, g.number, "rcond"), 1e-3, 0},
		{"omega", g.backward.Componentwise, min(1, get(exact, at, "omega")), 1e-3, rounding},
		{"normwise", g.backward.Normwise, get(exact, at, "normwise"), 1e-3, rounding},
		{"omega_off", g.off.Componentwise, min(1, get(exact, at, "omega_off")), 1e-3, rounding},
		{"normwise_off", g.off.Normwise, get(exact, at, "normwise_off"), 1e-3, rounding},
	} {
		o.figures++
		if !(math.Abs(c.ours-c.want) <= c.tolerance*math.Abs(c.want)+c.absolute) {
			o.fail("%s: %s is %g, want %g", name, c.what, c.ours, c.want)
		}
	}
	for k, what := range []string{"omega_off", "normwise_off"} {
		if get(exact, at, what) > large {
			o.large[k]++
		}
	}
	cond, truth := get(klu, g.number, "condest"), get(exact, at, "cond")
	if !(cond < 1e14) || !(g.condest < 1e14) {
		return // rounding decides
	}
	o.figures++
	o.ratios[0] = append(o.ratios[0], g.condest/cond)
	if r := g.condest / cond; r > 3 || r < 1.0/3 {
		o.fail("%s: condition estimate %g, klu_condest %g", name, g.condest, cond)
	}
	if truth > 0 && truth < 1e12 {
		o.figures++
		o.ratios[1], o.ratios[2] = append(o.ratios[1], g.condest/truth), append(o.ratios[2], cond/truth)
		if g.condest > truth*1.001 {
			o.fail("%s: condition estimate %g above the truth %g", name, g.condest, truth)
		}
	}
}

// writeVectors writes two solutions and the right-hand side beside a matrix.
func writeVectors(path string, x, b, off []float64) error {
	for suffix, v := range map[string][]float64{".x": x, ".b": b, ".off": off} {
		raw, err := binary.Append(nil, binary.LittleEndian, v)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path+suffix, raw, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// readOrder reads what klu_series writes: blocks, rows, columns, boundaries.
func readOrder(path string, n int) (lu.Plan, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return lu.Plan{}, err
	}
	x := make([]int32, len(b)/4)
	for k := range x {
		x[k] = int32(binary.LittleEndian.Uint32(b[4*k:]))
	}
	if len(x) < 2+2*n || len(x) != 2+2*n+int(x[0]) {
		return lu.Plan{}, fmt.Errorf("%s: %d integers for order %d", path, len(x), n)
	}
	return lu.Plan{Row: x[1 : 1+n], Col: x[1+n : 1+2*n], BlockPtr: x[1+2*n:]}, nil
}
