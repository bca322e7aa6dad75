package plot

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"github.com/nrkit/nrkit/internal/matgen"
)

// The legend has a place of its own at the right of the axes, and all of it is
// inside the drawing.
func TestLegendIsOutsideOfTheAxes(t *testing.T) {
	long := []Curve{}
	for _, name := range []string{"a", "btf+ammf+shorter", strings.Repeat("long", 40), "d", "e", "f", "g", "h", "i", "j", "k", "l",
		"m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "last of many"} {
		long = append(long, Curve{name, []int{1, 64}, []float64{1, 60}})
	}
	for name, p := range map[string]*Plot{
		"two curves":  Speedup(long[:2], "two"),
		"many curves": Speedup(long, "many"),
		"levels":      Levels([]int{100, 40, 3}, "levels"),
	} {
		var c recorder.Canvas
		canvas := draw.NewCanvas(&c, p.width, p.height)
		h := newLetters()
		a := p.layout(canvas, h)
		style := textStyle(h, tickSize)
		before := len(c.Actions)
		p.drawLegend(a)
		seen := 0
		for _, action := range c.Actions[before:] {
			text, ok := action.(*recorder.FillString)
			if !ok {
				continue
			}
			seen++
			end := text.Point.X + style.Width(text.String)
			if text.Point.X < a.Max.X || end > p.width || text.Point.Y < 0 || text.Point.Y > p.height {
				t.Errorf("%s: %q from %v to %v, %v high, in a drawing of %v×%v with axes up to %v", name, text.String, text.Point.X, end, text.Point.Y, p.width, p.height, a.Max.X)
			}
		}
		if seen != len(p.legend) || seen == 0 {
			t.Errorf("%s: want %d names, got %d", name, len(p.legend), seen)
		}
		if a.Max.X-a.Min.X < p.width/2 {
			t.Errorf("%s: the legend leaves %v of %v for the axes", name, a.Max.X-a.Min.X, p.width)
		}
	}
	if p := Levels([]int{3, 2}, "narrow"); len(p.legend) != 0 || p.legendWidth(textStyle(newLetters(), tickSize)) != vg.Length(0) {
		t.Errorf("levels below a warp have a legend of %v", p.legend)
	}
}

// A long title is cut to the width of the drawing, a short one is whole.
func TestTitlesFit(t *testing.T) {
	for title, whole := range map[string]bool{"short, btf+ammf": true, strings.Repeat("W", 80): false, strings.Repeat("漢", 60): false} {
		for _, p := range []*Plot{Spy(matgen.Diagonal(9), title), Speedup([]Curve{{"a", []int{1, 2}, []float64{1, 2}}}, title)} {
			var c recorder.Canvas
			h := newLetters()
			p.layout(draw.NewCanvas(&c, p.width, p.height), h)
			style := textStyle(h, titleSize)
			first := ""
			for _, action := range c.Actions {
				if text, ok := action.(*recorder.FillString); ok {
					first = text.String
					if end := text.Point.X + style.Width(first); text.Point.X < 0.1*style.Width(first) || end+0.1*style.Width(first) > p.width {
						t.Errorf("%q from %v to %v in a drawing of %v", first, text.Point.X, end, p.width)
					}
					break
				}
			}
			if (first == title) != whole || !whole && !strings.Contains(first, "…") {
				t.Errorf("want %q whole %v, got %q", title, whole, first)
			}
		}
	}
}
