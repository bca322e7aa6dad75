package plot

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/nrkit/nrkit/sparsity"
)

// spyCells is the largest number of cells along one side of a spy plot. A
// larger matrix is drawn as densities of cells.
const spyCells = 480

// Spy draws the positions of the entries of a, with the first row at the top. If
// several rows and columns share a cell, the opacity of the cell grows with the number
// of its entries.
func Spy(a *sparsity.Pattern, title string) *Plot {
	width, height := spySize(a.Rows, a.Cols)
	x := "column"
	if max(a.Rows, a.Cols) > spyCells {
		side := (max(a.Rows, a.Cols) + spyCells - 1) / spyCells
		x = fmt.Sprintf("column (a dot is %d×%d positions; more opaque: more entries)", side, side)
	}
	return &Plot{title: title, width: width, height: height,
		x:     axis{label: x, min: 0.5, max: float64(max(a.Cols, 1)) + 0.5},
		y:     axis{label: "row", min: 0.5, max: float64(max(a.Rows, 1)) + 0.5, down: true},
		marks: []mark{densities(a).draw}}
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

// spySquares is the largest number of cells drawn one by one.
const spySquares = 1200

// draw draws the grid: as squares where there are few of them, as an image
// otherwise.
func (g densityGrid) draw(a *area) {
	if g.rows == 0 || g.cols == 0 {
		return
	}
	filled := 0
	for _, k := range g.count {
		if k > 0 {
			filled++
		}
	}
	if g.full == 1 && filled <= spySquares {
		g.squares(a)
		return
	}
	a.DrawImage(a.Rectangle, g.image())
}

// squares draws each filled cell as a rectangle.
func (g densityGrid) squares(a *area) {
	size := a.Rectangle.Size()
	w, h := size.X/vg.Length(g.cols), size.Y/vg.Length(g.rows)
	inset := 0.06 * min(w, h)
	for i := 0; i < g.rows; i++ {
		for j := 0; j < g.cols; j++ {
			if g.count[i*g.cols+j] == 0 {
				continue
			}
			x, y := a.Min.X+vg.Length(j)*w, a.Max.Y-vg.Length(i+1)*h
			a.box(x+inset, x+w-inset, y+inset, y+h-inset, blue())
		}
	}
}

// image returns the grid as a picture of two by two pixels per cell at least,
// transparent where there is nothing.
func (g densityGrid) image() image.Image {
	scale := max(1, 2*spyCells/max(g.rows, g.cols))
	img := image.NewNRGBA(image.Rect(0, 0, g.cols*scale, g.rows*scale))
	red, green, blue, _ := blue().RGBA()
	for i := 0; i < g.rows; i++ {
		for j := 0; j < g.cols; j++ {
			k := g.count[i*g.cols+j]
			if k == 0 {
				continue
			}
			// Logarithmic, from a quarter for one entry to opaque when full.
			alpha := 1.0
			if g.full > 1 {
				alpha = 0.25 + 0.75*math.Log1p(float64(k-1))/math.Log(g.full)
			}
			ink := color.NRGBA{uint8(red >> 8), uint8(green >> 8), uint8(blue >> 8), uint8(255 * math.Min(1, alpha))}
			for y := i * scale; y < (i+1)*scale; y++ {
				for x := j * scale; x < (j+1)*scale; x++ {
					img.SetNRGBA(x, y, ink)
				}
			}
		}
	}
	return img
}
