package ordering

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// amd is the quotient graph of a partial elimination.
//
// A vertex of g is a node in one of these states:
//
//	variable   not eliminated, and the representative of the vertices merged
//	           into it
//	element    a pivot that was eliminated; it stands for the clique of its
//	           variables
//	absorbed   a variable merged into another one or eliminated along with a
//	           pivot, or an element whose clique is part of a later one
//	dense      taken out at the start
//
// Lists of nodes live in adj. Fields hold, by state:
//
//	            variable            element             absorbed       dense
//	start       list in adj         list in adj,        flip(heir)     -1
//	                                -1 if empty
//	length      of the list         of the list         –              –
//	elems       elements in it      flip(front size)    as it was;     -1
//	                                                    -1 if variable
//	nv          vertices that it    columns that it     as it was;     0
//	            stands for          has                 0 if variable
//	degree      bound of the        vertices in its     –              –
//	            external degree     list
//	mark        not 0               not 0               0 at first     –
//	next, prev  degree list         –                   –              –
//
// An heir is the element or variable that took over.
//
// The list of a variable is its elements first and then variables; both may
// contain absorbed nodes until the variable is next updated. The list of an
// element is the variables of its clique, some of them absorbed since.
//
// While a pivot is processed, the variables of its clique have nv negated and
// are in no degree list; from the update on, next chains those of one hash
// bucket and prev holds the hash.
type amd struct {
	n          int
	nodes      []node
	adj        []int32
	free       int32   // adj[free:] is unused
	head       []int32 // first variable of each degree, or -1
	minDegree  int32   // no variable has a smaller degree
	eliminated int     // vertices that are not represented by a variable

	mark      int32 // larger than every node's mark, but for those of the current pivot
	markLimit int32 // where marks start over
	maxDegree int32 // largest degree of an element so far

	bucket     []int32 // 1 + first variable of each class of hashes, or 0
	shared     []int32 // buckets that hold more than one variable
	aggressive bool
	stats      AMDStats

	class   []int32 // class of each vertex, or nil if there is only one
	current int32   // class whose variables are in degree lists
}

// A node is one vertex of the quotient graph; see [amd]. Two share a cache
// line: most steps need several fields of one node and few need one field of
// many.
type node struct {
	start, length, elems int32
	nv, degree, mark     int32
	next, prev           int32
}

// flip encodes an index i ≥ -1 as a number ≤ -1, and back.
func flip(i int32) int32 { return -i - 2 }

// newAMD returns the graph g as a quotient graph without elements. Nodes with
// more than dense neighbours are taken out, and those without any are
// eliminated; the others are in degree lists.
func newAMD(g *sparsity.Pattern, dense int32, aggressive bool) *amd {
	n, nnz := g.Cols, g.NNZ()
	if nnz+n > maxWork {
		panic(errTooLarge)
	}
	a := &amd{
		n: n, nodes: make([]node, n), head: make([]int32, n),
		adj:  make([]int32, min(nnz+nnz/5+n, maxWork)),
		free: int32(nnz), mark: 2, markLimit: math.MaxInt32 - int32(n),
		bucket:     make([]int32, 1<<bucketBits(n)),
		aggressive: aggressive,
	}
	copy(a.adj, g.RowIdx[:nnz])
	fill(a.head, -1)
	nodes, head, start := a.nodes, a.head, int32(0)
	for i := range nodes {
		v := &nodes[i]
		degree := int32(g.ColPtr[i+1]) - start
		v.start, v.length, v.degree, v.nv, v.mark = start, degree, degree, 1, 1
		start += degree
		switch {
		case degree == 0:
			v.start, v.elems = -1, flip(1)
			a.eliminated++
			a.countColumns(1, 0)
		case degree > dense:
			v.start, v.elems, v.nv = -1, -1, 0
			a.eliminated++
			a.stats.Dense++
		default:
			link(nodes, head, int32(i), v)
		}
	}
	return a
}

// maxWork bounds the words of adj: positions in it are 32-bit numbers.
const maxWork = math.MaxInt32 - 16

func fill(x []int32, v int32) {
	for i := range x {
		x[i] = v
	}
}

// link puts v, which is node i, at the front of the list of its degree.
func link(nodes []node, head []int32, i int32, v *node) {
	first := &head[v.degree]
	next := *first
	v.prev, v.next = -1, next
	if next >= 0 {
		nodes[next].prev = i
	}
	*first = i
}

// unlink takes v out of its degree list.
func unlink(nodes []node, head []int32, v *node) {
	next, prev := v.next, v.prev
	if next >= 0 {
		nodes[next].prev = prev
	}
	if prev >= 0 {
		nodes[prev].next = next
	} else {
		head[v.degree] = next
	}
}

// unlisted makes node i a list of its own, out of which unlink may take it
// without effect on any other node or on head.
func (a *amd) unlisted(i int32) { a.nodes[i].prev, a.nodes[i].next = i, -1 }

// inClass reports whether node i is of the class whose variables are in degree
// lists.
func (a *amd) inClass(i int32) bool { return a.class == nil || a.class[i] == a.current }

// pickPivot takes a variable of least degree out of its list and returns it.
func (a *amd) pickPivot() int32 {
	d := a.minDegree
	for a.head[d] < 0 {
		d++
	}
	a.minDegree = d
	me := a.head[d]
	next := a.nodes[me].next
	if next >= 0 {
		a.nodes[next].prev = -1
	}
	a.head[d] = next
	return me
}

// nextMark makes a.mark larger than all marks by adding step. Where that does
// not fit, all marks are reset. That revives absorbed elements, which harms
// nothing between the update of one clique and the next: no list has any.
func (a *amd) nextMark(step int32) {
	if a.mark < a.markLimit-step {
		a.mark += step
		return
	}
	for i := range a.nodes {
		a.nodes[i].mark = 1
	}
	a.mark = 2
}
