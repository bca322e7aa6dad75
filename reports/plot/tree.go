package plot

import "image/color"

// Tree draws the profile of an assembly tree. Each node is a box: as wide as
// the work of its subtree, as high as its own work, above its parent's box.
// The height of the whole is the critical path with supernodes as tasks, its
// width all the work: what stands high and alone is what parallelism cannot shorten.
func Tree(f *Nodes, title string) *Plot {
	boxes := layTree(f)
	return &Plot{title: title, width: 520, height: 340,
		x:     axis{label: "share of the work, %", max: 100},
		y:     axis{label: "path to the root, % of the supernodal critical path", max: 100},
		marks: []mark{func(a *area) { drawBoxes(a, boxes) }}}
}

// A treeBox is one box in shares of the whole, from 0 to 1.
type treeBox struct {
	x0, x1, y0, y1 float64
	width          int // columns of the widest node in it
}

// Boxes narrower than minShare of the work are left out, and those lower than
// minRise of the critical path are joined with the one below.
const (
	minShare = 0.002
	minRise  = 0.004
)

// layTree returns the boxes of the nodes that are large enough to be seen.
//
// Children stand side by side at the left end of their parent, in ascending
// order; the parent's own work is the gap at the right. Nodes come parents
// first, so that a node knows where its box starts.
func layTree(f *Nodes) []treeBox {
	n := len(f.Parent)
	below, total := f.subtreeWork()
	path, longest := f.pathWork()
	if total <= 0 || longest <= 0 {
		return nil
	}
	next := make([]float64, n) // where the next child of a node starts
	box := make([]int32, n)    // index of the box a node is drawn in, -1 for none
	roots := 0.0
	var boxes []treeBox
	for k := n - 1; k >= 0; k-- {
		p := f.Parent[k]
		at := &roots
		if p >= 0 {
			at = &next[p]
		}
		x0, share := *at, below[k]/total
		*at += share
		next[k], box[k] = x0, -1
		if share < minShare || p >= 0 && box[p] < 0 {
			continue
		}
		y1 := path[k] / longest
		y0 := y1 - f.Work[k]/longest
		if p >= 0 && joins(&boxes[box[p]], x0+share, y0, y1) {
			box[k] = box[p]
			b := &boxes[box[p]]
			b.y1, b.width = max(b.y1, y1), max(b.width, f.Width[k])
			continue
		}
		box[k] = int32(len(boxes))
		boxes = append(boxes, treeBox{x0, x0 + share, y0, y1, f.Width[k]})
	}
	return boxes
}

// joins reports whether a box from y0 to y1 that ends at x1 is drawn as part
// of its parent's box b: when it is low, or only continues b, being about as
// wide.
func joins(b *treeBox, x1, y0, y1 float64) bool {
	continues := b.x1-x1 < minShare && y0 >= b.y1-1e-12
	return continues && (y1-y0 < minRise || b.y1-b.y0 < minRise)
}

// drawBoxes draws boxes, more opaque the wider their panels are.
func drawBoxes(a *area, boxes []treeBox) {
	for _, b := range boxes {
		x0, x1, y0, y1 := a.X(100*b.x0), a.X(100*b.x1), a.Y(100*b.y0), a.Y(100*b.y1)
		if x1-x0 > 2 {
			x1 -= 0.4
		}
		if y1-y0 > 2 {
			y1 -= 0.4
		}
		a.box(x0, x1, y0, y1, panelColor(b.width))
	}
}

// panelColor returns the colour of a panel of w columns.
func panelColor(w int) color.Color {
	switch {
	case w >= 32:
		return faded(blue(), 1)
	case w >= 8:
		return faded(blue(), 0.75)
	case w >= 4:
		return faded(blue(), 0.55)
	}
	return faded(blue(), 0.35)
}
