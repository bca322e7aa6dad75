package compare

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
)

// newTable returns the table of rows, whose first column has a name.
func newTable(name string) *reports.Table {
	if name == "" {
		name = "quantity"
	}
	return &reports.Table{Columns: []reports.Column{{Name: name}, {Name: "old", Right: true}, {Name: "±", Right: true, Rank: 1}, {Name: "new", Right: true},
		{Name: "±", Right: true, Rank: 1}, {Name: "change", Right: true}, {Name: "p", Right: true}, {Name: "n", Right: true, Rank: 1}}}
}

// addSections adds a table for each kind and regime, of the rows to be shown.
func addSections(d *reports.Document, r *compare.Result, show func(*compare.Row) bool) {
	for i := 0; i < len(r.Rows); {
		j := i
		for j < len(r.Rows) && r.Rows[j].Kind == r.Rows[i].Kind && r.Rows[j].Regime == r.Rows[i].Regime {
			j++
		}
		addSection(d, r.Rows[i:j], show)
		i = j
	}
}

// addSection adds the table of the rows of one kind and regime. The rows come
// heaviest first.
func addSection(d *reports.Document, rows []compare.Row, show func(*compare.Row) bool) {
	t := newTable(string(rows[0].Kind))
	light, hidden := 0, 0
	for i := range rows {
		x := &rows[i]
		if !show(x) {
			continue
		}
		if bounded(x.Kind) && !changed(x) {
			if light++; light > lightRows {
				hidden++
				continue
			}
		}
		t.Append(row(x)...)
	}
	if hidden > 0 {
		t.Note = fmt.Sprintf("Not listed: %s; --json has them.", units.Plural(hidden, "lighter row"))
	}
	d.Add(reports.Heading(heading(rows[0].Kind, rows[0].Regime)), t)
}

// bounded reports whether there may be thousands of rows of a kind.
func bounded(k compare.Kind) bool { return k != compare.Root && k != compare.Benchmark }

// heading names a section.
func heading(kind compare.Kind, regime string) string {
	switch kind {
	case compare.Root:
		return "Whole run"
	case compare.Range:
		return "Ranges by place: total per run"
	case compare.Benchmark:
		return "Benchmarks"
	case compare.Kernel:
		return "Kernels, " + regimeName(regime)
	case compare.Memory:
		return "Memory of devices, " + regimeName(regime)
	case compare.Graph:
		return "Graphs, " + regimeName(regime)
	}
	return "Phases, " + regimeName(regime)
}

// regimeName writes a regime for a person.
func regimeName(regime string) string {
	switch regime {
	case compare.Steady, compare.WarmUp, compare.Cold:
		return strings.ReplaceAll(regime, "_", "-") + ": time per call"
	case compare.Outside:
		return "outside of all steps: time per call"
	case compare.First:
		return "first call: time"
	case compare.Later:
		return "after the first call: time per call"
	}
	return "whole run: time per call"
}

// place names a row without its section.
func place(x *compare.Row) string {
	text := label(x)
	switch x.Regime {
	case compare.Whole:
	case compare.First:
		text += " (first call)"
	case compare.Later:
		text += " (later calls)"
	case compare.Outside:
		text += " (outside of steps)"
	default:
		text += " (" + strings.ReplaceAll(x.Regime, "_", "-") + ")"
	}
	return text
}

// label names a row within its section.
func label(x *compare.Row) string {
	name := cut(x.Name)
	if x.Kind == compare.Range || x.Kind == compare.Benchmark {
		name = cutFront(x.Name)
	}
	switch x.Metric {
	case compare.Time, compare.Total:
		return name
	case compare.Other:
		return name + " " + x.Unit
	case compare.GPU:
		return name + ", on GPUs"
	case compare.Wait:
		return name + ", waiting"
	}
	return name + ", " + string(x.Metric)
}

// longestName is how many characters of a name are shown: those of kernels
// have thousands.
const longestName = 48

// cut shortens a text to longestName characters.
func cut(s string) string {
	if utf8.RuneCountInString(s) <= longestName {
		return s
	}
	return string([]rune(s)[:longestName-1]) + "…"
}

// cutFront shortens a path likewise: its end says what it is. What is left begins
// at a slash where there is one.
func cutFront(s string) string {
	r := []rune(s)
	if len(r) <= longestName {
		return s
	}
	rest := string(r[len(r)-longestName+1:])
	if i := strings.IndexByte(rest, '/'); i > 0 {
		rest = rest[i:]
	}
	return "…" + rest
}

// row returns the cells of a row.
func row(x *compare.Row) []string {
	n := units.Integer(x.Old.N)
	if x.Old.N != x.New.N {
		n += "+" + units.Integer(x.New.N)
	}
	return []string{label(x), figure(x.Old.Median, x.Unit), interval(x.Old), figure(x.New.Median, x.Unit), interval(x.New), change(x), pValue(x), n}
}

// figure writes a value with its unit.
func figure(v float64, unit string) string {
	if unit != "ns" {
		return units.Significant(v)
	}
	switch {
	case v < 999.5:
		return units.Significant(v) + " ns"
	case v < math.MaxInt64:
		return units.Duration(int64(math.Round(v)))
	}
	return units.Significant(v/1e9) + " s"
}

// interval writes the half width of a confidence interval, the larger one.
func interval(e compare.Estimate) string {
	switch {
	case e.N == 1:
		return "–"
	case e.Low == nil:
		return "∞"
	case e.Median == 0:
		return "0 %"
	}
	w := max(*e.High/e.Median-1, 1-*e.Low/e.Median)
	if w > 9.995 {
		return units.Ratio(1 + w)
	}
	return strconv.FormatFloat(100*w, 'f', decimals(100*w), 64) + " %"
}

// decimals of a percentage.
func decimals(p float64) int {
	if p < 9.95 {
		return 1
	}
	return 0
}

// change writes how much the new side differs, "~" where that is not known to
// be so.
func change(x *compare.Row) string {
	switch {
	case x.Verdict == compare.Untested && x.Note == "1 sample":
		return "~ (1 sample)"
	case x.Verdict == compare.Untested:
		return "~ (too few)"
	case x.Verdict == compare.None:
		return "~"
	case x.Change == nil:
		return "from 0"
	}
	return units.Change(*x.Change)
}

// pValue writes an adjusted p-value.
func pValue(x *compare.Row) string {
	switch {
	case x.Q == nil:
		return "–"
	case *x.Q < 0.0005:
		return "< 0.001"
	}
	return strconv.FormatFloat(*x.Q, 'f', 3, 64)
}

// pWords writes an adjusted p-value in a sentence.
func pWords(x *compare.Row) string {
	p := pValue(x)
	if strings.HasPrefix(p, "<") {
		return "p " + p
	}
	return "p = " + p
}

// addCounts adds the counts that are not the same.
func addCounts(d *reports.Document, r *compare.Result) {
	t := &reports.Table{Columns: []reports.Column{{Name: "count"}, {Name: "old", Right: true}, {Name: "new", Right: true}, {Name: ""}}}
	equal, hidden := 0, 0
	for _, c := range r.Counts {
		switch {
		case c.Verdict == compare.CountsEqual:
			equal++
		case len(t.Rows) >= 2*lightRows:
			hidden++
		default:
			t.Append(countName(c), spread(c.Old), spread(c.New), countNote(c))
		}
	}
	if len(r.Counts) == 0 {
		return
	}
	d.Add(reports.Heading("Counts"))
	note := fmt.Sprintf("The same in all runs: %s of %s.", units.Integer(equal), units.Plural(len(r.Counts), "count"))
	if hidden > 0 {
		note += fmt.Sprintf(" Not listed: %s that differ.", units.Integer(hidden))
	}
	if len(t.Rows) == 0 {
		d.Add(reports.Paragraph(note))
		return
	}
	t.Note = note
	d.Add(t)
}

func countName(c compare.CountRow) string {
	switch c.Kind {
	case "calls", "launches":
		return c.Kind + " of " + cut(c.Name)
	}
	return c.Name
}

func spread(s compare.CountSpread) string {
	if s.Min == s.Max {
		return units.Integer(s.Min)
	}
	return units.Integer(s.Min) + " to " + units.Integer(s.Max)
}

func countNote(c compare.CountRow) string {
	if c.Verdict == compare.CountsVary {
		return "varies from run to run"
	}
	if c.Old.Min == c.Old.Max && c.New.Min == c.New.Max && c.Old.Min != 0 {
		return units.Change(float64(c.New.Min)/float64(c.Old.Min) - 1)
	}
	return "differs"
}

// addLone adds what one side alone has.
func addLone(d *reports.Document, r *compare.Result) {
	for _, side := range []struct {
		name string
		list []compare.Lone
	}{{"Only in the old runs", r.OnlyOld}, {"Only in the new runs", r.OnlyNew}} {
		if len(side.list) == 0 {
			continue
		}
		t := &reports.Table{Columns: []reports.Column{{Name: "quantity"}, {Name: "median", Right: true}, {Name: "runs", Right: true}}}
		for _, x := range side.list[:min(len(side.list), lightRows)] {
			t.Append(place(&compare.Row{Kind: x.Kind, Name: x.Name, Regime: x.Regime, Metric: x.Metric, Unit: x.Unit}), figure(x.Median, x.Unit), units.Integer(x.N))
		}
		if n := len(side.list) - lightRows; n > 0 {
			t.Note = fmt.Sprintf("Not listed: %s more; --json has them.", units.Integer(n))
		}
		d.Add(reports.Heading(side.name), t)
	}
}
