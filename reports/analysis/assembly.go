package analysis

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
)

// addAssembly adds where the devices write.
func addAssembly(r *reports.Document, a *analysis.Assembly) {
	if a == nil {
		return
	}
	r.Add(reports.Heading("Device scatter"), scatterFacts(a), strategyTable(a))
	if t := hotTable(a); len(t.Rows) > 0 {
		r.Add(t)
	}
	r.Add(reports.Heading("Specialisation"), modelTable(a))
}

// scatterFacts compares the figures with rails and without.
func scatterFacts(a *analysis.Assembly) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "scatter"}, {Name: "all", Right: true}},
		Note: units.Plural(a.Devices, "device") + " of " + units.Plural(len(a.Models), "model") + ", " + units.Plural(a.Unknowns, "unknown") + "; " + railFacts(a) + ". Writers are the devices that write one position, and adds are the slots of one position: at most, or in 99.9 % of the positions. A shared position has several writers. Colours for 90 % are the fewest colours that have 90 % of the devices. The size of a colour is its number of devices. Residual: the most writers of one row, and the most adds of one row."}
	views := []*assembly.Scatter{a.All}
	if a.WithoutRails != nil {
		t.Columns = append(t.Columns, reports.Column{Name: "without rails", Right: true})
		views = append(views, a.WithoutRails)
	}
	row := func(name string, value func(s *assembly.Scatter) string) {
		cells := []string{name}
		for _, s := range views {
			cells = append(cells, value(s))
		}
		t.Append(cells...)
	}
	count := func(name string, value func(s *assembly.Scatter) int) {
		row(name, func(s *assembly.Scatter) string { return units.Integer(value(s)) })
	}
	count("slots that write", func(s *assembly.Scatter) int { return s.Slots })
	count("slots, summed per device", func(s *assembly.Scatter) int { return s.DistinctSlots })
	count("positions", func(s *assembly.Scatter) int { return s.Positions })
	row("slots per position", func(s *assembly.Scatter) string { return units.Significant(s.SlotsPerPosition) })
	row("shared positions", func(s *assembly.Scatter) string {
		return units.Integer(s.Shared) + " (" + units.Share(s.SharedShare) + ")"
	})
	count("writers, at most", func(s *assembly.Scatter) int { return s.Writers.Max })
	count("adds, at most", func(s *assembly.Scatter) int { return s.Adds.Max })
	count("adds, at 99.9 %", func(s *assembly.Scatter) int { return s.Adds.P999 })
	row("slots in the ten hottest", func(s *assembly.Scatter) string { return units.Share(s.HottestShare) })
	row("conflicts by position", func(s *assembly.Scatter) string { return units.Integer(s.Conflicts.Edges) })
	row("conflicting pairs", func(s *assembly.Scatter) string {
		if s.Conflicts.UniqueEdges == nil {
			return "not counted"
		}
		return units.Integer(*s.Conflicts.UniqueEdges)
	})
	count("colours", func(s *assembly.Scatter) int { return s.Colouring.Colours })
	count("colours, lower bound", func(s *assembly.Scatter) int { return s.Colouring.LowerBound })
	count("colours for 90 %", func(s *assembly.Scatter) int { return s.Colouring.Cover90 })
	count("colours for 95 %", func(s *assembly.Scatter) int { return s.Colouring.Cover95 })
	count("colours for 99 %", func(s *assembly.Scatter) int { return s.Colouring.Cover99 })
	count("smallest colour", func(s *assembly.Scatter) int { return s.Colouring.Smallest })
	count("median colour", func(s *assembly.Scatter) int { return s.Colouring.Median })
	count("largest colour", func(s *assembly.Scatter) int { return s.Colouring.Largest })
	count("residual writers", func(s *assembly.Scatter) int { return s.Residual.Writers.Max })
	count("residual adds", func(s *assembly.Scatter) int { return s.Residual.Adds.Max })
	return t
}

// railFacts says what the rails are.
func railFacts(a *analysis.Assembly) string {
	n := len(a.Rails.Unknowns)
	if n == 0 {
		return "no rails"
	}
	source := " derived from the voltage sources"
	if a.Rails.Stated {
		source = " stated"
	}
	const most = 6
	var names []string
	for k, i := range a.Rails.Unknowns[:min(n, most)] {
		name := ""
		if k < len(a.Rails.Names) {
			name = a.Rails.Names[k]
		}
		names = append(names, unknown(i, name))
	}
	if n > most {
		names = append(names, "…")
	}
	return units.Plural(n, "rail") + source + " (" + strings.Join(names, ", ") + "), " + units.Share(a.Rails.SlotShare) + " of the slots in their rows and columns"
}

// unknown writes the name of unknown i, or its number from 1.
func unknown(i int32, name string) string {
	if name == "" {
		return units.Integer(i + 1)
	}
	return short(name)
}

// short cuts a name where it is long, and replaces what cannot be printed.
func short(name string) string {
	const most = 16
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '·'
		}
		return r
	}, name)
	if utf8.RuneCountInString(name) > most {
		return string([]rune(name)[:most-1]) + "…"
	}
	return name
}

// strategyTable lists what ways of assembly cost.
func strategyTable(a *analysis.Assembly) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{
		{Name: "assembly by"}, {Name: "passes", Right: true}, {Name: "adds", Right: true, Rank: 2}, {Name: "depth", Right: true, Rank: 1}, {Name: "read", Right: true, Rank: 3},
		{Name: "written", Right: true, Rank: 3}, {Name: "staged", Right: true, Rank: 4}, {Name: "same bits"},
	}, Note: "Depth is the longest chain of additions. Staged is the memory in which the evaluation leaves its results for the assembly. Same bits: whether every run gives the same bits."}
	add := func(s *assembly.Scatter, suffix string) {
		for _, x := range s.Strategies {
			bits := map[bool]string{true: "yes", false: "no"}[x.Reproducible]
			t.Append(strings.ReplaceAll(x.Name, "_", " ")+suffix, units.Integer(x.Passes), units.Integer(x.Adds), units.Integer(x.SerialDepth),
				units.Size(float64(x.ReadBytes)), units.Size(float64(x.WrittenBytes)), units.Size(float64(x.StagedBytes)), bits)
		}
	}
	add(a.All, "")
	if a.WithoutRails != nil {
		add(a.WithoutRails, ", without rails")
	}
	return t
}

// hotTable lists the hottest positions.
func hotTable(a *analysis.Assembly) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "hottest position"}, {Name: "writers", Right: true}, {Name: "adds", Right: true}, {Name: "of all slots", Right: true}}}
	for _, h := range a.All.Hottest {
		if h.Adds > 1 {
			t.Append(position(h), units.Integer(h.Writers), units.Integer(h.Adds),
				units.Percent(float64(h.Adds), float64(a.All.Slots)))
		}
	}
	return t
}

// position writes the row and the column of a position, by name or by number from 1.
func position(h assembly.Hot) string {
	if h.RowName == "" || h.ColName == "" {
		return "row " + unknown(h.Row, h.RowName) + ", column " + unknown(h.Col, h.ColName)
	}
	return short(h.RowName) + ", " + short(h.ColName)
}

// modelTable lists the configurations of each model.
func modelTable(a *analysis.Assembly) *reports.Table {
	s := a.Specialisation
	t := &reports.Table{Columns: []reports.Column{
		{Name: "model"}, {Name: "devices", Right: true}, {Name: "slots", Right: true, Rank: 1},
		{Name: "distinct", Right: true, Rank: 2, Note: "Distinct is the number of distinct positions that a device writes."}, {Name: "configurations", Right: true},
		{Name: "discrete", Right: true, Rank: 3, Note: "Discrete is the number of configurations by discrete parameters only."},
		{Name: "largest", Right: true, Rank: 4, Note: "Largest is the number of devices in the largest configuration."}, {Name: "warps full", Right: true}, {Name: "split by", Rank: 5},
	}, Note: units.Plural(s.Variants, "configuration") + " in total, " + units.Integer(s.DiscreteVariants) + " by discrete parameters only. A configuration is one set of values of the static parameters. Discrete parameters decide branches."}
	for _, m := range a.Models {
		configurations, discrete, largest, full := "unknown", "–", "–", "–"
		if m.Configurations != nil {
			configurations, discrete = units.Integer(*m.Configurations), units.Integer(*m.Discrete)
		}
		if len(m.Largest) > 0 {
			largest = units.Integer(m.Largest[0])
		}
		if m.WarpEfficiency != nil {
			full = units.Share(*m.WarpEfficiency)
		}
		var split []string
		for _, x := range m.SplitBy[:min(len(m.SplitBy), 3)] {
			split = append(split, short(x.Name)+" ("+splitValues(x)+")")
		}
		t.Append(short(m.Name), units.Integer(m.Devices), span(m.Slots), span(m.Positions), configurations, discrete, largest, full, strings.Join(split, ", "))
	}
	return t
}

// splitValues writes how many values a parameter has, and which where they are few.
func splitValues(x assembly.Split) string {
	text := units.Integer(x.Distinct)
	if x.Distinct > len(x.Values) || x.Distinct > fewValues {
		return text
	}
	var values []string
	for _, v := range slices.SortedFunc(slices.Values(x.Values), func(a, b assembly.SplitValue) int { return cmp.Compare(a.Value, b.Value) }) {
		values = append(values, strconv.FormatFloat(float64(v.Value), 'g', 4, 64))
	}
	return text + ": " + strings.Join(values, ", ")
}

// fewValues is how many values of a parameter a table lists.
const fewValues = 3

// span writes the range of a count.
func span(s assembly.Spread) string {
	if s.Min == s.Max {
		return units.Integer(s.Min)
	}
	return units.Integer(s.Min) + "–" + units.Integer(s.Max)
}
