package reports

import (
	"bytes"
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A Plot is a drawing that can be written as SVG or PNG.
type Plot struct {
	p             *plot.Plot
	width, height vg.Length
}

// pngResolution is the number of pixels per inch of PNG files.
const pngResolution = 144

// newPlot returns an empty plot in the style of the reports.
func newPlot(title, x, y string, width, height vg.Length) *Plot {
	p := plot.New()
	p.BackgroundColor = color.White
	p.Title.Text = title
	p.Title.Padding = 6
	p.X.Label.Text, p.Y.Label.Text = x, y
	sans(&p.Title.TextStyle.Font, 11)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Padding = 0
		axis.Label.Padding = 3
		sans(&axis.Label.TextStyle.Font, 9)
		sans(&axis.Tick.Label.Font, 8)
	}
	sans(&p.Legend.TextStyle.Font, 8)
	p.Legend.ThumbnailWidth = 16
	return &Plot{p, width, height}
}

// sans sets f to the sans serif face of the given size.
func sans(f *font.Font, size vg.Length) {
	f.Variant = "Sans"
	f.Size = size
}

// SVG writes the plot as a complete SVG document.
func (p *Plot) SVG(w io.Writer) error {
	text, err := p.svg()
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// svg returns the SVG document.
func (p *Plot) svg() ([]byte, error) {
	c := vgsvg.New(p.width, p.height)
	p.draw(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	text := b.Bytes()
	// The canvas writes PNG data under another type's name, and names one
	// font only, which few systems have.
	text = bytes.ReplaceAll(text, []byte("data:image/jpg;"), []byte("data:image/png;"))
	text = bytes.ReplaceAll(text, []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	return text, nil
}

// PNG writes the plot as a PNG image.
func (p *Plot) PNG(w io.Writer) error {
	c := vgimg.PngCanvas{Canvas: vgimg.NewWith(
		vgimg.UseWH(p.width, p.height), vgimg.UseDPI(pngResolution))}
	p.draw(draw.New(c))
	_, err := c.WriteTo(w)
	return err
}

// draw draws the plot with a margin at the right and at the top, so that
// labels at the ends of the axes are not cut off.
func (p *Plot) draw(c draw.Canvas) {
	if p.p.BackgroundColor != nil {
		c.SetColor(p.p.BackgroundColor)
		c.Fill(c.Rectangle.Path())
	}
	p.p.Draw(draw.Crop(c, 4, -14, 4, -6))
}

// fragment returns the plot as SVG to be put into an HTML page: no prologue,
// no background, and its black parts in the colour of the text around it.
func (p *Plot) fragment() ([]byte, error) {
	background := p.p.BackgroundColor
	p.p.BackgroundColor = nil
	text, err := p.svg()
	p.p.BackgroundColor = background
	if err != nil {
		return nil, err
	}
	if k := bytes.Index(text, []byte("<svg")); k > 0 {
		text = text[k:]
	}
	for _, r := range [][2]string{
		{"\n\txmlns=\"http://www.w3.org/2000/svg\"", ""},
		{"\n\txmlns:xlink=\"http://www.w3.org/1999/xlink\"", ""},
		{"xlink:href", "href"},
		{"stroke:#000000", "stroke:currentColor"},
		{"fill:#000000", "fill:currentColor"},
		{"<text ", "<text fill=\"currentColor\" "},
		// Paths without a style are filled black, which SVG leaves unsaid.
		{"Z\" />", "Z\" fill=\"currentColor\" />"},
	} {
		text = bytes.ReplaceAll(text, []byte(r[0]), []byte(r[1]))
	}
	return text, nil
}

// The colours of the plots: distinct to colour-blind readers, legible on
// white and on black.
func blue() color.Color   { return color.RGBA{0x2f, 0x6f, 0xdf, 0xff} }
func orange() color.Color { return color.RGBA{0xe0, 0x7b, 0x28, 0xff} }
func grey() color.Color   { return color.RGBA{0x80, 0x80, 0x80, 0xff} }

// seriesColors returns the colours of lines that share a plot, in order.
func seriesColors() []color.Color {
	return []color.Color{
		blue(), orange(),
		color.RGBA{0x2a, 0x9d, 0x6f, 0xff}, color.RGBA{0x8e, 0x5b, 0xc4, 0xff},
		color.RGBA{0xc8, 0x42, 0x3b, 0xff}, color.RGBA{0x1b, 0x9a, 0xb5, 0xff},
		color.RGBA{0xb8, 0x8a, 0x1c, 0xff}, grey(),
	}
}

// faded returns c with the given opacity between 0 and 1.
func faded(c color.Color, opacity float64) color.Color {
	r, g, b, _ := c.RGBA()
	return color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(255*opacity + 0.5)}
}

// powers marks an axis with the powers of a base, and labels those that stay
// apart from each other.
type powers struct{ base float64 }

// Ticks returns the marks between min and max, which are positive.
func (t powers) Ticks(min, max float64) []plot.Tick {
	first := math.Floor(math.Log(min)/math.Log(t.base) + 1e-9)
	last := math.Ceil(math.Log(max)/math.Log(t.base) - 1e-9)
	step := math.Max(1, math.Ceil((last-first)/10))
	var ticks []plot.Tick
	for e := first; e <= last; e++ {
		v := math.Pow(t.base, e)
		if v < min || v > max {
			continue
		}
		tick := plot.Tick{Value: v}
		if math.Mod(e-first, step) == 0 {
			tick.Label = shortNumber(v)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// counts marks an axis of whole numbers.
type counts struct{}

// Ticks returns up to about eight round marks between min and max.
func (counts) Ticks(min, max float64) []plot.Tick {
	step := 1.0
	for k := 0; (max-min)/step > 8; k++ {
		step *= []float64{2, 2.5, 2}[k%3]
	}
	var ticks []plot.Tick
	for v := math.Ceil(min/step) * step; v <= max; v += step {
		ticks = append(ticks, plot.Tick{Value: v, Label: shortNumber(v)})
	}
	return ticks
}

// shortNumber writes 1500 as 1.5k and 2000000 as 2M.
func shortNumber(v float64) string {
	if math.Abs(v) < 1e4 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	for _, u := range []struct {
		scale float64
		unit  string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(v) >= u.scale {
			return strconv.FormatFloat(v/u.scale, 'g', 4, 64) + u.unit
		}
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
