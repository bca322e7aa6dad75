package ordering

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// An element is what is left of a component when it is eliminated: the vertices
// next to it, without hubs.
type element []int32

// A patch is a graph of inner vertices, numbered first, and the outer ones
// next to them.
type patch struct {
	graph *sparsity.Pattern
	inner int
	outer []int32 // vertices of the whole graph
	front bool    // elements join all that is not one of them: there is no graph
}

// patch returns the graph of the vertices ids, then of elements, then of what is
// next to both. Hubs and vertices that are gone and not among ids are left out.
// Edges between outer vertices are left out too. The graph is good until the
// next patch of w.
func (d *dissection) patch(w *dissector, ids []int32, elements []element) patch {
	if w.local == nil {
		w.local = make([]int32, d.g.Cols)
		fill(w.local, -1)
	}
	own := int32(len(ids))
	p := patch{inner: len(ids) + len(elements)}
	for k, v := range ids {
		w.local[v] = int32(k)
	}
	ptr, rows := append(slices.Grow(w.ptr[:0], p.inner+1), 0), slices.Grow(w.rows[:0], d.edges(ids, elements))
	number := func(u int32) int32 {
		k := w.local[u]
		if k < 0 {
			k = int32(p.inner + len(p.outer))
			w.local[u] = k
			p.outer = append(p.outer, u)
		}
		return k
	}
	for _, v := range ids {
		for _, u := range d.g.Col(int(v)) {
			if w.local[u] >= 0 || !d.gone[u] {
				rows = append(rows, number(u))
			}
		}
		ptr = append(ptr, int32(len(rows)))
	}
	for _, e := range elements {
		for _, u := range e {
			rows = append(rows, number(u))
		}
		ptr = append(ptr, int32(len(rows)))
	}
	for _, v := range ids {
		w.local[v] = -1
	}
	for _, v := range p.outer {
		w.local[v] = -1
	}
	w.ptr, w.rows = ptr, rows
	if p.front = len(elements) > 0 && fronts(ptr[own:], rows, own, p.inner, len(p.outer)); p.front {
		return p
	}
	p.graph = w.mirrored(ptr, rows, own, p.inner+len(p.outer))
	return p
}

// edges returns the most edges that start at vertices and elements.
func (d *dissection) edges(ids []int32, elements []element) int {
	sum := 0
	for _, v := range ids {
		sum += int(d.g.ColPtr[v+1] - d.g.ColPtr[v])
	}
	for _, e := range elements {
		sum += len(e)
	}
	return sum
}

// fronts reports whether the elements that contain each of the first own
// vertices contain all outer ones too. The rows of elements are given.
func fronts(ptr, rows []int32, own int32, inner, outer int) bool {
	covered := make([]bool, outer)
	left := outer
	some := false
	for e := range len(ptr) - 1 {
		list := rows[ptr[e]:ptr[e+1]]
		mine := int32(0)
		for _, u := range list {
			if u < own {
				mine++
			}
		}
		if mine < own {
			continue
		}
		some = true
		for _, u := range list {
			if u >= own && !covered[int(u)-inner] {
				covered[int(u)-inner] = true
				left--
			}
		}
	}
	return some && left == 0
}

// mirrored returns the graph of n vertices of which the rows of the first are
// given, and of those only edges between the first own ones at both ends. It is
// good until the next one of w.
func (w *dissector) mirrored(ptr, rows []int32, own int32, n int) *sparsity.Pattern {
	g := &w.graph
	g.Rows, g.Cols, g.ColPtr = n, n, slices.Grow(g.ColPtr[:0], n+1)[:n+1]
	clear(g.ColPtr)
	inner := len(ptr) - 1
	count := g.ColPtr[1:]
	for v := range inner {
		count[v] += int64(ptr[v+1] - ptr[v])
		for _, u := range rows[ptr[v]:ptr[v+1]] {
			if int32(v) >= own || u >= own {
				count[u]++
			}
		}
	}
	for v := 1; v < n; v++ {
		count[v] += count[v-1]
	}
	entries := int(g.ColPtr[n])
	g.RowIdx = slices.Grow(g.RowIdx[:0], entries)[:entries]
	next := append(w.next[:0], g.ColPtr[:n]...)
	w.next = next
	for v := range inner {
		for _, u := range rows[ptr[v]:ptr[v+1]] {
			g.RowIdx[next[v]] = u
			next[v]++
			if int32(v) >= own || u >= own {
				g.RowIdx[next[u]] = int32(v)
				next[u]++
			}
		}
	}
	return g
}

// elements returns the components of the inner vertices, each as the outer ones
// next to it. Those without any are left out.
func (p *patch) elements() []element {
	n := p.graph.Cols
	seen := make([]int32, n) // 1 + the last component that it was found in
	queue := make([]int32, 0, p.inner)
	var all []int32
	var ends []int
	for root := range int32(p.inner) {
		if seen[root] != 0 {
			continue
		}
		c := root + 1
		start := len(queue)
		queue = append(queue, root)
		seen[root] = c
		for k := start; k < len(queue); k++ {
			for _, u := range p.graph.Col(int(queue[k])) {
				if seen[u] == c {
					continue
				}
				seen[u] = c
				if int(u) < p.inner {
					queue = append(queue, u)
				} else {
					all = append(all, p.outer[int(u)-p.inner])
				}
			}
		}
		ends = append(ends, len(all))
	}
	var list []element
	from := 0
	for _, end := range ends {
		if end > from {
			list = append(list, all[from:end:end])
		}
		from = end
	}
	return list
}
