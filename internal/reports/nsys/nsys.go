package nsys

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/nsys/launch"
	"github.com/nrkit/nrkit/internal/nsys/summary"
	"github.com/nrkit/nrkit/internal/telemetry"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
)

// Summary returns the summary of a run under nsys.
func Summary(c *summary.Content) *reports.Document {
	doc := &reports.Document{Title: "nsys: " + filepath.Base(c.Output)}
	if c.Crash != "" {
		doc.Add(reports.Paragraph("The" + strings.TrimPrefix(c.Crash, "the") + "."))
	}
	doc.Add(facts(c.Result, c.Choice))
	for i := range c.Tables {
		doc.Add(reports.Heading(c.Tables[i].Heading), table(&c.Tables[i]))
	}
	if len(c.Absent) > 0 {
		doc.Add(reports.Paragraph("No data, and therefore no file, for: " + strings.Join(c.Absent, ", ") + "."))
	}
	if c.GPUs != nil {
		doc.Add(reports.Heading("GPUs"), gpuTable(c.GPUs))
	}
	return doc
}

// facts says what was run and how it ended.
func facts(r *launch.Result, c launch.Choice) *reports.Table {
	t := reports.Facts()
	if len(r.Command) > 0 {
		t.Append("command", strings.Join(r.Command, " "))
		t.Append("ended with", launch.DescribeStatus(r.Status))
		t.Append("elapsed", units.Duration(r.Elapsed.Nanoseconds()))
		t.Append("recorded", recorded(c.Capture))
	}
	t.Append("nsys", r.NSYS.Version.String())
	if len(r.Arguments) > 0 {
		t.Append("arguments", strings.Join(shownArguments(r.Arguments), " "))
	}
	for _, n := range r.Notes {
		t.Append("note", n)
	}
	return t
}

// recorded words what part of the run there is.
func recorded(c launch.Capture) string {
	switch {
	case c.Kind == launch.CaptureProfilerAPI:
		return "between cudaProfilerStart and cudaProfilerStop"
	case c.Kind == launch.CaptureRange && c.Domain != "*" && c.Domain != "":
		return fmt.Sprintf("the first range %s of domain %s", c.Range, c.Domain)
	case c.Kind == launch.CaptureRange:
		return "the first range " + c.Range
	}
	return "the whole run"
}

// shownArguments leaves out what names temporary files.
func shownArguments(args []string) []string {
	hidden := []string{"--output=", "--force-overwrite=", "--env-var=", "--session-new="}
	return slices.DeleteFunc(slices.Clone(args), func(arg string) bool {
		return slices.ContainsFunc(hidden, func(h string) bool { return strings.HasPrefix(arg, h) })
	})
}

// table returns the rows of a report, with times in the unit that suits them.
func table(of *summary.Table) *reports.Table {
	t := &reports.Table{}
	for k, name := range of.Columns {
		t.Columns = append(t.Columns, reports.Column{Name: strings.TrimSuffix(name, " (ns)"), Right: k > 0})
	}
	for _, row := range of.Rows {
		cells := make([]string, len(row))
		for k, cell := range row {
			cells[k] = readable(of.Columns[k], cell)
		}
		t.Append(cells...)
	}
	if of.More > 0 {
		t.Note = fmt.Sprintf("The %s with the most time; %s more in the CSV.", units.Plural(len(of.Rows), "row"), units.Integer(int64(of.More)))
	}
	return t
}

// readable returns a cell of a report for people: nanoseconds in the unit that
// suits them.
func readable(header, cell string) string {
	if ns, err := strconv.ParseFloat(cell, 64); err == nil && strings.HasSuffix(header, "(ns)") {
		return units.Duration(int64(math.Round(ns)))
	}
	return cell
}

// gpuTable has a row for each figure of each device.
func gpuTable(r *telemetry.Result) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "GPU"}, {Name: "figure"}, {Name: "mean", Right: true}, {Name: "min", Right: true}, {Name: "max", Right: true}}}
	for _, d := range r.Devices {
		for _, s := range d.Stats {
			if s.Field != telemetry.Throttle { // bits have no mean
				t.Append(d.String(), s.Field.String(), units.Significant(s.Mean), units.Significant(s.Min), units.Significant(s.Max))
			}
		}
		if list := d.Throttled(); len(list) > 0 {
			t.Append(d.String(), "clocks limited by", strings.Join(list, " "), "", "")
		}
		if len(d.Samples) > 0 {
			t.Note = fmt.Sprintf("%s per figure.", units.Plural(len(d.Samples), "sample"))
		}
	}
	return t
}
