package ordering

import (
	"github.com/nrkit/nrkit/ordering/equivalent"
	"github.com/nrkit/nrkit/sparsity"
)

// shorten replaces the order p[from:to], of all vertices but fringe and hubs, by
// an equivalent one with a shorter critical path, if there is one.
func (d *dissection) shorten(from, to int) {
	part := d.p[from:to]
	g, ids, number := d.among(part)
	order := make(sparsity.Perm, len(part))
	for k, v := range part {
		order[k] = number[v]
	}
	order, _ = equivalent.Shorten(g, order, equivalent.Options{})
	for k, v := range order {
		part[k] = ids[v]
	}
}

// among returns the graph of some vertices, the vertices in ascending order,
// which is how they are numbered in it, and the number of each.
func (d *dissection) among(set []int32) (h *sparsity.Pattern, ids, number []int32) {
	number = make([]int32, d.g.Cols)
	fill(number, -1)
	for _, v := range set {
		number[v] = 0
	}
	ids = make([]int32, 0, len(set))
	entries := 0
	for v := range number {
		if number[v] == 0 {
			number[v] = int32(len(ids))
			ids = append(ids, int32(v))
			entries += len(d.g.Col(v))
		}
	}
	h = sparsity.NewPattern(len(ids), len(ids))
	h.RowIdx = make([]int32, 0, entries)
	for k, v := range ids {
		for _, u := range d.g.Col(int(v)) {
			if number[u] >= 0 {
				h.RowIdx = append(h.RowIdx, number[u])
			}
		}
		h.ColPtr[k+1] = int64(len(h.RowIdx))
	}
	return h, ids, number
}
