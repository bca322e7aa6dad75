package sweep

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/sweep"
)

// maxPhases is how many phases have a column.
const maxPhases = 6

// Report returns the report of a sweep.
func Report(r *sweep.Result) *reports.Document {
	d := &reports.Document{Title: r.Source + ": " + strings.Join(r.Command, " ")}
	facts := reports.Facts()
	text := fmt.Sprintf("%d of %d, of %s", r.Done, r.Planned, units.Plural(len(r.Configurations), "configuration"))
	if r.Failed > 0 {
		text += fmt.Sprintf("; %d failed", r.Failed)
	}
	facts.Append("runs", text)
	facts.Append("baseline", r.Baseline)
	d.Add(facts)
	addRegime(d, r, "Cold", func(o *sweep.Outcome) *sweep.Regime { return o.Cold })
	addRegime(d, r, "Warm", func(o *sweep.Outcome) *sweep.Regime { return o.Warm })
	d.Add(reports.Paragraph(fmt.Sprintf("Medians over the runs that succeeded. ±: half of the %s confidence interval, if there are enough runs. Changes are relative to %s. "+
		"~: not significant at %v in the rank test, adjusted for all configurations.", units.Share(r.Confidence), r.Baseline, r.Alpha)))
	addFailures(d, r)
	if len(r.Warnings) > 0 {
		d.Add(reports.Heading("Warnings"), reports.List(r.Warnings))
	}
	return d
}

// addRegime adds the table of one regime.
func addRegime(d *reports.Document, r *sweep.Result, title string, of func(*sweep.Outcome) *sweep.Regime) {
	phases, counts := columns(r, of)
	t := &reports.Table{Columns: []reports.Column{{Name: "configuration"}, {Name: "runs", Right: true}, {Name: "wall", Right: true},
		{Name: "change", Right: true}, {Name: "cpu", Right: true, Rank: 2}, {Name: "memory", Right: true, Rank: 3}}}
	for _, name := range append(slices.Clone(phases), counts...) {
		t.Columns = append(t.Columns, reports.Column{Name: strings.TrimPrefix(name, "phase/"), Right: true, Rank: 1})
	}
	for i := range r.Configurations {
		o := &r.Configurations[i]
		x := of(o)
		if x == nil {
			return
		}
		runs := units.Integer(x.Runs)
		if x.Runs < x.Planned {
			runs = fmt.Sprintf("%d of %d", x.Runs, x.Planned)
		}
		cells := []string{o.Name, runs, cell(x, sweep.MetricWall), change(x, o.Name == r.Baseline), cell(x, sweep.MetricCPU), cell(x, sweep.MetricRSS)}
		for _, name := range phases {
			cells = append(cells, cell(x, name))
		}
		for _, name := range counts {
			cells = append(cells, count(x, name))
		}
		t.Append(cells...)
	}
	d.Add(reports.Heading(title), t)
}

// columns returns the phases that take longest in any configuration, and the
// counts that say most about a solver.
func columns(r *sweep.Result, of func(*sweep.Outcome) *sweep.Regime) (phases, counts []string) {
	longest := map[string]float64{}
	has := map[string]bool{}
	for i := range r.Configurations {
		x := of(&r.Configurations[i])
		if x == nil {
			continue
		}
		for _, m := range x.Metrics {
			if strings.HasPrefix(m.Name, "phase/") {
				longest[m.Name] = max(longest[m.Name], m.Median)
			}
		}
		for _, c := range x.Counts {
			has[c.Name] = true
		}
	}
	for _, name := range []string{"build_system", "linear_solve", "convergence"} {
		if _, ok := longest["phase/"+name]; ok {
			phases = append(phases, "phase/"+name)
		}
	}
	if len(phases) == 0 {
		phases = slices.SortedFunc(maps.Keys(longest), func(a, b string) int {
			if longest[a] != longest[b] && longest[a] > longest[b] {
				return -1
			}
			if longest[a] != longest[b] {
				return 1
			}
			return strings.Compare(a, b)
		})
		phases = phases[:min(len(phases), maxPhases)]
	}
	for _, name := range []string{"timesteps", "nr_iterations"} {
		if has[name] {
			counts = append(counts, name)
		}
	}
	return phases, counts
}

// find returns a metric, nil for none.
func find(x *sweep.Regime, name string) *sweep.Metric {
	for k := range x.Metrics {
		if x.Metrics[k].Name == name {
			return &x.Metrics[k]
		}
	}
	return nil
}

// cell is the median of a metric.
func cell(x *sweep.Regime, name string) string {
	m := find(x, name)
	switch {
	case m == nil:
		return "–"
	case m.Unit == "B":
		return units.Size(m.Median)
	case m.Low == nil || m.Median == 0:
		return units.Duration(int64(m.Median))
	}
	return units.Duration(int64(m.Median)) + " ±" + units.Share((*m.High-*m.Low)/2/m.Median)
}

// change is that of the wall time.
func change(x *sweep.Regime, baseline bool) string {
	m := find(x, sweep.MetricWall)
	switch {
	case baseline:
		return "baseline"
	case m == nil || m.Change == nil:
		return "–"
	case m.Verdict == compare.Slower || m.Verdict == compare.Faster:
		return units.Change(*m.Change)
	case m.Verdict == compare.Untested:
		return "~ too few runs"
	}
	return "~"
}

// count is an exact count, or its range.
func count(x *sweep.Regime, name string) string {
	for _, c := range x.Counts {
		if c.Name == name && c.Min == c.Max {
			return units.Integer(c.Min)
		} else if c.Name == name {
			return units.Integer(c.Min) + "–" + units.Integer(c.Max)
		}
	}
	return "–"
}

// addFailures lists what failed.
func addFailures(d *reports.Document, r *sweep.Result) {
	var list reports.List
	for _, o := range r.Configurations {
		for _, f := range o.Failures {
			list = append(list, fmt.Sprintf("%s, run %d: %s (%s)", o.Name, f.Run, f.Why, f.Output))
		}
	}
	if len(list) > 0 {
		d.Add(reports.Heading("Failed"), list)
	}
}
