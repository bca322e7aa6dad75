package analysis

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
)

// sayExact compares the numeric LU with the prediction, says which candidates the
// recommended one was chosen from, and which of them were not verified.
func sayExact(d *Document, p *paragraph) {
	o := bestSquare(d)
	if o == nil {
		return
	}
	if e := d.decided(); e != nil {
		sayPivots(p, e, CostOf(o).NNZ, d.Structure.Rows)
	}
	sayCandidates(d, p)
	sayMatchings(d, p)
	sayUntried(d, p)
}

// brokeDown reports whether a numeric LU found the values to be singular, and none
// decided.
func brokeDown(d *Document) bool {
	return d.decided() == nil && slices.ContainsFunc(d.Warnings, func(w Warning) bool { return w.Code == numericallySingular })
}

// sayPivots compares what was found with what was predicted for pivots from the
// diagonal.
func sayPivots(p *paragraph, e *Exact, predicted int64, rows int) {
	relative := float64(e.entries())/math.Max(1, float64(predicted)) - 1
	switch {
	case relative > 1:
		p.say("exact.far-more", "The numeric LU under %s has %s as many entries as pivots from the diagonal would give", e.Method, times(relative+1))
	case relative > 0.001:
		p.say("exact.more", "The numeric LU under %s has %s more entries than predicted", e.Method, units.Share(relative))
	case relative < -0.001:
		p.say("exact.fewer", "The numeric LU under %s has %s fewer entries than predicted", e.Method, units.Share(-relative))
	case e.entries() != predicted:
		p.say("exact.near", "The numeric LU under %s has %s for %s predicted", e.Method, units.Plural(e.entries(), "entry"), units.Integer(predicted))
	default:
		p.say("exact.as-predicted", "The numeric LU under %s has as many entries as predicted", e.Method)
	}
	p.say("exact.pivots", "; %s of its %s pivots %s off the diagonal.",
		none(e.OffDiagonalPivots), units.Integer(rows), isAre(e.OffDiagonalPivots))
}

// sayCandidates says how many candidates there were and how they ended. A candidate
// with a matching may have fewer entries than a winner without one, since it has to
// save matchingGain, so the latter is compared with candidates without a matching.
func sayCandidates(d *Document, p *paragraph) {
	all, count := 0, map[string]int{}
	for _, c := range d.Candidates {
		if d.Winners.Matching != MatchingNone || c.Matching == MatchingNone {
			all++
			count[c.State]++
		}
	}
	if d.decided() == nil || all < 2 {
		return
	}
	p.say("exact.candidates", " Of %s, %s has the fewest entries: %s factored", units.Plural(all, "candidate"), withMatching(d.decided().Method, d.Winners.Matching), wasWere(count[Factored]))
	if n := count[Beaten]; n > 0 {
		p.say("exact.beaten", ", %s stopped with more entries", wasWere(n))
	}
	if n := count[Bounded]; n > 0 {
		p.say("exact.bounded", ", %s ruled out by a lower bound", wasWere(n))
	}
	p.say("exact.candidates", ".")
	first, e := d.Candidates[0], d.decided()
	if first.State == Factored && first.Method != e.Method && float64(first.NNZ) > 1.05*float64(e.entries()) {
		p.say("exact.misled", " %s is the best by prediction, with %s; its numeric LU has %s.", first.name(),
			units.Plural(first.NNZPredicted, "entry"), units.Integer(first.NNZ))
	}
}

// sayMatchings compares the best candidates with rows matched by values and without.
func sayMatchings(d *Document, p *paragraph) {
	e := d.decided()
	if e == nil {
		return
	}
	fewest := d.fewest(MatchingNone)
	switch {
	case fewest == nil || !slices.ContainsFunc(d.Candidates, func(c *Candidate) bool { return c.Matching == MatchingProduct }):
	case d.Winners.Matching == MatchingProduct:
		p.say("exact.matching-wins", " Without a matching, %s has the fewest entries, %s, and %s off the diagonal.", fewest.Method,
			units.Integer(fewest.NNZ), pivotsOf(*fewest.OffDiagonalPivots))
	default:
		p.say("exact.matching-loses", " With --matching product, no candidate saves %s of the entries.", units.Share(matchingGain))
	}
}

// pivots writes a number of pivots in a sentence.
func pivotsOf(n int) string {
	if n == 0 {
		return "no pivot"
	}
	return units.Plural(n, "pivot")
}

// fewest returns the candidate with the fewest entries of those that were factored
// under a matching, nil where no candidate was.
func (d *Document) fewest(kind string) (least *Candidate) {
	for _, c := range d.Candidates {
		if c.State == Factored && c.Matching == kind && (least == nil || c.NNZ < least.NNZ) {
			least = c
		}
	}
	return least
}

// sayUntried names the candidates of which it is not known how many entries they have.
func sayUntried(d *Document, p *paragraph) {
	if d.decided() == nil {
		return
	}
	var failed, untried []string
	for _, c := range d.Candidates {
		name := c.name()
		if c.Matching == MatchingNone && d.Winners.Matching != MatchingNone {
			name += " without a matching"
		}
		switch c.State {
		case Failed:
			failed = append(failed, name)
		case Untried:
			untried = append(untried, name)
		}
	}
	if len(failed) > 0 {
		p.say("exact.failed", " Not verified, because the numeric LU did not finish: %s.", joined(failed))
	}
	if len(untried) > 0 {
		p.say("exact.untried", " Not verified, because the budget was used up: %s; --exact-budget raises the budget.", joined(untried))
	}
}

// wasWere writes how many things something was done to.
func wasWere(n int) string {
	if n == 1 {
		return "1 was"
	}
	return units.Integer(n) + " were"
}
