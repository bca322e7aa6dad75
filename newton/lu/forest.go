package lu

// A forest says which columns have to wait for which: a column needs only columns in
// its own subtree, of which it is the root. Parents come after their children.
type forest struct {
	parent []int32 // or none
	weight []float64
	total  []float64 // of the subtree
}

// newForest returns the elimination tree of columns with the weights given [1]. needs
// calls visit for the columns before column k that column k needs.
//
// [1] J. W. H. Liu, ACM TOMS 12(2):127–148, 1986.
func newForest(weight []float64, needs func(k int32, visit func(j int32))) forest {
	n := len(weight)
	f := forest{make([]int32, n), weight, make([]float64, n)}
	up := make([]int32, n) // a column above in the tree as it is so far, or none
	for k := range int32(n) {
		f.parent[k], up[k] = none, none
		needs(k, func(j int32) {
			for j != none && j != k {
				next := up[j]
				up[j] = k
				if next == none {
					f.parent[j] = k
				}
				j = next
			}
		})
	}
	copy(f.total, weight)
	for k, p := range f.parent {
		if p != none {
			f.total[p] += f.total[k]
		}
	}
	return f
}

// cut returns for each column the root of the subtree that it is in, or none for the
// columns above the subtrees. No subtree weighs more than most, unless it is a
// single column without children.
func (f forest) cut(most float64) (root []int32) {
	root = make([]int32, len(f.parent))
	for k := len(root) - 1; k >= 0; k-- {
		p := f.parent[k]
		switch {
		case p != none && root[p] != none:
			root[k] = root[p]
		case f.total[k] <= most || f.total[k] == f.weight[k]:
			root[k] = int32(k)
		default:
			root[k] = none
		}
	}
	return root
}
