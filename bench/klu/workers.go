//go:build linux

package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/prediction/parallel"
)

// The sides of compareWorkers.
const (
	alone = iota
	together
	auto
	sides
)

// compareWorkers measures Refactor on one core, with so many workers, and with lu.Auto.
// The three run in turn, a batch per round, with a Solve after each Refactor as in a
// Newton iteration; Solve is not in the times. It prints the mean elapsed time of
// the fastest batch. Auto's total is over all rounds. Speed-ups are predicted with the times of
// machine.
//
// A batch is disturbed if a thread of this process waited for a processor for more than
// 2 % of the batch. Disturbed batches count only in the totals.
func compareWorkers(inputs []input, machine *prediction.Machine, workers, rounds int, batch float64) error {
	fmt.Printf("Times of %s (%s): update %.3g ns, dispatch %.3g ns, start %.3g ns\n\n", machine.Name, machine.Origin,
		machine.Update[prediction.L1], machine.Dispatch, machine.Start)
	fmt.Printf("| matrix | n | serial µs | %d workers µs | speed-up | predicted | predicted/measured | Auto's workers | Auto/best | Auto's total/serial | disturbed |\n", workers)
	fmt.Println("| --- |" + strings.Repeat(" ---: |", 10))
	var misses []float64
	for _, in := range inputs {
		var solvers [sides]*own
		for k, n := range [sides]int{1, workers, lu.Auto} {
			o, err := newOwn(in.m)
			if err != nil {
				return fmt.Errorf("%s: %w", in.name, err)
			}
			o.solver.SetMachine(parallel.SolverMachine(machine))
			o.solver.SetWorkers(n)
			solvers[k] = o
		}
		e, err := measureElapsed(solvers, rounds, batch)
		if err != nil {
			return fmt.Errorf("%s: %w", in.name, err)
		}
		n, predicted := solvers[together].solver.Workers()
		chosen, _ := solvers[auto].solver.Workers()
		speedup := e.least[alone] / e.least[together]
		if n > 1 && speedup > 0 && !math.IsInf(speedup, 0) {
			misses = append(misses, max(predicted/speedup, speedup/predicted))
		}
		fmt.Printf("| %s | %d | %s | %s | %s | %.2f | %s | %d | %s | %.2f | %d of %d |\n", in.name, in.m.Pattern.Cols,
			known("%.4g", 1e6*e.least[alone]), known("%.4g", 1e6*e.least[together]), known("%.2f", speedup), predicted, known("%.2f", predicted/speedup),
			chosen, known("%.2f", e.least[auto]/min(e.least[alone], e.least[together])), e.mean(auto)/e.mean(alone), e.disturbed, sides*rounds)
	}
	if len(misses) > 0 {
		slices.Sort(misses)
		within, _ := slices.BinarySearch(misses, 1.15)
		fmt.Printf("\nPredicted speed-up within 15 %% of measured: %d of %d; median factor %.2f, largest %.2f.\n",
			within, len(misses), misses[len(misses)/2], misses[len(misses)-1])
	}
	return nil
}

// known prints a figure, or a dash if all batches of a side were disturbed.
func known(format string, x float64) string {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	return fmt.Sprintf(format, x)
}

// elapsed is what measureElapsed measured, in seconds.
type elapsed struct {
	least     [sides]float64 // per repetition, of the fastest batch that was not disturbed
	total     [sides]float64
	count     [sides]int
	disturbed int // batches
}

func (e *elapsed) mean(side int) float64 { return e.total[side] / float64(e.count[side]) }

// measureElapsed runs batches of the sides in turn.
func measureElapsed(solvers [sides]*own, rounds int, batch float64) (*elapsed, error) {
	e := &elapsed{least: [sides]float64{math.Inf(1), math.Inf(1), math.Inf(1)}}
	for range rounds {
		for k, o := range solvers {
			refactor, solve := o.kernel("refactor"), o.kernel("solve")
			waited := runDelay()
			t, begin, count := 0.0, time.Now(), 0
			for count < 3 || time.Since(begin).Seconds() < batch {
				start := time.Now()
				if err := refactor(); err != nil {
					return nil, err
				}
				t += time.Since(start).Seconds()
				count++
				if err := solve(); err != nil {
					return nil, err
				}
			}
			e.total[k] += t
			e.count[k] += count
			if runDelay()-waited > 0.02*time.Since(begin).Seconds() {
				e.disturbed++
				continue
			}
			e.least[k] = min(e.least[k], t/float64(count))
		}
	}
	return e, nil
}

// runDelay returns for how many seconds the threads of this process waited for a
// processor, or 0 where the kernel does not say.
func runDelay() (seconds float64) {
	paths, _ := filepath.Glob("/proc/self/task/*/schedstat")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if fields := bytes.Fields(text); err == nil && len(fields) > 1 {
			ns, _ := strconv.ParseFloat(string(fields[1]), 64)
			seconds += 1e-9 * ns
		}
	}
	return seconds
}
