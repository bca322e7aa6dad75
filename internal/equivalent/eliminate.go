package equivalent

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// A race eliminates the vertices of a chordal graph, each as early as it can be:
// every clique is a worker, busy with one of its simplicial vertices at a time.
//
// Invariants, between two events: the cliques that are not absorbed are the
// maximal cliques of the graph that is left. A vertex is simplicial when one of
// these holds it, and is then in the queue of that clique, or running.
type race struct {
	*cliques
	seps *separators
	cost func(count int32) float64

	// Of each vertex: what is spent on it instead, with all that it stands for,
	// if that is positive. It is the first of its clique then. nil is no such
	// vertex.
	ready []float64

	into    []int32 // of each clique: the one that absorbed it, or itself
	size    []int32 // of each clique: vertices that are left
	running []int32 // of each clique: the vertex in elimination, or -1
	head    []int32 // of each clique: its first simplicial vertex that waits, or -1
	tail    []int32
	next    []int32 // of each vertex: the next one that waits in the same clique
	first   []int32 // of each clique: the first vertex that ever waited, where next goes on to all that did
	counts  []int32 // of each vertex: vertices of its clique when its elimination begins
	events  events

	by       []int32 // of each clique: the one that absorbed it, or -1
	absorbed []int32 // the cliques that have been absorbed, in this order

	// Of each vertex that is not eliminated: how many cliques hold it; of the
	// others 0 or less.
	held []int32
}

// eliminate returns an order of elimination of the graph with these cliques,
// the number of entries of each column of the filled graph under it, by vertex,
// and when the last elimination ends. ready is as in [race].
//
// Of the simplicial vertices of a clique the one that has been so for the
// longest goes first. When the last is gone, what is left of the clique is
// either no part of another one, and waits for its neighbours to be absorbed, or
// it is the separator to one of them and is absorbed by it.
//
// Cost: O(entries of the cliques + n w + q log q) for q cliques, where w is how
// often an event changes its bucket, see [events].
func eliminate(c *cliques, cost func(count int32) float64, ready []float64) (order sparsity.Perm, counts []int32, end float64) {
	r := newRace(c, cost)
	r.ready = ready
	for q := range int32(c.len()) {
		r.begin(q, 0)
	}
	for {
		now, q, ok := r.events.next()
		if !ok {
			return r.order(), r.counts, end
		}
		end = now
		v := r.running[q]
		r.running[q] = -1
		r.held[v] = 0
		r.size[q]--
		if r.head[q] < 0 {
			e, up := r.seps.leaving(q, r.size[q])
			if e < 0 {
				continue
			}
			q = r.absorb(e, q, up)
		}
		r.begin(q, now)
	}
}

func newRace(c *cliques, cost func(count int32) float64) *race {
	n, q := len(c.of), c.len()
	r := &race{cliques: c, cost: cost, seps: newSeparators(c),
		into: make([]int32, q), size: make([]int32, q), running: make([]int32, q), head: make([]int32, q), tail: make([]int32, q),
		next: make([]int32, n), first: make([]int32, q), counts: make([]int32, n), by: make([]int32, q), held: slices.Clone(c.held)}
	for k := range int32(q) {
		r.into[k], r.by[k], r.running[k], r.head[k], r.first[k] = k, -1, -1, -1, -1
		members := c.clique(k)
		r.size[k] = int32(len(members))
		for _, v := range members {
			if c.held[v] == 1 {
				r.wait(v, k)
			}
		}
	}
	return r
}

// wait puts v at the end of the queue of q.
func (r *race) wait(v, q int32) {
	r.next[v] = -1
	if r.first[q] < 0 {
		r.first[q] = v
	} else {
		r.next[r.tail[q]] = v
	}
	if r.head[q] < 0 {
		r.head[q] = v
	}
	r.tail[q] = v
}

// begin lets q start at its first vertex that waits, unless there is none or q
// is busy.
func (r *race) begin(q int32, now float64) {
	if r.running[q] < 0 && r.head[q] >= 0 {
		v := r.take(q)
		cost := r.cost(r.counts[v])
		if r.ready != nil && r.ready[v] > 0 {
			cost = r.ready[v]
		}
		r.events.put(now+cost, q)
	}
}

// take takes the first vertex out of the queue of q and makes it the running
// one.
func (r *race) take(q int32) int32 {
	v := r.head[q]
	r.head[q] = r.next[v]
	r.running[q] = v
	r.counts[v] = r.size[q]
	return v
}

// absorb lets the clique at the other end of edge e, which leads up from q or
// down and holds all that is left of q, take the place of q, and returns it.
func (r *race) absorb(e, q int32, up bool) int32 {
	to := e
	if up {
		to = r.parent[e]
	}
	to = r.find(to)
	r.into[q], r.by[q] = to, to
	r.absorbed = append(r.absorbed, q)
	r.seps.absorb(e, q, to, up)
	for _, v := range r.clique(q) {
		if r.held[v]--; r.held[v] == 1 {
			r.wait(v, to)
		}
	}
	return to
}

// find returns the clique that stands for q now.
func (r *race) find(q int32) int32 {
	for r.into[q] != q {
		r.into[q] = r.into[r.into[q]]
		q = r.into[q]
	}
	return q
}

// order returns the order of elimination, in which a clique comes after all
// that it has absorbed.
//
// That is not the order of time. But a vertex of the clique that was eliminated
// before an absorption was in no other clique then, and is joined to none of the
// vertices that the absorbed clique had for itself: which of them is first is
// of no consequence, and what is close in the tree ends up close.
func (r *race) order() sparsity.Perm {
	own, whole := make([]int32, r.len()), make([]int32, r.len()) // vertices of a clique, and with those of all it absorbed
	for q := range own {
		for v := r.first[q]; v >= 0; v = r.next[v] {
			own[q]++
		}
		whole[q] += own[q]
	}
	for _, q := range r.absorbed {
		whole[r.by[q]] += whole[q]
	}
	order := make(sparsity.Perm, len(r.next))
	end := whole // of each clique that has its place: where those that it absorbed end
	place := func(q, last int32) {
		end[q] = last - own[q]
		at := end[q]
		for v := r.first[q]; v >= 0; v = r.next[v] {
			order[at] = v
			at++
		}
	}
	last := int32(0)
	for q, by := range r.by {
		if by < 0 {
			last += whole[q]
			place(int32(q), last)
		}
	}
	for _, q := range slices.Backward(r.absorbed) {
		last, size := end[r.by[q]], whole[q]
		place(q, last)
		end[r.by[q]] = last - size
	}
	return order
}
