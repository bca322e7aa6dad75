package phases

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
)

// addSteps adds time steps and iterations one by one.
func addSteps(r *reports.Document, t *steps.Table, selected string) {
	if t.Steps.Count+t.Iterations.Count == 0 {
		r.Add(reports.Heading("Time steps and iterations"), reports.Paragraph(noRows(t, selected)))
		return
	}
	if t.Steps.Count > 0 {
		r.Add(reports.Heading("Time steps, one by one"), rowTable(&t.Steps, stepRows(), note(&t.Steps, t.Sample, "time step", selected)))
	}
	if t.Iterations.Count > 0 {
		r.Add(reports.Heading("Iterations, one by one"), rowTable(&t.Iterations, iterationRows(&t.Iterations, t.Sample), note(&t.Iterations, t.Sample, "iteration", selected)))
	}
}

// noRows says why nothing is listed.
func noRows(t *steps.Table, selected string) string {
	switch {
	case selected == "":
		return "The trace has no completed range named timestep or nr_iteration."
	case t.Sample > 1:
		return fmt.Sprintf("No time step in %s was timed: 1 of %d time steps is timed.", selected, t.Sample)
	}
	return "The trace has no time step in " + selected + "."
}

// note says which rows are listed, and what is not known of the others.
func note(l *steps.List, sample int, noun, selected string) string {
	text := ""
	switch {
	case int64(len(l.Rows)) == l.Count:
	case selected != "":
		text = fmt.Sprintf("Listed: the first %d of %s that --steps selects. --csv prints all.", len(l.Rows), units.Plural(l.Count, noun))
	default:
		text = fmt.Sprintf("Listed: the first 5, the slowest 10 and the last 5 of %s. --steps selects other time steps; --csv prints all.", units.Plural(l.Count, noun))
	}
	if sample > 1 {
		if text != "" {
			text += " "
		}
		text += fmt.Sprintf("Only timed steps are listed: 1 of %d time steps was timed.", sample)
	}
	return text
}

// A rowSort says which columns rows have behind that of the step.
type rowSort struct {
	columns []string
	cells   func(x *steps.Listed) []string
}

// stepRows are the columns of time steps.
func stepRows() rowSort {
	return rowSort{[]string{"iterations"}, func(x *steps.Listed) []string { return []string{count(x.Its)} }}
}

// iterationRows are the columns of iterations: which of its solution it is, and,
// where all are in the trace, which of the run, as nrprof run --iterations counts,
// or of its thread.
func iterationRows(l *steps.List, sample int) rowSort {
	if sample > 1 {
		return rowSort{[]string{"iteration"}, func(x *steps.Listed) []string { return []string{count(x.Iteration)} }}
	}
	number := "overall"
	if differ(l) {
		number = "in thread"
	}
	return rowSort{[]string{"iteration", number}, func(x *steps.Listed) []string { return []string{count(x.Iteration), units.Integer(x.Number)} }}
}

// differ says whether rows are of several threads.
func differ(l *steps.List) bool {
	return slices.ContainsFunc(l.Rows, func(x steps.Listed) bool { return x.Thread != l.Rows[0].Thread || x.Rank != l.Rows[0].Rank })
}

// rowTable lays rows out. The columns of rank and thread are there where rows
// differ in them.
func rowTable(l *steps.List, sort rowSort, note string) *reports.Table {
	right := func(name string) reports.Column { return reports.Column{Name: name, Right: true} }
	t := &reports.Table{Note: note}
	threads := differ(l)
	if threads {
		t.Columns = append(t.Columns, right("rank"), right("thread"))
	}
	t.Columns = append(t.Columns, right("step"))
	for _, name := range sort.columns {
		t.Columns = append(t.Columns, right(name))
	}
	t.Columns = append(t.Columns, right("time"), right("build"), right("solve"), right("solve share"), right("residual"), reports.Column{Name: "blocked by"})
	for _, x := range l.Rows {
		var row []string
		if threads {
			row = append(row, fmt.Sprint(x.Rank), fmt.Sprint(x.Thread))
		}
		row = append(row, place(&x))
		row = append(row, sort.cells(&x)...)
		t.Append(append(row, units.Duration(x.NS), span(x.Build), span(x.Solve), part(x.Share), size(x.Residual), blocked(&x))...)
	}
	return t
}

// place names the step of a row, or what it lies in instead.
func place(x *steps.Listed) string {
	switch {
	case x.Step != nil:
		return units.Integer(*x.Step)
	case x.Within != "":
		return x.Within
	}
	return "–"
}

func count(n *int64) string {
	if n == nil {
		return "–"
	}
	return units.Integer(*n)
}

func span(ns *int64) string {
	if ns == nil {
		return "–"
	}
	return units.Duration(*ns)
}

func part(x *float64) string {
	if x == nil {
		return "–"
	}
	return units.Share(*x)
}

func size(x *float64) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprintf("%.3g", *x)
}

// blocked says what kept the row from being done, and that a step does not count.
func blocked(x *steps.Listed) string {
	switch {
	case x.Rejected != "" && x.Blocked != "":
		return x.Blocked + "; rejected: " + x.Rejected
	case x.Rejected != "":
		return "rejected: " + x.Rejected
	case x.Blocked != "":
		return x.Blocked
	}
	return "–"
}
