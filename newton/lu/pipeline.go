package lu

import (
	"runtime"
	"sync/atomic"
)

// A pipeline tells goroutines which columns are done. A column that belongs to no link
// of the schedule is done from the start.
type pipeline struct {
	done   []atomic.Uint32 // the last round in which each column was, or finished for ever
	round  uint32
	failed atomic.Bool  // a pivot is too small or a value is not finite: all stop
	waits  atomic.Int64 // for columns that were not done
}

const always = 1<<32 - 1

// begin starts another round.
func (p *pipeline) begin() {
	p.failed.Store(false)
	if p.round++; p.round < always {
		return
	}
	p.round = 1
	for k := range p.done {
		if p.done[k].Load() != always {
			p.done[k].Store(0)
		}
	}
}

func (p *pipeline) finish(k int) { p.done[k].Store(p.round) }

// has reports whether all columns of a segment are done.
func (p *pipeline) has(g *segment) bool {
	for j := range p.done[g.first:][:g.width] {
		if p.done[int(g.first)+j].Load() < p.round {
			return false
		}
	}
	return true
}

// update is [Solver.update] of columns some of which may not be done yet.
func (p *pipeline) update(s *Solver, x []float64, segs []segment, pos []int32) (lost uint64) {
	for len(segs) > 0 {
		ready, width := 0, 0
		for ready < len(segs) && p.has(&segs[ready]) {
			width += int(segs[ready].width)
			ready++
		}
		if ready == 0 {
			p.waits.Add(1)
			for spins := 0; !p.has(&segs[0]); spins++ {
				if p.failed.Load() {
					return lost
				}
				pause(spins)
			}
			continue
		}
		lost = max(lost, s.update(x, segs[:ready], pos[:width]))
		segs, pos = segs[ready:], pos[width:]
	}
	return lost
}

// pause is called again and again by a goroutine that waits for another. The other may
// wait for this thread, or its thread for the processor of this thread.
func pause(spins int) {
	if spins&(1<<7-1) == 1<<7-1 {
		runtime.Gosched()
	}
	if spins&(1<<10-1) == 1<<10-1 {
		yieldThread()
	}
}
