package ordering

import (
	"slices"

	"github.com/nrkit/nrkit/ordering/internal/separator"
)

// core returns the graph that is divided: without hubs and fringe, and with a single
// vertex for those with the same neighbours. ids are the vertices it stands
// for, and ptr where those of each vertex begin; a vertex weighs as many.
func (d *dissection) core(gone int) (g *separator.Graph, ptr, ids []int32) {
	n := d.g.Cols
	first, joined := joinTwins(d.g, d.gone)
	d.stats.Joined = joined
	number := make([]int32, n) // of a vertex in g, if it is a first
	g = &separator.Graph{}
	size := int32(0)
	for v := range int32(n) {
		if !d.gone[v] && first[v] == v {
			number[v] = size
			size++
		}
	}
	g.Weight = make([]int32, size)
	ptr = make([]int32, size+1)
	for v, f := range first {
		if !d.gone[v] {
			g.Weight[number[f]]++
		}
	}
	for k, w := range g.Weight {
		ptr[k+1] = ptr[k] + w
	}
	ids = make([]int32, n-gone)
	next := append([]int32(nil), ptr[:size]...)
	for v, f := range first {
		if !d.gone[v] {
			k := number[f]
			ids[next[k]] = int32(v)
			next[k]++
		}
	}
	g.Ptr = make([]int32, 1, size+1)
	g.Edges = make([]separator.Edge, 0, d.g.NNZ())
	for v, f := range first {
		if d.gone[v] || int(f) != v {
			continue
		}
		for _, u := range d.g.Col(v) {
			if !d.gone[u] && first[u] == u {
				g.Edges = append(g.Edges, separator.Edge{To: number[u], Weight: g.Weight[number[v]] * g.Weight[number[u]]})
			}
		}
		g.Ptr = append(g.Ptr, int32(len(g.Edges)))
	}
	return g, ptr, ids
}

// forest orders the vertices that are neither hubs nor fringe, of which there are
// as many as said, from place at on. Components no larger than a leaf
// are ordered together, each other one by itself.
func (d *dissection) forest(at, hubs int) {
	g, ptr, ids := d.core(at + hubs)
	d.ptr, d.ids = ptr, ids
	graphs, sets, small := components(g, d.leafOf(g))
	tasks := make([]task, 0, len(graphs)+1)
	for k, h := range graphs {
		tasks = append(tasks, task{g: h, ids: sets[k], at: at, seed: mix(d.opt.Seed, uint64(k)), root: true,
			alone: len(graphs) == 1 && len(small) == 0})
		at += int(h.Total())
	}
	w := <-d.free
	if len(small) > 0 {
		d.acceptUnlessStopped(d.prepare(w, d.expand(small)), at)
	}
	d.trees(w, tasks)
	d.free <- w
}

// trees solves tasks that do not touch each other.
func (d *dissection) trees(w *dissector, tasks []task) {
	switch len(tasks) {
	case 0:
	case 1:
		d.solve(w, tasks[0])
	default:
		half := len(tasks) / 2
		d.both(w, true, func(w *dissector) { d.trees(w, tasks[:half]) },
			func(w *dissector) { d.trees(w, tasks[half:]) })
	}
}

// expand returns the vertices that those of the core stand for.
func (d *dissection) expand(core []int32) []int32 {
	ids := make([]int32, 0, len(core))
	for _, k := range core {
		ids = append(ids, d.ids[d.ptr[k]:d.ptr[k+1]]...)
	}
	return ids
}

// components returns the graph and the vertices of each component that weighs
// more than least, and the vertices of the others.
func components(g *separator.Graph, least int) (graphs []*separator.Graph, sets [][]int32, small []int32) {
	n := g.Len()
	index := make([]int32, n)
	fill(index, -1)
	order := make([]int32, 0, n)
	for root := range int32(n) {
		if index[root] >= 0 {
			continue
		}
		start, weight := len(order), 0
		index[root] = 0
		order = append(order, root)
		for k := start; k < len(order); k++ {
			v := order[k]
			weight += int(g.Weight[v])
			for _, e := range g.Of(v) {
				if index[e.To] < 0 {
					index[e.To] = 0
					order = append(order, e.To)
				}
			}
		}
		set := order[start:]
		switch {
		case weight <= least:
			small = append(small, set...)
		case len(set) == n:
			return []*separator.Graph{g}, [][]int32{identity(n)}, nil
		default:
			slices.Sort(set)
			for k, v := range set {
				index[v] = int32(k)
			}
			graphs = append(graphs, induced(g, set, index))
			sets = append(sets, set)
		}
	}
	return graphs, sets, small
}

func identity(n int) []int32 {
	x := make([]int32, n)
	for k := range x {
		x[k] = int32(k)
	}
	return x
}

// induced returns the graph of a component, where index numbers its vertices.
func induced(g *separator.Graph, set, index []int32) *separator.Graph {
	h := &separator.Graph{Ptr: make([]int32, 1, len(set)+1), Weight: make([]int32, 0, len(set))}
	for _, v := range set {
		for _, e := range g.Of(v) {
			h.Edges = append(h.Edges, separator.Edge{To: index[e.To], Weight: e.Weight})
		}
		h.Ptr = append(h.Ptr, int32(len(h.Edges)))
		h.Weight = append(h.Weight, g.Weight[v])
	}
	return h
}
