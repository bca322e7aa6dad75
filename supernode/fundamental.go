package supernode

import "github.com/nrkit/nrkit/etree"

// Fundamental returns the partition into fundamental supernodes. Column j+1
// belongs to the supernode of column j exactly when it is the parent of j,
// has one entry fewer, and j is its only child.
//
// Every relabelling of the tree by a postorder gives the same supernodes.
//
// Method: Liu, Ng and Peyton [1], on the column counts instead of the
// structure: a parent with count one less has the same rows.
//
// Shapes: t is postordered, counts has an element for each node. Nothing is
// modified. Cost: O(n).
//
// It panics if the sizes differ.
//
// [1] J. W. H. Liu, E. G. Ng, B. W. Peyton, SIAM J. Matrix Anal. Appl.
// 14(1):242–252, 1993.
func Fundamental(t etree.Tree, counts []int32) Partition {
	children := t.Children()
	return split(t, counts, func(j int) bool { return children[j+1] == 1 })
}

// Maximal returns the partition into the largest supernodes without a zero
// that this numbering allows: as [Fundamental], without the condition that j
// is the only child. The result depends on which child borders on its parent.
//
// Shapes, cost and failure as for Fundamental.
func Maximal(t etree.Tree, counts []int32) Partition {
	return split(t, counts, func(int) bool { return true })
}

// split starts a supernode at every column that does not continue the one of
// the column before; join says whether column j+1 may, structure apart.
func split(t etree.Tree, counts []int32, join func(j int) bool) Partition {
	n := t.Len()
	if len(counts) != n {
		panic(errCounts)
	}
	start := make([]int32, 0, n+1)
	for j, c := range counts {
		if j > 0 && int(t.Parent[j-1]) == j && counts[j-1] == c+1 && join(j-1) {
			continue
		}
		start = append(start, int32(j))
	}
	rows := make([]int32, len(start))
	for s, j := range start {
		rows[s] = counts[j]
	}
	return Partition{append(start, int32(n)), rows}
}
