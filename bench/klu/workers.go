//go:build linux

package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nrkit/nrkit/newton/lu"
)

// compareWorkers measures Refactor on one core, with so many workers, and with lu.Auto. It
// prints elapsed time, the least of all rounds, in which the three run in turn.
func compareWorkers(inputs []input, workers, rounds int, batch float64) error {
	fmt.Printf("| matrix | n | serial µs | %d workers µs | speed-up | predicted | predicted/measured | Auto's workers | Auto µs | Auto/serial |\n", workers)
	fmt.Println("| --- |" + strings.Repeat(" ---: |", 9))
	var misses []float64
	for _, in := range inputs {
		numbers := [3]int{1, workers, lu.Auto}
		var solvers [3]*own
		for k, n := range numbers {
			o, err := newOwn(in.m)
			if err != nil {
				return fmt.Errorf("%s: %w", in.name, err)
			}
			o.solver.SetWorkers(n)
			solvers[k] = o
		}
		least, err := leastElapsed(solvers, rounds, batch)
		if err != nil {
			return fmt.Errorf("%s: %w", in.name, err)
		}
		n, predicted := solvers[1].solver.Workers()
		auto, _ := solvers[2].solver.Workers()
		speedup := least[0] / least[1]
		if n > 1 {
			misses = append(misses, max(predicted/speedup, speedup/predicted))
		}
		fmt.Printf("| %s | %d | %.4g | %.4g | %.2f | %.2f | %.2f | %d | %.4g | %.2f |\n", in.name, in.m.Pattern.Cols,
			1e6*least[0], 1e6*least[1], speedup, predicted, predicted/speedup, auto, 1e6*least[2], least[2]/least[0])
	}
	if len(misses) > 0 {
		slices.Sort(misses)
		within, _ := slices.BinarySearch(misses, 1.15)
		fmt.Printf("\nPredicted speed-up within 15 %% of measured: %d of %d; median factor %.2f, largest %.2f.\n",
			within, len(misses), misses[len(misses)/2], misses[len(misses)-1])
	}
	return nil
}

// leastElapsed returns the least elapsed seconds of a refactorisation by each solver.
func leastElapsed(solvers [3]*own, rounds int, batch float64) (least [3]float64, err error) {
	least = [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}
	for range rounds {
		for k, o := range solvers {
			for end := time.Now().Add(time.Duration(batch * 1e9)); ; {
				start := time.Now()
				if err := o.once("refactor"); err != nil {
					return least, err
				}
				now := time.Now()
				least[k] = min(least[k], now.Sub(start).Seconds())
				if now.After(end) {
					break
				}
			}
		}
	}
	return least, nil
}
