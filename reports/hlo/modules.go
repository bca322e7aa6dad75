package hlo

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/xla/hlo"
)

// maxRows is how many rows of a long table are shown.
const maxRows = 20

// Report returns the report of modules. For each module it has the identity, the
// loops and their costs, and the operations.
func Report(list []*hlo.Module) *reports.Document {
	d := &reports.Document{}
	if len(list) == 1 {
		d.Title = title(list[0])
	} else {
		d.Title = units.Plural(len(list), "module")
	}
	for _, m := range list {
		if len(list) > 1 {
			d.Add(reports.Heading(title(m)))
		}
		module(d, m)
	}
	return d
}

// title is the file, without its folder, and the name of a module.
func title(m *hlo.Module) string {
	switch {
	case m.File == "":
		return m.Name
	case m.Name == "":
		return filepath.Base(m.File)
	}
	return filepath.Base(m.File) + ": " + m.Name
}

// module adds what is said of one module.
func module(d *reports.Document, m *hlo.Module) {
	d.Add(facts(m))
	section := func(name string, t *reports.Table) {
		if len(t.Rows) > 0 {
			d.Add(reports.Heading(name), t)
		}
	}
	section("Loops", loops(m))
	section("Conditionals", conditionals(m))
	if list := risks(m); len(list) > 0 {
		d.Add(reports.Heading("Risks"), reports.List(list))
	}
	section("Phases", phases(m))
	section("Custom calls", customCalls(m))
	section("Operations", operations(m))
	section("Computations", computations(m))
	if len(m.Warnings) > 0 {
		d.Add(reports.Heading("Warnings"), reports.List(warnings(m)))
	}
}

// facts says what a module is.
func facts(m *hlo.Module) *reports.Table {
	t := reports.Facts()
	text := "StableHLO, before XLA compiles it"
	switch {
	case m.Format == hlo.FormatHLO && m.Optimized:
		text = "optimised HLO"
	case m.Format == hlo.FormatHLO:
		text = "HLO, not optimised"
	}
	t.Append("format", text)
	t.Append("size", units.Plural(m.Ops, "operation")+" in "+units.Plural(len(m.Computations), "computation"))
	if m.Partitions > 1 || m.Replicas > 1 {
		t.Append("devices", units.Plural(m.Partitions, "partition")+" × "+units.Plural(m.Replicas, "replica"))
	}
	t.Append("launches", launches(m))
	if parts := launchParts(m.Launches); parts != "" {
		t.Append("by kind", parts)
	}
	t.Append("loops", loopCount(m))
	if len(m.Collectives) > 0 {
		t.Append("collectives", counts(m.Collectives))
	}
	t.Append("numbers", numbers(m))
	t.Append("parameters", units.Integer(m.Parameters)+", together "+units.Size(float64(m.ParameterBytes)))
	t.Append("constants", units.Integer(m.Constants)+", together "+units.Size(float64(m.ConstantBytes)))
	if m.DynamicShapes > 0 {
		t.Append("dynamic", units.Plural(m.DynamicShapes, "result")+" with an unknown dimension")
	}
	if m.Skipped > 0 {
		t.Append("skipped", units.Plural(m.Skipped, "line")+" of unknown kind")
	}
	return t
}

// launches says how much one execution launches.
func launches(m *hlo.Module) string {
	l := m.Launches
	switch {
	case l == nil && m.Entry == "":
		return "unknown: the module has no entry"
	case l == nil:
		return "unknown before XLA has fused operations; use the text of compiled.as_text()"
	}
	switch {
	case l.AtMost == nil:
		return "at least " + units.Integer(l.AtLeast) + ", with one iteration for each loop of unknown trip count"
	case *l.AtMost != l.AtLeast:
		return units.Integer(l.AtLeast) + " to " + units.Integer(*l.AtMost) + ", depending on the branches taken"
	}
	return units.Integer(l.AtLeast)
}

// launchParts says what is launched, "" where that is nothing.
func launchParts(l *hlo.Launches) string {
	if l == nil {
		return ""
	}
	var parts []string
	for _, part := range []struct {
		n    int64
		noun string
	}{{l.Fusions, "fusion"}, {l.CustomCalls, "custom call"}, {l.Copies, "copy"}, {l.Collectives, "collective"}} {
		if part.n > 0 {
			parts = append(parts, units.Plural(part.n, part.noun))
		}
	}
	if l.Other > 0 {
		parts = append(parts, units.Integer(l.Other)+" other")
	}
	return strings.Join(parts, ", ")
}

// loopCount says how many loops there are.
func loopCount(m *hlo.Module) string {
	unknown := 0
	for _, w := range m.Whiles {
		if w.TripCount == nil {
			unknown++
		}
	}
	text := units.Integer(len(m.Whiles))
	if m.Optimized && unknown > 0 {
		text += fmt.Sprintf(", %s of unknown trip count", units.Integer(unknown))
	}
	return text
}

// counts lists operations with their counts.
func counts(list []hlo.OpCount) string {
	var words []string
	for _, c := range list {
		words = append(words, c.Op+" "+units.Integer(c.Count))
	}
	return strings.Join(words, ", ")
}

// numbers says what the results consist of, and how much of the floating-point
// ones is in double precision.
func numbers(m *hlo.Module) string {
	var words []string
	var double, float, all int64
	for k, d := range m.DTypes {
		if k < 6 {
			words = append(words, d.Type+" "+units.Integer(d.Results))
		}
		all += d.Results
		if d.Float {
			float += d.Results
		}
		if d.Type == "f64" || d.Type == "c128" {
			double += d.Results
		}
	}
	if all == 0 {
		return "none"
	}
	text := strings.Join(words, ", ")
	if len(m.DTypes) > 6 {
		text += ", …"
	}
	if float > 0 {
		text += "; " + units.Percent(float64(double), float64(float)) + " of floating-point results are double"
	}
	return text
}
