package run

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/solvers/symbols"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

// A timeTable is the table of phases as a tree. Calls, total, share and mean, the
// total by the calls, are of the whole trace; median and p99 of the steady regime
// alone, and absent for what does not lie in it.
type timeTable struct {
	s      *trace.Summary
	steady map[string]trace.Phase
	least  float64 // rows of a smaller weight are left out
}

// newTimeTable returns the table of s without the rows whose weight is below
// least. The parts of a linear solve always stay.
func newTimeTable(s *trace.Summary, least float64) *timeTable {
	t := &timeTable{s: s, steady: map[string]trace.Phase{}, least: least}
	if s.Regimes != nil {
		for _, p := range s.Regimes.Steady.Phases {
			t.steady[p.Name] = p
		}
	}
	return t
}

// maxRows is from how many rows on the light ones are left out: traces of
// libraries have a name for each range.
const maxRows = 100

// leastOf returns the weight below which rows are left out so that maxRows
// are left, 0 where there are no more.
func leastOf(s *trace.Summary) float64 {
	if len(s.Paths) <= maxRows {
		return 0
	}
	t := timeTable{s: s}
	weights := make([]float64, len(s.Paths))
	for i, p := range s.Paths {
		weights[i] = t.weight(p)
	}
	slices.Sort(weights)
	return weights[len(weights)-maxRows]
}

// weight returns the share of a row in the time, or in that of the GPUs, where
// that is larger: a range that only launches is short.
func (t *timeTable) weight(p trace.Phase) float64 {
	if d := t.s.Device; d != nil && p.GPU != nil && d.NS > 0 {
		return max(p.Share, float64(*p.GPU)/float64(d.NS))
	}
	return p.Share
}

// table lays the rows out.
func (t *timeTable) table() *reports.Table {
	out := &reports.Table{Columns: []reports.Column{{Name: "phase"}, {Name: "calls", Right: true}, {Name: "total", Right: true}, {Name: "share", Right: true},
		{Name: "mean", Right: true, Rank: 1}, {Name: "median", Right: true}, {Name: "p99", Right: true}}}
	errors := t.errors()
	if errors != nil {
		out.Columns = slices.Insert(out.Columns, 4, reports.Column{Name: "±", Right: true})
	}
	device := t.s.Device != nil
	if device {
		at := slices.IndexFunc(out.Columns, func(c reports.Column) bool { return c.Name == "mean" })
		out.Columns = slices.Insert(out.Columns, at, reports.Column{Name: "gpu", Right: true}, reports.Column{Name: "wait", Right: true})
	}
	cpu := t.phasesRan()
	if cpu {
		out.Columns = slices.Insert(out.Columns, 3, reports.Column{Name: "cpu", Right: true, Rank: 1})
	}
	hidden := map[string]bool{}
	for _, p := range t.rows() {
		p.Estimated = p.Estimated && p.Count != p.Measured // none but cold ones: each was timed
		parent := parentOf(p)
		inLinear := strings.HasSuffix(parent, trace.PhaseLinearSolve) && !hidden[parent]
		if t.weight(p) < t.least && !inLinear {
			hidden[p.Path] = true
			continue
		}
		row := []string{strings.Repeat("· ", p.Depth) + symbols.Legible(p.Name), calls(p), t.total(p)}
		if cpu {
			row = append(row, onDevice(p.CPU))
		}
		row = append(row, t.share(p))
		if errors != nil {
			of := ""
			if p.Estimated { // what has the same name elsewhere may be exact
				of = errors[p.Name]
			}
			row = append(row, of)
		}
		if device {
			row = append(row, onDevice(p.GPU), onDevice(p.Wait))
		}
		out.Append(append(row, t.distribution(p)...)...)
	}
	out.Note = t.note(len(hidden))
	return out
}

// parentOf returns the path of what p lies in, "" for a root.
func parentOf(p trace.Phase) string {
	if p.Depth == 0 {
		return ""
	}
	return strings.TrimSuffix(p.Path, "/"+p.Name)
}

// calls marks what is estimated: the number of time steps is exact, but not how
// often they had what lies in them.
func calls(p trace.Phase) string {
	if p.CountEstimated {
		return "≈ " + units.Integer(p.Count)
	}
	return units.Integer(p.Count)
}

// total marks what is estimated.
func (t *timeTable) total(p trace.Phase) string {
	if p.Estimated {
		return "≈ " + units.Duration(p.Total)
	}
	return units.Duration(p.Total)
}

// phasesRan reports whether the CPU time of ranges in time steps is known.
func (t *timeTable) phasesRan() bool {
	return slices.ContainsFunc(t.s.Paths, func(p trace.Phase) bool { return p.CPU != nil && p.Name == trace.PhaseIteration })
}

// onDevice writes a time that is there where the trace has it: that of devices,
// or CPU time.
func onDevice(ns *int64) string {
	if ns == nil || *ns == 0 {
		return "–"
	}
	return units.Duration(*ns)
}

// share writes the share of a row; recording has none.
func (t *timeTable) share(p trace.Phase) string {
	if p.Name == trace.PhaseRecording {
		return "–"
	}
	return units.Share(p.Share)
}

// errors returns the standard error of the share of each name, nil when nothing
// is estimated.
func (t *timeTable) errors() map[string]string {
	var out map[string]string
	for _, p := range t.s.Phases {
		if p.Estimated {
			if out == nil {
				out = map[string]string{}
			}
			out[p.Name] = ""
			if p.ShareError > 0 {
				out[p.Name] = units.Share(p.ShareError)
			}
		}
	}
	return out
}

// distribution returns mean, median and p99.
func (t *timeTable) distribution(p trace.Phase) []string {
	mean := meanText(p.Mean)
	if t.s.Regimes == nil {
		return []string{mean, units.Duration(p.Median), units.Duration(p.P99)}
	}
	q, ok := t.steady[p.Name]
	if !ok || q.Count == 0 || !strings.Contains("/"+p.Path, "/"+t.s.Regimes.Unit) {
		return []string{mean, "–", "–"}
	}
	return []string{mean, units.Duration(q.Median), units.Duration(q.P99)}
}

// meanText writes a mean with three digits also below 100 ns, so that it times
// the calls is the total.
func meanText(ns float64) string {
	if ns < 1e3 {
		return units.Significant(ns/1e3) + " µs"
	}
	return units.Duration(int64(math.Round(ns)))
}

// rows returns the paths as a tree whose siblings are in the order in which
// they happen: the parts of a linear solve are often met in another one.
func (t *timeTable) rows() []trace.Phase {
	kids := map[string][]trace.Phase{}
	for _, p := range t.s.Paths {
		parent := parentOf(p)
		kids[parent] = append(kids[parent], p)
	}
	var out []trace.Phase
	var visit func(string)
	visit = func(parent string) {
		list := kids[parent]
		delete(kids, parent) // a path is visited once, however it is spelt
		slices.SortStableFunc(list, func(a, b trace.Phase) int { return cmp.Compare(rank(a.Name), rank(b.Name)) })
		for _, p := range list {
			out = append(out, p)
			visit(p.Path)
		}
	}
	visit("")
	return out
}

// rank orders the parts of a linear solve, and leaves the rest.
func rank(name string) int {
	switch name {
	case trace.PhaseRefactor:
		return 1
	case trace.PhaseSolve:
		return 2
	}
	return 0
}

// note says what the figures are of, and what is in none of them.
func (t *timeTable) note(hidden int) string {
	s := t.s
	root := float64(s.Worked())
	about := ""
	if t.errors() != nil { // what estimates leave is one
		about = "≈ "
	}
	text := fmt.Sprintf("Unattributed %s%s (%s)", about, units.Duration(s.Unattributed), units.Percent(float64(s.Unattributed), root))
	if s.TimerCost > 0 { // 0: unknown
		text += fmt.Sprintf(", timer ≤ %s (%s)", units.Duration(s.TimerCost), units.Percent(float64(s.TimerCost), root))
	}
	text += "."
	if r := s.Regimes; r != nil {
		where := ""
		if r.Unit == trace.PhaseIteration { // in the operating point and in what leads to it
			where = " of all stages"
		}
		text += fmt.Sprintf(" Median, p99: over %s%s, without %s cold, %s warm-up", units.Plural(r.Steady.Units, "steady "+unitName(r.Unit)), where,
			units.Integer(r.Cold.Units), units.Integer(r.WarmUp.Units))
		if r.Preempted != nil {
			text += fmt.Sprintf(", %s preempted", units.Integer(r.Preempted.Units))
		}
		text += "."
	}
	if s.Recording > 0 {
		text += fmt.Sprintf(" Shares: of %s, without %s spent on writing ranges (recording).", units.Duration(s.Worked()), units.Duration(s.Recording))
	}
	if span := float64(s.Span); s.Recording == 0 && span > 0 && math.Abs(root-span) > 0.01*span {
		text += fmt.Sprintf(" Shares: of %s, the sum of all outermost ranges.", units.Duration(s.Worked()))
	}
	if t.errors() != nil {
		text += fmt.Sprintf(" ≈: estimated from 1 of %d time steps. ±: standard error of the share", s.Sample)
		if x := s.Inflation; x > 1.05 || x > 0 && x < 0.95 {
			text += fmt.Sprintf("; the timed steps took %s the mean of all steps", units.Ratio(x))
		}
		text += "."
	}
	if d := s.Device; d != nil {
		text += fmt.Sprintf(" GPU: time of the work that the phase launched, %s in all", units.Plural(d.Work, "operation"))
		if d.Unattributed > 0 {
			text += fmt.Sprintf("; %s of GPU time was launched in no phase", units.Duration(d.Unattributed))
		}
		text += fmt.Sprintf(". Wait: time in %s for GPUs.", units.Count(d.Calls, "call that waits", "calls that wait"))
	}
	if hidden > 0 {
		text += fmt.Sprintf(" Not listed: %s below %s", units.Plural(hidden, "row"), units.Share(t.least))
		if s.Device != nil {
			text += " of both the time and the GPU time"
		}
		text += "."
	}
	return text
}

// unitName writes the name of a unit for a person.
func unitName(name string) string {
	switch name {
	case trace.PhaseTimestep:
		return "time step"
	case trace.PhaseIteration:
		return "iteration"
	}
	return name
}
