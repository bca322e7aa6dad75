package nsys

// A GraphNode is the creation of a node of a CUDA graph.
type GraphNode struct {
	Start, End     int64
	Thread         Thread
	Name           String
	Node, Original int64 // Original is the node that this one was made from; Null or 0 for none
}

// GraphNodes returns the creations of nodes of CUDA graphs.
//
// They are in the table CUDA_GRAPH_NODE_EVENTS. In versions before 2024 they are in
// CUDA_GRAPH_EVENTS, which in later versions holds the creations of graphs: the
// columns show which of the two it holds.
func (e *Export) GraphNodes() ([]GraphNode, error) {
	table := "CUDA_GRAPH_NODE_EVENTS"
	if !e.Has(table) && e.HasColumn("CUDA_GRAPH_EVENTS", "graphNodeId") {
		table = "CUDA_GRAPH_EVENTS"
	}
	cols := columns("start graphNodeId | end globalTid nameId originalGraphNodeId")
	return collect(e, table, cols, func(n *GraphNode, r *row) {
		n.Start, n.Node, n.End = r.time(0), r.int(1), r.time(2)
		n.Thread, n.Name, n.Original = Thread(r.bits(3)), r.name(4), r.int(5)
	})
}

// A GraphCreation is the creation of a CUDA graph or of its executable form.
type GraphCreation struct {
	Start, End            int64
	Thread                Thread
	Name                  String
	Graph, Original, Exec int64 // within the process; Null or 0 for none
}

// GraphID returns the identity of the graph.
func (g *GraphCreation) GraphID() Graph { return Graph{g.Thread.Process(), g.Graph} }

// GraphCreations returns the creations of CUDA graphs. Versions before 2024 do not
// record them.
func (e *Export) GraphCreations() ([]GraphCreation, error) {
	table := "CUDA_GRAPH_EVENTS"
	if !e.HasColumn(table, "graphId") {
		return nil, nil
	}
	cols := columns("start | graphId end globalTid nameId originalGraphId graphExecId")
	return collect(e, table, cols, func(g *GraphCreation, r *row) {
		g.Start, g.Graph, g.End = r.time(0), r.int(1), r.time(2)
		g.Thread, g.Name = Thread(r.bits(3)), r.name(4)
		g.Original, g.Exec = r.int(5), r.int(6)
	})
}
