package plot

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"regexp"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A Plot is a drawing that can be written as SVG or PNG.
//
// Axes, marks and text are drawn here on the canvases of gonum/plot: its
// package plot itself loads a dozen fonts when a program starts, whether it
// draws or not.
type Plot struct {
	title         string
	width, height vg.Length
	x, y          axis
	marks         []mark // drawn in this order
	legend        []key
}

// A mark draws something into the area of the axes.
type mark func(a *area)

// A key is one line of the legend.
type key struct {
	name  string
	style draw.LineStyle
}

// SVG writes the plot as a complete SVG document.
func (p *Plot) SVG(w io.Writer) error {
	text, err := p.svg(color.White)
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// svg returns the SVG document; a nil background is transparent.
func (p *Plot) svg(background color.Color) ([]byte, error) {
	c := vgsvg.New(p.width, p.height)
	p.draw(draw.New(c), background)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	text := b.Bytes()
	// The canvas writes PNG data under another type's name, lets viewers keep the
	// proportions of an image, which then does not fill the area of the axes, and
	// names one font only, which few systems have.
	text = bytes.ReplaceAll(text, []byte("data:image/jpg;"), []byte("data:image/png;"))
	text = bytes.ReplaceAll(text, []byte("<image "), []byte("<image preserveAspectRatio=\"none\" "))
	text = bytes.ReplaceAll(text, []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	return text, nil
}

// Fragment returns the plot as SVG to be put into an HTML page: no prologue,
// no background, no style attributes, and its black parts in the colour of the text
// around it.
func (p *Plot) Fragment() ([]byte, error) {
	text, err := p.svg(nil)
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
		// Black is what SVG fills with when nothing is said.
		{"<text ", "<text fill=\"currentColor\" "},
	} {
		text = bytes.ReplaceAll(text, []byte(r[0]), []byte(r[1]))
	}
	return withoutStyles(text), nil
}

// withoutStyles returns SVG with a presentation attribute for each property of its
// style attributes, which a page may forbid.
func withoutStyles(svg []byte) []byte {
	// Text in SVG has no quotation mark that is not escaped.
	attribute := regexp.MustCompile(`\sstyle="([^"]*)"`)
	return attribute.ReplaceAllFunc(svg, func(found []byte) []byte {
		var out []byte
		for property := range strings.SplitSeq(string(attribute.FindSubmatch(found)[1]), ";") {
			if name, value, ok := strings.Cut(property, ":"); ok {
				out = fmt.Appendf(out, ` %s="%s"`, strings.TrimSpace(name), strings.TrimSpace(value))
			}
		}
		return out
	})
}

// draw draws the plot on all of c.
func (p *Plot) draw(c draw.Canvas, background color.Color) {
	if background != nil {
		c.SetColor(background)
		c.Fill(c.Rectangle.Path())
	}
	letters := newLetters()
	a := p.layout(c, letters)
	a.frame()
	for _, m := range p.marks {
		m(a)
	}
	p.drawLegend(a)
}

// textStyle returns the style of black sans serif text.
func textStyle(h text.Handler, size vg.Length) draw.TextStyle {
	return draw.TextStyle{Color: color.Black, Handler: h, Font: sans(size)}
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
