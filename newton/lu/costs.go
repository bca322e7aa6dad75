package lu

import "math"

// costs are seconds of what a Solver does on one machine.
type costs struct {
	column, load, segment, entry float64    // of a column; an entry of the matrix, a segment, an entry of L in it
	unit                         float64    // a column that is a block of order 1
	inner                        [5]float64 // an entry of the columns of a segment, by width

	scale, row, above, spread float64 // an entry and a row for the scales; an entry above the blocks; a move of [uColumns]

	far float64 // more for a column when the factors are larger than caches

	latency float64 // until another goroutine sees a column
	take    float64 // to take a link
	flag    float64 // to tell others that a column is done
	begin   float64 // more for the first update by adjacent columns that another core computed
	moved   float64 // more for a value that another core had
	sharing float64 // by this, work of several goroutines takes longer

	startOf func(w int) float64                          // until goroutine w works
	join    func(goroutines int) float64                 // for them to wait for each other between phases
	own     func(values float64, goroutines int) float64 // more for a column whose lines another core had
	had     func(values float64, goroutines int) float64 // more for values in a row whose lines another core had
}

// refactorCosts has the times of one goroutine. [costsOn] sets the others.
var refactorCosts = costs{
	column: 12e-9, unit: 2e-9, load: 1.5e-9, segment: 6e-9, entry: 1.5e-9,
	inner: [5]float64{0, 0.75e-9, 0.85e-9, 1e-9, 1.15e-9},
	scale: 0.8e-9, row: 2e-9, above: 1e-9, spread: 1.5e-9,
	far: 45e-9,
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

// moves returns, for each column, the predicted seconds more that so many workers take to get its
// cache lines [Machine.Own].
func (c *costs) moves(p *solverPlan, workers int) []float64 {
	list := make([]float64, len(p.heads)-1)
	for _, b := range p.blocks {
		for k := b.first; k < b.last; k++ {
			h, next := &p.heads[k], &p.heads[k+1]
			list[k] = c.own(float64(next.l-h.l+next.u-h.u), workers)
		}
	}
	return list
}

// bestSchedule returns the fastest of several schedules for refactorisation by so many
// workers.
func (p *solverPlan) bestSchedule(f forest, workers int, c *costs) *schedule {
	sum, together := 0.0, c.moves(p, workers)
	for k, w := range f.weight {
		sum += w
		together[k] += w * c.sharing
	}
	rest := c.above*float64(len(p.above)) + c.unit*float64(len(p.units))
	best := &schedule{workers: 1, time: math.Inf(1)}
	for _, pieces := range []int{1, 2, 4, 8, 16} {
		for _, grain := range []int32{1, 4} {
			s := newSchedule(f, workers, pieces, grain)
			s.serial = sum + c.scale*float64(p.a.NNZ()) + c.row*float64(len(p.heads)-1) + rest
			s.time = newSimulation(p, c, workers, together).run(s)
			if s.time < best.time {
				best = s
			}
		}
	}
	return best
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
