package ordering

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// A cost is what the columns of a part add up to.
type cost struct {
	fill  int64   // entries of L
	flops float64 // of LU
	path  float64 // of these, those of the critical path within the part

	divided float64 // path as it would be if every division had been kept
}

// A trial is a part ordered by minimum degree as a whole.
type trial struct {
	ids   []int32
	patch patch
	order sparsity.Perm // the inner vertices of the patch come first
	stats AMDStats
	cost  cost

	entries int // of the lower part of its graph

	// Of the fringe, if it takes part, so that minimum degree finds the graph as
	// it would without nested dissection: which vertices are of it, and what
	// they add.
	fringe []bool
	extra  cost
}

// attempt returns a trial of all of a component, without an order. A fringe no
// larger than that takes part.
func (d *dissection) attempt(w *dissector, t task) *trial {
	ids := d.expand(t.ids)
	if !t.alone || t.at > len(ids) {
		return d.prepare(w, ids)
	}
	var a *trial
	if n := len(d.p); t.at+len(ids) == n { // no hubs: this is the graph
		a = &trial{ids: identity(n), patch: patch{graph: d.g, inner: n}, entries: d.g.NNZ()/2 + n}
	} else {
		a = d.prepare(w, append(ids, d.p[:t.at]...))
	}
	if t.at > 0 {
		a.fringe, a.extra = make([]bool, len(d.p)), d.fringe
		for _, v := range d.p[:t.at] {
			a.fringe[v] = true
		}
	}
	return a
}

// ahead lets another goroutine order all of a component, while the first
// separator is looked for, if a dissector is free. It returns a function that
// waits for that and returns the trial, or nil.
func (d *dissection) ahead(t task) func() *trial {
	var a *trial
	wait := d.beside(func(w *dissector) {
		a = d.attempt(w, t)
		a.run(d.stops)
	})
	return func() *trial {
		if wait != nil {
			wait()
		}
		return a
	}
}

// stops tells minimum degree whether to stop.
func (d *dissection) stops(AMDStats) bool { return d.stopNow() }

// prepare returns a trial without an order. It keeps ids.
func (d *dissection) prepare(w *dissector, ids []int32) *trial {
	slices.Sort(ids)
	p := d.patch(w, ids, nil)
	return &trial{ids: ids, patch: p, entries: p.graph.NNZ()/2 + len(ids)}
}

// run orders by minimum degree and finds the cost; the order is nil if stop says
// so. After that accept alone reads the graph of the patch.
func (t *trial) run(stop func(AMDStats) bool) {
	p := &t.patch
	class := make([]int32, p.graph.Cols)
	fill(class[p.inner:], -1)
	c := newClasses(p.graph, class, AMDOptions{})
	t.order, t.stats = c.eliminate(stop), c.stats
	t.stats.NNZL -= t.extra.fill
	t.stats.FlopsLU -= t.extra.flops
	switch {
	case t.order == nil:
	case t.stats.Dense > 0: // which minimum degree counts for too little
		t.cost = t.measure()
	default:
		path := c.path(t.order[:p.inner])
		t.cost = cost{fill: t.stats.NNZL, flops: t.stats.FlopsLU, path: path, divided: path}
	}
}

// path returns the flops of the critical path of an order that c has made, in
// which each column of a front waits for the one before.
func (c *classes) path(order sparsity.Perm) float64 {
	longest := 0.0
	below := make([]float64, c.n) // of each element: the longest path that ends under it
	for _, i := range order {
		v := &c.nodes[i]
		if v.nv == 0 {
			continue // eliminated with another vertex
		}
		sum, size := below[i], flip(v.elems)
		for k := range v.nv {
			sum += etree.LUFlops(size - k)
		}
		longest = max(longest, sum)
		if v.start != -1 {
			up := &below[flip(v.start)]
			*up = max(*up, sum)
		}
	}
	return longest
}

// place puts the order into p, but for the fringe.
func (t *trial) place(p sparsity.Perm) {
	p = p[:0]
	for _, k := range t.order[:t.patch.inner] {
		if v := t.ids[k]; t.fringe == nil || !t.fringe[v] {
			p = append(p, v)
		}
	}
}

// accept places the order of a trial from place at on.
func (d *dissection) accept(t *trial, at int) region {
	r := region{cost: t.cost, elements: t.patch.elements(), near: true, tried: max(len(t.ids), firstTrial/trialStep)}
	t.place(d.p[at:])
	for _, v := range t.ids {
		d.gone[v] = true
	}
	d.report(func(s *NDStats) {
		s.Leaves++
		s.NNZL += r.fill
		s.FlopsLU += r.flops
	})
	return r
}

// measure returns the cost of the order by the columns of L.
func (t *trial) measure() cost {
	p := &t.patch
	b := etree.Permuted(p.graph, t.order)
	tree := etree.Symmetric(b)
	counts := etree.LowerCounts(b, tree, tree.Postorder())
	c := cost{fill: -t.extra.fill, flops: -t.extra.flops}
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
const pathPower = 0.5

// nearly is how much more fill minimum degree may have and still be about as
// good, so that it is tried on a larger part.
const nearly = 1.03

// compare replaces the order of a divided part by that of a trial, if that is
// better. It tells in r.near whether both are about as good.
func (d *dissection) compare(t *trial, r *region, placed []int32) {
	r.tried = len(t.ids)
	if r.near = float64(t.stats.NNZL) < nearly*float64(r.fill); !r.near {
		return
	}
	c := t.cost
	if float64(c.fill)*math.Pow(c.path/r.divided, pathPower) >= float64(r.fill) {
		return
	}
	t.place(placed)
	old := r.cost
	c.divided = r.divided
	r.cost = c
	d.report(func(s *NDStats) {
		s.Whole++
		s.NNZL += r.fill - old.fill
		s.FlopsLU += r.flops - old.flops
	})
}
