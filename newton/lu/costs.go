package lu

import (
	"math"
	"slices"
)

// costs are seconds of what a Solver does on one machine, an AMD EPYC of the Zen 4 kind.
type costs struct {
	column, load, segment, entry float64    // of a column; an entry of the matrix, a segment, an entry of L in it
	inner                        [5]float64 // an entry of the columns of a segment, by width

	scale, row, above float64 // an entry and a row for the scales; an entry above the blocks

	far     float64 // more for a column when the factors are larger than caches
	latency float64 // until another goroutine sees a column
	sharing float64 // by this, work takes longer with several goroutines, which share memory and read what others wrote
	yield   float64 // until the first goroutine works on the thread of the caller
	start   float64 // until the others work
	meet    float64 // for goroutines to wait for each other
}

var refactorCosts = costs{
	column: 12e-9, load: 1.5e-9, segment: 6e-9, entry: 1.5e-9,
	inner: [5]float64{0, 0.75e-9, 0.85e-9, 1e-9, 1.15e-9},
	scale: 1e-9, row: 4e-9, above: 1e-9,
	far: 45e-9, latency: 150e-9, sharing: 1.2, yield: 3e-6, start: 8e-6, meet: 0.5e-6,
}

// cacheBytes is the size of factors from which a column costs more.
const cacheBytes = 16 << 20

// columnCosts returns the predicted seconds of each column in blocks of order 2 and
// more, 0 for others.
func (c *costs) columnCosts(p *solverPlan) []float64 {
	fixed := c.column
	if 12*(len(p.l.idx)+len(p.u.idx)) > cacheBytes {
		fixed += c.far
	}
	list := make([]float64, len(p.heads)-1)
	for _, b := range p.blocks {
		for k := b.first; k < b.last; k++ {
			h, next := &p.heads[k], &p.heads[k+1]
			t := fixed + c.load*float64(next.load-h.load) + c.entry*float64(next.l-h.l)
			for i := h.seg; i < next.seg; i++ {
				t += c.ofSegment(&p.segs[i])
			}
			list[k] = t
		}
	}
	return list
}

func (c *costs) ofSegment(g *segment) float64 { return c.segment + c.inner[g.width]*float64(g.len) }

// bestSchedule returns the fastest of several schedules for refactorisation by so many
// workers.
func (p *solverPlan) bestSchedule(f forest, workers int) *schedule {
	c := &refactorCosts
	sum := 0.0
	for _, w := range f.weight {
		sum += w
	}
	n := float64(len(p.heads) - 1)
	scales := c.scale*float64(p.a.NNZ()) + c.row*n
	rest := c.above*float64(len(p.above)) + c.column*float64(len(p.units))
	best := &schedule{workers: 1, time: math.Inf(1)}
	for _, pieces := range []int{1, 2, 4, 8, 16} {
		for _, grain := range []int32{1, 4} {
			s := newSchedule(f, workers, pieces, grain)
			s.serial = sum + scales + rest
			s.time = c.yield + c.sharing*(s.simulate(f.weight, scales, rest, c, p)-c.yield)
			if s.time < best.time {
				best = s
			}
		}
	}
	return best
}

// simulate returns the predicted seconds of the scales, of the tasks with the rest, whose
// parts are small, and of the links.
func (s *schedule) simulate(weight []float64, scales, rest float64, c *costs, p *solverPlan) float64 {
	free := make([]float64, s.workers) // when each worker is
	for w := range free {
		free[w] = c.start
	}
	free[0] = c.yield
	level(free, scales)
	for t := range len(s.tasks) - 1 {
		w := first(free)
		for _, r := range s.task(t) {
			for k := r.first; k < r.last; k++ {
				free[w] += weight[k]
			}
		}
	}
	level(free, rest)
	begin := slices.Max(free) + c.meet
	for w := range free {
		free[w] = begin
	}
	done, by := make([]float64, len(weight)), make([]int, len(weight)) // of each column: when, and which worker
	for _, r := range s.links {
		w := first(free)
		for k := r.first; k < r.last; k++ {
			free[w] = s.simulateLink(k, free[w], w, weight[k], c, p, done, by)
			done[k], by[k] = free[w], w
		}
	}
	return slices.Max(free)
}

// first returns the worker that is free first.
func first(free []float64) (best int) {
	for w, t := range free {
		if t < free[best] {
			best = w
		}
	}
	return best
}

// level divides work in small parts among workers: whoever is free takes the next.
func level(free []float64, work float64) {
	const count = 64
	for range count {
		free[first(free)] += work / count
	}
}

// simulateLink returns when worker w has column k, which it begins at time t.
func (s *schedule) simulateLink(k int32, t float64, w int, weight float64, c *costs, p *solverPlan, done []float64, by []int) float64 {
	segs := p.segs[p.heads[k].seg:p.heads[k+1].seg]
	for i := range segs {
		g := &segs[i]
		for j := g.first; j < g.first+g.width; j++ {
			if at := done[j]; at > 0 && by[j] != w {
				t = max(t, at+c.latency)
			}
		}
		cost := c.ofSegment(g)
		t += cost
		weight -= cost
	}
	return t + weight
}
