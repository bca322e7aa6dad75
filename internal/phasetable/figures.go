package phasetable

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/history"
	"github.com/nrkit/nrkit/trace"
)

// Figures returns the figures of the document whose history is worth keeping: the time
// of the run, its counts, and the time of a call of each phase. If the run has time
// steps or iterations, the steady regime alone counts for phases: the first steps differ
// too much from run to run.
//
// The value of a phase is the median. Its range ends at the shortest time and at the
// 90th percentile, which one slow call does not move.
func (d *Document) Figures() []history.Figure {
	total := d.Worked()
	if d.RootNS == 0 {
		total = d.Span // nothing has ranges
	}
	list := []history.Figure{{Benchmark: "run/total", Measure: history.Latency, Unit: "ns", Value: float64(total), Extra: d.about()}}
	for _, u := range []struct {
		measure string
		unit    *trace.Unit
	}{{"timesteps", d.Steps}, {"iterations", d.Iterations}} {
		if u.unit != nil {
			list = append(list, history.Figure{Benchmark: "run/total", Measure: u.measure, Unit: u.measure, Value: float64(u.unit.Count)})
		}
	}
	if d.Regimes == nil {
		return append(list, figuresOf(d.Phases, "all")...)
	}
	return append(list, figuresOf(d.Regimes.Steady.Phases, "steady")...)
}

// figuresOf returns the figures of phases. The names end with the regime.
func figuresOf(phases []trace.Phase, regime string) (list []history.Figure) {
	for _, p := range phases {
		calls := p.Count
		if p.Measured > 0 {
			calls = p.Measured
		}
		if calls == 0 {
			continue
		}
		name := p.Name + "/" + regime
		low, high := float64(p.Min), float64(p.P90)
		list = append(list, history.Figure{Benchmark: name, Measure: history.Latency, Unit: "ns", Value: float64(p.Median), Low: &low, High: &high,
			Extra: fmt.Sprintf("calls: %d, mean: %.0f ns, range: shortest call to 90th percentile", calls, p.Mean)})
		for _, m := range []struct {
			measure string
			total   *int64
		}{{"gpu", p.GPU}, {"wait", p.Wait}} {
			if m.total != nil {
				list = append(list, history.Figure{Benchmark: name, Measure: m.measure, Unit: "ns", Value: float64(*m.total) / float64(calls), Extra: fmt.Sprintf("calls: %d", calls)})
			}
		}
	}
	return list
}

// about says what ran.
func (d *Document) about() string {
	text := d.Program
	for _, label := range []string{"circuit", "method", "ordering"} {
		if v := d.Labels[label]; v != "" {
			text += " " + v
		}
	}
	return text
}
