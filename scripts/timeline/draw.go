package main

import (
	"bytes"
	"fmt"
	"html"
	"io"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// Sizes in pixels. A letter is about letterWidth wide.
const (
	width, margin        = 960, 12
	rowHeight, rowGap    = 24, 2
	axisHeight           = 30
	letterWidth, leastPx = 6.2, 0.3
)

// colour is the fill of a phase: solver in blue, devices in orange, the rest in
// grey. Letters are black on light colours and white on dark ones.
func colour(name string) (fill, letters string) {
	switch name {
	case trace.PhaseBuildSystem:
		return "#e07b28", "#000000"
	case trace.PhaseLinearSolve:
		return "#2f6fdf", "#ffffff"
	case trace.PhaseFactor, trace.PhaseRefactor:
		return "#1d4fa8", "#ffffff"
	case trace.PhaseSolve:
		return "#8db4f5", "#000000"
	case trace.PhaseConvergence:
		return "#2a9d6f", "#000000"
	case trace.PhaseIteration:
		return "#b9c0c9", "#000000"
	}
	return "#d9dde2", "#000000"
}

// draw writes the picture.
func draw(w io.Writer, list []span) error {
	depth, last := 0, int64(1)
	for _, s := range list {
		depth, last = max(depth, s.depth), max(last, s.end)
	}
	bottom := margin + (depth+1)*(rowHeight+rowGap)
	height := bottom + axisHeight
	x := func(ns int64) float64 { return margin + float64(ns)/float64(last)*(width-2*margin) }

	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="Liberation Sans,Arial,Helvetica,sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", width, height)
	for _, s := range list {
		wide := x(s.end) - x(s.begin)
		if wide < leastPx {
			continue
		}
		fill, letters := colour(s.name)
		y := margin + s.depth*(rowHeight+rowGap)
		name := html.EscapeString(s.name)
		fmt.Fprintf(&b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"><title>%s %s</title></rect>`+"\n",
			x(s.begin), y, max(wide-0.5, leastPx), rowHeight, fill, name, units.Duration(s.end-s.begin))
		if float64(len(s.name))*letterWidth+8 <= wide {
			fmt.Fprintf(&b, `<text x="%.1f" y="%d" fill="%s">%s</text>`+"\n", x(s.begin)+4, y+rowHeight-8, letters, name)
		}
	}
	axis(&b, bottom, last, x)
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// axis draws the times below the ranges, from 0.
func axis(b *bytes.Buffer, y int, last int64, x func(int64) float64) {
	ten, step := int64(1), int64(1)
	for k := 0; last/step > 12; k++ {
		if k%3 == 0 && k > 0 {
			ten *= 10
		}
		step = ten * []int64{2, 5, 10}[k%3]
	}
	for at := int64(0); at <= last; at += step {
		anchor := "middle"
		if at == 0 {
			anchor = "start"
		} else if x(at) > width-4*margin {
			anchor = "end"
		}
		fmt.Fprintf(b, `<path d="M%.1f %d v5" stroke="#000000"/><text x="%.1f" y="%d" text-anchor="%s">%s</text>`+"\n",
			x(at), y+2, x(at), y+20, anchor, units.Duration(at))
	}
}
