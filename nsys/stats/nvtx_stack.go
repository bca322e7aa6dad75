package stats

import (
	"strconv"

	"github.com/nrkit/nrkit/nsys/project"
)

// tree returns how ranges lie within each other, under a name of 2022 as
// Nsight Systems 2022.4 found it.
func (r *request) tree(c *project.Capture, t *project.Tree) *project.Tree {
	if r.old {
		return singlePrecision(c, t)
	}
	return t
}

// singlePrecision returns the tree of 2022.4, which compares times of ranges as
// numbers of single precision, starts made smaller and ends made larger, and so
// takes some of the parents of a range for others: the parent is the nearest
// of them for which the comparison holds.
func singlePrecision(c *project.Capture, t *project.Tree) *project.Tree {
	found := &project.Tree{Parent: make([]int32, len(t.Parent)), Level: make([]int32, len(t.Level))}
	for i, p := range t.Parent {
		start, end := smaller(c.Start[i]), larger(c.End[i])
		for p >= 0 && (smaller(c.Start[p]) > start || larger(c.End[p]) < end) {
			p = t.Parent[p]
		}
		found.Parent[i], found.Level[i] = p, -1
	}
	found.SetLevels(func(i int) bool { return t.Level[i] >= 0 })
	return found
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
