package analysis

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/series"
)

// sayUnverified says which statements of the verdict nothing has confirmed.
func sayUnverified(d *Document, p *paragraph) {
	if bestSquare(d) == nil {
		return
	}
	method := d.Best.Recommended
	switch {
	case slices.ContainsFunc(d.Exact, func(e *Exact) bool { return e.Method == method }):
	case d.Structure.StructuralRank < d.Structure.Rows: // an LU breaks down
	case slices.ContainsFunc(d.Warnings, func(w Warning) bool { return w.Code == numericallySingular }):
	case slices.ContainsFunc(d.Warnings, func(w Warning) bool { return w.Code == exactAbsent && concerns(w.Message, method) }):
		p.sentence("unverified.absent", "Not verified: the fill with pivoting, for the reason that a warning gives")
	default:
		p.sentence("unverified.not-asked", "Not verified: the fill with pivoting, which --exact %s finds", method)
	}
	if d.Series == nil || d.Series.Reuse == series.ReuseUnverified {
		p.sentence("reuse.unverified", "Not verified: whether one symbolic analysis serves all Newton iterations, because there is one file")
	}
	p.sentence("unverified.speed-ups", "Not verified: speed-ups, which follow from counts of flops; nothing ran in parallel")
	(*p)[len(*p)-1].text += "."
}

// concerns reports whether the message of a warning says why there is no exact
// fill of the method: of this one, or of all.
func concerns(message, method string) bool {
	return strings.HasPrefix(message, "no exact fill: ") || strings.HasPrefix(message, "no exact fill for "+method+": ")
}
