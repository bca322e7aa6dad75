package lu

import (
	"runtime"
	"sync/atomic"
)

// A pipeline tells goroutines which columns of links are done. Other columns are done from the
// start.
type pipeline struct {
	flags  []flag
	of     []int32 // the flag of each column, or none
	round  uint32
	failed atomic.Bool // a pivot is too small or a value is not finite: all stop
}

// A flag is the last round in which a column was done. Each has a cache line, which goes from core
// to core.
type flag struct {
	done atomic.Uint32
	_    [lineBytes - 4]byte
}

// init makes flags for the columns of links, of n columns.
func (p *pipeline) init(n int, links []run) {
	p.of = make([]int32, n)
	for k := range p.of {
		p.of[k] = none
	}
	count := int32(0)
	for _, r := range links {
		for k := r.first; k < r.last; k++ {
			p.of[k] = count
			count++
		}
	}
	p.flags = make([]flag, count)
}

// begin starts another round.
func (p *pipeline) begin() {
	p.failed.Store(false)
	if p.round++; p.round != 0 {
		return
	}
	p.round = 1
	for k := range p.flags {
		p.flags[k].done.Store(0)
	}
}

// finish says that column k is done.
func (p *pipeline) finish(k int) { p.flags[p.of[k]].done.Store(p.round) }

// isDone reports whether column k is done.
func (p *pipeline) isDone(k int32) bool {
	f := p.of[k]
	return f == none || p.flags[f].done.Load() == p.round
}

// A view is what one goroutine knows of a pipeline.
type view struct {
	*pipeline
	columns *uColumns
	links   []run // of the schedule, ascending
	passed  int   // links known to be done, all of them from the first
	floor   int32 // all columns below it are done
	waits   int64 // for columns that were not done
}

// begin starts another round of the pipeline for v.
func (v *view) begin() { v.passed, v.floor = 0, v.links[0].first }

// has reports whether all columns of a segment are done. It looks at flags of columns above the
// floor only, because a flag that another core has set takes long to read.
func (v *view) has(g *segment) bool {
	end := g.first + g.width
	return end <= v.floor || v.rise(end) || v.flagged(max(g.first, v.floor), end)
}

// rise raises the floor to end, if it can, and reports whether it could.
func (v *view) rise(end int32) bool {
	for v.floor < end {
		if !v.isDone(v.links[v.passed].last - 1) {
			return false
		}
		if v.passed++; v.passed == len(v.links) {
			v.floor = int32(len(v.of))
			break
		}
		v.floor = v.links[v.passed].first
	}
	return true
}

// flagged reports whether the columns first ≤ j < end are done.
func (v *view) flagged(first, end int32) bool {
	for j := first; j < end; j++ {
		if !v.isDone(j) {
			return false
		}
	}
	return true
}

// update is [Solver.update] for column k, which needs columns some of which may not be done yet.
func (v *view) update(s *Solver, k int, x []float64, segs []segment) (lost uint64) {
	u, pos := v.columns.of(k)
	for len(segs) > 0 {
		ready, width := 0, 0
		for ready < len(segs) && v.has(&segs[ready]) {
			width += int(segs[ready].width)
			ready++
		}
		if ready == 0 {
			v.waits++
			for spins := 0; !v.has(&segs[0]); spins++ {
				if v.failed.Load() {
					return lost
				}
				pause(spins)
			}
			continue
		}
		lost = max(lost, s.update(x, u, segs[:ready], pos[:width]))
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
