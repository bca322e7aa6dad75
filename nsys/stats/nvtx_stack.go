package stats

import (
	"strconv"

	"github.com/nrkit/nrkit/internal/nsys/project"
)

// tree returns how the ranges that keep names lie within each other: t, and
// under a name of 2022 what Nsight Systems 2022.4 found.
func (r *request) tree(c *project.Capture, keep func(i int) bool, t *project.Tree) *project.Tree {
	if r.old {
		return singlePrecision(c, keep)
	}
	return t
}

// singlePrecision returns the tree of 2022.4, which compares times of ranges as
// numbers of single precision, too, starts made smaller and ends made larger,
// and so does not see all that is around a range: the parent is the shortest
// range around it for which that comparison holds.
func singlePrecision(c *project.Capture, keep func(i int) bool) *project.Tree {
	t := &project.Tree{Parent: make([]int32, c.Len()), Level: make([]int32, c.Len())}
	enclosing := c.Enclosing(keep)
	var around []int32
	for i := range t.Parent {
		t.Parent[i] = -1
		if !keep(i) {
			continue
		}
		start, end := smaller(c.Start[i]), larger(c.End[i])
		around = enclosing.AroundTime(c.Threads[c.Thread(i)], c.Start[i], c.End[i], around[:0])
		for _, p := range around {
			twin := c.Start[p] == c.Start[i] && c.End[p] == c.End[i] && int(p) >= i // itself, or a child
			if !twin && smaller(c.Start[p]) <= start && larger(c.End[p]) >= end && closer(c, p, t.Parent[i]) {
				t.Parent[i] = p
			}
		}
	}
	t.SetLevels(keep)
	return t
}

// closer says whether range p, which comes after best in the order of starts,
// is shorter or has the same times; best may be -1.
func closer(c *project.Capture, p, best int32) bool {
	if best < 0 {
		return true
	}
	a, b := c.End[p]-c.Start[p], c.End[best]-c.Start[best]
	return a < b || a == b && c.Start[p] == c.Start[best]
}

// Factors by which the R-tree of SQLite makes a number smaller or larger that
// single precision rounds the wrong way.
const (
	toZero   = 1 - 1.0/(1<<23)
	fromZero = 1 + 1.0/(1<<23)
)

// smaller returns v in single precision, not larger than v.
func smaller(v int64) float32 {
	f := float32(float64(v))
	switch {
	case float64(f) <= float64(v):
		return f
	case v < 0:
		return float32(float64(v) * fromZero)
	}
	return float32(float64(v) * toZero)
}

// larger returns v in single precision, not smaller than v.
func larger(v int64) float32 { return -smaller(-v) }

// appendStack appends the numbers of the rows of a range's ancestors and its
// own, each after a colon.
func appendStack(b []byte, c *project.Capture, t *project.Tree, i int32) []byte {
	if p := t.Parent[i]; p >= 0 {
		b = appendStack(b, c, t, p)
	}
	return strconv.AppendInt(append(b, ':'), int64(c.Row[i]), 10)
}

// parentRow returns a cell with the number of the row of the parent of range i.
func parentRow(c *project.Capture, t *project.Tree, i int32) Cell {
	if p := t.Parent[i]; p >= 0 {
		return Integer(int64(c.Row[p]))
	}
	return Cell{}
}
