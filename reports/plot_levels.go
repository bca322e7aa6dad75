package reports

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Warp is the number of threads a GPU runs together: a level narrower than
// that leaves some of them idle.
const Warp = 32

// Levels draws the number of columns of each level: how many are independent
// and ready at that height of the tree. Where there are more levels than the
// drawing has room for, neighbours share a bar that reaches from the
// narrowest to the widest of them.
func Levels(widths []int, title string) *Plot {
	p := newPlot(title, "level, leaves first", "columns in the level", 520, 260)
	p.p.X.Min, p.p.X.Max = 0, float64(max(1, len(widths)))
	p.p.Y.Min, p.p.Y.Max = 0.8, 10
	for _, w := range widths {
		p.p.Y.Max = math.Max(p.p.Y.Max, 1.3*float64(w))
	}
	p.p.Y.Scale = plot.LogScale{}
	p.p.Y.Tick.Marker, p.p.X.Tick.Marker = powers{10}, counts{}
	p.p.Add(levelBars(widths))
	return p
}

// levelBars draws level widths as an area, and the width of a warp as a line.
type levelBars []int

// levelBins is the largest number of bars.
const levelBins = 460

// Plot draws the bars into the area of the axes.
func (widths levelBars) Plot(c draw.Canvas, p *plot.Plot) {
	frame(c)
	trX, trY := p.Transforms(&c)
	for _, b := range binned(widths, levelBins) {
		x0, x1 := trX(float64(b.from)), trX(float64(b.to))
		low := trY(float64(max(b.low, 1)))
		bar(c, x0, x1, c.Min.Y, low, 1)
		if b.high > b.low {
			bar(c, x0, x1, low, trY(float64(b.high)), 0.45)
		}
	}
	if p.Y.Max > Warp {
		y := trY(Warp)
		c.StrokeLine2(draw.LineStyle{Color: orange(), Width: 0.8, Dashes: []vg.Length{4, 3}},
			c.Min.X, y, c.Max.X, y)
		style := p.Legend.TextStyle
		style.Color = orange()
		style.XAlign = draw.XRight
		c.FillText(style, vg.Point{X: c.Max.X - 3, Y: y + 2}, "one warp, 32")
	}
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

// bar fills a rectangle of the given opacity.
func bar(c draw.Canvas, x0, x1, y0, y1 vg.Length, opacity float64) {
	if y1 <= y0 {
		return
	}
	c.SetColor(faded(blue(), opacity))
	c.Fill(vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1, Y: y1}}.Path())
}
