package main

import (
	"fmt"
	"math"
	"os"
	"strings"
)

// The plot has a panel for each solver and each of three phases: measured over predicted
// time by the predicted time.
const (
	panel  = 150
	margin = 46
)

var shown = []string{"factor", "refactor", "solve"}
var solvers = []string{"lu", "klu", "umfpack", "superlu", "cholmod"}

// writePlot writes the panels as SVG.
func writePlot(path string, results []*result) error {
	var b strings.Builder
	width, height := margin+len(solvers)*(panel+8), margin+len(shown)*(panel+30)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="10">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	for row, phase := range shown {
		for col, solver := range solvers {
			x, y := margin+col*(panel+8), 20+row*(panel+30)
			fmt.Fprintf(&b, `<text x="%d" y="%d" font-weight="bold">%s %s</text>`+"\n", x, y-4, solver, phase)
			drawPanel(&b, float64(x), float64(y), col == 0)
			for _, r := range results {
				if s, p, _ := strings.Cut(r.name, "/"); strings.HasPrefix(s, solver) && (s == solver || s[len(solver)] == '-') && p == phase {
					drawPoints(&b, float64(x), float64(y), r)
				}
			}
		}
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d">measured over predicted time (1/4 to 4), by predicted time (1 µs to 10 s). Grey: 1/1.3 to 1.3. Orange: the solver stored other entries than predicted; red: held out.</text>`+"\n", margin, height-8)
	b.WriteString("</svg>\n")
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

// across and up place a time and a ratio in a panel.
func across(seconds float64) float64 {
	return panel * math.Max(0, math.Min(1, (math.Log10(seconds)+7)/8))
}
func up(ratio float64) float64 {
	return panel * math.Max(0, math.Min(1, 0.5-math.Log(ratio)/math.Log(16)))
}

// A tick is a label of an axis.
type tick struct {
	at   float64
	name string
}

func drawPanel(b *strings.Builder, x, y float64, labels bool) {
	fmt.Fprintf(b, `<rect x="%.0f" y="%.1f" width="%d" height="%.1f" fill="#e8e8e8"/>`+"\n", x, y+up(1.3), panel, up(1/1.3)-up(1.3))
	fmt.Fprintf(b, `<rect x="%.0f" y="%.0f" width="%d" height="%d" fill="none" stroke="black"/>`+"\n", x, y, panel, panel)
	for _, t := range []tick{{1e-6, "1 µs"}, {1e-3, "1 ms"}, {1, "1 s"}} {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`+"\n", x+across(t.at), y+panel+11, t.name)
	}
	if !labels {
		return
	}
	for _, t := range []tick{{0.25, "1/4"}, {0.5, "1/2"}, {1, "1"}, {2, "2"}, {4, "4"}} {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`+"\n", x-4, y+up(t.at)+4, t.name)
	}
}

// drawPoints draws each kind of points as one path of dots.
func drawPoints(b *strings.Builder, x, y float64, r *result) {
	var dots [3]strings.Builder
	for _, p := range r.points {
		kind := 0
		switch {
		case p.heldOut:
			kind = 2
		case !p.clean:
			kind = 1
		}
		fmt.Fprintf(&dots[kind], "M%.1f %.1fh0", x+across(p.predicted), y+up(p.ratio()))
	}
	for kind, colour := range []string{"#2060a0", "#e09020", "#c02020"} {
		if dots[kind].Len() > 0 {
			fmt.Fprintf(b, `<path d="%s" stroke="%s" stroke-width="3" stroke-linecap="round"/>`+"\n", dots[kind].String(), colour)
		}
	}
}
