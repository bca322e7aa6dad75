package calibrate

import (
	"runtime"
	"sync/atomic"
)

// handoffs are the tasks that one batch hands over.
const handoffs = 2000

// dispatchKernel returns tasks that go to and fro between two threads, each of which
// waits for its turn in a loop. It needs two CPUs.
func dispatchKernel() kernel {
	return kernel{ops: 2 * handoffs, wall: true, run: func(times int) {
		var turn atomic.Uint32
		n := uint32(times * handoffs)
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
		for k := range n {
			turn.Store(2*k + 1)
			for spins := 0; turn.Load() != 2*k+2; spins++ {
				yieldAfter(spins)
			}
		}
		<-done
	}}
}

// yieldAfter lets other threads run when a loop has waited long: then the other
// thread has no CPU.
func yieldAfter(spins int) {
	if spins > 1<<14 {
		runtime.Gosched()
	}
}

// wakeups are the tasks that one batch hands to threads that sleep.
const wakeups = 100

// wakeKernel returns tasks that go to and fro between two threads, each of which
// sleeps until its turn.
func wakeKernel() kernel {
	return kernel{ops: 2 * wakeups, wall: true, run: func(times int) {
		to, from := make(chan struct{}), make(chan struct{})
		go func() {
			runtime.LockOSThread()
			for range to {
				from <- struct{}{}
			}
			close(from)
		}()
		for range times * wakeups {
			to <- struct{}{}
			<-from
		}
		close(to)
		<-from
	}}
}
