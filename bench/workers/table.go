package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/prediction/parallel"
	"github.com/nrkit/nrkit/symbolic"
)

// printTable prints a row for each matrix, and how many estimates are within 15 %.
func printTable(subjects []*subject, calibrated *prediction.Machine, workers int) {
	fmt.Printf("Calibration (%s): update %.2f ns, dispatch %.0f ns.\n\n",
		calibrated.Origin, calibrated.Update[prediction.L1], calibrated.Dispatch)
	fmt.Printf("| matrix | n | serial µs | %d workers µs | speed-up | quartiles | Solver | ratio | now | ratio | Speedups | ratio | Auto | Auto/serial | two at once |\n", workers)
	fmt.Println("| --- |" + strings.Repeat(" ---: |", 14))
	var figures []machine
	var counts [3]int
	for _, s := range subjects {
		if len(s.gains) == 0 {
			continue
		}
		figures = append(figures, s.figures...)
		chosen, _ := s.solvers[auto].Workers()
		serial, gain := quantile(s.times[alone], 0.5), quantile(s.gains, 0.5)
		fmt.Printf("| %s | %d | %.4g | %.4g | %.2f | %.2f to %.2f |", s.name, len(s.x),
			1e6*serial, 1e6*quantile(s.times[together], 0.5), gain, quantile(s.gains, 0.25), quantile(s.gains, 0.75))
		now := medians(s.figures)
		estimates := [3]float64{
			s.predict(parallel.SolverMachine(calibrated), workers),
			s.predict(now.ofSolver(), workers),
			s.speedup(slices.Min(s.times[alone]), calibrated, workers),
		}
		for k, e := range estimates {
			measured := gain
			if k == 2 { // Speedups takes one worker where more do not pay
				measured = max(1, gain)
			}
			if max(e/measured, measured/e) <= 1.15 {
				counts[k]++
			}
			fmt.Printf(" %.2f | %.2f |", e, e/measured)
		}
		fmt.Printf(" %d | %.2f | %.2f |\n", chosen, s.total[auto]/s.count[auto]*s.count[alone]/s.total[alone], quantile(s.both, 0.5))
	}
	m := medians(figures)
	fmt.Printf("\nWithin 15 %%: the Solver %d, now %d, Speedups %d of %d matrices. Now: update %.2f ns, dispatch %.0f ns.\n",
		counts[0], counts[1], counts[2], len(subjects), 1e9*m.update, 1e9*m.dispatch)
}

// predict returns the speed-up that the Solver predicts.
func (s *subject) predict(m lu.Machine, workers int) float64 {
	solver := s.solvers[together]
	solver.SetMachine(m)
	solver.SetWorkers(workers)
	_, speedup := solver.Workers()
	return speedup
}

// speedup returns the estimate of package parallel, or 1 if the solver has no schedule.
func (s *subject) speedup(serial float64, m *prediction.Machine, workers int) float64 {
	x := symbolic.Analyze(s.a.Pattern, s.order, symbolic.Options{})
	if list, ok := parallel.Speedups(s.a.Pattern, x, serial, m, workers); ok {
		return list[0]
	}
	return 1
}
