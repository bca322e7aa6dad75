package separator

// contract returns the graph in which each pair of the matching m is one
// vertex, of which there are coarse, and leaves in to the vertex that v became.
// Edges that fall together add their weights, those inside a pair vanish.
//
// Coarse vertices are numbered in the order of the first of their pairs, so
// that what is near in g stays near.
func (w *Work) contract(g *Graph, m, to []int32, coarse int) *Graph {
	c := &Graph{Ptr: w.words.take(coarse + 1), Weight: w.words.take(coarse)}
	next := int32(0)
	for v, u := range m {
		if int(u) < v {
			to[v] = to[u]
			continue
		}
		to[v] = next
		next++
	}
	mark := w.words.used
	place := w.words.take(coarse) // of each neighbour in c.Edges
	for k := range place {
		place[k] = -1
	}
	edges := w.edges.take(len(g.Edges))
	end := int32(0)
	c.Ptr[0] = 0
	for v, u := range m {
		if int(u) < v {
			continue
		}
		me := to[v]
		weight := g.Weight[v]
		first := end
		end = gather(g.Of(int32(v)), to, place, edges, me, first, end)
		if int(u) != v {
			weight += g.Weight[u]
			end = gather(g.Of(u), to, place, edges, me, first, end)
		}
		c.Weight[me], c.Ptr[me+1] = weight, end
	}
	w.words.used = mark
	c.Edges = w.edges.shrink(edges, int(end))
	return c
}

// gather adds the edges of one vertex to those of the coarse vertex me, which
// are out[first:end], and returns their new end.
func gather(edges []Edge, to, place []int32, out []Edge, me, first, end int32) int32 {
	for _, e := range edges {
		k := to[e.To]
		if k == me {
			continue
		}
		if p := place[k]; p >= first {
			out[p].Weight += e.Weight
			continue
		}
		place[k] = end
		out[end] = Edge{k, e.Weight}
		end++
	}
	return end
}
