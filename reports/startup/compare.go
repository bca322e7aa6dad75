package startup

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/startup"
)

// Comparison returns the report of several programs: a table with a row for each
// program.
func Comparison(c *startup.Comparison) *reports.Document {
	d := &reports.Document{Title: units.Plural(len(c.Programs), "program")}
	right := func(name string, rank int) reports.Column { return reports.Column{Name: name, Right: true, Rank: rank} }
	t := &reports.Table{Columns: []reports.Column{{Name: "program"}, right("steps/run", 0), right("before ranges", 2), right("first run, cold", 0), right("first run, reload", 1),
		right("warm run", 0), right("warm step", 2), right("process, cold", 1), right("process, reload", 1)}}
	for _, p := range c.Programs {
		step := "–"
		if p.Step != nil {
			step = units.Duration(int64(*p.Step))
		}
		t.Append(name(c, p), steps(p), Cell(p.Cold.Before), Cell(p.Cold.First), Cell(p.Reload.First), Cell(p.Warm), step, Cell(p.Cold.Wall), Cell(p.Reload.Wall))
	}
	t.Note = "Medians over processes. ±: the larger half of the confidence interval. ⟨min … max⟩: too few processes for an interval. " +
		"Steps: time steps per run, iterations in brackets. Before ranges: in cold processes. Warm step: time of a warm run divided by its time steps."
	if slices.ContainsFunc(t.Rows, func(row []string) bool { return slices.Contains(row, "–") }) {
		t.Note += " –: unknown."
	}
	d.Add(t)
	commands := reports.Facts()
	for _, p := range c.Programs {
		text := strings.Join(p.Command, " ")
		if p.Failed > 0 {
			text += fmt.Sprintf(" (%s failed)", units.Count(p.Failed, "process", "processes"))
		}
		commands.Append(p.Source, text)
	}
	d.Add(reports.Heading("Commands"), commands)
	if len(c.Warnings) > 0 {
		d.Add(reports.Heading("Warnings"), reports.List(c.Warnings))
	}
	return d
}

// name is what a program is called in the table: its file without what all files
// end with.
func name(c *startup.Comparison, p *startup.Program) string {
	for _, q := range c.Programs {
		if !strings.HasSuffix(q.Source, ".json") || len(q.Source) == len(".json") {
			return p.Source
		}
	}
	return strings.TrimSuffix(p.Source, ".json")
}

// steps writes how many time steps, and iterations, a run takes.
func steps(p *startup.Program) string {
	switch {
	case p.Steps != nil && p.Iterations != nil:
		return fmt.Sprintf("%s (%s)", span(p.Steps.Min, p.Steps.Max), span(p.Iterations.Min, p.Iterations.Max))
	case p.Steps != nil:
		return span(p.Steps.Min, p.Steps.Max)
	case p.Iterations != nil:
		return fmt.Sprintf("(%s)", span(p.Iterations.Min, p.Iterations.Max))
	}
	return "–"
}
