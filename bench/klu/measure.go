//go:build linux

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/nrkit/nrkit/bench/dump"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// measure runs both programs on a matrix in turn.
func measure(in input, program, dir string, rounds int, batch float64) (*result, error) {
	file := filepath.Join(dir, "matrix")
	if err := dump.Write(file, in.m); err != nil {
		return nil, err
	}
	ours, err := newOwn(in.m)
	if err != nil {
		return nil, err
	}
	theirs, figures, err := start(program, file)
	if err != nil {
		return nil, err
	}
	defer theirs.stop()
	r := &result{}
	r.ours[0], r.klu[0] = ours.entries, figures["lnz"]+figures["unz"]
	for k, kernel := range kernels {
		r.ours[k+1], r.klu[k+1], err = alternate(kernel, rounds, batch, ours, theirs)
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

// A runner repeats a kernel and returns the CPU seconds that took.
type runner interface {
	run(kernel string, count int) (float64, error)
}

// alternate returns the least seconds of a repetition on each side.
func alternate(kernel string, rounds int, batch float64, a, b runner) (leastA, leastB float64, err error) {
	sides := [2]runner{a, b}
	least := [2]float64{math.Inf(1), math.Inf(1)}
	count := [2]int{1, 1}
	for s, side := range sides { // a first run, and how many fill a batch
		for {
			t, err := side.run(kernel, count[s])
			if err != nil {
				return 0, 0, err
			}
			if t >= batch/4 || count[s] >= 1<<24 {
				count[s] = max(1, int(float64(count[s])*batch/max(t, 1e-9)))
				break
			}
			count[s] *= 4
		}
	}
	for range rounds {
		for s, side := range sides {
			t, err := side.run(kernel, count[s])
			if err != nil {
				return 0, 0, err
			}
			least[s] = min(least[s], t/float64(count[s]))
		}
	}
	return least[0], least[1], nil
}

// own is nrkit's side.
type own struct {
	m       *sparsity.Matrix
	plan    lu.Plan
	f       lu.Factors[float64]
	solver  *lu.Solver
	x, b    []float64
	entries float64
}

func newOwn(m *sparsity.Matrix) (*own, error) {
	form := btf.BlockTriangular(m.Pattern)
	rows, cols := ordering.WithinBlocks(m.Pattern, form, func(g *sparsity.Pattern) sparsity.Perm {
		p, _ := ordering.AMD(sparsity.Symmetrize(g), ordering.AMDOptions{})
		return p
	})
	o := &own{m: m, plan: lu.Plan{Row: rows, Col: cols, BlockPtr: form.BlockPtr}}
	f, err := lu.Factor(context.Background(), m.Pattern, m.Values, o.plan, lu.Options{})
	if err != nil {
		return nil, err
	}
	o.entries = float64(f.Stats.L + f.Stats.U)
	o.solver, err = lu.NewSolver(f, m.Pattern)
	o.x, o.b = make([]float64, f.N()), make([]float64, f.N())
	for i := range o.b {
		o.b[i] = 1
	}
	return o, err
}

func (o *own) run(kernel string, count int) (float64, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	once := o.kernel(kernel) // the peer does not compare names in its loop either
	start, err := cpuSeconds()
	if err != nil {
		return 0, err
	}
	for range count {
		if err := once(); err != nil {
			return 0, err
		}
	}
	end, err := cpuSeconds()
	return end - start, err
}

// kernel returns what is repeated.
func (o *own) kernel(name string) func() error {
	switch name {
	case "refactor":
		return func() error { return o.solver.Refactor(o.m.Values) }
	case "solve":
		return func() error {
			copy(o.x, o.b)
			o.solver.Solve(o.x)
			return nil
		}
	default:
		return func() error { // KLU frees its factors, too
			return lu.FactorInto(context.Background(), &o.f, o.m.Pattern, o.m.Values, o.plan, lu.Options{})
		}
	}
}

// cpuSeconds returns the CPU time of the thread.
func cpuSeconds() (float64, error) {
	var t unix.Timespec
	err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
	return float64(t.Sec) + 1e-9*float64(t.Nsec), err
}

// peer is the program over KLU.
type peer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// start runs the program and returns the figures it prints first.
func start(program, file string) (*peer, map[string]float64, error) {
	p := &peer{cmd: exec.Command(program, file)}
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	p.in, p.out = in, bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		return nil, nil, err
	}
	figures := map[string]float64{}
	for p.out.Scan() && p.out.Text() != "" {
		name, number, _ := strings.Cut(p.out.Text(), "\t")
		if figures[name], err = strconv.ParseFloat(number, 64); err != nil {
			p.stop()
			return nil, nil, err
		}
	}
	if len(figures) == 0 {
		p.stop()
		return nil, nil, fmt.Errorf("%s refused the matrix", program)
	}
	return p, figures, nil
}

func (p *peer) run(kernel string, count int) (float64, error) {
	if _, err := fmt.Fprintln(p.in, kernel, count); err != nil {
		return 0, err
	}
	if !p.out.Scan() {
		return 0, fmt.Errorf("the peer ended: %w", io.ErrUnexpectedEOF)
	}
	return strconv.ParseFloat(p.out.Text(), 64)
}

// stop ends the program, which ends at the end of its input.
func (p *peer) stop() {
	_ = p.in.Close()
	_ = p.cmd.Wait()
}
