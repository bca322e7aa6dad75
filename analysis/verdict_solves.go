package analysis

import (
	"strconv"

	"github.com/nrkit/nrkit/internal/units"
)

// saySolves says what a GPU sees of the triangular solves.
func saySolves(d *Document, p *paragraph) {
	o := bestSquare(d)
	if o == nil || o.LevelsL == nil {
		return
	}
	l, u, under := *o.LevelsL, *o.LevelsU, o.Method
	for _, e := range d.Exact {
		if e.Method == o.Method {
			l, u, under = e.LevelsL, e.LevelsU, o.Method+" with its pivots"
		}
	}
	p.say("solves.levels", "A triangular solve under %s runs in %s for L and %s for U. Those of L have %s rows on average and %s in the median, and %s of them (%s) fewer than a warp of 32: ",
		under, units.Plural(l.Levels, "level"), units.Integer(u.Levels), units.Significant(l.MeanWidth),
		strconv.FormatFloat(l.Median, 'g', -1, 64), units.Integer(l.Narrow), units.Percent(float64(l.Narrow), float64(l.Levels)))
	solveAdvice(p, l.Narrow, l.Levels)
}

// solveAdvice judges the level widths for a GPU.
func solveAdvice(p *paragraph, narrow, levels int) {
	switch {
	case levels <= 32:
		p.say("solves.few", "few enough steps for a GPU.")
	case 4*narrow >= 3*levels:
		p.say("solves.narrow", "on a GPU it is bound by the latency of the steps, not by arithmetic.")
	case 4*narrow >= levels:
		p.say("solves.mixed", "on a GPU the narrow levels cost more than the wide ones.")
	default:
		p.say("solves.wide", "most steps fill a GPU's warps.")
	}
}
