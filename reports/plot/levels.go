package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Warp is the number of threads a GPU runs together: a level narrower than
// that leaves some of them idle.
const Warp = 32

// Levels draws the number of columns of each level: how many are independent and
// ready at that height of the tree. If there are too many levels for the drawing,
// neighbours share a bar that reaches from the narrowest to the widest of them.
func Levels(widths []int, title string) *Plot {
	p := &Plot{title: title, width: 520, height: 260,
		x:     axis{label: "level, leaves first", max: float64(max(1, len(widths)))},
		y:     axis{label: "columns in the level", min: 0.8, max: 10, log: true, base: 10},
		marks: []mark{levelBars(widths).draw}}
	for _, w := range widths {
		p.y.max = math.Max(p.y.max, 1.3*float64(w))
	}
	if p.y.max > Warp {
		p.legend = []key{{"one warp, 32", warpLine()}}
	}
	return p
}

// levelBars draws level widths as an area, and the width of a warp as a line.
type levelBars []int

// levelBins is the largest number of bars.
const levelBins = 460

// draw draws the bars into the area of the axes.
func (widths levelBars) draw(a *area) {
	for _, b := range binned(widths, levelBins) {
		x0, x1 := a.X(float64(b.from)), a.X(float64(b.to))
		low := a.Y(float64(max(b.low, 1)))
		a.box(x0, x1, a.Min.Y, low, blue())
		if b.high > b.low {
			a.box(x0, x1, low, a.Y(float64(b.high)), faded(blue(), 0.45))
		}
	}
	if a.plot.y.max <= Warp {
		return
	}
	y := a.Y(Warp)
	a.StrokeLine2(warpLine(), a.Min.X, y, a.Max.X, y)
}

// warpLine returns the style of the line at the width of a warp.
func warpLine() draw.LineStyle {
	return draw.LineStyle{Color: orange(), Width: 0.8, Dashes: []vg.Length{4, 3}}
}

// A bin is the levels from:to with the narrowest and the widest of them.
type bin struct{ from, to, low, high int }

// binned divides widths into at most limit bins, and joins neighbours that are
// alike.
func binned(widths []int, limit int) []bin {
	var bins []bin
	n := min(len(widths), limit)
	for k := 0; k < n; k++ {
		b := bin{from: k * len(widths) / n, to: (k + 1) * len(widths) / n}
		b.low, b.high = widths[b.from], widths[b.from]
		for _, w := range widths[b.from:b.to] {
			b.low, b.high = min(b.low, w), max(b.high, w)
		}
		if last := len(bins) - 1; last >= 0 && bins[last].low == b.low && bins[last].high == b.high {
			bins[last].to = b.to
			continue
		}
		bins = append(bins, b)
	}
	return bins
}
