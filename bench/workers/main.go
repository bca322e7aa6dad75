// Workers prints how newton/lu gains from a second core, beside two estimates: the
// estimate of the Solver, from the plan of its factors, and the estimate of package
// parallel, from the symbolic analysis alone.
//
//	workers -seconds 30 matrix.mtx ...
//
// The matrices take turns, pass by pass, until the time is over. In a pass, each matrix has two
// batches of refactorizations on one worker and two on several, in turn, with a Solve after each
// refactorization as in a Newton iteration; then batches of lu.Auto and of one worker. The time of a
// batch is the median of its refactorizations. Measured is the median over all passes of the
// quotient of adjacent batches. Both estimates take the times of the machine from a calibration.
// Before each matrix, the program also measures update and dispatch; the column now has
// the estimate of the Solver by the medians for the matrix. Package parallel takes the least time
// of a batch on one worker, as a calibration has least times. Matrices that have one worker
// whatever is asked for are left out.
//
// The order is amd within the diagonal blocks. It needs as many idle cores as workers.
package main

import (
	"flag"
	"fmt"
	"log"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/nrkit/nrkit/prediction/calibrate"
	"github.com/nrkit/nrkit/prediction/parallel"
)

func main() {
	log.SetFlags(0)
	workers := flag.Int("workers", 2, "workers")
	seconds := flag.Float64("seconds", 30, "seconds of all passes, without reading the matrices")
	batch := flag.Duration("batch", 40*time.Millisecond, "time of a batch, about")
	path := flag.String("machine", "", "times of the machine, by analyze calibrate --json (default: this machine)")
	flag.Parse()
	calibrated, _, err := calibrate.Load()
	if *path != "" {
		calibrated, err = calibrate.ReadFile(*path)
	}
	if err != nil {
		log.Fatal(err)
	}
	subjects, err := readAll(flag.Args())
	if err != nil {
		log.Fatal(err)
	}
	watch := calibrate.NewWatch(calibrated)
	m := parallel.SolverMachine(calibrated)
	subjects = slices.DeleteFunc(subjects, func(s *subject) bool { return !s.prepare(m, *workers) })
	debug.SetGCPercent(-1)
	runtime.GC()
	for begin := time.Now(); time.Since(begin).Seconds() < *seconds; {
		for _, s := range subjects {
			s.figures = append(s.figures, measured(watch))
			if err := s.pass(*batch); err != nil {
				log.Fatalf("%s: %v", s.name, err)
			}
			if time.Since(begin).Seconds() > *seconds {
				break
			}
		}
	}
	debug.SetGCPercent(100)
	printTable(subjects, calibrated, *workers)
}

// readAll reads the matrices, on all cores.
func readAll(names []string) ([]*subject, error) {
	all, errs := make([]*subject, len(names)), make([]error, len(names))
	var group sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, name := range names {
		group.Go(func() {
			free <- struct{}{}
			all[i], errs[i] = read(name)
			<-free
		})
	}
	group.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", names[i], err)
		}
	}
	return all, nil
}
