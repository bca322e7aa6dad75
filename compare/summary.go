package compare

import (
	"slices"
	"strconv"

	"github.com/nrkit/nrkit/trace"
)

// Statistic says what stands for the calls of a run.
type Statistic string

const (
	Mean   Statistic = "mean" // the default: what the run paid, rare slow calls included
	Median Statistic = "median"
	P90    Statistic = "p90"
	P99    Statistic = "p99"
	Min    Statistic = "min"
)

// Statistics returns all of them.
func Statistics() []Statistic { return []Statistic{Mean, Median, P90, P99, Min} }

// of returns the statistic of the calls of a phase.
func (s Statistic) of(p *trace.Phase) float64 {
	switch s {
	case Median:
		return float64(p.Median)
	case P90:
		return float64(p.P90)
	case P99:
		return float64(p.P99)
	case Min:
		return float64(p.Min)
	}
	return p.Mean
}

// quantile returns which of sorted values the statistic takes, in the
// definition of trace.Summary; not of the mean.
func (s Statistic) quantile() float64 {
	switch s {
	case Median:
		return 0.5
	case P90:
		return 0.9
	case P99:
		return 0.99
	}
	return 0
}

// FromSummary returns the run that a table of phases is of.
func FromSummary(name string, s *trace.Summary, stat Statistic) *Run {
	r := newRun(name)
	r.Program = s.Program
	for k, v := range s.Labels {
		r.Labels[k] = v
	}
	if s.Sample > 1 {
		r.Labels["sample"] = "1/" + strconv.Itoa(s.Sample)
	}
	r.addSummary(s, stat)
	r.addWhole(s, stat)
	return r
}

// addWhole adds the phases of a table without regimes.
func (r *Run) addWhole(s *trace.Summary, stat Statistic) {
	if s.Regimes != nil {
		return
	}
	for i := range s.Phases {
		r.addPhase(Whole, &s.Phases[i], s.Worked(), stat)
	}
}

// addSummary adds what a table of phases has, but for the phases themselves
// where it has no regimes.
func (r *Run) addSummary(s *trace.Summary, stat Statistic) {
	if s.Work != nil {
		r.work = &trace.Summary{Span: s.Span, Regimes: s.Regimes, Work: s.Work}
	}
	if s.Ranges == 0 && s.Span > 0 {
		r.put(Quantity{Kind: Root, Name: "span", Regime: Whole, Metric: Total}, float64(s.Span), 1)
	}
	if s.Ranges > 0 {
		r.put(Quantity{Kind: Root, Name: "all ranges", Regime: Whole, Metric: Total}, float64(s.RootNS), 1)
	}
	if g := s.Regimes; g != nil {
		for _, x := range []struct {
			name   string
			regime *trace.Regime
		}{{Cold, &g.Cold}, {WarmUp, &g.WarmUp}, {Steady, &g.Steady}} {
			for i := range x.regime.Phases {
				r.addPhase(x.name, &x.regime.Phases[i], x.regime.Total, stat)
			}
		}
		r.addOutside(s, stat)
	}
	r.addRanges(s)
	r.countSummary(s)
	if s.Open > 0 || s.Dropped > 0 {
		r.warn("ranges open at the end: %d, dropped: %d; the totals lack their missing time", s.Open, s.Dropped)
	}
}

// addPhase adds the time of a call, of which in all there are whole ns.
func (r *Run) addPhase(regime string, p *trace.Phase, whole int64, stat Statistic) {
	if p.Count <= 0 || p.Name == trace.PhaseRecording { // which is not of the program
		return
	}
	q := Quantity{Kind: Phase, Name: p.Name, Regime: regime, Metric: Time}
	r.addPart(p.Name, regime, p)
	r.put(q, stat.of(p), ratio(p.Total, whole))
	for _, d := range []struct {
		metric Metric
		ns     *int64
	}{{GPU, p.GPU}, {Wait, p.Wait}} {
		if d.ns != nil && *d.ns > 0 {
			q.Metric = d.metric
			r.put(q, float64(*d.ns)/float64(p.Count), ratio(*d.ns, whole))
		}
	}
}

// addOutside adds what lies in no unit. Phases that contain units would bring
// other regimes along: of these there is what is theirs alone.
func (r *Run) addOutside(s *trace.Summary, stat Statistic) {
	around := containers(s)
	for i := range s.Regimes.Outside.Phases {
		p := &s.Regimes.Outside.Phases[i]
		if !around[p.Name] {
			r.addPhase(Outside, p, s.Worked(), stat)
		} else if p.Count > 0 && s.Sample <= 1 { // else the steps that were not timed are in it
			r.addPart(p.Name, Outside, p)
			r.put(Quantity{Kind: Phase, Name: p.Name, Regime: Outside, Metric: Self}, float64(p.Self)/float64(p.Count), ratio(p.Self, s.Worked()))
		}
	}
}

// containers returns the names of what has units inside.
func containers(s *trace.Summary) map[string]bool {
	around := map[string]bool{}
	var stack []string
	for _, p := range s.Paths {
		stack = append(stack[:min(max(p.Depth, 0), len(stack))], p.Name)
		if p.Name == s.Regimes.Unit {
			for _, n := range stack[:len(stack)-1] {
				around[n] = true
			}
		}
	}
	return around
}

// addRanges adds the places of names that lie at several: of the others the
// phase says it.
func (r *Run) addRanges(s *trace.Summary) {
	places := map[string]int{}
	for _, p := range s.Paths {
		places[p.Name]++
	}
	r.addPlaces(s.Paths)
	for _, p := range s.Paths {
		if places[p.Name] > 1 {
			r.put(Quantity{Kind: Range, Name: p.Path, Regime: Whole, Metric: Total}, float64(p.Total), ratio(p.Total, s.Worked()))
		}
	}
}

// countSummary adds the counts that are exact.
func (r *Run) countSummary(s *trace.Summary) {
	for _, u := range []struct {
		name string
		unit *trace.Unit
	}{{trace.CountTimesteps, s.Steps}, {trace.CountIterations, s.Iterations}} {
		if u.unit != nil {
			r.Counts[Count{"count", u.name}] = u.unit.Count
		}
	}
	if d := s.Device; d != nil {
		r.Counts[Count{"count", "device operations"}] = d.Work
		r.Counts[Count{"count", "synchronizing calls"}] = d.Calls
	}
	for name, n := range s.Counts.Number {
		if !trace.MachineCount(name) {
			r.Counts[Count{"count", name}] = n
		}
	}
	sampled := slices.ContainsFunc(s.Phases, func(p trace.Phase) bool { return p.Estimated })
	for _, p := range s.Phases {
		if !p.CountEstimated { // counted by the program, or timed all
			r.Counts[Count{"calls", p.Name}] = p.Count
		}
	}
	if h, exact := s.Counts.Histogram[trace.CountIterationsPerStep]; exact {
		r.countSteps(h)
	} else if !sampled {
		r.countSteps(s.Histogram)
	}
}

// countSteps adds how many time steps took so many iterations.
func (r *Run) countSteps(histogram []int64) {
	for k, n := range histogram {
		if n != 0 {
			r.Counts[Count{"histogram", "steps of " + strconv.Itoa(k) + " iterations"}] = n
		}
	}
}
