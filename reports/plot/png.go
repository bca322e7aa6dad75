//go:build !js

package plot

import (
	"image/color"
	"io"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// pngResolution is the number of pixels per inch of PNG files.
const pngResolution = 144

// PNG writes the plot as a PNG image. In a browser, which shows SVG, there is no PNG:
// the page does not load what draws pixels.
func (p *Plot) PNG(w io.Writer) error {
	c := vgimg.PngCanvas{Canvas: vgimg.NewWith(
		vgimg.UseWH(p.width, p.height), vgimg.UseDPI(pngResolution))}
	p.draw(draw.New(c), color.White)
	_, err := c.WriteTo(w)
	return err
}
