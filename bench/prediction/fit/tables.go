package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/prediction"
)

// figures are the errors of some points.
type figures struct {
	n                    int
	median, p90, covered float64
}

func figuresOf(points []point) figures {
	f := figures{n: len(points)}
	var errors, factors []float64
	for _, p := range points {
		errors = append(errors, math.Abs(p.predicted/p.measured-1))
		factors = append(factors, math.Max(p.ratio(), 1/p.ratio()))
		if p.low <= p.measured && p.measured <= p.high {
			f.covered++
		}
	}
	f.median, f.p90 = quantile(errors, 0.5), quantile(factors, 0.9)
	f.covered /= math.Max(1, float64(f.n))
	return f
}

func (f figures) String() string {
	if f.n == 0 {
		return "0 | | |"
	}
	return fmt.Sprintf("%d | %.1f %% | %.2f× | %.0f %% |", f.n, 100*f.median, f.p90, 100*f.covered)
}

// select keeps points.
func selected(points []point, keep func(*point) bool) []point {
	var some []point
	for _, p := range points {
		if keep(&p) {
			some = append(some, p)
		}
	}
	return some
}

func fitted(p *point) bool { return !p.heldOut }
func held(p *point) bool   { return p.heldOut }
func clean(p *point) bool  { return !p.heldOut && p.clean }

// writeTables writes the evaluation in Markdown.
func writeTables(w io.Writer, results []*result, machine *prediction.Machine) {
	fmt.Fprintln(w, "| phase | n | median error | p90 | interval holds | counts hold: n | median error | p90 | interval holds | held out: n | median error | p90 | interval holds | one rate: median error | p90 |")
	fmt.Fprintln(w, "| --- |"+strings.Repeat(" ---: |", 14))
	for _, r := range results {
		var flatError, flatFactor []float64
		for _, x := range r.flat {
			flatError = append(flatError, math.Abs(1/x-1))
			flatFactor = append(flatFactor, math.Max(x, 1/x))
		}
		fmt.Fprintf(w, "| %s | %s %s %s %.0f %% | %.3g× |\n", r.name, figuresOf(selected(r.points, fitted)),
			figuresOf(selected(r.points, clean)), figuresOf(selected(r.points, held)), 100*quantile(flatError, 0.5), quantile(flatFactor, 0.9))
	}
	writePooled(w, results)
	writeFamilies(w, results, machine)
	fmt.Fprint(w, "\n## Coefficients\n\n| phase | terms | interval |\n| --- | --- | --- |\n")
	for _, r := range results {
		fmt.Fprintf(w, "| %s | %s | %.2f – %.2f |\n", r.name, formula(r.fit), r.fit.Low, r.fit.High)
	}
	fmt.Fprint(w, "\n", wrong, "\n## Worst predictions\n\n| phase | matrix | ordering | measured ms | predicted ms | measured/predicted | entries of the factors, real/predicted |\n| --- | --- | --- | ---: | ---: | ---: | ---: |\n")
	for _, r := range results {
		writeWorst(w, r)
	}
}

// writePooled writes the errors of a phase over all solvers, beside what is wanted.
func writePooled(w io.Writer, results []*result) {
	fmt.Fprint(w, "\n## All solvers together\n\n| phase | n | median error | p90 | interval holds | wanted: median error | p90 |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, phase := range []struct {
		name   string
		wanted string
	}{{"refactor", "8 %"}, {"factor", "12 %"}, {"solve", "12 %"}} {
		var all []point
		for _, r := range results {
			if strings.HasSuffix(r.name, "/"+phase.name) {
				all = append(all, selected(r.points, fitted)...)
			}
		}
		fmt.Fprintf(w, "| %s | %s %s | 1.30× |\n", phase.name, figuresOf(all), phase.wanted)
	}
}

// formula writes the terms of a fit.
func formula(f prediction.Fit) string {
	var parts []string
	for _, t := range f.Terms {
		unit := t.Unit
		if t.Set != "" {
			unit += "(" + t.Set + ")"
		}
		parts = append(parts, fmt.Sprintf("%.3g·%s·%s", t.Coefficient, t.Count, unit))
	}
	return strings.Join(parts, " + ")
}

// writeWorst writes the predictions of a phase that are off by more than 1.5×, three at
// most.
func writeWorst(w io.Writer, r *result) {
	off := func(p point) float64 { return math.Abs(math.Log(p.ratio())) }
	worst := slices.Clone(r.points)
	slices.SortStableFunc(worst, func(a, b point) int { return cmp.Compare(off(b), off(a)) })
	for _, p := range worst[:min(3, len(worst))] {
		if off(p) < math.Log(1.5) {
			return
		}
		counts := ""
		if p.counts > 0 {
			counts = fmt.Sprintf("%.2f", p.counts)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %.4g | %.4g | %.2f | %s |\n", r.name, p.row.Matrix, p.row.Ordering,
			1e3*p.measured, 1e3*p.predicted, p.ratio(), counts)
	}
}
