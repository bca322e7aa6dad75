package analysis

import (
	"math"
	"strings"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
)

// Comparison returns the report of a comparison. Figures that are the same in
// both are left out of the tables.
func Comparison(c *analysis.Comparison) *reports.Document {
	r := &reports.Document{Title: c.A.Name + " → " + c.B.Name}
	if c.A.SHA256 != "" && c.A.SHA256 == c.B.SHA256 {
		r.Add(reports.Paragraph("Both are the same file."))
	}
	addChanges(r, "Structure", c.Structure)
	addChanges(r, "Best orderings", c.Winners)
	for _, o := range c.Orderings {
		addChanges(r, o.Method, o.Changes)
	}
	for _, only := range []struct {
		name    string
		methods []string
	}{{c.A.Name, c.OnlyA}, {c.B.Name, c.OnlyB}} {
		if len(only.methods) > 0 {
			r.Add(reports.Paragraph("Only " + only.name + " has " + strings.Join(only.methods, ", ") + "."))
		}
	}
	return r
}

// addChanges adds a section with the figures that differ.
func addChanges(r *reports.Document, title string, list []analysis.Change) {
	if len(list) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "figure"}, {Name: "a", Right: true}, {Name: "b", Right: true}, {Name: "change", Right: true}}}
	for _, c := range list {
		if c.A != c.B {
			write := figure
			if strings.HasSuffix(c.Key, "flops") || c.Key == "parallel" { // a predicted time in flops
				write = units.Flops
			}
			t.Append(changeName(c.Key), write(c.A), write(c.B), relative(c))
		}
	}
	r.Add(reports.Heading(title))
	if len(t.Rows) == 0 {
		r.Add(reports.Paragraph("The same in both."))
		return
	}
	r.Add(t)
}

// figure writes a number of unknown unit: whole numbers in full.
func figure(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return units.Integer(int64(x))
	}
	return units.Significant(x)
}

// relative writes a relative change.
func relative(c analysis.Change) string {
	if c.Change == nil {
		return "–"
	}
	return units.Change(*c.Change)
}

// changeName writes the key of a change, as a contrast does for figures of task models
// and of panels.
func changeName(key string) string {
	switch {
	case key == "critical_path_flops", key == "parallelism_work", strings.HasPrefix(key, "task_models."), strings.HasPrefix(key, "supernodes.relaxed."):
		name, _ := figureName(key)
		return name
	}
	return strings.NewReplacer("_", " ", ".", ", ").Replace(key)
}
