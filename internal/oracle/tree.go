package oracle

// Children returns the children of each node of the tree, ascending, and the
// roots.
func Children(parent []int32) (children [][]int32, roots []int32) {
	children = make([][]int32, len(parent))
	for j, p := range parent {
		if p < 0 {
			roots = append(roots, int32(j))
		} else {
			children[p] = append(children[p], int32(j))
		}
	}
	return children, roots
}

// Postorder visits the children of a node, ascending, before the node.
func Postorder(parent []int32) []int32 {
	children, roots := Children(parent)
	post := []int32{}
	var visit func(int32)
	visit = func(j int32) {
		for _, c := range children[j] {
			visit(c)
		}
		post = append(post, j)
	}
	for _, r := range roots {
		visit(r)
	}
	return post
}

// SubtreeSizes counts the nodes of which j is an ancestor or the node itself.
func SubtreeSizes(parent []int32) []int32 {
	size := make([]int32, len(parent))
	for j := range parent {
		for i := int32(j); i >= 0; i = parent[i] {
			size[i]++
		}
	}
	return size
}

// Heights returns for each node the largest number of steps down to a leaf.
func Heights(parent []int32) []int32 {
	height := make([]int32, len(parent))
	for j := range parent {
		steps := int32(0)
		for i := int32(j); i >= 0; i = parent[i] {
			height[i] = max(height[i], steps)
			steps++
		}
	}
	return height
}

// Depths returns for each node the number of steps up to its root.
func Depths(parent []int32) []int32 {
	depth := make([]int32, len(parent))
	for j := range parent {
		for i := parent[j]; i >= 0; i = parent[i] {
			depth[j]++
		}
	}
	return depth
}

// CriticalPath tries the path up from every node and returns the largest sum
// of weights.
func CriticalPath(parent []int32, weight []float64) float64 {
	longest := 0.0
	for j := range parent {
		sum := 0.0
		for i := int32(j); i >= 0; i = parent[i] {
			sum += weight[i]
		}
		longest = max(longest, sum)
	}
	return longest
}
