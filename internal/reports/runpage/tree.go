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
	roots  []int32          // by track
	places []string         // names of nodes that are no ranges; place k has the name -1-k
	titles map[int32]string // of names that stand for several, see group
	group  []int32          // by name: the name that stands for it; nil if each stands for itself
}

// manyNames is from how many names on a tree groups the names that differ only in
// numbers.
const manyNames = 1000

// A node is all ranges of one name in one node.
type node struct {
	parent, name int32   // the parent is -1 for ranges in no range
	count, total float64 // estimated, if the trace is sampled
}

type edge struct{ parent, name int32 }

// newTree returns a tree in which the work of each device has a node.
func newTree(t *trace.Trace) tree {
	x := tree{index: map[edge]int32{}, roots: make([]int32, len(t.Tracks))}
	if len(t.Names) > manyNames {
		x.groupNames(t.Names)
	}
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

// groupNames lets one name stand for all names that differ only in numbers.
func (x *tree) groupNames(names []string) {
	x.titles, x.group = map[int32]string{}, make([]int32, len(names))
	known := map[string]int32{}
	for k, name := range names {
		title := trace.GroupNumbers(name)
		at, ok := known[title]
		if !ok {
			at = int32(k)
			known[title] = at
		}
		if x.group[k] = at; title != name || at != int32(k) {
			x.titles[at] = title
		}
	}
}

// title returns the name of a node of ranges.
func (x *tree) title(name int32, names []string) string {
	if title, ok := x.titles[name]; ok {
		return title
	}
	return names[name]
}

// root returns the node around the ranges of a track, -1 for a track without ranges.
func (x *tree) root(track int32) int32 { return x.roots[track] }

// child returns the node of a name in a node: the node itself if the tree is full.
func (x *tree) child(parent, name int32) int32 {
	if x.group != nil && name >= 0 {
		name = x.group[name]
	}
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
