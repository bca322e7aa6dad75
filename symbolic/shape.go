package symbolic

import "github.com/nrkit/nrkit/etree"

// Shape describes an elimination tree.
type Shape struct {
	Height int `json:"height"` // height of the elimination tree, in columns
	Leaves int `json:"leaves"` // leaves of the elimination tree
	Roots  int `json:"roots"`  // roots of the elimination tree

	// number of columns per level, leaves at level 0. Columns of one level are
	// independent
	LevelWidths []int `json:"level_widths"`

	WidestLevel int `json:"widest_level"` // columns of the widest level of `level_widths`

	// DepthWidths[d] is the number of columns with d ancestors: the levels
	// where every column is done as late as its parent allows, the last first.
	DepthWidths      []int `json:"-"`
	WidestDepthLevel int   `json:"widest_depth_level"` // columns of the widest level if every column is eliminated as late as possible

	Slack Slack `json:"slack"` // number of levels that a column can wait without a longer elimination
}

// Slack is how many levels a column can wait without making the whole longer.
type Slack struct {
	Mean float64 `json:"mean"` // mean over the columns; 0 without columns
	Max  int     `json:"max"`  // largest slack of a column
	None int     `json:"none"` // number of columns that cannot wait
}

// climb goes up the tree once: it leaves in level the height of each node
// above its lowest leaf, and returns the number of levels and of leaves and
// roots, and the largest sum of work on a path from a leaf to a root.
func climb(t etree.Tree, work []float64, mem *Scratch) (level []int32, s Shape, path float64) {
	mem.level, mem.start = zeroed(mem.level, t.Len()), zeroed(mem.start, t.Len())
	level, start := mem.level, mem.start
	height := int32(0)
	for j, p := range t.Parent {
		above, end := level[j]+1, start[j]+work[j]
		if above == 1 {
			s.Leaves++
		}
		if p >= 0 {
			level[p] = max(level[p], above)
			if end > start[p] {
				start[p] = end
			}
			continue
		}
		s.Roots++
		height = max(height, above)
		if end > path {
			path = end
		}
	}
	s.Height = int(height)
	return level, s, path
}

// shapeOf reads the shape off a tree, and the largest sum of work on a path
// from a leaf to a root.
func shapeOf(t etree.Tree, work []float64, mem *Scratch) (Shape, float64) {
	level, s, path := climb(t, work, mem)
	s.LevelWidths, s.DepthWidths = make([]int, s.Height), make([]int, s.Height)
	mem.depth = zeroed(mem.depth, t.Len())
	depth := mem.depth
	sum := int64(0)
	for j := t.Len() - 1; j >= 0; j-- {
		d := int32(0)
		if p := t.Parent[j]; p >= 0 {
			d = depth[p] + 1
			depth[j] = d
		}
		s.LevelWidths[level[j]]++
		s.DepthWidths[d]++
		wait := s.Height - 1 - int(d) - int(level[j])
		sum += int64(wait)
		s.Slack.Max = max(s.Slack.Max, wait)
		if wait == 0 {
			s.Slack.None++
		}
	}
	for l, w := range s.LevelWidths {
		s.WidestLevel = max(s.WidestLevel, w)
		s.WidestDepthLevel = max(s.WidestDepthLevel, s.DepthWidths[l])
	}
	if n := t.Len(); n > 0 {
		s.Slack.Mean = float64(sum) / float64(n)
	}
	return s, path
}
