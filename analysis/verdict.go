package analysis

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
)

// A claim is one statement of the verdict. Its key names the condition under
// which the statement is made, and a test is named for each key.
type claim struct{ key, text string }

// A paragraph is the claims that are printed as one entry of the verdict, one
// after the other.
type paragraph []claim

// say adds a claim.
func (p *paragraph) say(key, format string, args ...any) {
	*p = append(*p, claim{key, fmt.Sprintf(format, args...)})
}

func (p paragraph) String() string {
	var b strings.Builder
	for _, c := range p {
		b.WriteString(c.text)
	}
	return b.String()
}

// conclude adds to the verdict of d what a person would want to hear, computed
// from the figures of d alone: first what to use and what it costs, then how
// parallel it is, then what explains it, and last what nothing has verified.
func (d *Document) conclude() {
	for _, part := range []func(*Document, *paragraph){
		sayRank, sayPrediction, sayThreads, sayOrdering, sayExact, saySize, sayParallelism, sayLimit, sayDense, saySolves, sayBlocks,
		sayScatter, saySpecialisation, sayReuse, sayUnverified,
	} {
		var p paragraph
		if part(d, &p); len(p) == 0 {
			continue
		}
		d.Verdict = append(d.Verdict, p.String())
		for _, c := range p {
			d.claims = append(d.claims, c.key)
		}
	}
}

// bestSquare returns the recommended ordering, nil where there is nothing to
// factorize.
func bestSquare(d *Document) *Ordering {
	if d.Winners == nil || d.Structure.Rows != d.Structure.Cols {
		return nil
	}
	if o := d.Ordering(d.Winners.Recommended); CostOf(o).Flops > 0 {
		return o
	}
	return nil
}

// none writes a count of things of which there may be none.
func none(n int) string {
	if n == 0 {
		return "none"
	}
	return units.Integer(n)
}

// isAre returns the verb that goes with n things.
func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// hasHave returns the verb that goes with n things that have something.
func hasHave(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// times writes a factor in a sentence.
func times(x float64) string { return units.Significant(x) + " times" }

// shape writes the size of a matrix.
func shape(rows, cols int) string { return units.Integer(rows) + "×" + units.Integer(cols) }

// joined writes a list in a sentence.
func joined(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}
