package ordering

import "github.com/nrkit/nrkit/etree"

// takeFringe places the vertices that have at most one neighbour besides hubs,
// and then those that have none left, from the start of p on: that adds nothing
// to the graph of the others. It returns how many they are. Of two vertices that
// only have each other, the first is placed first.
//
// It is a single layer: trees are left to division, which keeps them low.
func (d *dissection) takeFringe() int {
	taken := d.takeLayer(0, 1)
	return d.takeLayer(taken, 0)
}

// takeLayer places the vertices that have at most the given number of
// neighbours, and are not next to each other, from place at on. It returns the
// next place.
func (d *dissection) takeLayer(at, most int) int {
	edges, first := int64(0), at
	for v := range int32(d.g.Cols) {
		if d.gone[v] {
			continue
		}
		if near, last := d.neighbours(v, most+1); near <= most && !d.pair(last, v) {
			d.p[at] = v
			at++
			edges += int64(near)
		}
	}
	for _, v := range d.p[first:at] {
		d.gone[v] = true
	}
	d.stats.NNZL += int64(at-first) + edges
	d.stats.FlopsLU += float64(edges) * etree.LUFlops(2)
	d.stats.Fringe += at - first
	return at
}

// pair reports whether u, which is next to v, is a vertex before v that has no
// other neighbour. u may be -1.
func (d *dissection) pair(u, v int32) bool {
	if u < 0 || u > v {
		return false
	}
	near, _ := d.neighbours(u, 2)
	return near == 1
}

// neighbours returns how many vertices next to v are not gone, or most if they
// are more, and the last one it saw, or -1.
func (d *dissection) neighbours(v int32, most int) (count int, last int32) {
	last = -1
	for _, u := range d.g.Col(int(v)) {
		if !d.gone[u] {
			last = u
			if count++; count == most {
				break
			}
		}
	}
	return count, last
}
