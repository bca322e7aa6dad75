package lu

import "sync/atomic"

// A phase is work in parts that goroutines take one by one, in their order.
type phase struct {
	total      int32
	next, done atomic.Int32
	_          [lineBytes]byte // what follows is in another cache line
}

func (p *phase) begin() {
	p.next.Store(0)
	p.done.Store(0)
}

// work takes parts until there are none, and waits until all parts are done. do does a
// part and reports whether that went well. If not, all stop.
func (p *phase) work(failed *atomic.Bool, do func(i int) bool) {
	did := int32(0)
	for !failed.Load() {
		i := p.next.Add(1) - 1
		if i >= p.total {
			break
		}
		if !do(int(i)) {
			failed.Store(true)
			return
		}
		did++
	}
	p.done.Add(did)
	for spins := 0; p.done.Load() < p.total && !failed.Load(); spins++ {
		pause(spins)
	}
}

// An invitation says what a goroutine that is to help does.
type invitation struct{ state atomic.Int32 }

const (
	away     = iota // it does not exist
	invited         // it is to begin
	late            // what it was invited for is over before it began
	accepted        // it is at work
)

// invite reports whether the goroutine has to be created.
func (v *invitation) invite() bool {
	if v.state.CompareAndSwap(late, invited) {
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

// leave says that the goroutine has done its work and ends.
func (v *invitation) leave() { v.state.Store(away) }

// end returns when the goroutine is not at work and will not begin.
func (v *invitation) end() {
	if v.state.CompareAndSwap(invited, late) {
		return
	}
	for spins := 0; v.state.Load() == accepted; spins++ {
		pause(spins)
	}
}
