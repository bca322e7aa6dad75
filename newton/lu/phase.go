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
