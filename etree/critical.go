package etree

// CriticalPath returns the largest sum of weights on a path from a leaf to a
// root: the time that unlimited workers need for the tree when node j takes
// weight[j] and starts after its children. It is 0 for the empty tree.
//
// Weights must not be negative. Cost: O(n).
//
// It panics if the sizes differ.
func (t Tree) CriticalPath(weight []float64) float64 {
	if len(weight) != len(t.Parent) {
		panic(errWeights)
	}
	start := make([]float64, len(weight)) // when the children are done
	longest := 0.0
	for j, p := range t.Parent {
		end := start[j] + weight[j]
		if p >= 0 {
			start[p] = max(start[p], end)
		} else {
			longest = max(longest, end)
		}
	}
	return longest
}

// PathsToRoot returns for each node the sum of weights on the path from it to
// its root, both included: how much work at least follows the start of the
// node. Cost: O(n).
//
// It panics if the sizes differ.
func (t Tree) PathsToRoot(weight []float64) []float64 {
	if len(weight) != len(t.Parent) {
		panic(errWeights)
	}
	path := make([]float64, len(weight))
	for j := len(path) - 1; j >= 0; j-- {
		path[j] = weight[j]
		if p := t.Parent[j]; p >= 0 {
			path[j] += path[p]
		}
	}
	return path
}
