package windows

import "math/bits"

// greedy is the state of a try: the window's graph while it is eliminated.
type greedy struct {
	rows   []uint64
	above  []uint64 // rows of the columns next to each vertex of the boundary
	fill   []int64  // edges that the elimination of a column adds
	score  []float64
	left   []uint64 // columns that are not eliminated
	stale  []uint64 // columns whose score has to be set
	chosen []int32  // the order so far
	best   []int32  // the best order of the window
	work   int64
}

// spend counts words that are read.
func (y *greedy) spend(words int) { y.work += int64(words) }

// takeWork returns what was spent since the last call.
func (y *greedy) takeWork() int64 {
	w := y.work
	y.work = 0
	return w
}

// A rule says what the next column has least of.
type rule struct {
	of   score
	blur float64 // scores are off by up to half as much, as a fraction
}

type score int

const (
	byFill score = iota
	byMeanFill
	byIncrease // fill less what the neighbours lose in degree
	byDegree
	scores
)

// pickRule returns a rule by chance.
func (s *search) pickRule() rule {
	r := s.next() >> 20
	return rule{of: score(r % uint64(scores)), blur: 0.1 * float64(r/uint64(scores)%4)}
}

// restart undoes all eliminations.
func (w *window) restart() {
	w.rows = sized(w.rows, len(w.start))
	copy(w.rows, w.start)
	w.above = append(w.above[:0], w.startAbove...)
	w.left = sized(w.left, w.words)
	clear(w.left)
	for v := range w.columns {
		w.left[v>>6] |= 1 << (v & 63)
	}
	w.stale = append(w.stale[:0], w.left...)
	w.fill = append(w.fill[:0], w.startFill...)
	w.score = sized(w.score, w.columns)
	w.chosen = w.chosen[:0]
}

// try orders the window by a rule. It returns the cost of its columns, or limit where
// that would not be less.
func (s *search) try(r rule, limit int64) int64 {
	w := &s.window
	w.restart()
	cost, timed := w.minimum, s.opt.PerEntry > 0
	if timed {
		cost = 0
	}
	for len(w.chosen) < w.columns {
		v := s.pick(r)
		if timed {
			c := int64(count(w.row(v)))
			cost += c * (c + s.opt.PerEntry)
		} else {
			cost += w.fill[v]
		}
		if cost >= limit {
			return limit
		}
		w.chosen = append(w.chosen, int32(v))
		w.left[v>>6] &^= 1 << (v & 63)
		w.eliminate(v)
	}
	return cost
}

// pick returns the column of least score.
func (s *search) pick(r rule) int {
	w := &s.window
	best := -1
	for i, left := range w.left {
		for x := left; x != 0; x &= x - 1 {
			v := i<<6 + bits.TrailingZeros64(x)
			if w.stale[i]>>(v&63)&1 != 0 {
				w.score[v] = s.scoreOf(v, r)
			}
			if best < 0 || w.score[v] < w.score[best] {
				best = v
			}
		}
		w.stale[i] = 0
	}
	w.spend(w.columns - len(w.chosen))
	return best
}

// scoreOf returns the score of a column, with some chance in it to break ties.
func (s *search) scoreOf(v int, r rule) float64 {
	f := float64(s.fill[v])
	switch r.of {
	case byMeanFill:
		f /= float64(1 + count(s.row(v)))
	case byIncrease:
		f -= 2 * float64(count(s.row(v)))
	case byDegree:
		f = float64(count(s.row(v)))
	}
	if r.blur > 0 {
		f *= 1 + r.blur*(s.chance()-0.5)
	}
	return f + 1e-3*s.chance()
}

// row returns the neighbours of a column.
func (w *window) row(v int) []uint64 { return w.rows[v*w.wide : (v+1)*w.wide] }

// eliminate takes v out of the graph and joins its neighbours.
func (w *window) eliminate(v int) {
	m := w.row(v)
	for i, list := range m[:w.words] {
		w.stale[i] |= list
		for ; list != 0; list &= list - 1 {
			a := i<<6 + bits.TrailingZeros64(list)
			row := w.row(a)
			w.fill[a] -= int64(missing(row, m) - 1) // pairs with v, which is not in m
			row[v>>6] &^= 1 << (v & 63)
		}
	}
	for i, list := range m[w.words:] {
		for ; list != 0; list &= list - 1 {
			w.meets(i<<6 + bits.TrailingZeros64(list))[v>>6] &^= 1 << (v & 63)
		}
	}
	w.spend(2 * count(m) * w.wide)
	if w.fill[v] > 0 {
		w.join(m)
	}
}

// join adds the edges that lack between the vertices of m.
func (w *window) join(m []uint64) {
	for i, list := range m[:w.words] {
		for ; list != 0; list &= list - 1 {
			a := i<<6 + bits.TrailingZeros64(list)
			row := w.row(a)
			for k := i; k < w.words; k++ {
				lack := m[k] &^ row[k]
				if k == i {
					lack &= ^uint64(1) << (a & 63) // each pair once
				}
				for ; lack != 0; lack &= lack - 1 {
					w.addInside(a, k<<6+bits.TrailingZeros64(lack))
				}
			}
			for k := w.words; k < w.wide; k++ {
				for lack := m[k] &^ row[k]; lack != 0; lack &= lack - 1 {
					w.addAbove(a, k<<6+bits.TrailingZeros64(lack))
				}
			}
		}
	}
}

// addInside adds an edge between columns.
func (w *window) addInside(a, b int) {
	x, y := w.row(a), w.row(b)
	w.fill[a] += int64(missing(x, y))
	w.fill[b] += int64(missing(y, x))
	w.lower(x, y)
	x[b>>6] |= 1 << (b & 63)
	y[a>>6] |= 1 << (a & 63)
	w.spend(3 * w.wide)
}

// addAbove adds an edge between a column and the vertex of the boundary that has
// bit b. Pairs of boundary vertices never lack.
func (w *window) addAbove(a, b int) {
	x, y := w.row(a), w.meets(b-64*w.words)
	w.fill[a] += int64(missing(x[:w.words], y))
	w.lower(x, y)
	x[b>>6] |= 1 << (b & 63)
	y[a>>6] |= 1 << (a & 63)
	w.spend(3 * w.words)
}

// lower takes a pair off the fill of the columns that are in both rows.
func (w *window) lower(x, y []uint64) {
	for i := range w.words {
		both := x[i] & y[i]
		w.stale[i] |= both
		for ; both != 0; both &= both - 1 {
			w.fill[i<<6+bits.TrailingZeros64(both)]--
		}
	}
}

// missing returns how many bits of x are not in y.
func missing(x, y []uint64) int {
	n := 0
	for k, v := range x {
		n += bits.OnesCount64(v &^ y[k])
	}
	return n
}

// meets returns the columns next to the k-th vertex of the boundary.
func (w *window) meets(k int) []uint64 { return w.above[k*w.words : (k+1)*w.words] }

// fillOf returns the edges that eliminating v adds.
func (w *window) fillOf(v int) int64 {
	near := w.row(v)
	inside, outside := 0, 0
	for i, list := range near[:w.words] {
		for ; list != 0; list &= list - 1 {
			row := w.row(i<<6 + bits.TrailingZeros64(list))
			inside += missing(near[:w.words], row) - 1 // no column is next to itself
			outside += missing(near[w.words:], row[w.words:])
		}
	}
	w.spend(count(near[:w.words]) * w.wide)
	return int64(inside/2 + outside)
}
