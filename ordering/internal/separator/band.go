package separator

import "slices"

// A band is the part of a divided graph in which a lighter separator is looked
// for: the separator and what is near it on both sides, numbered from the left to
// the right.
//
// Vertices next to the left side outside the band are at its left border,
// those next to the right side at the right one; some may be at both.
type band struct {
	ids    []int32 // vertex of the graph, of each of the band
	ptr    []int32 // the edges of vertex v are ptr[v]:ptr[v+1]
	to     []int32 // vertex at the other end
	back   []int32 // the same edge at its other end
	border []int32 // atLeft and atRight, or 0
	weight []int32
}

// Borders of a band.
const (
	atLeft  int32 = 1 << Left
	atRight int32 = 1 << Right
)

// bandOf returns the band of d that reaches as many steps from the separator,
// or as few as it must so that any separator within the band leaves both sides
// below the limit and takes no more than half of a side. ok is false if one of
// the borders is empty: the band contains a whole side.
func (w *Work) bandOf(d *division, steps int) (b band, ok bool) {
	n := d.g.Len()
	b.ids = w.words.take(n)[:0]
	local := w.words.take(n)
	for v := range local {
		local[v] = -1
	}
	for _, v := range d.list {
		if d.side[v] == Separator {
			local[v] = 0
			b.ids = append(b.ids, v)
		}
	}
	own := len(b.ids)
	room := func(s int8) int32 { return min(d.limit-d.weight[1-s]-d.weight[Separator], d.weight[s]/2) }
	b.ids = d.spread(b.ids, own, Left, steps, room(Left), local)
	slices.Reverse(b.ids)
	slices.Reverse(b.ids[len(b.ids)-own:])
	b.ids = d.spread(b.ids, own, Right, steps, room(Right), local)
	for k, v := range b.ids {
		local[v] = int32(k)
	}
	return b, w.bandEdges(d, &b, local)
}

// spread appends to ids the vertices of side s within so many steps of the
// last own, as long as they weigh no more than room. It sets local to what is
// not -1.
func (d *division) spread(ids []int32, own int, s int8, steps int, room int32, local []int32) []int32 {
	from, to := len(ids)-own, len(ids)
	for range steps {
		for k := from; k < to; k++ {
			for _, e := range d.g.Of(ids[k]) {
				u := e.To
				if d.side[u] != s || local[u] >= 0 {
					continue
				}
				if room -= d.g.Weight[u]; room < 0 {
					return ids
				}
				local[u] = 0
				ids = append(ids, u)
			}
		}
		from, to = to, len(ids)
	}
	return ids
}

// bandEdges fills in the rest of a band, and reports whether both borders have
// a vertex.
func (w *Work) bandEdges(d *division, b *band, local []int32) bool {
	m := len(b.ids)
	b.ptr, b.weight, b.border = w.words.take(m+1), w.words.take(m), w.words.take(m)
	b.ptr[0] = 0
	some := int32(0)
	for k, v := range b.ids {
		border, degree := int32(0), int32(0)
		for _, e := range d.g.Of(v) {
			if local[e.To] >= 0 {
				degree++
			} else {
				border |= 1 << d.side[e.To]
			}
		}
		b.weight[k], b.border[k], b.ptr[k+1] = d.g.Weight[v], border, b.ptr[k]+degree
		some |= border
	}
	if some != atLeft|atRight {
		return false
	}
	edges := int(b.ptr[m])
	b.to, b.back = w.words.take(edges), w.words.take(edges)
	next := w.words.take(m)
	copy(next, b.ptr)
	for k, v := range b.ids { // the neighbours of each vertex are found in ascending order
		for _, e := range d.g.Of(v) {
			if u := local[e.To]; u >= 0 {
				b.to[next[u]] = int32(k)
				next[u]++
			}
		}
	}
	copy(next, b.ptr)
	for v := range int32(m) {
		for e := b.ptr[v]; e < b.ptr[v+1]; e++ {
			if u := b.to[e]; u > v {
				b.back[e], b.back[next[u]] = next[u], e
				next[u]++
			}
		}
	}
	return true
}
