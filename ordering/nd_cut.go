package ordering

import (
	"slices"

	"github.com/nrkit/nrkit/etree"
)

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
	if p.front {
		d.front(&r, p, cut, at)
		return r
	}
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

// front places a separator whose columns are a dense front, and adds them to
// the region r. What it separates and does not touch it lies within the
// boundary of the rest, so that a single element is left.
func (d *dissection) front(r *region, p patch, cut []int32, at int) {
	for k, v := range cut {
		c := int32(len(cut) - k + len(p.outer))
		f := etree.LUFlops(c)
		r.fill += int64(c)
		r.flops += f
		r.path += f
		r.divided += f
		d.p[at+k] = v
		d.gone[v] = true
	}
	if len(p.outer) > 0 {
		r.elements = []element{p.outer}
	}
}
