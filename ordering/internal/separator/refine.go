package separator

// Sides of a vertex.
const (
	Left      int8 = 0
	Right     int8 = 1
	Separator int8 = 2
)

// A division is a graph whose vertices are on two sides and in the separator
// between them, while single vertices are moved.
type division struct {
	g      *Graph
	side   []int8
	weight [3]int32 // of the sides and of the separator
	total  int32    // weight of all vertices
	limit  int32    // that a side should not exceed
	near   []int32  // for a separator vertex: the weight of its neighbours on the side it does not go to
	list   []int32  // the separator, and vertices that have left it
	heap   *heap    // the separator during a pass
	moves  []move
	taken  []int32
	seen   []int32 // pass in which the vertex moved
	pass   int32
}

// A move is a vertex that went from the separator to one side, which took
// taken[first:] into the separator, up to the next move's first.
type move struct {
	vertex, first int32
}

// A score tells how good a division is: less is better, the first element
// first.
type score struct {
	excess int32   // of the heavier side over the limit
	cost   float64 // weight of the separator, with a charge for imbalance
}

func (s score) better(t score) bool {
	if s.excess != t.excess {
		return s.excess < t.excess
	}
	return s.cost < t.cost
}

func (d *division) score() score { return d.charged(0) }

// charged returns the score with a charge for imbalance: what a separator may
// weigh more, as a fraction, for each fraction of the whole by which the sides
// come closer.
func (d *division) charged(charge float64) score {
	l, r := d.weight[Left], d.weight[Right]
	imbalance := float64(max(l, r)-min(l, r)) / float64(d.total)
	return score{max(0, max(l, r)-d.limit), float64(d.weight[Separator])*(1+charge*imbalance) + 0.01*imbalance}
}

// begin counts weights, from the sides of all vertices, and lists the
// separator.
func (d *division) begin() {
	d.weight = [3]int32{}
	d.list = d.list[:0]
	for v, s := range d.side {
		d.weight[s] += d.g.Weight[v]
		if s == Separator {
			d.list = append(d.list, int32(v))
		}
	}
}

// improve makes passes over the separator, to one side and to the other in
// turn, until two of them do not help, or there were as many as passes.
//
// Method: Fiduccia and Mattheyses [1] for vertex separators, as Hendrickson and
// Rothberg [2] and METIS have it. In a pass separator vertices go to one side,
// the one first that leaves the separator lightest; the neighbours it has on
// the other side come into the separator in its place. The pass goes on though
// the separator gets heavier, and ends at the best division it saw.
func (d *division) improve(passes int) {
	to := Left
	if d.weight[Right] < d.weight[Left] {
		to = Right
	}
	for idle := 0; passes > 0 && idle < 2; passes-- {
		idle++
		if d.once(to) {
			idle = 0
		}
		to = 1 - to
	}
}

// once makes one pass to a side and reports whether the division is better.
func (d *division) once(to int8) bool {
	d.pass++
	d.open(to)
	start := d.score()
	best, length := start, 0
	patience := min(5*len(d.list), 500)
	h := d.heap
	for len(h.items) > 0 {
		v := h.items[0].vertex
		if d.weight[to]+d.g.Weight[v] > max(d.limit, d.weight[1-to]) {
			break
		}
		d.move(v, to)
		now := d.score()
		if now.better(best) {
			best, length = now, len(d.moves)
			continue
		}
		idle := len(d.moves) - length
		if idle > 3*patience || idle > patience && now.cost > 1.1*best.cost {
			break
		}
	}
	d.undo(length)
	d.close()
	return best.better(start)
}

// open puts the separator into the heap, for moves to a side.
func (d *division) open(to int8) {
	d.moves, d.taken = d.moves[:0], d.taken[:0]
	for _, v := range d.list {
		d.push(v, to)
	}
}

// push finds near of v and puts it into the heap, for a move to a side.
func (d *division) push(v int32, to int8) {
	near := int32(0)
	other := 1 - to
	for _, e := range d.g.Of(v) {
		if d.side[e.To] == other {
			near += d.g.Weight[e.To]
		}
	}
	d.near[v] = near
	d.heap.push(v, d.g.Weight[v]-near)
}

// move takes the first vertex v of the heap out of the separator to one side,
// and its neighbours on the other side into it.
func (d *division) move(v int32, to int8) {
	other := 1 - to
	d.heap.remove(v)
	d.moves = append(d.moves, move{v, int32(len(d.taken))})
	w := d.g.Weight[v]
	d.side[v] = to
	d.weight[to] += w
	d.weight[Separator] -= w
	for _, e := range d.g.Of(v) {
		if d.side[e.To] == other {
			d.take(e.To, other)
		}
	}
}

// take brings u from a side into the separator.
func (d *division) take(u int32, from int8) {
	w := d.g.Weight[u]
	d.side[u] = Separator
	d.weight[from] -= w
	d.weight[Separator] += w
	d.taken = append(d.taken, u)
	near := int32(0)
	for _, e := range d.g.Of(u) {
		x := e.To
		switch d.side[x] {
		case from:
			near += d.g.Weight[x]
		case Separator:
			d.near[x] -= w
			d.heap.set(x, d.g.Weight[x]-d.near[x])
		}
	}
	d.near[u] = near
	d.heap.push(u, w-near)
}

// undo takes all moves back but the first length.
func (d *division) undo(length int) {
	end := len(d.taken)
	for k := len(d.moves) - 1; k >= length; k-- {
		m := d.moves[k]
		to, w := d.side[m.vertex], d.g.Weight[m.vertex]
		d.side[m.vertex] = Separator
		d.weight[to] -= w
		d.weight[Separator] += w
		for _, u := range d.taken[m.first:end] {
			d.side[u] = 1 - to
			d.weight[1-to] += d.g.Weight[u]
			d.weight[Separator] -= d.g.Weight[u]
		}
		end = int(m.first)
	}
	d.taken = d.taken[:end]
}

// close empties the heaps and lists the separator.
func (d *division) close() {
	d.heap.clear()
	d.pass++
	kept := d.list[:0]
	for _, v := range d.list {
		if d.side[v] == Separator && d.seen[v] != d.pass {
			d.seen[v] = d.pass
			kept = append(kept, v)
		}
	}
	for _, v := range d.taken {
		if d.side[v] == Separator && d.seen[v] != d.pass {
			d.seen[v] = d.pass
			kept = append(kept, v)
		}
	}
	d.list = kept
}
