package newton

import (
	"runtime"
	"time"
)

// Stats counts what an engine did. All counts are exact.
type Stats struct {
	Accepted    int64 // time points, the first included
	RejectedLTE int64 // steps given up for their truncation error
	RejectedNR  int64 // steps whose iteration did not converge

	Points int64 // of a sweep

	Iterations     int64 // in all
	OPIterations   int64 // of them for operating points
	LostTo         Lost  // of them in steps that were rejected
	LimiterBlocks  int64 // iterations that only a limiter kept from being the last
	ResidualBlocks int64 // iterations that only a residual kept from being the last

	Loads, Factors, Refactors, Solves int64
	PivotFailures                     int64 // refactorisations that a small pivot ended; a factorisation follows

	GminSteps, SourceSteps int64 // solutions on the way to the operating point
	SettleSteps            int64 // time points of pseudo-transients on that way
	Settled                int64 // operating points that are the end of a pseudo-transient, where the equations at rest have no solution near

	// Operating points with a conductance of Gmin from all voltages to the reference, because the Jacobian is
	// singular without it, and the last unknown that had no pivot.
	Shunted  int64
	Floating string

	// PerStep[k] counts the accepted time steps that took k iterations.
	PerStep []int64

	// Blocked[i] counts the iterations, from the second of a solution, in which
	// unknown i, or residual i, had the largest violation of a tolerance.
	// ResidualBlocks counts the iterations with a residual.
	Blocked []int64

	Elapsed time.Duration // of OperatingPoint, Sweep and Transient
	CPU     time.Duration // time in Elapsed in which the thread ran on a processor; 0 if the system does not say

	// Timed steps in which the thread lost the processor for a while, and that
	// time; in small systems that are timed throughout, of slow steps alone.
	Preempted     int64
	PreemptedTime time.Duration
}

// Lost counts iterations of rejected steps.
type Lost struct{ LTE, NR int64 }

// count adds to a histogram that grows.
func count(h *[]int64, k int) {
	for len(*h) <= k {
		*h = append(*h, 0)
	}
	(*h)[k]++
}

// clock begins to measure Elapsed and CPU, and returns what ends that. The
// goroutine stays on its thread meanwhile, since CPU time is that of a thread.
func (e *Engine) clock() (stop func()) {
	runtime.LockOSThread()
	start := time.Now()
	var cpu cpuClock
	cpu.start()
	return func() {
		e.Stats.Elapsed += time.Since(start)
		if ns, ok := cpu.elapsed(); ok {
			e.Stats.CPU += time.Duration(ns)
		}
		runtime.UnlockOSThread()
	}
}
