package ordering

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// An element is what is left of a component when it is eliminated: the vertices
// next to it, without hubs.
type element []int32

// A cost is what the columns of a part add up to.
type cost struct {
	fill  int64   // entries of L
	flops float64 // of LU
	path  float64 // of these, those of the critical path within the part

	divided float64 // path as it would be if every division had been kept
}

// A patch is a graph of inner vertices, numbered first, and the outer ones
// next to them.
type patch struct {
	graph *sparsity.Pattern
	inner int
	outer []int32 // vertices of the whole graph
}

// patch returns the graph of the vertices ids, then of elements, then of what is
// next to both. Hubs and vertices that are gone and not among ids are left out.
// Edges between outer vertices are left out too.
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
	ptr, rows := make([]int32, 1, p.inner+1), w.rows[:0]
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
	w.rows = rows
	p.graph = mirrored(ptr, rows, own, p.inner+len(p.outer))
	return p
}

// mirrored returns the graph of n vertices of which the rows of the first are
// given, and of those only edges between the first own ones at both ends.
func mirrored(ptr, rows []int32, own int32, n int) *sparsity.Pattern {
	g := &sparsity.Pattern{Rows: n, Cols: n, ColPtr: make([]int64, n+1)}
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
	g.RowIdx = make([]int32, g.ColPtr[n])
	next := slices.Clone(g.ColPtr[:n])
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

// whole orders the vertices ids by minimum degree, from place at on.
func (d *dissection) whole(w *dissector, ids []int32, at int) region {
	slices.Sort(ids)
	p := d.patch(w, ids, nil)
	order, _ := p.minimumDegree()
	r := region{elements: p.elements(), near: true}
	r.cost = p.measure(order)
	for k, v := range order[:p.inner] {
		d.p[at+k] = ids[v]
		d.gone[ids[v]] = true
	}
	d.report(func(s *NDStats) {
		s.Leaves++
		s.NNZL += r.fill
		s.FlopsLU += r.flops
	})
	return r
}

// minimumDegree orders the inner vertices of p.
func (p *patch) minimumDegree() (sparsity.Perm, AMDStats) {
	class := make([]int32, p.graph.Cols)
	fill(class[p.inner:], -1)
	return constrainedAMD(p.graph, class, AMDOptions{})
}

// measure returns the cost of the inner vertices of p in an order.
func (p *patch) measure(order sparsity.Perm) cost {
	b := sparsity.Permute(p.graph, order, order)
	tree := etree.Symmetric(b)
	counts := etree.LowerCounts(b, tree, tree.Postorder())
	var c cost
	path := make([]float64, p.inner)
	for j, k := range counts[:p.inner] {
		f := etree.LUFlops(k)
		c.fill += int64(k)
		c.flops += f
		path[j] += f
		c.path = max(c.path, path[j])
		if q := tree.Parent[j]; q >= 0 && int(q) < p.inner {
			path[q] = max(path[q], path[j])
		}
	}
	c.divided = c.path
	return c
}

// pathPower is how much a longer critical path weighs against less fill: an
// order that makes the path x times as long has to have x^pathPower times less.
const pathPower = 0.25

// reconsider orders a divided part, whose vertices are placed, by minimum degree
// as a whole, and keeps the better order. It tells in r.near whether both are
// about as good.
func (d *dissection) reconsider(w *dissector, r *region, placed []int32) {
	ids := slices.Clone(placed)
	slices.Sort(ids)
	p := d.patch(w, ids, nil)
	order, stats := p.minimumDegree()
	if r.near = float64(stats.NNZL) < 1.03*float64(r.fill); !r.near {
		return
	}
	c := p.measure(order)
	if float64(c.fill)*math.Pow(c.path/r.divided, pathPower) >= float64(r.fill) {
		return
	}
	for k, v := range order[:p.inner] {
		placed[k] = ids[v]
	}
	old := r.cost
	c.divided = r.divided
	r.cost = c
	d.report(func(s *NDStats) {
		s.Whole++
		s.NNZL += r.fill - old.fill
		s.FlopsLU += r.flops - old.flops
	})
}

// noneDense is a factor that makes no row dense.
const noneDense = 1e9

// separator orders the vertices cut between two regions, from place at on, and
// returns the region of all.
func (d *dissection) separator(w *dissector, cut []int32, at int, a, b region) region {
	r := region{cost: cost{a.fill + b.fill, a.flops + b.flops, max(a.path, b.path), max(a.divided, b.divided)}}
	elements := slices.Concat(a.elements, b.elements)
	if len(cut) == 0 {
		r.elements = elements
		return r
	}
	slices.Sort(cut)
	p := d.patch(w, cut, elements)
	r.elements = p.elements()
	class := make([]int32, p.graph.Cols)
	fill(class, -1)
	fill(class[:len(cut)], 1)
	fill(class[len(cut):p.inner], 0)
	order, stats := constrainedAMD(p.graph, class, AMDOptions{Dense: noneDense})
	flops, entries := stats.FlopsLU, stats.NNZL
	for _, e := range elements {
		entries -= int64(len(e) + 1)
		flops -= etree.LUFlops(int32(len(e) + 1))
	}
	r.fill += entries
	r.flops += flops
	r.path += flops
	r.divided += flops
	for k, v := range order[len(elements):p.inner] {
		d.p[at+k] = cut[v]
		d.gone[cut[v]] = true
	}
	return r
}
