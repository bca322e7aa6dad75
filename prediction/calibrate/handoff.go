package calibrate

import (
	"runtime"
	"sync/atomic"
	"time"
)

// handoffs are the tasks that one run hands over.
const handoffs = 2000

// dispatchKernel returns tasks that go to and fro between two threads, each of which
// waits for its turn in a loop. It needs two CPUs.
func dispatchKernel() kernel {
	return kernel{ops: 2 * handoffs, samples: wallSamples, quarter: true, wall: func(times int) float64 {
		var turn atomic.Uint32
		n := uint32(times*handoffs + 1)
		done := make(chan struct{})
		go func() {
			runtime.LockOSThread()
			for k := range n {
				for spins := 0; turn.Load() != 2*k+1; spins++ {
					yieldAfter(spins)
				}
				turn.Store(2*k + 2)
			}
			close(done)
		}()
		var start time.Time
		for k := range n {
			if k == 1 { // the other thread runs now
				start = time.Now()
			}
			turn.Store(2*k + 1)
			for spins := 0; turn.Load() != 2*k+2; spins++ {
				yieldAfter(spins)
			}
		}
		t := time.Since(start).Seconds()
		<-done
		return t
	}}
}

// yieldAfter lets other threads run when a loop has waited long: then the other
// thread has no CPU.
func yieldAfter(spins int) {
	if spins > 1<<14 {
		runtime.Gosched()
	}
}

// wakeups are the tasks that one run hands to threads that sleep.
const wakeups = 20

// wakeKernel returns tasks that go to and fro between two threads, each of which
// sleeps until its turn.
func wakeKernel() kernel {
	return kernel{ops: 2 * wakeups, samples: wallSamples, wall: func(times int) float64 {
		to, from := make(chan struct{}), make(chan struct{})
		go func() {
			runtime.LockOSThread()
			for range to {
				from <- struct{}{}
			}
			close(from)
		}()
		to <- struct{}{}
		<-from
		start := time.Now()
		for range times * wakeups {
			to <- struct{}{}
			<-from
		}
		t := time.Since(start).Seconds()
		close(to)
		<-from
		return t
	}}
}
