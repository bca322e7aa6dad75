package windows

import (
	"math/bits"
	"slices"
)

// A window is a connected part of the tree. Its graph has a row of bits for each
// column: first the columns of the window, and from a new word on its boundary.
// All vertices of the boundary count as joined.
type window struct {
	top   int32
	inner []int32 // nodes of the window, parents first
	below []int32 // children of these that are not in it
	queue []int32 // nodes that may come in

	ids         []int32 // vertices: the columns, children first, and the boundary
	columns     int
	words, wide int     // of the columns in a row, and of all in a row
	number      []int32 // bit of each vertex of the graph, or -1
	clique      []uint64

	start      []uint64 // rows before anything is eliminated
	startAbove []uint64
	startFill  []int64
	stored     int64 // entries of L in the columns, in the order of the tree
	minimum    int64 // entries of L if an order adds no edge
	cost       int64 // of the columns in the order of the tree

	greedy
}

// open lays the window under top, of no more than most columns. It reports whether
// another order may have fewer entries.
func (s *search) open(top int32, most int) bool {
	w := &s.window
	w.top, w.inner, w.below, w.queue, w.columns = top, w.inner[:0], w.below[:0], append(w.queue[:0], top), 0
	for len(w.queue) > 0 {
		id := s.pop()
		x := &s.nodes[id]
		if w.columns+len(x.cols) > most {
			w.below = append(w.below, id)
			continue
		}
		x.seen = s.passes
		w.inner = append(w.inner, id)
		w.columns += len(x.cols)
		for _, c := range x.children {
			if s.nodes[c].spans() {
				s.push(c)
			} else {
				w.below = append(w.below, c)
			}
		}
		w.spend(len(x.children))
	}
	if w.columns < 2 {
		return false
	}
	s.load()
	return w.stored > w.minimum
}

// push puts a node into the queue, a heap of fronts with the largest first, and pop
// takes one out of it.
func (s *search) push(id int32) {
	q := append(s.queue, id)
	for k := len(q) - 1; k > 0; {
		up := (k - 1) / 2
		if !s.before(q[k], q[up]) {
			break
		}
		q[k], q[up] = q[up], q[k]
		k = up
	}
	s.queue = q
}

func (s *search) pop() int32 {
	q := s.queue
	top, last := q[0], len(q)-1
	q[0] = q[last]
	q = q[:last]
	for k := 0; ; {
		child := 2*k + 1
		if child >= last {
			break
		}
		if child+1 < last && s.before(q[child+1], q[child]) {
			child++
		}
		if !s.before(q[child], q[k]) {
			break
		}
		q[k], q[child] = q[child], q[k]
		k = child
	}
	s.queue = q
	return top
}

// before reports whether node a comes before node b.
func (s *search) before(a, b int32) bool {
	x, y := s.nodes[a].front(), s.nodes[b].front()
	return x > y || x == y && a < b
}

// load makes the graph of the window.
func (s *search) load() {
	w := &s.window
	w.ids, w.stored, w.cost = w.ids[:0], 0, 0
	for _, id := range slices.Backward(w.inner) {
		x := &s.nodes[id]
		w.stored += x.entries()
		w.cost += x.cost(s.opt.PerEntry)
		w.ids = append(w.ids, x.cols...)
	}
	w.ids = append(w.ids, s.nodes[w.top].bound...)
	w.words = (w.columns + 63) / 64
	w.wide = w.words + (len(w.ids)-w.columns+63)/64
	for k, v := range w.ids {
		w.number[v] = w.bit(k)
	}
	w.start = sized(w.start, w.columns*w.wide)
	clear(w.start)
	for k, v := range w.ids[:w.columns] {
		near := s.g.Col(int(v))
		w.setBits(w.start[k*w.wide:(k+1)*w.wide], near)
		w.spend(len(near))
	}
	w.clique = sized(w.clique, w.wide)
	for _, id := range w.below {
		s.addClique(s.nodes[id].bound)
	}
	for _, v := range w.ids {
		w.number[v] = -1
	}
	w.countStart()
}

// bit returns the bit of the k-th vertex of the window, and vertex the vertex of
// a bit.
func (w *window) bit(k int) int32 {
	if k >= w.columns {
		k += 64*w.words - w.columns
	}
	return int32(k)
}

func (w *window) vertex(bit int) int32 {
	if bit >= 64*w.words {
		bit -= 64*w.words - w.columns
	}
	return w.ids[bit]
}

// setBits sets the bits of the vertices that are in the window.
func (w *window) setBits(row []uint64, vertices []int32) {
	for _, u := range vertices {
		if b := w.number[u]; b >= 0 {
			row[b>>6] |= 1 << (b & 63)
		}
	}
}

// addClique joins the vertices of a boundary.
func (s *search) addClique(bound []int32) {
	w := &s.window
	if len(bound) < 2 {
		return
	}
	clear(w.clique)
	w.setBits(w.clique, bound)
	for _, u := range bound {
		if k := int(w.number[u]); k < w.columns {
			for i, x := range w.clique {
				w.start[k*w.wide+i] |= x
			}
		}
	}
	w.spend(len(bound) * (1 + w.wide))
}

// countStart finds the least entries that any order has, and, if those are fewer
// than there are, the fill of each column.
func (w *window) countStart() {
	inside, outside := 0, 0
	for k := range w.columns {
		row := w.start[k*w.wide : (k+1)*w.wide]
		row[k>>6] &^= 1 << (k & 63)
		inside += count(row[:w.words])
		outside += count(row[w.words:])
	}
	w.minimum = int64(w.columns + inside/2 + outside)
	w.spend(len(w.start))
	if w.minimum == w.stored {
		return
	}
	w.startAbove = sized(w.startAbove, (w.wide-w.words)*64*w.words)
	clear(w.startAbove)
	for v := range w.columns {
		for i, list := range w.start[v*w.wide+w.words : (v+1)*w.wide] {
			for ; list != 0; list &= list - 1 {
				w.startAbove[(i<<6+bits.TrailingZeros64(list))*w.words+v>>6] |= 1 << (v & 63)
			}
		}
	}
	w.startFill = sized(w.startFill, w.columns)
	w.restart()
	for v := range w.columns {
		w.startFill[v] = w.fillOf(v)
	}
}

// count returns the number of bits that are set.
func count(row []uint64) int {
	n := 0
	for _, x := range row {
		n += bits.OnesCount64(x)
	}
	return n
}

// sized returns x with length n, whose elements are any.
func sized[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n, n+n/2)
	}
	return x[:n]
}
