package separator

import "math"

// A flow runs through a band from the left border to the right one. Through
// each vertex runs no more than its weight, along edges as much as there is.
//
// Each vertex v is two nodes: 2v, where flow comes in, and 2v+1, where it goes
// out. An arc joins the first to the second, and arcs of no limit join the
// second to the first nodes of all neighbours. What flows along an arc can also
// be sent back.
type flow struct {
	*band
	through []int32 // of each vertex: the flow through it
	along   []int32 // of each edge: the flow along it, from the vertex it is stored at
	arc     []int32 // of each node met in this pass: the arc it is left by
	met     []int32 // the last pass that has met a node
	closed  []int32 // the last pass in which a node led nowhere, or that it is on the path of
	path    []int32 // nodes
	pass    int32
}

// maximum returns the largest flow through a band, or nil if that is no less
// than a limit. The last pass has closed exactly the nodes that more could flow to.
//
// Method: augmenting paths. A pass searches depth first from each vertex of the
// left border, and enters no node again that led nowhere, as Pothen and Fan have
// it for matchings [1]. Vertices are numbered from left to right, and the
// neighbour furthest to the right is tried first, so that most paths are short.
// The last pass finds no path.
//
// Cost: O(edges) for each pass and O(length) for each path.
//
// [1] A. Pothen, C.-J. Fan, ACM TOMS 16(4):303–324, 1990.
func (w *Work) maximum(b *band, limit int32) *flow {
	m := len(b.ids)
	f := &flow{band: b, through: w.words.take(m), along: w.words.take(len(b.to)),
		arc: w.words.take(2 * m), met: w.words.take(2 * m), closed: w.words.take(2 * m), path: w.words.take(2*m + 1)}
	clear(f.through)
	clear(f.along)
	clear(f.met)
	clear(f.closed)
	for more := true; more; {
		f.pass++
		more = false
		for v, s := range f.border {
			for s&atLeft != 0 && f.advance(int32(2*v)) {
				if limit -= f.push(); limit <= 0 {
					return nil
				}
				more = true
			}
		}
	}
	return f
}

// advance goes from a node to the right border, and leaves the nodes on the way
// in f.path. It returns false if there is no way, or none that was not tried in
// this pass.
func (f *flow) advance(x int32) bool {
	if f.closed[x] == f.pass {
		return false
	}
	path := append(f.path[:0], x)
	f.enter(x)
	for {
		if x&1 == 1 && f.border[x/2]&atRight != 0 {
			f.path = path
			return true
		}
		if y := f.step(x); y >= 0 {
			x = y
			path = append(path, x)
			f.enter(x)
			continue
		}
		path = path[:len(path)-1]
		if len(path) == 0 {
			return false
		}
		x = path[len(path)-1]
	}
}

// enter closes a node while it is on the path, and for good if it leads
// nowhere.
func (f *flow) enter(x int32) {
	f.closed[x] = f.pass
	if f.met[x] != f.pass {
		f.met[x] = f.pass
		f.arc[x] = f.ptr[x/2+1] - x&1
	}
}

// step returns the node at the end of the next arc of node x that is not full
// and does not end at a closed node, or -1.
//
// The edges of a vertex are tried from the last to the first. The arc between
// its two nodes has the number after the last edge where flow comes in, and
// the one before the first edge where it goes out.
func (f *flow) step(x int32) int32 {
	v := x / 2
	a, first := f.arc[x], f.ptr[v]
	if x&1 == 1 {
		for ; a >= first; a-- {
			if y := 2 * f.to[a]; f.closed[y] != f.pass {
				f.arc[x] = a
				return y
			}
		}
		f.arc[x] = a
		if f.through[v] > 0 && f.closed[x-1] != f.pass {
			return x - 1
		}
		return -1
	}
	if a == f.ptr[v+1] {
		if f.through[v] < f.weight[v] && f.closed[x+1] != f.pass {
			return x + 1
		}
		a--
	}
	if f.through[v] == 0 {
		a = first - 1 // nothing comes in that could be sent back
	}
	for ; a >= first; a-- {
		if y := 2*f.to[a] + 1; f.closed[y] != f.pass && f.along[f.back[a]] > 0 {
			f.arc[x] = a
			return y
		}
	}
	f.arc[x] = a
	return -1
}

// push adds as much flow along f.path as its arcs take, opens its nodes, and
// returns how much that is.
func (f *flow) push() int32 {
	room := int32(math.MaxInt32)
	for k, x := range f.path[:len(f.path)-1] {
		v, own := x/2, x/2 == f.path[k+1]/2
		switch {
		case own && x&1 == 0:
			room = min(room, f.weight[v]-f.through[v])
		case own:
			room = min(room, f.through[v])
		case x&1 == 0:
			room = min(room, f.along[f.back[f.arc[x]]])
		}
	}
	for k, x := range f.path[:len(f.path)-1] {
		v, own := x/2, x/2 == f.path[k+1]/2
		switch {
		case own && x&1 == 0:
			f.through[v] += room
		case own:
			f.through[v] -= room
		case x&1 == 0:
			f.along[f.back[f.arc[x]]] -= room
		default:
			f.along[f.arc[x]] += room
		}
	}
	for _, x := range f.path {
		f.closed[x] = 0
	}
	return room
}

// cutLeft puts each vertex of the band on a side, where the separator is the
// minimum cut that is the furthest to the left: the vertices that flow could
// only come into.
func (f *flow) cutLeft(put func(k int, side int8)) {
	for k := range f.ids {
		switch {
		case f.closed[2*k+1] == f.pass:
			put(k, Left)
		case f.closed[2*k] == f.pass:
			put(k, Separator)
		default:
			put(k, Right)
		}
	}
}

// cutRight is cutLeft for the minimum cut that is the furthest to the right.
// It ends the search: cutLeft cannot follow.
func (f *flow) cutRight(put func(k int, side int8)) {
	f.backward()
	for k := range f.ids {
		switch {
		case f.closed[2*k] == f.pass:
			put(k, Right)
		case f.closed[2*k+1] == f.pass:
			put(k, Separator)
		default:
			put(k, Left)
		}
	}
}

// backward closes the nodes that the right border could be reached from.
func (f *flow) backward() {
	f.pass++
	q := f.path[:0]
	enter := func(x int32) {
		if f.closed[x] != f.pass {
			f.closed[x] = f.pass
			q = append(q, x)
		}
	}
	for v, s := range f.border {
		if s&atRight != 0 {
			enter(int32(2*v + 1))
		}
	}
	for k := 0; k < len(q); k++ {
		x := q[k]
		v := x / 2
		if x&1 == 0 {
			if f.through[v] > 0 {
				enter(x + 1)
			}
			for e := f.ptr[v]; e < f.ptr[v+1]; e++ {
				enter(2*f.to[e] + 1)
			}
			continue
		}
		if f.through[v] < f.weight[v] {
			enter(x - 1)
		}
		if f.through[v] == 0 {
			continue // nothing goes out that could be sent back
		}
		for e := f.ptr[v]; e < f.ptr[v+1]; e++ {
			if f.along[e] > 0 {
				enter(2 * f.to[e])
			}
		}
	}
}
