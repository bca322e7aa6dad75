package tape

import "sort"

// Corner says what a table does at its corners and ends.
type Corner uint8

const (
	// Extended continues the first and the last segment.
	Extended Corner = iota
	// Held keeps the first and the last value outside.
	Held
	// Rounded is Held, with a parabola in place of each corner: it covers a tenth of
	// the shorter segment beside it on either side, as in XSPICE's pwl.
	Rounded
)

// points are a table: x in ascending order, with their y.
type points struct {
	x, y   []float64
	corner Corner
}

// at returns the value and the derivative at x.
func (p *points) at(x float64) (float64, float64) {
	n := len(p.x)
	k := sort.Search(n, func(k int) bool { return p.x[k] > x }) // the first behind x
	if p.corner == Rounded {
		return p.rounded(x, k)
	}
	switch {
	case p.corner == Held && k == 0:
		return p.y[0], 0
	case p.corner == Held && k == n:
		return p.y[n-1], 0
	}
	return p.line(x, min(max(k, 1), n-1))
}

// line returns the segment that ends at point k.
func (p *points) line(x float64, k int) (float64, float64) {
	d := p.slope(k)
	return p.y[k-1] + d*(x-p.x[k-1]), d
}

// slope is that of the segment which ends at point k: 0 outside.
func (p *points) slope(k int) float64 {
	if k == 0 || k == len(p.x) {
		return 0
	}
	return (p.y[k] - p.y[k-1]) / (p.x[k] - p.x[k-1])
}

// rounded returns the parabola of the corner near x, or a line. Point k is the first
// behind x.
func (p *points) rounded(x float64, k int) (float64, float64) {
	for _, c := range [...]int{k - 1, k} {
		if c < 0 || c == len(p.x) {
			continue
		}
		width := p.width(c)
		if u := x - p.x[c] + width; u > 0 && u < 2*width {
			before, after := p.slope(c), p.slope(c+1)
			bend := (after - before) / (4 * width)
			return p.y[c] + before*(x-p.x[c]) + bend*u*u, before + 2*bend*u
		}
	}
	switch k {
	case 0:
		return p.y[0], 0
	case len(p.x):
		return p.y[k-1], 0
	}
	return p.line(x, k)
}

// width is the half of the parabola at point c.
func (p *points) width(c int) float64 {
	const share = 0.1
	switch {
	case c == 0:
		return share * (p.x[1] - p.x[0])
	case c == len(p.x)-1:
		return share * (p.x[c] - p.x[c-1])
	}
	return share * min(p.x[c]-p.x[c-1], p.x[c+1]-p.x[c])
}
