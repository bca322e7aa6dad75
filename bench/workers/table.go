package main

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/prediction/parallel"
	"github.com/nrkit/nrkit/symbolic"
)

// printTable prints a row for each matrix, and how many estimates are within 15 %.
func printTable(subjects []*subject, workers int) {
	fmt.Printf("| matrix | n | serial µs | %d workers µs | speed-up | quartiles | Solver | ratio | Speedups | ratio | Auto | Auto/serial | two at once |\n", workers)
	fmt.Println("| --- |" + strings.Repeat(" ---: |", 12))
	var figures []machine
	bySolver, bySpeedups := 0, 0
	for _, s := range subjects {
		if len(s.gains) == 0 {
			continue
		}
		m := medians(s.figures)
		figures = append(figures, s.figures...)
		s.solvers[together].SetMachine(m.ofSolver())
		s.solvers[together].SetWorkers(workers)
		_, solver := s.solvers[together].Workers()
		chosen, _ := s.solvers[auto].Workers()
		serial, gain := quantile(s.times[alone], 0.5), quantile(s.gains, 0.5)
		estimate := 1.0
		x := symbolic.Analyze(s.a.Pattern, s.order, symbolic.Options{})
		if list, ok := parallel.Speedups(s.a.Pattern, x, serial, m.predicted(), workers); ok {
			estimate = list[0]
		}
		if within(solver, gain) {
			bySolver++
		}
		if within(estimate, max(1, gain)) {
			bySpeedups++
		}
		fmt.Printf("| %s | %d | %.4g | %.4g | %.2f | %.2f to %.2f | %.2f | %.2f | %.2f | %.2f | %d | %.2f | %.2f |\n", s.name, len(s.x),
			1e6*serial, 1e6*quantile(s.times[together], 0.5), gain, quantile(s.gains, 0.25), quantile(s.gains, 0.75), solver, solver/gain, estimate, estimate/max(1, gain),
			chosen, s.total[auto]/s.count[auto]*s.count[alone]/s.total[alone], quantile(s.both, 0.5))
	}
	m := medians(figures)
	fmt.Printf("\nWithin 15 %%: the Solver %d, Speedups %d of %d matrices. Update %.2f ns, dispatch %.0f ns, start %.1f µs.\n",
		bySolver, bySpeedups, len(subjects), 1e9*m.update, 1e9*m.dispatch, 1e6*m.start)
}

// within reports whether an estimate is within 15 % of what was measured.
func within(estimate, measured float64) bool {
	return max(estimate/measured, measured/estimate) <= 1.15
}

// medians returns the median of each figure.
func medians(list []machine) machine {
	of := func(figure func(machine) float64) float64 {
		var values []float64
		for _, m := range list {
			values = append(values, figure(m))
		}
		return quantile(values, 0.5)
	}
	return machine{
		of(func(m machine) float64 { return m.update }),
		of(func(m machine) float64 { return m.dispatch }),
		of(func(m machine) float64 { return m.start }),
	}
}
