package etree

// Levels assigns each node of a tree to a level. Widths[l] is the number of nodes
// with Level equal to l; there are as many levels as the tree is high, and no level
// is empty.
type Levels struct {
	Level  []int32
	Widths []int
}

// Height returns the number of levels: the height of the tree in nodes.
func (l Levels) Height() int { return len(l.Widths) }

// Widest returns the number of nodes of the widest level.
func (l Levels) Widest() int {
	widest := 0
	for _, w := range l.Widths {
		widest = max(widest, w)
	}
	return widest
}

// Levels returns the level of each node by its height: 0 for a leaf, otherwise one
// more than the highest of its children. Columns of one level are independent, and
// ready when the earlier levels are done. No column can be ready earlier.
//
// Cost: O(n).
func (t Tree) Levels() Levels {
	level := make([]int32, len(t.Parent))
	for j, p := range t.Parent {
		if p >= 0 {
			level[p] = max(level[p], level[j]+1)
		}
	}
	return Levels{level, widths(level)}
}

// DepthLevels returns the level of each node by its depth, counted so that it can be
// compared with [Tree.Levels]: height-1 for a root, otherwise one less than its
// parent. It is the latest level at which a column can be done without making the
// whole longer. The difference to Levels is the slack of a column, which is never
// negative.
//
// Cost: O(n).
func (t Tree) DepthLevels() Levels {
	level := t.Depths()
	height := int32(0)
	for _, d := range level {
		height = max(height, d+1)
	}
	for j, d := range level {
		level[j] = height - 1 - d
	}
	return Levels{level, widths(level)}
}

// Depths returns the number of ancestors of each node: 0 for a root.
// Cost: O(n).
func (t Tree) Depths() []int32 {
	depth := make([]int32, len(t.Parent))
	for j := len(depth) - 1; j >= 0; j-- {
		if p := t.Parent[j]; p >= 0 {
			depth[j] = depth[p] + 1
		}
	}
	return depth
}

// Height returns the number of nodes on the longest path from a leaf to a
// root: 0 for the empty tree.
func (t Tree) Height() int {
	level := make([]int32, len(t.Parent))
	height := int32(0)
	for j, p := range t.Parent {
		above := level[j] + 1
		if p >= 0 {
			level[p] = max(level[p], above)
		} else {
			height = max(height, above)
		}
	}
	return int(height)
}

// widths counts the nodes of each level.
func widths(level []int32) []int {
	height := int32(0)
	for _, l := range level {
		height = max(height, l+1)
	}
	count := make([]int, height)
	for _, l := range level {
		count[l]++
	}
	return count
}
