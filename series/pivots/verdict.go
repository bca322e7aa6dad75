package pivots

import (
	"fmt"
	"math"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
)

// Result returns what the matrices added so far show; nil without a matrix.
func (t *Tracker) Result() *Result {
	if len(t.list) == 0 {
		return nil
	}
	r := &Result{Method: t.opt.Method, Threshold: t.opt.Factor.Threshold, Limit: t.opt.Limit,
		Iterations: append([]Iteration{}, t.list...), GrowthRule: growthRule(t.list)}
	for k, it := range r.Iterations {
		if last := len(r.Runs) - 1; it.Why == "" {
			r.Runs[last].To = k
		} else {
			if last >= 0 {
				r.Runs[last].End = it.Why
			}
			r.Runs = append(r.Runs, Run{From: k, To: k})
		}
	}
	if t.stopped != nil {
		r.Stopped = t.stopped.Error()
	}
	r.Verdict = r.sentence()
	return r
}

// growthRule compares the rule with the backward errors of kept pivots.
func growthRule(list []Iteration) GrowthRule {
	g := GrowthRule{Limit: math.Sqrt(0x1p-52), Missed: []int{}, Needless: []int{}}
	for k, it := range list {
		if it.Kept == nil {
			continue
		}
		switch grown := it.Kept.ReciprocalGrowth < g.Limit; {
		case grown == (it.Why == WhyError):
			g.Agrees++
		case grown:
			g.Needless = append(g.Needless, k)
		default:
			g.Missed = append(g.Missed, k)
		}
	}
	return g
}

// mostNamed is the most matrices with new pivots that the verdict names.
const mostNamed = 3

// sentence puts the result into words.
func (r *Result) sentence() string {
	n := len(r.Iterations)
	if n == 1 {
		return "one matrix: how long its pivots hold is unverified"
	}
	var s strings.Builder
	first := r.Runs[0]
	name := func(k int) string { return r.Iterations[k].Name }
	if len(r.Runs) == 1 {
		fmt.Fprintf(&s, "the pivots of %s hold for all %s: the backward errors of solutions %s, and the limit is %s",
			name(0), units.Count(n, "matrix", "matrices"), r.extent(), units.Significant(r.Limit))
	} else {
		fmt.Fprintf(&s, "the pivots of %s %s; choose new pivots at %s", name(first.From), r.until(first), r.describe(r.Runs[1].From))
		for k := 2; k < len(r.Runs) && k <= mostNamed; k++ {
			fmt.Fprintf(&s, ", at %s", r.describe(r.Runs[k].From))
		}
		if more := len(r.Runs) - 1 - mostNamed; more > 0 {
			fmt.Fprintf(&s, ", and at %s", units.Count(more, "other matrix", "other matrices"))
		}
	}
	if last := r.Runs[len(r.Runs)-1]; len(r.Runs) > 1 && last.To > last.From {
		fmt.Fprintf(&s, "; the pivots of %s hold until the end", name(last.From))
	}
	if g := r.GrowthRule; len(g.Missed)+len(g.Needless) == 0 {
		fmt.Fprintf(&s, "; the rule rgrowth ≥ %s says the same", units.Significant(g.Limit))
	} else {
		fmt.Fprintf(&s, "; the rule rgrowth ≥ %s misses %s and chooses needless pivots for %s",
			units.Significant(g.Limit), units.Plural(len(g.Missed), "inaccurate solution"), units.Count(len(g.Needless), "matrix", "matrices"))
	}
	if u := r.unstable(); u > 0 {
		fmt.Fprintf(&s, "; new pivots are inaccurate too for %s, where a larger pivot threshold or iterative refinement helps", units.Count(u, "matrix", "matrices"))
	}
	return s.String()
}

// until says how long the pivots of a run hold.
func (r *Result) until(run Run) string {
	if run.From == run.To {
		return "hold for no other matrix"
	}
	return "hold until " + r.Iterations[run.To].Name
}

// describe names a matrix with new pivots and says why.
func (r *Result) describe(k int) string {
	it := r.Iterations[k]
	switch it.Why {
	case WhyError:
		return fmt.Sprintf("%s (backward error %s)", it.Name, units.Significant(it.Kept.Componentwise))
	case WhyZero:
		return it.Name + " (a pivot of zero)"
	}
	return it.Name + " (new entries)"
}

// certain is how far below the limit backward errors are not told apart: there they are
// rounding errors, which differ between processors.
const certain = 1e-3

// extent says how large the backward errors of kept pivots are.
func (r *Result) extent() string {
	if e := r.largestKept(); e > certain*r.Limit {
		return "are up to " + units.Significant(e)
	}
	return "are below " + units.Significant(certain*r.Limit)
}

// largestKept returns the largest backward error of a solution with kept pivots.
func (r *Result) largestKept() (most float64) {
	for _, it := range r.Iterations {
		if it.Kept != nil {
			most = max(most, it.Kept.Componentwise)
		}
	}
	return most
}

// unstable counts the matrices whose new pivots leave a backward error above the limit.
func (r *Result) unstable() (n int) {
	for _, it := range r.Iterations {
		if it.New != nil && it.New.Componentwise > r.Limit {
			n++
		}
	}
	return n
}
