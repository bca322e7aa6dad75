package reports

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nrkit/nrkit/sparsity"
)

// spyCells is the largest number of cells along one side of a spy plot. A
// larger matrix is drawn as densities of cells.
const spyCells = 480

// Spy draws where the entries of a are, its first row at the top. Where
// several rows and columns share a cell, its colour tells the share of its
// positions that have an entry.
func Spy(a *sparsity.Pattern, title string) *Plot {
	width, height := spySize(a.Rows, a.Cols)
	x := "column"
	if max(a.Rows, a.Cols) > spyCells {
		side := (max(a.Rows, a.Cols) + spyCells - 1) / spyCells
		x = fmt.Sprintf("column (a dot is %d×%d positions, darker where denser)", side, side)
	}
	p := newPlot(title, x, "row", width, height)
	p.p.X.Min, p.p.X.Max = 0.5, float64(max(a.Cols, 1))+0.5
	p.p.Y.Min, p.p.Y.Max = 0.5, float64(max(a.Rows, 1))+0.5
	p.p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	p.p.X.Tick.Marker, p.p.Y.Tick.Marker = counts{}, counts{}
	p.p.Add(&spyRaster{densities(a)})
	return p
}

// spySize returns the size of the drawing, in the proportions of the matrix
// within limits.
func spySize(rows, cols int) (width, height vg.Length) {
	ratio := float64(max(rows, 1)) / float64(max(cols, 1))
	ratio = math.Min(2, math.Max(0.2, ratio))
	width = 400
	return width, vg.Length(math.Round(float64(width-40)*ratio)) + 50
}

// A densityGrid is the number of entries in each cell of a grid laid over a
// matrix, row by row, and the number of positions of a full cell.
type densityGrid struct {
	rows, cols int
	count      []int32
	full       float64
}

// densities counts the entries of a per cell. Cost: O(|a|).
func densities(a *sparsity.Pattern) densityGrid {
	side := max(1, (max(a.Rows, a.Cols)+spyCells-1)/spyCells)
	g := densityGrid{
		rows: (a.Rows + side - 1) / side,
		cols: (a.Cols + side - 1) / side,
		full: float64(side) * float64(side),
	}
	g.count = make([]int32, g.rows*g.cols)
	for j := 0; j < a.Cols; j++ {
		c := j / side
		for _, i := range a.Col(j) {
			g.count[int(i)/side*g.cols+c]++
		}
	}
	return g
}

// spyRaster draws a densityGrid: as squares where there are few of them, as an
// image otherwise.
type spyRaster struct{ g densityGrid }

// spySquares is the largest number of cells drawn one by one.
const spySquares = 3000

// Plot draws the cells into the area of the axes.
func (s *spyRaster) Plot(c draw.Canvas, p *plot.Plot) {
	frame(c)
	if s.g.rows == 0 || s.g.cols == 0 {
		return
	}
	filled := 0
	for _, k := range s.g.count {
		if k > 0 {
			filled++
		}
	}
	if s.g.full == 1 && filled <= spySquares {
		s.squares(c)
		return
	}
	c.DrawImage(c.Rectangle, s.image())
}

// squares draws each filled cell as a rectangle.
func (s *spyRaster) squares(c draw.Canvas) {
	size := c.Rectangle.Size()
	w, h := size.X/vg.Length(s.g.cols), size.Y/vg.Length(s.g.rows)
	inset := 0.06 * min(w, h)
	c.SetColor(blue())
	for i := 0; i < s.g.rows; i++ {
		for j := 0; j < s.g.cols; j++ {
			if s.g.count[i*s.g.cols+j] == 0 {
				continue
			}
			x, y := c.Min.X+vg.Length(j)*w, c.Max.Y-vg.Length(i+1)*h
			c.Fill(vg.Rectangle{
				Min: vg.Point{X: x + inset, Y: y + inset},
				Max: vg.Point{X: x + w - inset, Y: y + h - inset},
			}.Path())
		}
	}
}

// image returns the grid as a picture of two by two pixels per cell at least,
// transparent where there is nothing.
func (s *spyRaster) image() image.Image {
	scale := max(1, 2*spyCells/max(s.g.rows, s.g.cols))
	img := image.NewNRGBA(image.Rect(0, 0, s.g.cols*scale, s.g.rows*scale))
	r, g, b, _ := blue().RGBA()
	for i := 0; i < s.g.rows; i++ {
		for j := 0; j < s.g.cols; j++ {
			k := s.g.count[i*s.g.cols+j]
			if k == 0 {
				continue
			}
			// Logarithmic, from a quarter for one entry to opaque when full.
			alpha := 1.0
			if s.g.full > 1 {
				alpha = 0.25 + 0.75*math.Log1p(float64(k-1))/math.Log(s.g.full)
			}
			ink := color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(255 * math.Min(1, alpha))}
			for y := i * scale; y < (i+1)*scale; y++ {
				for x := j * scale; x < (j+1)*scale; x++ {
					img.SetNRGBA(x, y, ink)
				}
			}
		}
	}
	return img
}

// frame draws a thin line around the area of the axes.
func frame(c draw.Canvas) {
	c.StrokeLines(draw.LineStyle{Color: grey(), Width: 0.5}, []vg.Point{
		c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}, c.Min,
	})
}
