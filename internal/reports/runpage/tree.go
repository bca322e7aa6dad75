package runpage

import (
	"fmt"

	"github.com/nrkit/nrkit/trace"
)

// maxNodes bounds the tree. Time of nodes that have no place in it counts as time of
// the node above.
const maxNodes = 20_000

// A tree is the time of ranges by the names of the ranges around them.
type tree struct {
	nodes  []node
	index  map[edge]int32
	roots  []int32  // by track
	places []string // names of nodes that are no ranges; place k has the name -1-k
}

// A node is all ranges of one name in one node.
type node struct {
	parent, name int32   // the parent is -1 for ranges in no range
	count, total float64 // estimated, if the trace is sampled
}

type edge struct{ parent, name int32 }

// newTree returns a tree in which the work of each device has a node.
func newTree(t *trace.Trace) tree {
	x := tree{index: map[edge]int32{}, roots: make([]int32, len(t.Tracks))}
	devices := map[int32]int32{}
	for i, tr := range t.Tracks {
		x.roots[i] = -1
		if tr.Device < 0 {
			continue
		}
		root, known := devices[tr.Device]
		if !known {
			x.places = append(x.places, fmt.Sprintf("device %d", tr.Device))
			root = x.child(-1, -int32(len(x.places)))
			devices[tr.Device] = root
		}
		x.roots[i] = root
	}
	return x
}

// root returns the node around the ranges of a track; -1 if there is none.
func (x *tree) root(track int32) int32 { return x.roots[track] }

// child returns the node of a name in a node: the node itself if the tree is full.
func (x *tree) child(parent, name int32) int32 {
	e := edge{parent, name}
	if k, known := x.index[e]; known {
		return k
	}
	if len(x.nodes) == maxNodes {
		return parent
	}
	k := int32(len(x.nodes))
	x.nodes = append(x.nodes, node{parent: parent, name: name})
	x.index[e] = k
	return k
}

// count adds a range to its node.
func (x *tree) count(at int32, calls, ns float64) {
	if at < 0 {
		return
	}
	n := &x.nodes[at]
	n.count += calls
	n.total += ns
	if n.parent >= 0 && x.nodes[n.parent].name < 0 { // a place has the time of what is in it
		x.nodes[n.parent].count += calls
		x.nodes[n.parent].total += ns
	}
}

// find returns the nodes of ranges whose name is wanted and that ended.
func (x *tree) find(wanted func(name int32) bool) []int32 {
	var list []int32
	for k, n := range x.nodes {
		if n.name >= 0 && n.count > 0 && wanted(n.name) {
			list = append(list, int32(k))
		}
	}
	return list
}
