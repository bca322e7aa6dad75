package diagnose

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/xla/log/vlog"
)

// enoughLoops is how many loops of a log there must be at one place. A log does
// not say what a loop solves: one problem that is solved again and again ends at
// one number of iterations too, and benchmarks repeat what they time up to ten
// times or so. Time steps of a solver are more.
const enoughLoops = 20

// A loopPlace is a place of the program where the host ran loops whose trip count
// is not known: the loops of one depth, and one place in the loop around, on all
// devices.
type loopPlace struct {
	depth, nth int
	loops      int64 // that ended, after one iteration or more
	largest    int64 // number of iterations
	at         int64 // loops that ended there
	most       int64 // of these, on the device that has most

	timed, ns int64 // iterations of loops whose time is known, and that time
}

// part returns the share of the loops that ended at the largest number.
func (p *loopPlace) part() float64 { return share(p.at, p.loops) }

// capped says whether the loops end at a limit.
func (p *loopPlace) capped() bool {
	return p.loops >= enoughLoops && p.largest >= leastCap && p.part() >= allSteps
}

// add takes the loops of a group. Those of numbers that were not kept are spread.
func (p *loopPlace) add(c *vlog.LoopCounts) {
	p.loops += c.Rest
	p.timed += c.TimedIterations
	p.ns += c.TimedNS
	for _, b := range c.Histogram {
		if b.Iterations < 1 {
			continue // its condition was false at once
		}
		p.loops += b.Loops
		switch {
		case b.Iterations > p.largest:
			p.largest, p.at, p.most = b.Iterations, b.Loops, b.Loops
		case b.Iterations == p.largest:
			p.at += b.Loops
			p.most = max(p.most, b.Loops)
		}
	}
}

// loopPlaces returns the places of the log, those with most loops first.
func (in *Input) loopPlaces() []loopPlace {
	var list []loopPlace
	for _, g := range in.XLA.Loops {
		if g.TripCount { // it takes as many always
			continue
		}
		k := slices.IndexFunc(list, func(p loopPlace) bool { return p.depth == g.Depth && p.nth == g.Nth })
		if k < 0 {
			k = len(list)
			list = append(list, loopPlace{depth: g.Depth, nth: g.Nth})
		}
		list[k].add(&g.Host)
		list[k].add(&g.Replaced)
	}
	slices.SortStableFunc(list, func(a, b loopPlace) int { return cmp.Compare(b.loops, a.loops) })
	return list
}

// capInLog looks for limits in the loops of the log of XLA; nil where these are
// too few to tell.
func capInLog(in *Input) *Outcome {
	if in.XLA == nil {
		return nil
	}
	places := in.loopPlaces()
	var list []Finding
	for i := range places {
		if p := &places[i]; p.capped() && len(list) < mostNames {
			list = append(list, p.finding(in))
		}
	}
	var o Outcome
	switch {
	case len(list) > 0:
		o = Found(list...)
	case len(places) > 0 && places[0].loops >= enoughLoops:
		p := &places[0]
		o = Clear(fmt.Sprintf("%s of %s of unknown trip count took the largest number of iterations, %d", units.Share(p.part()), units.Plural(p.loops, "loop"), p.largest))
	default:
		return nil
	}
	return &o
}

// finding words the limit of a place. The log names no loops.
func (p *loopPlace) finding(in *Input) Finding {
	key := fmt.Sprintf("%s: xlalog/v1 .files[].xla.loops[] | select((.known_trip_count|not) and .depth==%d and .nth==%d)", in.XLASource, p.depth, p.nth)
	f := Finding{Severity: Warning,
		Title: fmt.Sprintf("%s of %s of unknown trip count ended at exactly %d iterations: they reach a limit, or their length is fixed",
			units.Integer(p.at), units.Plural(p.loops, "loop"), p.largest),
		Evidence: []Evidence{
			{Text: fmt.Sprintf("loops with %d iterations, the largest number", p.largest), Value: float64(p.at), Unit: "loops", Source: key + ".host.histogram"},
			{Text: "loops that ended after at least one iteration", Value: float64(p.loops), Unit: "loops", Source: key + ".host.histogram | map(.loops) | add"},
			{Text: "limit, inferred because loops pile up at the largest number of iterations", Value: float64(p.largest), Unit: "iterations", Source: key + ".host.max_iterations"},
		},
		Try: append([]string{"check whether each loop solves a different problem: one problem that is solved repeatedly takes the same number of iterations each time, without a limit"}, tryCap()...)}
	if p.timed > 0 {
		mean := float64(p.ns) / float64(p.timed)
		f.Cost = in.saving(int64(float64(p.most) * float64(p.largest-leastIterations) * mean))
		f.Evidence = append(f.Evidence, Evidence{Text: "mean time of an iteration, including the time to write the log", Value: mean, Unit: UnitNS, Source: key + " | .host.timed_ns / .host.timed_iterations"})
	}
	return f
}
