package plot

import (
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"github.com/nrkit/nrkit/internal/legible"
)

// Letters draw text as package legible writes it: all text of a drawing goes
// through them, so that a title is one line and SVG has no character that XML
// forbids.
type letters struct{ text.Plain }

// newLetters returns letters of Liberation, which is embedded.
func newLetters() letters {
	return letters{text.Plain{Fonts: font.NewCache(liberation.Collection())}}
}

// maxLetters is how many columns of a text are drawn.
const maxLetters = 96

// drawn returns txt as it is drawn.
func drawn(txt string) string { return legible.Cut(legible.Text(txt), maxLetters) }

// Lines returns the only line of txt.
func (l letters) Lines(txt string) []string { return []string{drawn(txt)} }

// Box returns the size of txt.
func (l letters) Box(txt string, fnt font.Font) (width, height, depth vg.Length) {
	return l.Plain.Box(drawn(txt), fnt)
}

// Draw draws txt.
func (l letters) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	l.Plain.Draw(c, drawn(txt), sty, pt)
}
