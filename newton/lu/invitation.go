package lu

import (
	"runtime"
	"sync/atomic"
)

// An invitation says what a goroutine that is to help does.
type invitation struct{ state atomic.Int32 }

const (
	away      = iota // it does not exist
	invited          // it is to begin
	late             // what it was invited for is over before it began
	accepted         // it is at work
	lingering        // it has worked, and spins until the next invitation
)

// lingerMost is for how many nanoseconds a goroutine lingers. lingerSpins limits that where the clock
// stands still, as in a bubble of testing/synctest.
const (
	lingerMost  = 1_000_000
	lingerSpins = 1 << 18
)

// invite reports whether the goroutine has to be created.
func (v *invitation) invite() bool {
	if v.state.CompareAndSwap(late, invited) || v.state.CompareAndSwap(lingering, invited) {
		return false
	}
	v.state.Store(invited)
	return true
}

// accept reports whether the goroutine shall begin. If not, it has to end.
func (v *invitation) accept() bool {
	for {
		if v.state.CompareAndSwap(invited, accepted) {
			return true
		}
		if v.state.CompareAndSwap(late, away) {
			return false
		}
	}
}

// leave says that the goroutine has done its work. If it may linger, it then spins for some time. It
// reports whether the goroutine is invited again. If not, it has to end.
func (v *invitation) leave(linger bool) bool {
	if !linger {
		v.state.Store(away)
		return false
	}
	v.state.Store(lingering)
	begin := clock()
	for spins := 1; v.state.Load() == lingering; spins++ {
		relax()
		if spins%128 != 0 {
			continue
		}
		if (spins >= lingerSpins || clock()-begin >= lingerMost) && v.state.CompareAndSwap(lingering, away) {
			return false
		}
		runtime.Gosched()
		yieldThread() // the caller may work on the processor of this thread
	}
	return v.accept()
}

// dismiss says that there will be no invitation soon.
func (v *invitation) dismiss() {
	if v.state.Load() == lingering {
		v.state.CompareAndSwap(lingering, late)
	}
}

// end returns when the goroutine is not at work and will not begin.
func (v *invitation) end() {
	if v.state.CompareAndSwap(invited, late) {
		return
	}
	for spins := 0; v.state.Load() == accepted; spins++ {
		pause(spins)
	}
}
