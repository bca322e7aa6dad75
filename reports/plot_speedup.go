package reports

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
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
	p := newPlot(title, "workers", "predicted speed-up", 520, 300)
	p.p.X.Min, p.p.X.Max, p.p.Y.Min, p.p.Y.Max = 1, 2, 1, 2
	p.p.X.Scale, p.p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.p.X.Tick.Marker, p.p.Y.Tick.Marker = powers{2}, powers{2}
	p.p.Legend.Top, p.p.Legend.Left = true, true
	p.p.Legend.XOffs, p.p.Legend.YOffs = 6, -4
	for _, c := range curves {
		for k, w := range c.Workers {
			p.p.X.Max = math.Max(p.p.X.Max, float64(w))
			p.p.Y.Max = math.Max(p.p.Y.Max, 1.2*c.Speedup[k])
		}
	}
	p.p.Add(frameOnly{}, perfect{})
	colors := seriesColors()
	for k, c := range curves {
		xy := make(plotter.XYs, len(c.Workers))
		for i, w := range c.Workers {
			xy[i] = plotter.XY{X: float64(w), Y: math.Max(1, c.Speedup[i])}
		}
		line := &plotter.Line{XYs: xy, LineStyle: draw.LineStyle{
			Color: colors[k%len(colors)], Width: 1.4, Dashes: lineDashes(k / len(colors))}}
		p.p.Add(line)
		p.p.Legend.Add(c.Name, line)
	}
	return p
}

// lineDashes tells apart the lines that share a colour.
func lineDashes(round int) []vg.Length {
	if round == 0 {
		return nil
	}
	return []vg.Length{vg.Length(2 + 2*round), 2}
}

// perfect draws the line speed-up = workers as far as the axes reach.
type perfect struct{}

// Plot draws the line.
func (perfect) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	end := math.Min(p.X.Max, p.Y.Max)
	c.StrokeLine2(draw.LineStyle{Color: grey(), Width: 0.8, Dashes: []vg.Length{2, 3}},
		trX(1), trY(1), trX(end), trY(end))
}

// frameOnly draws the frame of the axes behind the lines.
type frameOnly struct{}

// Plot draws the frame.
func (frameOnly) Plot(c draw.Canvas, _ *plot.Plot) { frame(c) }
