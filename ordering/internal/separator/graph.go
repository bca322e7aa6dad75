package separator

// An Edge is one end of an edge of a [Graph].
type Edge struct {
	To     int32 // the vertex at the other end
	Weight int32 // positive
}

// A Graph is an undirected graph with weights on vertices and edges.
//
// The edges of vertex v are Edges[Ptr[v]:Ptr[v+1]]; each edge is stored at both
// of its ends, with the same weight. There are no loops and no duplicates. The
// zero value is the graph without vertices.
type Graph struct {
	Ptr    []int32 // len(Weight)+1 ascending positions in Edges
	Edges  []Edge
	Weight []int32 // of each vertex, positive; their sum fits 31 bits
}

// Len returns the number of vertices.
func (g *Graph) Len() int { return len(g.Weight) }

// Of returns the edges of vertex v. The result shares memory with g.
func (g *Graph) Of(v int32) []Edge { return g.Edges[g.Ptr[v]:g.Ptr[v+1]] }

// Total returns the weight of all vertices.
func (g *Graph) Total() int32 {
	sum := int32(0)
	for _, w := range g.Weight {
		sum += w
	}
	return sum
}
