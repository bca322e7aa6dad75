package separator

// matching joins vertices to pairs: m[v] is the partner of v, or v itself. It
// returns how many vertices the coarse graph gets.
//
// A vertex takes the free neighbour with the heaviest edge, and among equals
// the lightest one, unless both together are heavier than limit. Vertices with
// few neighbours choose first. Where that leaves many alone, as around the
// centre of a star, the rest is joined in pairs that have a neighbour in common.
func (w *Work) matching(g *Graph, m []int32, limit int32, r *random) int {
	n := g.Len()
	for v := range m {
		m[v] = -1
	}
	mark := w.words.used
	order := w.words.take(n)
	w.byDegree(g, order, r)
	coarse := n
	for _, v := range order {
		if m[v] >= 0 {
			continue
		}
		if u := heaviest(g, m, v, limit-g.Weight[v]); u >= 0 {
			m[v], m[u] = u, v
			coarse--
		}
	}
	if alone := 2*coarse - n; alone > n/10 {
		coarse -= w.pairAcross(g, m, order, limit, alone)
	}
	w.words.used = mark
	for v := range m {
		if m[v] < 0 {
			m[v] = int32(v)
		}
	}
	return coarse
}

// heaviest returns the free neighbour of v with the heaviest edge whose weight
// does not exceed room, or -1.
func heaviest(g *Graph, m []int32, v, room int32) int32 {
	best, edge, light := int32(-1), int32(0), int32(0)
	for _, e := range g.Of(v) {
		if e.Weight < edge || m[e.To] >= 0 {
			continue
		}
		if w := g.Weight[e.To]; w <= room && (e.Weight > edge || w < light) {
			best, edge, light = e.To, e.Weight, w
		}
	}
	return best
}

// byDegree puts the vertices in order of their number of edges, where those
// far above the mean count as one. Among equals the order is random, but one
// that follows their numbers from afar, so that the graph is read about as it is
// stored.
func (w *Work) byDegree(g *Graph, order []int32, r *random) {
	n := g.Len()
	top := int(1.5*float64(len(g.Edges))/float64(n)) + 1
	mark := w.words.used
	count, key := w.words.take(top+2), w.words.take(n)
	clear(count)
	for v := range n {
		d := min(g.Ptr[v+1]-g.Ptr[v], int32(top))
		key[v] = d
		count[d+1]++
	}
	for d := range top + 1 {
		count[d+1] += count[d]
	}
	for v, d := range key {
		order[count[d]] = int32(v)
		count[d]++
	}
	w.words.used = mark
	start := int32(0)
	for _, end := range count[:top+1] {
		for k := start + 1; k < end; k++ {
			j := k - r.below(int(min(k-start+1, window)))
			order[k], order[j] = order[j], order[k]
		}
		start = end
	}
}

// window is how far vertices change places in a random order.
const window = 1024

// pairAcross joins free vertices that have a neighbour in common, first those
// with few edges, until at most a tenth of all are free. It returns the number
// of pairs. A free vertex waits at each of its neighbours for the next one.
func (w *Work) pairAcross(g *Graph, m, order []int32, limit int32, alone int) (pairs int) {
	mark := w.words.used
	defer func() { w.words.used = mark }()
	waits := w.words.take(g.Len())
	for v := range waits {
		waits[v] = -1
	}
	few := g.Len() / 10
	for _, most := range [...]int32{2, 8, 64, 1 << 30} {
		for _, u := range order {
			if alone <= few {
				return pairs
			}
			if m[u] >= 0 || g.Ptr[u+1]-g.Ptr[u] > most {
				continue
			}
			for _, e := range g.Of(u) {
				x := waits[e.To]
				if x < 0 || m[x] >= 0 {
					waits[e.To] = u
				} else if x != u && g.Weight[x]+g.Weight[u] <= limit {
					m[x], m[u] = u, x
					pairs++
					alone -= 2
					break
				}
			}
		}
	}
	return pairs
}
