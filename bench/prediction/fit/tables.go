package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
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

// writeTables writes the evaluation in Markdown.
func writeTables(w io.Writer, computers []*computer, results []*result, all []carried) {
	writePooled(w, computers, results)
	writeCarry(w, results, all)
	writePhases(w, computers, results)
	writeFamilies(w, results)
	fmt.Fprint(w, "\n", wrong, "\n## Worst predictions\n\nThe two matrices of each phase that are off most, if by more than 1.5×.\n\n| phase | computer | matrix | ordering | measured ms | predicted ms | measured/predicted | entries of the factors, real/counted |\n| --- | --- | --- | --- | ---: | ---: | ---: | ---: |\n")
	for _, r := range results {
		writeWorst(w, r)
	}
}

// on keeps the points of a computer that are wanted.
func on(c *computer, keep func(*point) bool) func(*point) bool {
	return func(p *point) bool { return p.on == c && keep(p) }
}

// writePhases writes the errors by phase.
func writePhases(w io.Writer, computers []*computer, results []*result) {
	fmt.Fprint(w, "\n## By phase\n\n| phase |")
	for _, c := range computers {
		fmt.Fprintf(w, " %s: n | median error | p90 | interval holds |", c.name)
	}
	fmt.Fprintln(w, " held out: n | median error | p90 | interval holds |\n| --- |"+strings.Repeat(" ---: |", 4*len(computers)+4))
	for _, r := range results {
		fmt.Fprintf(w, "| %s |", r.name)
		for _, c := range computers {
			fmt.Fprintf(w, " %s", figuresOf(selected(r.points, on(c, fitted))))
		}
		fmt.Fprintf(w, " %s\n", figuresOf(selected(r.points, held)))
	}
}

// writePooled writes the errors of a phase over all solvers, beside what is wanted and
// one rate of flops.
func writePooled(w io.Writer, computers []*computer, results []*result) {
	fmt.Fprint(w, "## All solvers together\n\n| phase | computer | n | median error | p90 | interval holds | wanted: median error | p90 | held out: n | median error | p90 | interval holds | one rate: median error | p90 |\n| --- | --- |"+strings.Repeat(" ---: |", 12)+"\n")
	wanted := map[string]string{"refactor": "8 %", "factor": "12 %", "solve": "12 %"}
	for _, g := range groupsOfPhases[:3] {
		for _, c := range computers {
			var left, out []point
			var flatError, flatFactor []float64
			for _, r := range results {
				if !g.has(r.name) {
					continue
				}
				left = append(left, selected(r.points, on(c, fitted))...)
				out = append(out, selected(r.points, on(c, held))...)
				for k, x := range r.flat {
					if r.points[k].on == c {
						flatError = append(flatError, math.Abs(1/x-1))
						flatFactor = append(flatFactor, math.Max(x, 1/x))
					}
				}
			}
			fmt.Fprintf(w, "| %s | %s | %s %s | 1.30× | %s %.0f %% | %.3g× |\n", g.name, c.name, figuresOf(left), wanted[g.name], figuresOf(out),
				100*quantile(flatError, 0.5), quantile(flatFactor, 0.9))
		}
	}
}

// writeWorst writes the two predictions of a phase that are off most, of different
// matrices, if they are off by more than 1.5×.
func writeWorst(w io.Writer, r *result) {
	off := func(p point) float64 { return math.Abs(math.Log(p.ratio())) }
	worst := slices.Clone(r.points)
	slices.SortStableFunc(worst, func(a, b point) int { return cmp.Compare(off(b), off(a)) })
	seen := map[string]bool{}
	for _, p := range worst {
		if off(p) < math.Log(1.5) || len(seen) == 2 {
			return
		}
		if seen[p.row.Matrix] {
			continue
		}
		seen[p.row.Matrix] = true
		counts := ""
		if p.counts > 0 {
			counts = fmt.Sprintf("%.2f", p.counts)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %.4g | %.4g | %.2f | %s |\n", r.name, p.on.name, p.row.Matrix, p.row.Ordering,
			1e3*p.measured, 1e3*p.predicted, p.ratio(), counts)
	}
}
