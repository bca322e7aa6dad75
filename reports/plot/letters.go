package plot

import (
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"github.com/nrkit/nrkit/internal/legible"
)

// Letters draw text as package legible writes it: all text of a drawing goes
// through them, so that a title is one line and SVG has no character that XML
// forbids.
type letters struct{ text.Plain }

// newLetters returns letters of Liberation Sans, which is embedded. The other eleven
// fonts of gonum/plot would be half of what a page of WebAssembly loads.
func newLetters() letters {
	face, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic("plot: the embedded font does not parse")
	}
	return letters{text.Plain{Fonts: font.NewCache(font.Collection{{Font: sans(0), Face: face}})}}
}

// sans returns the font of all text.
func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
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
