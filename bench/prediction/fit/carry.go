package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/nrkit/nrkit/prediction"
)

// A carried has the times of one computer, predicted by models that were fitted to the
// other computers.
type carried struct {
	to         *computer
	calibrated []*result // predicted with the calibration of the computer
	shipped    []*result // predicted with a row of the shipped table that was not measured; nil without one
}

// carryAll leaves each computer out in turn. Intervals are as wide as intervals of the joint
// fit on an unknown computer.
func carryAll(computers []*computer, specs []spec, joint []*result) (all []carried) {
	if len(computers) < 2 {
		return nil
	}
	for _, c := range computers {
		results, _ := fitAll(computers, c.name, specs)
		x := carried{to: c, calibrated: only(results, c)}
		for k, r := range only(joint, c) {
			for n, p := range r.points { // the same points in the same order
				e := joint[k].unknown(p.row.Family, computers)
				q := &x.calibrated[k].points[n]
				q.low, q.high = q.predicted*e.low, q.predicted*e.high
			}
		}
		if m := c.shipped(); m.Origin != prediction.Measured {
			x.shipped = onMachine(x.calibrated, m)
		}
		all = append(all, x)
	}
	return all
}

// only keeps the points of a computer.
func only(results []*result, c *computer) (some []*result) {
	for _, r := range results {
		q := *r
		q.points = selected(r.points, func(p *point) bool { return p.on == c })
		some = append(some, &q)
	}
	return some
}

// onMachine predicts the points with other times of unit operations.
func onMachine(results []*result, m *prediction.Machine) (some []*result) {
	for _, r := range results {
		q := *r
		q.points = nil
		for _, p := range r.points {
			t := r.model(&p).Seconds(p.features, m)
			p.low, p.high, p.predicted = p.low*t/p.predicted, p.high*t/p.predicted, t
			q.points = append(q.points, p)
		}
		some = append(some, &q)
	}
	return some
}

// widening returns the factors by which intervals have to be wider on a calibrated
// machine that no model was fitted to, and on a machine that was not calibrated either: of
// all computers left out, the largest factor counts.
func widening(all []carried) (elsewhere, uncalibrated float64) {
	elsewhere = 1
	any := func(*point) bool { return true }
	for _, c := range all {
		elsewhere = math.Max(elsewhere, widthOf(unleft(c.calibrated), any))
	}
	uncalibrated = elsewhere
	for _, c := range all {
		uncalibrated = math.Max(uncalibrated, widthOf(unleft(c.shipped), any))
	}
	return elsewhere, uncalibrated
}

// unleft returns results of which every point counts.
func unleft(results []*result) (some []*result) {
	for _, r := range results {
		q := *r
		q.without = ""
		some = append(some, &q)
	}
	return some
}

// groupsOfPhases are the phases that tables put together.
var groupsOfPhases = []struct {
	name string
	has  func(phase string) bool
}{
	{"refactor", func(s string) bool { return strings.HasSuffix(s, "/refactor") }},
	{"factor", func(s string) bool { return strings.HasSuffix(s, "/factor") }},
	{"solve", func(s string) bool { return strings.HasSuffix(s, "/solve") }},
	{"analyze", func(s string) bool { return strings.Contains(s, "/analyze") }},
	{"ordering", func(s string) bool { return strings.HasPrefix(s, "ordering/") }},
}

// writeCarry writes how well coefficients of one computer predict the times of another.
func writeCarry(w io.Writer, joint []*result, all []carried) {
	if len(all) == 0 {
		return
	}
	elsewhere, uncalibrated := widening(all)
	fmt.Fprint(w, "\n## Carry-over\n\n", carryText, "\n| phase | times of | coefficients of | n | median error | p90 | interval holds | widened |\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, g := range groupsOfPhases {
		for _, c := range all {
			line := func(by string, results []*result, wide float64) {
				var points []point
				for _, r := range results {
					if g.has(r.name) {
						points = append(points, selected(r.points, func(p *point) bool { return !p.heldOut && p.on == c.to })...)
					}
				}
				for k := range points {
					points[k].low, points[k].high = points[k].low/wide, points[k].high*wide
				}
				widened := figuresOf(points)
				for k := range points {
					points[k].low, points[k].high = points[k].low*wide, points[k].high/wide
				}
				f := figuresOf(points)
				fmt.Fprintf(w, "| %s | %s | %s | %s", g.name, c.to.name, by, f)
				if wide > 1 {
					fmt.Fprintf(w, " %.0f %%", 100*widened.covered)
				}
				fmt.Fprintln(w, " |")
			}
			line("both", joint, 1)
			line("the other", c.calibrated, elsewhere)
			if c.shipped != nil {
				line("the other, row of the table", c.shipped, uncalibrated)
			}
		}
	}
	fmt.Fprintf(w, "\nThe intervals are widened by %.3g on a calibrated machine with another microarchitecture, and by %.3g without a calibration.\n", elsewhere, uncalibrated)
}

const carryText = `Coefficients of one computer predict the times of the other computer, from the calibration of the other. Families are left out, too. *Row of the
table* takes the derived times of the shipped table in place of the calibration. *Both* is the joint fit with families left out, for comparison.
*Interval holds* counts with the widest intervals of both computers in the joint fit; *widened* counts with the intervals that analyze prints on another computer. The
widening is the larger of both directions, so that it holds 80 % of the times in the worse direction; two computers are a small sample.
`
