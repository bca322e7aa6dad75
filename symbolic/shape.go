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

	// The same where every column is done as late as its parent allows.
	WidestDepthLevel int   `json:"widest_depth_level"`
	Slack            Slack `json:"slack"`
}

// Slack is how many levels a column can wait without making the whole longer.
type Slack struct {
	Mean float64 `json:"mean"` // 0 without columns
	Max  int     `json:"max"`
	None int     `json:"none"` // columns that cannot wait
}

// shapeOf reads the shape off a tree.
func shapeOf(t etree.Tree) Shape {
	early, late := t.Levels(), t.DepthLevels()
	s := Shape{
		Height: early.Height(), Leaves: t.Leaves(), Roots: t.Roots(),
		LevelWidths: early.Widths, WidestLevel: early.Widest(), WidestDepthLevel: late.Widest(),
	}
	sum := int64(0)
	for j, l := range late.Level {
		wait := int(l - early.Level[j])
		sum += int64(wait)
		s.Slack.Max = max(s.Slack.Max, wait)
		if wait == 0 {
			s.Slack.None++
		}
	}
	if n := t.Len(); n > 0 {
		s.Slack.Mean = float64(sum) / float64(n)
	}
	return s
}
