// Workers prints how newton/lu gains from a second core, beside two estimates: the
// estimate of the Solver, from the plan of its factors, and the estimate of package
// parallel, from the symbolic analysis alone.
//
//	workers -machine machine.json matrix.mtx ...
//
// Both times are the least wall time of refactorizations in 1.5 s, on one worker and on
// several. The order is amd within the diagonal blocks. It needs as many idle cores as
// workers.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"math"
	"path/filepath"
	"strings"
	"time"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/prediction/calibrate"
	"github.com/nrkit/nrkit/prediction/parallel"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

func main() {
	log.SetFlags(0)
	path := flag.String("machine", "", "times of the machine, by analyze calibrate --json (default: this machine)")
	workers := flag.Int("workers", 2, "workers")
	flag.Parse()
	m, _, err := calibrate.Load()
	if *path != "" {
		m, err = calibrate.ReadFile(*path)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print("| matrix | rows | one core, ms | measured | of the Solver | of `parallel.Speedups` |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, name := range flag.Args() {
		if err := one(name, m, *workers); err != nil {
			log.Fatalf("%s: %v", name, err)
		}
	}
}

// one prints the row of a matrix.
func one(name string, machine *prediction.Machine, workers int) error {
	file, err := sparseio.Open(name, sparseio.Options{})
	if err != nil {
		return err
	}
	a := file.Matrix
	if a.Values == nil {
		return errors.New("a matrix with values is needed")
	}
	form := btf.BlockTriangular(a.Pattern)
	rows, cols := ordering.WithinBlocks(a.Pattern, form, func(g *sparsity.Pattern) sparsity.Perm {
		p, _ := ordering.AMD(sparsity.Symmetrize(g), ordering.AMDOptions{})
		return p
	})
	f, err := lu.Factor(context.Background(), a.Pattern, a.Values, lu.Plan{Row: rows, Col: cols, BlockPtr: form.BlockPtr}, lu.Options{})
	if err != nil {
		return err
	}
	s, err := lu.NewSolver(f, a.Pattern)
	if err != nil {
		return err
	}
	alone, err := least(s, a.Values)
	if err != nil {
		return err
	}
	s.SetMachine(parallel.SolverMachine(machine))
	s.SetWorkers(workers)
	used, own := s.Workers()
	together, err := least(s, a.Values)
	if err != nil {
		return err
	}
	s.SetWorkers(1)
	again, err := least(s, a.Values)
	if err != nil {
		return err
	}
	alone = math.Min(alone, again)
	x := symbolic.Analyze(a.Pattern, symbolic.Order{Method: "btf+amd", Rows: rows, Cols: cols, BlockPtr: form.BlockPtr}, symbolic.Options{})
	estimate := "–"
	if list, ok := parallel.Speedups(a.Pattern, x, alone, machine, workers); ok {
		estimate = fmt.Sprintf("%.2f", list[0])
	}
	measured := fmt.Sprintf("%.2f", alone/together)
	if used == 1 {
		measured = "one worker"
	}
	base, _, _ := strings.Cut(filepath.Base(name), ".")
	fmt.Printf("| %s | %d | %.4f | %s | %.2f | %s |\n", base, f.N(), 1e3*alone, measured, own, estimate)
	return nil
}

// least returns the least seconds of a refactorization.
func least(s *lu.Solver, values []float64) (float64, error) {
	best := math.Inf(1)
	for end := time.Now().Add(1500 * time.Millisecond); time.Now().Before(end); {
		start := time.Now()
		if err := s.Refactor(values); err != nil {
			return 0, err
		}
		best = math.Min(best, time.Since(start).Seconds())
	}
	return best, nil
}
