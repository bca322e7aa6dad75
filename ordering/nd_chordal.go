package ordering

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/ordering/separator"
)

// samples is how many vertices are looked at to tell whether a graph may be
// chordal, few the most neighbours that one may have to be simplicial.
const samples, few = 128, 16

// mayBeChordal reports whether at least a quarter of the vertices looked at
// are simplicial: their neighbours are all joined. In meshes hardly any is.
func mayBeChordal(g *separator.Graph) bool {
	n := g.Len()
	found := 0
	for k := range samples {
		if simplicial(g, int32(k*n/samples)) {
			found++
		}
	}
	return found >= samples/4
}

// simplicial reports whether v has few neighbours, which are all joined.
func simplicial(g *separator.Graph, v int32) bool {
	near := g.Of(v)
	if len(near) > few {
		return false
	}
	for k, e := range near {
		missing := len(near) - 1 - k
		for _, x := range g.Of(e.To) {
			for _, y := range near[k+1:] {
				if x.To == y.To {
					missing--
				}
			}
		}
		if missing > 0 {
			return false
		}
	}
	return true
}

// hardly is the fill, as a fraction of the entries that are there, that is no
// more than nothing.
const hardly = 0.01

// chordal orders a component that may be chordal as a whole. It returns nil if
// that is not worth a try, or fills more than hardly anything.
func (d *dissection) chordal(w *dissector, t task) *trial {
	if !mayBeChordal(t.g) {
		return nil
	}
	c := d.attempt(w, t)
	most := int64((1 + hardly) * float64(c.patch.graph.NNZ()/2+len(c.ids)))
	if c.run(func(s AMDStats) bool { return s.NNZL > most }); c.order == nil || c.stats.NNZL > most {
		return nil
	}
	return c
}

// short reports whether the critical path of a trial is at most three times as
// long as that of its largest clique, which no order can do without.
func (t *trial) short(c cost) bool {
	least := 0.0
	for k := range t.stats.MaxColumn {
		least += etree.LUFlops(int32(k + 1))
	}
	return c.path <= 3*least
}
