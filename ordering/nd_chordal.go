package ordering

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/ordering/internal/separator"
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

// chordal reports whether minimum degree leaves so little to be gained for a
// component that it need not be divided: it fills hardly anything, and its
// critical path is at most three times as long as that of its largest clique,
// which no order can do without.
func (t *trial) chordal() bool {
	if t.order == nil || float64(t.stats.NNZL) > (1+hardly)*float64(t.entries) {
		return false
	}
	return t.cost.path <= 3*etree.CliqueLUFlops(int32(t.stats.MaxColumn))
}
