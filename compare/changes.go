package compare

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/nrkit/nrkit/trace"
)

// A Change is a cause of a difference between the sides: a quantity that changed by
// itself, and not because of what lies in it or around it.
type Change struct {
	// sort of the change: `time`: the time of a call outside of the ranges in it;
	// `calls`: the number of calls per call of the phase around; `new` and `gone`:
	// ranges that only one side has
	Sort ChangeSort `json:"sort"`

	Name   string `json:"name"`           // name of the phase
	Path   string `json:"path,omitempty"` // names of the phases around and of the phase, joined by `/`; absent for a phase in a regime
	Regime string `json:"regime"`         // regime, as in `rows`; `whole` for a phase at a path or in a range of time steps

	// for `time`: ns per call; for `calls`: calls per call of the phase around;
	// for `new` and `gone`: ns per run. Medians over the runs
	Old float64 `json:"old"`

	New float64 `json:"new"` // the same for the new side

	Effect float64  `json:"effect_ns"`            // time by which the change makes a run longer; below 0 if it makes a run shorter
	Q      *float64 `json:"p_adjusted,omitempty"` // for `time`: adjusted p-value of the row of the phase, or of the search for a range of time steps

	// number of the first time step, if the phase changed in a range of time steps;
	// `new` is then `old` times the factor of this range relative to the other steps
	// and the other phases
	First *int64 `json:"first_step,omitempty"`

	Last *int64 `json:"last_step,omitempty"` // number of the last time step of the range
}

// ChangeSort is the sort of a [Change].
type ChangeSort string

const (
	ChangeTime  ChangeSort = "time"
	ChangeCalls ChangeSort = "calls"
	ChangeNew   ChangeSort = "new"
	ChangeGone  ChangeSort = "gone"
)

// A part is what a run spent in the ranges of a name in a regime, or at a place.
type part struct {
	count, self, total float64
	name, around       string // of a place: the name of the phase, and the place around, "" for none
}

// A partKey is a name in a regime. A place has no regime, and its path as the name.
type partKey struct{ name, regime string }

// addPart adds the figures of a phase.
func (r *Run) addPart(name, regime string, p *trace.Phase) {
	if r.parts == nil {
		r.parts = map[partKey]part{}
	}
	k := partKey{name, regime}
	x := r.parts[k]
	r.parts[k] = part{count: x.count + float64(p.Count), self: x.self + float64(p.Self), total: x.total + float64(p.Total)}
}

// addPlaces adds the figures of all places.
func (r *Run) addPlaces(paths []trace.Phase) {
	var stack []string
	for i := range paths {
		p := &paths[i]
		stack = append(stack[:min(max(p.Depth, 0), len(stack))], p.Path)
		r.estimated = r.estimated || p.CountEstimated
		if p.Name == trace.PhaseRecording { // which is not of the program
			continue
		}
		r.addPart(p.Path, "", p)
		x := r.parts[partKey{p.Path, ""}]
		if x.name = p.Name; len(stack) > 1 {
			x.around = stack[len(stack)-2]
		}
		r.parts[partKey{p.Path, ""}] = x
	}
}

// changes lists what changed by itself, the largest effect on a run first.
//
// A phase whose time changed is listed if the rank test also tells its self times
// apart: otherwise ranges in it changed. A number of calls is listed if the calls per
// call of the phase around are apart on the two sides: otherwise the phase around was
// called more often. Ranges of one side alone are listed if all its runs have them.
// Phases that changed in a range of time steps are found by a search of their own.
//
// The effect of a time is the difference of the self times of a call, times the calls of
// the new side; the effect of a number of calls is the difference of the calls, times
// the old time of a call.
func (c *comparison) changes() []Change {
	list := append([]Change{}, c.stepChanges()...)
	ranges := list
	for i := range c.Rows {
		if x, ok := c.timeChange(&c.Rows[i]); ok && !slices.ContainsFunc(ranges, func(y Change) bool { return y.explains(&x) }) {
			list = append(list, x)
		}
	}
	list = append(list, c.callChanges()...)
	list = append(list, c.loneChanges(ChangeNew, c.OnlyNew, c.new, 1)...)
	list = append(list, c.loneChanges(ChangeGone, c.OnlyOld, c.old, -1)...)
	list = append(list, lonePlaces(ChangeNew, c.new, c.old, 1)...)
	list = append(list, lonePlaces(ChangeGone, c.old, c.new, -1)...)
	slices.SortStableFunc(list, func(a, b Change) int { return cmp.Compare(math.Abs(b.Effect), math.Abs(a.Effect)) })
	told := map[string]bool{} // new calls of a name are more calls, too
	return slices.DeleteFunc(list, func(x Change) bool {
		if x.Sort == ChangeTime {
			return false
		}
		again := told[x.Name]
		told[x.Name] = true
		return again
	})
}

// explains says whether a change in a range of time steps is most of the change of a
// row, which is then not listed.
func (x *Change) explains(row *Change) bool {
	return x.Name == row.Name && 2*x.Effect/row.Effect >= 1
}

// timeChange returns the change of a row, if its self time has changed.
func (c *comparison) timeChange(r *Row) (x Change, ok bool) {
	if r.Kind != Phase || r.Metric != Time && r.Metric != Self || r.Verdict != Slower && r.Verdict != Faster {
		return x, false
	}
	k := partKey{r.Name, r.Regime}
	perCall := func(p part) float64 { return ratio(p.self, p.count) }
	old, new := figures(c.old, k, perCall), figures(c.new, k, perCall)
	if len(old) == 0 || len(new) == 0 {
		return x, false
	}
	if t := benchmath.AssumeNothing.Compare(c.sample(old), c.sample(new)); t.P > c.opt.Alpha {
		return x, false
	}
	x = Change{Sort: ChangeTime, Name: r.Name, Regime: r.Regime, Old: median(old), New: median(new), Q: r.Q}
	x.Effect = (x.New - x.Old) * median(figures(c.new, k, func(p part) float64 { return p.count }))
	return x, (x.Effect > 0) == (r.Verdict == Slower)
}

// figures returns a figure of the runs that have a part.
func figures(runs []*Run, k partKey, of func(part) float64) (list []float64) {
	for _, r := range runs {
		if p, ok := r.parts[k]; ok {
			list = append(list, of(p))
		}
	}
	return list
}

// callChanges returns the changes of the calls at each place that both sides have.
func (c *comparison) callChanges() (list []Change) {
	if c.inexact() {
		return nil
	}
	for k, p := range c.places() {
		around := p.around
		old, new := c.calls(c.old, k, around), c.calls(c.new, k, around)
		if len(old) < len(c.old) || len(new) < len(c.new) || slices.Max(old) >= slices.Min(new) && slices.Max(new) >= slices.Min(old) {
			continue
		}
		x := Change{Sort: ChangeCalls, Name: p.name, Path: k.name, Regime: Whole, Old: median(old), New: median(new)}
		per := 1.0
		if around != "" {
			per = median(figures(c.new, partKey{around, ""}, func(p part) float64 { return p.count }))
		}
		x.Effect = (x.New - x.Old) * per * median(figures(c.old, k, func(p part) float64 { return ratio(p.total, p.count) }))
		list = append(list, x)
	}
	return list
}

// calls returns the calls at a place per call at the place around.
func (c *comparison) calls(runs []*Run, k partKey, around string) (list []float64) {
	for _, r := range runs {
		p, ok := r.parts[k]
		outer := part{count: 1}
		if around != "" {
			outer = r.parts[partKey{around, ""}]
		}
		if ok && outer.count > 0 {
			list = append(list, p.count/outer.count)
		}
	}
	return list
}

// inexact says whether the calls of a run are estimates.
func (c *comparison) inexact() bool {
	return slices.ContainsFunc(slices.Concat(c.old, c.new), func(r *Run) bool { return r.estimated })
}

// places yields the places of the first run, in the order of their paths: a place that
// both sides have in all runs is one of these.
func (c *comparison) places() iter.Seq2[partKey, part] {
	return func(yield func(partKey, part) bool) {
		parts := c.old[0].parts
		for _, k := range slices.SortedFunc(maps.Keys(parts), func(a, b partKey) int { return cmp.Compare(a.name, b.name) }) {
			if k.regime == "" && !yield(k, parts[k]) {
				return
			}
		}
	}
}

// loneChanges returns the phases that all runs of one side have, and no run of the
// other.
func (c *comparison) loneChanges(sort ChangeSort, lone []Lone, runs []*Run, sign float64) (list []Change) {
	for _, l := range lone {
		k := partKey{l.Name, l.Regime}
		if l.Kind != Phase || l.N < len(runs) || l.Metric != Time || !c.hasRegime(l.Regime) || !c.moreCalls(k, runs) {
			continue
		}
		ns := median(figures(runs, k, func(p part) float64 { return p.total }))
		x := Change{Sort: sort, Name: l.Name, Regime: l.Regime, New: ns, Effect: sign * ns}
		if sort == ChangeGone {
			x.Old, x.New = ns, 0
		}
		list = append(list, x)
	}
	return list
}

// lonePlaces returns the places that all runs of one side have, and no run of the other,
// in places that both sides have. In which regimes their ranges lie does not matter: a
// busy machine moves steps from one regime to another.
func lonePlaces(sort ChangeSort, runs, others []*Run, sign float64) (list []Change) {
	for k, p := range runs[0].parts {
		some := figures(runs, k, func(p part) float64 { return p.total })
		if k.regime != "" || len(some) < len(runs) || len(figures(others, k, func(part) float64 { return 0 })) > 0 {
			continue
		}
		if p.around != "" && len(figures(others, partKey{p.around, ""}, func(part) float64 { return 0 })) == 0 {
			continue // the place around is the change
		}
		ns := median(some)
		x := Change{Sort: sort, Name: p.name, Path: k.name, Regime: Whole, New: ns, Effect: sign * ns}
		if sort == ChangeGone {
			x.Old, x.New = ns, 0
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return list
}

// hasRegime says whether all runs have phases in a regime.
func (c *comparison) hasRegime(regime string) bool {
	return !slices.ContainsFunc(slices.Concat(c.old, c.new), func(r *Run) bool {
		for k := range r.parts {
			if k.regime == regime {
				return false
			}
		}
		return true
	})
}

// moreCalls says whether the calls of a phase in a regime, which one side alone has, are
// most of the calls that this side has more, as far as the calls are known: otherwise the
// other side has the same calls in other regimes.
func (c *comparison) moreCalls(k partKey, runs []*Run) bool {
	a, known := spread(c.old, Count{"calls", k.name})
	b, too := spread(c.new, Count{"calls", k.name})
	if !known || !too {
		return true
	}
	more := float64(max(b.Min-a.Max, a.Min-b.Max))
	return 2*more >= median(figures(runs, k, func(p part) float64 { return p.count }))
}
