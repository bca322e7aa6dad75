package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Curve is the predicted speed-up of one ordering by number of workers.
type Curve struct {
	Name    string
	Workers []int
	Speedup []float64
}

// Speedup draws predicted speed-up over the number of workers, one line per
// ordering, and the line of perfect speed-up.
func Speedup(curves []Curve, title string) *Plot {
	p := &Plot{title: title, width: 520, height: max(300, vg.Length(60+legendHeight*len(curves))),
		x:     axis{label: "workers", min: 1, max: 2, log: true, base: 2},
		y:     axis{label: "predicted speed-up", min: 1, max: 2, log: true, base: 2},
		marks: []mark{perfect}}
	for _, c := range curves {
		for k, w := range c.Workers {
			p.x.max = math.Max(p.x.max, float64(w))
			p.y.max = math.Max(p.y.max, 1.2*c.Speedup[k])
		}
	}
	colors := seriesColors()
	for k, c := range curves {
		style := draw.LineStyle{Color: colors[k%len(colors)], Width: 1.4, Dashes: lineDashes(k / len(colors))}
		p.marks = append(p.marks, func(a *area) { c.draw(a, style) })
		p.legend = append(p.legend, key{c.Name, style})
	}
	return p
}

// draw draws the curve.
func (c Curve) draw(a *area, style draw.LineStyle) {
	points := make([]vg.Point, len(c.Workers))
	for k, w := range c.Workers {
		points[k] = vg.Point{X: a.X(float64(w)), Y: a.Y(math.Max(1, c.Speedup[k]))}
	}
	a.StrokeLines(style, points)
}

// lineDashes tells apart the lines that share a colour.
func lineDashes(round int) []vg.Length {
	if round == 0 {
		return nil
	}
	return []vg.Length{vg.Length(2 + 2*round), 2}
}

// perfect draws the line speed-up = workers as far as the axes reach.
func perfect(a *area) {
	end := math.Min(a.plot.x.max, a.plot.y.max)
	a.StrokeLine2(draw.LineStyle{Color: grey(), Width: 0.8, Dashes: []vg.Length{2, 3}},
		a.X(1), a.Y(1), a.X(end), a.Y(end))
}
