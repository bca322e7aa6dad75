package symbolic

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// LevelSets are the levels of a triangular solve. Rows of one level wait for rows of
// earlier levels only; a GPU does them in one step, or one kernel. For a whole solve
// they count operations instead of rows, two for each unknown.
type LevelSets struct {
	// number of levels, that is of steps. Rows of one level wait only for rows of
	// earlier levels
	Levels int `json:"levels"`

	// rows of the widest level. In `levels_solve` all widths count operations
	// instead of rows
	Widest int `json:"widest"`

	MeanWidth float64 `json:"mean_width"`       // rows divided by levels; 0 without levels
	Median    float64 `json:"median_width"`     // median number of rows per level
	Single    int     `json:"single"`           // levels of one row
	Narrow    int     `json:"narrower_than_32"` // levels with fewer than 32 rows, which do not fill a warp of a GPU

	// Widths are the rows of each level, in the order of the solve.
	Widths []int `json:"-"`
}

// levelSets summarises widths, which it keeps.
func levelSets(widths []int) LevelSets {
	s := LevelSets{Levels: len(widths), Widths: widths}
	rows := 0
	for _, w := range widths {
		rows += w
		s.Widest = max(s.Widest, w)
		if w == 1 {
			s.Single++
		}
		if w < 32 {
			s.Narrow++
		}
	}
	if s.Levels > 0 {
		s.MeanWidth = float64(rows) / float64(s.Levels)
		sorted := slices.Clone(widths)
		slices.Sort(sorted)
		s.Median = float64(sorted[(s.Levels-1)/2]+sorted[s.Levels/2]) / 2
	}
	return s
}

// SolveLevels returns the levels of the forward substitution with L, given by
// columns: row i waits for row j where L has an entry (i, j) below the
// diagonal. Rows may be unsorted within a column; the diagonal need not be
// stored. Cost: O(|L|).
//
// It panics if l is not square or has an entry above the diagonal.
func SolveLevels(l *sparsity.Pattern) LevelSets {
	if !l.Square() {
		panic(errNotSquare)
	}
	level := make([]int32, l.Cols)
	for j := range level {
		next := level[j] + 1
		for _, i := range l.Col(j) {
			switch {
			case int(i) > j:
				level[i] = max(level[i], next)
			case int(i) < j:
				panic(errNotLower)
			}
		}
	}
	return levelSets(widths(level))
}

// SolveLevelsUpper returns the levels of the backward substitution with U, as
// [SolveLevels] does for L: row i waits for row j where U has an entry (i, j)
// above the diagonal.
func SolveLevelsUpper(u *sparsity.Pattern) LevelSets {
	if !u.Square() {
		panic(errNotSquare)
	}
	level := make([]int32, u.Cols)
	for j := u.Cols - 1; j >= 0; j-- {
		next := level[j] + 1
		for _, i := range u.Col(j) {
			switch {
			case int(i) < j:
				level[i] = max(level[i], next)
			case int(i) > j:
				panic(errNotUpper)
			}
		}
	}
	return levelSets(widths(level))
}

// widths counts the rows of each level.
func widths(level []int32) []int {
	last := int32(-1)
	for _, l := range level {
		last = max(last, l)
	}
	count := make([]int, last+1)
	for _, l := range level {
		count[l]++
	}
	return count
}

// addSolveLevels reads the levels of the solves with L and Lᵀ off the tree,
// without forming L.
//
// They are the levels of the tree by height and by depth. For if L has an
// entry (i, j) then i is an ancestor of j (Schreiber 1982), and if p is the
// parent of j then L has the entry (p, j). So a chain of rows that wait for
// each other in the forward solve climbs the tree, passes no more nodes than
// the path through it, and a path is such a chain: row i has to wait for as
// many levels as the longest path up to it, which is its height. Backwards a
// row waits for ancestors only, among them its parent: its level is its depth.
func (x *Analysis) addSolveLevels() {
	forward, backward := levelSets(x.LevelWidths), levelSets(x.DepthWidths)
	x.LevelsL, x.LevelsU = &forward, &backward
}
