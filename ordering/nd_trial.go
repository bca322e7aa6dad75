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
}

// try orders the vertices ids by minimum degree. It keeps ids.
func (d *dissection) try(w *dissector, ids []int32) *trial {
	slices.Sort(ids)
	t := &trial{ids: ids, patch: d.patch(w, ids, nil)}
	t.order, t.stats = t.patch.minimumDegree()
	return t
}

// place puts the order into p.
func (t *trial) place(p sparsity.Perm) {
	for k, v := range t.order[:t.patch.inner] {
		p[k] = t.ids[v]
	}
}

// accept places the order, from place at on.
func (d *dissection) accept(t *trial, at int) region {
	r := region{elements: t.patch.elements(), near: true, tried: len(t.ids)}
	r.cost = t.patch.measure(t.order)
	t.place(d.p[at : at+len(t.ids)])
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

// minimumDegree orders the inner vertices of p.
func (p *patch) minimumDegree() (sparsity.Perm, AMDStats) {
	class := make([]int32, p.graph.Cols)
	fill(class[p.inner:], -1)
	return constrainedAMD(p.graph, class, AMDOptions{})
}

// measure returns the cost of the inner vertices of p in an order.
func (p *patch) measure(order sparsity.Perm) cost {
	b := etree.Permuted(p.graph, order)
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
	c := t.patch.measure(t.order)
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
