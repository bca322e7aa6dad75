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
	if r.Unchecked = t.unchecked; t.stopped != nil {
		explain := t.opt.Explain
		if explain == nil {
			explain = error.Error
		}
		r.Stopped = explain(t.stopped)
	}
	r.Verdict = r.sentences()
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

// sentences puts the result into words.
func (r *Result) sentences() string {
	list := []string{r.hold()}
	if last := r.Runs[len(r.Runs)-1]; len(r.Runs) > 1 && last.To > last.From {
		list = append(list, fmt.Sprintf("The pivots of %s hold until the %s", r.Iterations[last.From].Name, r.end()))
	}
	if s := r.rule(); s != "" {
		list = append(list, s)
	}
	if s := r.unstable(); s != "" {
		list = append(list, s)
	}
	if r.Unchecked > 0 {
		last := r.Iterations[len(r.Iterations)-1].Name
		list = append(list, units.Count(r.Unchecked, "matrix after "+last+" was", "matrices after "+last+" were")+" not checked: "+r.Stopped)
	}
	return strings.Join(list, ". ")
}

// end names the end of what was checked.
func (r *Result) end() string {
	if r.Unchecked > 0 {
		return "last matrix that was checked"
	}
	return "end"
}

// hold says how long the first pivots hold, and where new ones are needed.
func (r *Result) hold() string {
	n := len(r.Iterations)
	first := r.Iterations[0].Name
	if r.Method != "" {
		first += " under " + r.Method
	}
	switch {
	case n == 1:
		return "how long the pivots of " + first + " hold is unverified: no other matrix was checked"
	case len(r.Runs) == 1 && r.Unchecked > 0:
		return fmt.Sprintf("the pivots of %s hold for the %s that were checked: %s", first, units.Count(n, "matrix", "matrices"), r.extent())
	case len(r.Runs) == 1:
		return fmt.Sprintf("the pivots of %s hold for all %s: %s", first, units.Count(n, "matrix", "matrices"), r.extent())
	}
	var s strings.Builder
	fmt.Fprintf(&s, "the pivots of %s %s. Choose new pivots for %s", first, r.until(r.Runs[0]), r.describe(r.Runs[1].From))
	for k := 2; k < len(r.Runs) && k <= mostNamed; k++ {
		fmt.Fprintf(&s, ", for %s", r.describe(r.Runs[k].From))
	}
	if more := len(r.Runs) - 1 - mostNamed; more > 0 {
		fmt.Fprintf(&s, ", and for %s", units.Count(more, "other matrix", "other matrices"))
	}
	return s.String()
}

// rule says how the rule does on the matrices with old pivots; "" if it was compared
// with none.
func (r *Result) rule() string {
	g := r.GrowthRule
	var errs []string
	if n := len(g.Missed); n > 0 {
		errs = append(errs, fmt.Sprintf("would accept the old pivots of %s whose error is above the limit", units.Count(n, "matrix", "matrices")))
	}
	if n := len(g.Needless); n > 0 {
		errs = append(errs, fmt.Sprintf("would reject the old pivots of %s although they hold", units.Count(n, "matrix", "matrices")))
	}
	switch {
	case len(errs) > 0:
		return fmt.Sprintf("The test klu_rgrowth ≥ %s %s", units.Significant(g.Limit), strings.Join(errs, ", and "))
	case g.Agrees > 0 && len(r.Runs) == 1:
		return fmt.Sprintf("The test klu_rgrowth ≥ %s would choose no new pivots either", units.Significant(g.Limit))
	case g.Agrees > 0:
		return fmt.Sprintf("The test klu_rgrowth ≥ %s would choose new pivots for the same matrices", units.Significant(g.Limit))
	}
	return ""
}

// until says how long the pivots of a run hold.
func (r *Result) until(run Run) string {
	if run.From == run.To {
		return "do not hold for the next matrix"
	}
	return "hold until " + r.Iterations[run.To].Name
}

// describe names a matrix with new pivots and says why.
func (r *Result) describe(k int) string {
	it := r.Iterations[k]
	switch it.Why {
	case WhyError:
		return fmt.Sprintf("%s (backward error of the old pivots: %s)", it.Name, units.Significant(it.Kept.Componentwise))
	case WhyZero:
		return it.Name + " (an old pivot is zero, or elimination with the old pivots overflows)"
	}
	return it.Name + " (new entries)"
}

// certain is the share of the limit below which the verdict names no backward error:
// such an error is a rounding error, which differs between processors.
const certain = 1e-3

// extent says how large the backward errors of kept pivots are.
func (r *Result) extent() string {
	size := "below " + units.Significant(certain*r.Limit)
	if e := r.largestKept(); e > certain*r.Limit {
		size = "up to " + units.Significant(e)
	}
	return fmt.Sprintf("solutions have backward errors %s, and the limit is %s", size, units.Significant(r.Limit))
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

// unstable says for which matrices new pivots leave a backward error above the limit; ""
// if there are none.
func (r *Result) unstable() string {
	n, worst := 0, 0
	for k, it := range r.Iterations {
		if it.New == nil || it.New.Componentwise <= r.Limit {
			continue
		}
		if n++; n == 1 || it.New.Componentwise > r.Iterations[worst].New.Componentwise {
			worst = k
		}
	}
	if n == 0 {
		return ""
	}
	largest := fmt.Sprintf("%s (backward error %s)", r.Iterations[worst].Name, units.Significant(r.Iterations[worst].New.Componentwise))
	if n > 1 {
		largest = fmt.Sprintf("%s, most for %s", units.Count(n, "matrix", "matrices"), largest)
	}
	return fmt.Sprintf("Even new pivots are inaccurate for %s: a pivot threshold above %s or iterative refinement may help", largest, units.Significant(r.Threshold))
}
