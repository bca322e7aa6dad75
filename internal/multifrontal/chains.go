package multifrontal

import "github.com/nrkit/nrkit/sparsity"

// chains returns the columns after which a front ends: their parent in the tree of AᵀA is
// not the next column.
//
// Method: Liu's algorithm on the rows of a, as for the column elimination tree. A subtree
// whose rows are all pivots has no parent, and its rows join nothing.
func chains(a *sparsity.Pattern) []bool {
	const none, used = -1, -2
	ancestor := make([]int32, a.Cols) // towards the root, with compressed paths
	left := make([]int32, a.Cols)     // rows of the subtree, without the pivots of the columns before
	last := make([]int32, a.Rows)     // last column with an entry in the row
	for i := range last {
		last[i] = none
	}
	ends := make([]bool, a.Cols)
	for k := range int32(a.Cols) {
		ancestor[k], ends[k] = none, true
		for _, i := range a.Col(int(k)) {
			j := last[i]
			if j == used {
				continue
			}
			last[i] = k
			if j == none {
				left[k]++
				continue
			}
			root := j
			for ancestor[root] >= 0 {
				root = ancestor[root]
			}
			for j != root {
				j, ancestor[j] = ancestor[j], root
			}
			switch {
			case root == k:
			case left[root] <= 1:
				last[i] = used
			default:
				ancestor[root] = k
				left[k] += left[root] - 1
				ends[root] = root != k-1
			}
		}
	}
	return ends
}
