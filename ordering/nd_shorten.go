package ordering

import (
	"slices"

	"github.com/nrkit/nrkit/internal/equivalent"
	"github.com/nrkit/nrkit/sparsity"
)

// slack is how much longer than the shortest one a critical path may be.
const slack = 0.05

// shorten replaces the order p[from:to], of all vertices but fringe and hubs, by
// an equivalent one with a shorter critical path, if there is one.
func (d *dissection) shorten(from, to int) {
	part := d.p[from:to]
	if order := equivalent.Near(d.among(part), slack, equivalent.Options{}); order != nil {
		old := slices.Clone(part)
		for k, v := range order {
			part[k] = old[v]
		}
	}
}

// among returns the graph of some vertices, numbered as they are listed. Its
// rows are not ascending.
func (d *dissection) among(set []int32) *sparsity.Pattern {
	number := make([]int32, d.g.Cols)
	fill(number, -1)
	entries := 0
	for k, v := range set {
		number[v] = int32(k)
		entries += len(d.g.Col(int(v)))
	}
	h := sparsity.NewPattern(len(set), len(set))
	h.RowIdx = make([]int32, 0, entries)
	for k, v := range set {
		for _, u := range d.g.Col(int(v)) {
			if at := number[u]; at >= 0 {
				h.RowIdx = append(h.RowIdx, at)
			}
		}
		h.ColPtr[k+1] = int64(len(h.RowIdx))
	}
	return h
}
