package supernode

import (
	"slices"

	"github.com/nrkit/nrkit/etree"
)

// RelaxOptions are the limits under which supernodes merge. The zero value
// stands for the defaults.
//
// Two supernodes merge when together they have at most Columns[0] columns; or
// no zero would be added; or at most Columns[1] columns and a share of zeros
// below Zeros[0]; or at most Columns[2] columns and a share below Zeros[1]; or
// a share below Zeros[2].
type RelaxOptions struct {
	// limits of columns. Two supernodes merge if together they have at most
	// nrelax[0] columns, or if no zero is added. They merge with at most nrelax[1]
	// columns and a share of zeros below zrelax[0], or with nrelax[2] and
	// zrelax[1]. They always merge with a share below zrelax[2]
	//
	// The default is 4, 16, 48.
	Columns [3]int32 `json:"nrelax"`

	// limits of the share of zeros in a merged panel, used with `nrelax`
	//
	// The default is 0.8, 0.1, 0.05.
	Zeros [3]float64 `json:"zrelax"`
}

// DefaultRelax are the default values, as in CHOLMOD.
func DefaultRelax() RelaxOptions {
	return RelaxOptions{[3]int32{4, 16, 48}, [3]float64{0.8, 0.1, 0.05}}
}

// A Relaxation is a partition in which supernodes have been merged.
type Relaxation struct {
	Partition
	Options RelaxOptions // the limits that were applied
	Zeros   int64        // entries of the panels that L does not have
}

// Relaxed merges the fundamental supernodes of t under the limits of opt.
//
// Method: the rule of CHOLMOD, after Ashcraft and Grimes [1]. Supernodes are
// visited from the last to the first; each may merge with the one right after
// it, which earlier merges may have made longer, when that holds its parent.
// So of several children only the last can merge with its parent, and
// [etree.Tree.PostorderBy] with the counts as weights gives fewer supernodes
// than a plain postorder. The zeros that a merge of at most Columns[0] columns
// adds are not charged to later merges; Zeros of the result counts all.
//
// Shapes: t is postordered, counts has an element for each node. Nothing is
// modified. Cost: O(n).
//
// It panics if the sizes differ or a limit is negative.
//
// [1] C. Ashcraft, R. Grimes, ACM TOMS 15(4):291–309, 1989.
func Relaxed(t etree.Tree, counts []int32, opt RelaxOptions) Relaxation {
	return Fundamental(t, counts).Relax(t, counts, opt)
}

// Relax is [Relaxed] for a caller that already has p, the fundamental supernodes.
func (p Partition) Relax(t etree.Tree, counts []int32, opt RelaxOptions) Relaxation {
	if t.Len() != p.Columns() || len(counts) != t.Len() {
		panic(errCounts)
	}
	if opt == (RelaxOptions{}) {
		opt = DefaultRelax()
	}
	if slices.Min(opt.Columns[:]) < 0 || slices.Min(opt.Zeros[:]) < 0 {
		panic(errRelax)
	}
	r := Relaxation{Options: opt}
	r.Start, r.Rows = make([]int32, 0, p.Len()+1), make([]int32, 0, p.Len())
	var last panel // the supernode that starts where the one in hand ends
	for s := p.Len() - 1; s >= 0; s-- {
		first := panel{p.Start[s], p.Start[s+1], p.Rows[s], 0}
		up := t.Parent[first.end-1]
		// Here last.start == first.end, or nothing has been visited yet.
		if up >= 0 && up < last.end {
			if merged, ok := opt.merge(first, last); ok {
				last = merged
				continue
			}
		}
		r.push(last)
		last = first
	}
	r.push(last)
	r.finish(counts)
	return r
}

// A panel is a supernode that may still grow to the left.
type panel struct {
	start, end int32 // columns start to end-1
	rows       int32 // entries of the first column
	zeros      int64 // zeros charged against the budget
}

func (p panel) width() int64 { return int64(p.end - p.start) }

// merge returns the panel that a and b make together, where b starts at the
// end of a and holds its parent, and whether the limits allow it.
func (opt RelaxOptions) merge(a, b panel) (panel, bool) {
	wa, width := a.width(), a.width()+b.width()
	m := panel{a.start, b.end, b.rows + a.end - a.start, b.zeros}
	if width <= int64(opt.Columns[0]) {
		return m, true
	}
	added := wa * (int64(m.rows) - int64(a.rows))
	m.zeros += added
	if added == 0 {
		return m, true
	}
	w, rows := float64(width), float64(b.rows)
	size := w*(w+1)/2 + w*(rows-float64(b.width()))
	share := float64(m.zeros) / size
	return m, width <= int64(opt.Columns[1]) && share < opt.Zeros[0] ||
		width <= int64(opt.Columns[2]) && share < opt.Zeros[1] || share < opt.Zeros[2]
}

// push records a supernode that is complete; they arrive last first.
func (r *Relaxation) push(p panel) {
	if p.end > p.start {
		r.Start = append(r.Start, p.start)
		r.Rows = append(r.Rows, p.rows)
	}
}

// finish puts the supernodes in ascending order and counts the zeros.
func (r *Relaxation) finish(counts []int32) {
	slices.Reverse(r.Start)
	slices.Reverse(r.Rows)
	r.Start = append(r.Start, int32(len(counts)))
	for s := range r.Rows {
		r.Zeros += r.Entries(s)
	}
	for _, c := range counts {
		r.Zeros -= int64(c)
	}
}
