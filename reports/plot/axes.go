package plot

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nrkit/nrkit/internal/legible"
	"github.com/nrkit/nrkit/internal/units"
)

// An axis says which numbers one side of a plot shows.
type axis struct {
	label    string
	min, max float64 // min < max; both positive where log is set
	log      bool
	down     bool // the smallest at the top
	base     float64
}

// A tick is a mark on an axis.
type tick struct {
	value float64
	label string // may be empty
}

// share returns where v stands on the axis, from 0 to 1.
func (x *axis) share(v float64) float64 {
	s := (v - x.min) / (x.max - x.min)
	if x.log {
		s = math.Log(v/x.min) / math.Log(x.max/x.min)
	}
	if x.down {
		return 1 - s
	}
	return s
}

// ticks returns the marks of the axis: powers of base on a logarithmic one,
// else round numbers.
func (x *axis) ticks() []tick {
	if x.log {
		return powers(x.base, x.min, x.max)
	}
	return rounds(x.min, x.max)
}

// powers returns the powers of base between min and max, labelled where they
// stay apart from each other.
func powers(base, min, max float64) []tick {
	first := math.Ceil(math.Log(min)/math.Log(base) - 1e-9)
	last := math.Floor(math.Log(max)/math.Log(base) + 1e-9)
	step := math.Max(1, math.Ceil((last-first)/10))
	var list []tick
	for e := first; e <= last; e++ {
		t := tick{value: math.Pow(base, e)}
		if math.Mod(e-first, step) == 0 {
			t.label = number(t.value)
		}
		list = append(list, t)
	}
	return list
}

// rounds returns up to eight round whole numbers between min and max.
func rounds(min, max float64) []tick {
	step := 1.0
	for k := 0; (max-min)/step > 8; k++ {
		step *= []float64{2, 2.5, 2}[k%3]
	}
	var list []tick
	for v := math.Ceil(min/step) * step; v <= max; v += step {
		list = append(list, tick{v, number(v)})
	}
	return list
}

// number writes the value of a tick as the tables have it: 25,000.
func number(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return units.Integer(int64(v))
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// An area is the part of a canvas that the axes enclose.
type area struct {
	draw.Canvas
	plot    *Plot
	letters text.Handler
}

// X returns where v is across the area, Y where it is upwards.
func (a *area) X(v float64) vg.Length {
	return a.Min.X + vg.Length(a.plot.x.share(v))*(a.Max.X-a.Min.X)
}

func (a *area) Y(v float64) vg.Length {
	return a.Min.Y + vg.Length(a.plot.y.share(v))*(a.Max.Y-a.Min.Y)
}

// box fills a rectangle.
func (a *area) box(x0, x1, y0, y1 vg.Length, c color.Color) {
	if x1 <= x0 || y1 <= y0 {
		return
	}
	a.SetColor(c)
	a.Fill(vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1, Y: y1}}.Path())
}

// Sizes of the parts around the area, in points.
const (
	titleSize, labelSize, tickSize = 11, 9, 8
	tickLength                     = 6
	margin                         = 6
)

// layout draws title, labels and ticks and returns the area that is left.
func (p *Plot) layout(c draw.Canvas, h text.Handler) *area {
	title, label, small := textStyle(h, titleSize), textStyle(h, labelSize), textStyle(h, tickSize)
	xTicks, yTicks := p.x.ticks(), p.y.ticks()
	left := vg.Length(0)
	for _, t := range yTicks {
		left = max(left, small.Width(t.label))
	}
	a := &area{Canvas: c, plot: p, letters: h}
	a.Min.X += margin + labelSize + 6 + left + 3 + tickLength
	a.Min.Y += margin + labelSize + 5 + tickSize + 3 + tickLength
	a.Max.X -= 3*margin + p.legendWidth(small)
	a.Max.Y -= margin + titleSize + 6

	middle := func(lo, hi vg.Length) vg.Length { return (lo + hi) / 2 }
	title.XAlign, title.YAlign = draw.XCenter, draw.YTop
	center := middle(a.Min.X, a.Max.X)
	c.FillText(title, vg.Point{X: center, Y: c.Max.Y - margin}, fitting(p.title, title, 2*(min(center-c.Min.X, c.Max.X-center)-margin)))
	label.XAlign = draw.XCenter
	c.FillText(label, vg.Point{X: middle(a.Min.X, a.Max.X), Y: c.Min.Y + margin}, p.x.label)
	label.Rotation, label.YAlign = math.Pi/2, draw.YTop
	c.FillText(label, vg.Point{X: c.Min.X + margin, Y: middle(a.Min.Y, a.Max.Y)}, p.y.label)
	line := draw.LineStyle{Color: color.Black, Width: 0.5}
	small.XAlign, small.YAlign = draw.XCenter, draw.YTop
	for _, t := range xTicks {
		x := a.X(t.value)
		c.StrokeLine2(line, x, a.Min.Y-tickLength, x, a.Min.Y)
		c.FillText(small, vg.Point{X: x, Y: a.Min.Y - tickLength - 2}, t.label)
	}
	small.XAlign, small.YAlign = draw.XRight, draw.YCenter
	for _, t := range yTicks {
		y := a.Y(t.value)
		c.StrokeLine2(line, a.Min.X-tickLength, y, a.Min.X, y)
		c.FillText(small, vg.Point{X: a.Min.X - tickLength - 3, Y: y}, t.label)
	}
	return a
}

// widerFont is how much wider than Liberation Sans the font may be that a browser
// takes where it has none like it.
const widerFont = 1.25

// fitting returns txt, cut in its middle to the width that there is for it.
func fitting(txt string, style draw.TextStyle, width vg.Length) string {
	whole := drawn(txt)
	short := whole
	for room := legible.Width(whole) - 1; room > 0 && widerFont*style.Width(short) > width; room-- {
		short = legible.Cut(whole, room)
	}
	return short
}

// frame draws a thin line around the area.
func (a *area) frame() {
	a.StrokeLines(draw.LineStyle{Color: grey(), Width: 0.5}, []vg.Point{
		a.Min, {X: a.Max.X, Y: a.Min.Y}, a.Max, {X: a.Min.X, Y: a.Max.Y}, a.Min,
	})
}

// Sizes of the parts of the legend, in points: what is between it and the area, the
// piece of a line, what is between that and its name, and the height of a name.
const (
	legendGap, legendLine, legendSpace = 8, 16, 5
	legendHeight                       = tickSize + 3
)

// legendWidth returns how much room the legend takes.
func (p *Plot) legendWidth(style draw.TextStyle) vg.Length {
	widest := vg.Length(0)
	for _, entry := range p.legend {
		widest = max(widest, legendGap+legendLine+legendSpace+style.Width(entry.short()))
	}
	return widest
}

// drawLegend names the lines, at the right of the area: inside, it would lie over
// some.
func (p *Plot) drawLegend(a *area) {
	style := textStyle(a.letters, tickSize)
	style.YAlign = draw.YCenter
	for k, entry := range p.legend {
		x, y := a.Max.X+legendGap, a.Max.Y-vg.Length(k)*legendHeight-legendHeight/2
		a.StrokeLine2(entry.style, x, y, x+legendLine, y)
		a.FillText(style, vg.Point{X: x + legendLine + legendSpace, Y: y}, entry.short())
	}
}

// short returns the name of the line for the legend, which must leave room for the
// lines.
func (k key) short() string { return legible.Cut(legible.Text(k.name), 24) }
