package run

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

// Phases returns the report of a table of phases.
func Phases(s *trace.Summary) *reports.Document {
	title := s.Source
	if s.Program != "" {
		title += ": " + s.Program
	}
	r := &reports.Document{Title: title}
	if len(s.Paths) == 0 {
		addNoRanges(r, s)
	} else {
		r.Add(phaseFacts(s), reports.Heading("Time"), newTimeTable(s, leastOf(s)).table())
	}
	addHistogram(r, s.Histogram)
	if len(s.Warnings) > 0 {
		r.Add(reports.Heading("Warnings"), reports.List(s.Warnings))
	}
	return r
}

// addNoRanges reports a trace without ranges of the program.
func addNoRanges(r *reports.Document, s *trace.Summary) {
	w := s.Work
	if w == nil {
		r.Add(reports.Paragraph("This trace has no ranges, no device work and no calls to devices."))
		return
	}
	t := reports.Facts()
	var operations, calls int64
	for _, d := range w.Devices {
		operations += d.Operations
	}
	for _, c := range w.Calls {
		calls += c.Count
	}
	t.Append("recorded", fmt.Sprintf("%s on %s and %s to devices in %s", units.Plural(operations, "operation"), units.Plural(len(w.Devices), "device"),
		units.Plural(calls, "call"), units.Duration(s.Span)))
	text := "This trace has no ranges of the program, so it has no phases. The tables summarise device work and calls to devices."
	if n := launches(w); operations == 0 && n > 0 {
		text += fmt.Sprintf(" It has %s but no device work: the work was not captured, or no launch succeeded.", units.Count(n, "call that launches a kernel or a graph", "calls that launch kernels or graphs"))
	} else if operations == 0 {
		text += " It has no device work: the program launched none, or the work was not captured."
	}
	r.Add(t, reports.Paragraph(text))
	addWork(r, w)
}

// phaseFacts says how much was recorded.
func phaseFacts(s *trace.Summary) *reports.Table {
	t := reports.Facts()
	text := fmt.Sprintf("%s in %s", units.Plural(s.Ranges, "range"), units.Duration(spanOf(s)))
	if s.Sample > 1 {
		text += fmt.Sprintf(", 1 of %d time steps timed", s.Sample)
	}
	t.Append("recorded", text)
	if s.CPUTells() {
		t.Append("cpu time", cpuFacts(s.CPU, s.CPUOf))
	}
	for _, u := range []struct {
		name string
		unit *trace.Unit
	}{{"time steps", s.Steps}, {"iterations", s.Iterations}} {
		if u.unit == nil || u.unit.Count == 0 {
			continue
		}
		text := units.Integer(u.unit.Count)
		if u.unit.Timed != u.unit.Count {
			text += fmt.Sprintf(", %s timed", units.Integer(u.unit.Timed))
		}
		t.Append(u.name, text)
	}
	if r := s.Regimes; r != nil {
		t.Append("regimes", fmt.Sprintf("%s cold, %s warm-up, %s steady", regime(r.Cold), regime(r.WarmUp), regime(r.Steady)))
	}
	deviceFacts(t, s.Work)
	if s.Open > 0 || s.Dropped > 0 {
		t.Append("lost", fmt.Sprintf("%s open, %s dropped", units.Plural(s.Open, "range"), units.Integer(s.Dropped)))
	}
	return t
}

// spanOf returns the span of a trace; the time of its roots where a document does
// not say it.
func spanOf(s *trace.Summary) int64 {
	if s.Span == 0 {
		return s.RootNS
	}
	return s.Span
}

// regime says how many units a regime has and what they take.
func regime(r trace.Regime) string {
	if r.Units == 0 {
		return "0"
	}
	return fmt.Sprintf("%s (median %s)", units.Integer(r.Units), units.Duration(r.Median))
}

// addHistogram adds how many time steps took how many iterations.
func addHistogram(r *reports.Document, h []int64) {
	t := reports.Facts()
	histogram(t, h)
	if len(t.Rows) > 0 {
		r.Add(reports.Heading("Iterations per step"), t)
	}
}
