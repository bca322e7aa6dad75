package symbolic

import "github.com/nrkit/nrkit/etree"

// Shape describes an elimination tree.
type Shape struct {
	Height int `json:"height"` // levels: columns on the longest path
	Leaves int `json:"leaves"`
	Roots  int `json:"roots"`

	// LevelWidths[l] is the number of columns that can be done at level l and
	// no earlier: leaves at level 0, others one after their last child.
	LevelWidths []int `json:"level_widths"`
	WidestLevel int   `json:"widest_level"`

	// DepthWidths[d] is the number of columns with d ancestors: the levels
	// where every column is done as late as its parent allows, the last first.
	DepthWidths      []int `json:"-"`
	WidestDepthLevel int   `json:"widest_depth_level"`

	Slack Slack `json:"slack"`
}

// Slack is how many levels a column can wait without making the whole longer.
type Slack struct {
	Mean float64 `json:"mean"` // 0 without columns
	Max  int     `json:"max"`
	None int     `json:"none"` // columns that cannot wait
}

// shapeOf reads the shape off a tree.
func shapeOf(t etree.Tree) Shape {
	early, depth := t.Levels(), t.Depths()
	s := Shape{
		Height: early.Height(), Leaves: t.Leaves(), Roots: t.Roots(),
		LevelWidths: early.Widths, WidestLevel: early.Widest(),
	}
	atDepth := make([]int, s.Height)
	sum := int64(0)
	for j, d := range depth {
		atDepth[d]++
		wait := s.Height - 1 - int(d) - int(early.Level[j])
		sum += int64(wait)
		s.Slack.Max = max(s.Slack.Max, wait)
		if wait == 0 {
			s.Slack.None++
		}
	}
	s.DepthWidths = atDepth
	for _, w := range atDepth {
		s.WidestDepthLevel = max(s.WidestDepthLevel, w)
	}
	if n := t.Len(); n > 0 {
		s.Slack.Mean = float64(sum) / float64(n)
	}
	return s
}
