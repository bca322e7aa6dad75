package lu

import "slices"

// A simulation predicts how long workers take for a schedule.
type simulation struct {
	p      *solverPlan
	c      *costs
	weight []float64 // seconds of each column on one of several workers

	free []float64 // when each worker is
	by   []int32   // the worker of each column
	done []float64 // when the columns of links are, 0 for others
	seen []uint64  // the workers that have each column in their caches: bit w for worker w, modulo 64
}

func newSimulation(p *solverPlan, c *costs, workers int, weight []float64) *simulation {
	n := len(weight)
	return &simulation{p, c, weight, make([]float64, workers), make([]int32, n), make([]float64, n), make([]uint64, n)}
}

// run returns the predicted seconds of the scales, of the tasks with blocks of order 1 and what is
// above blocks, and of the links.
func (m *simulation) run(s *schedule) float64 {
	for w := range m.free {
		m.free[w] = m.c.startOf(w)
	}
	m.scales()
	for t := range len(s.tasks) - 1 {
		w := first(m.free)
		for _, r := range s.task(t) {
			for k := r.first; k < r.last; k++ {
				m.free[w] += m.weight[k]
				m.by[k], m.seen[k] = int32(w), 1<<(w%64)
			}
		}
	}
	m.blocks(m.c.unit, len(m.p.units))
	m.blocks(m.c.above, len(m.p.above))
	if len(s.links) == 0 {
		return slices.Max(m.free) + m.join()
	}
	m.wait(slices.Max(m.free) + m.join())
	moves := 0
	for _, r := range s.links {
		w := first(m.free)
		m.free[w] += m.c.take
		moves += int(m.p.heads[r.last].u - m.p.heads[r.first].u)
		for k := r.first; k < r.last; k++ {
			m.link(k, w)
		}
	}
	return m.spread(moves)
}

// blocks predicts n blocks of order 1, or entries above blocks.
func (m *simulation) blocks(each float64, n int) {
	m.divide(m.c.sharing*each*float64(n)+m.c.had(float64(n), len(m.free)), m.parts(n))
}

// spread predicts the moves of U, and returns when all is done. Of the values, another core
// had what it computed, and the lines that they go to.
func (m *simulation) spread(moves int) float64 {
	m.wait(slices.Max(m.free) + m.join())
	each := m.c.sharing*m.c.spread + 2*m.c.moved*(1-1/float64(len(m.free)))
	return m.divide(each*float64(moves), m.parts(moves)) + m.join()
}

// scales predicts the scales: all workers look at the values, and then join what they found, as
// [Machine.Scales] says.
func (m *simulation) scales() {
	n := len(m.weight)
	nnz := m.p.a.NNZ()
	m.wait(m.join() + m.divide(m.c.sharing*m.c.scale*float64(nnz), m.parts(nnz)))
	m.wait(m.join() + m.divide(m.c.sharing*m.c.row*float64(n)+2*m.c.moved*float64(n), m.parts(n)))
}

// join predicts the wait of all workers for each other.
func (m *simulation) join() float64 { return m.c.join(len(m.free)) }

// parts returns the number of parts of a phase that goes through n elements.
func (m *simulation) parts(n int) int { return partsOf(n, len(m.free)).count }

// divide divides work in so many parts among workers: whoever is free takes the next. It
// returns when the last part is done.
func (m *simulation) divide(work float64, count int) (end float64) {
	for range count {
		w := first(m.free)
		m.free[w] += work / float64(count)
		end = max(end, m.free[w])
	}
	return end
}

// wait makes all workers wait until then.
func (m *simulation) wait(until float64) {
	for w := range m.free {
		m.free[w] = max(m.free[w], until)
	}
}

// link computes column k by worker w, which waits for the columns of others and gets their
// cache lines.
func (m *simulation) link(k int32, w int) {
	t, weight, bit := m.free[w], m.weight[k], uint64(1)<<(w%64)
	segs := m.p.segs[m.p.heads[k].seg:m.p.heads[k+1].seg]
	last := int32(none) - 1 // of the columns of others
	for i := range segs {
		g := &segs[i]
		for j := g.first; j < g.first+g.width; j++ {
			if at := m.done[j]; at > 0 && int(m.by[j]) != w {
				t = max(t, at+m.c.latency)
			}
			if m.seen[j]&bit == 0 {
				m.seen[j] |= bit
				if j != last+1 {
					t += m.c.begin
				}
				last = j
				t += m.c.moved * float64(m.p.heads[j+1].l-m.p.heads[j].l)
			}
		}
		cost := m.c.sharing * m.c.ofSegment(g)
		t += cost
		weight -= cost
	}
	m.free[w] = t + weight + m.c.flag
	m.done[k], m.by[k], m.seen[k] = m.free[w], int32(w), bit
}
