package analysis

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/reports/plot"
	"github.com/nrkit/nrkit/sparsity/structure"
)

// Report returns the report of an analysis. The report has drawings if the analysis
// kept the data for them.
func Report(d *analysis.Document) *reports.Document {
	s, r := d.Structure, Verdict(d)
	r.Add(reports.Heading("Structure"), structureFacts(d))
	if d.Pattern != nil {
		r.Add(&reports.Figure{Caption: "The entries of the matrix, in the order of the file.", Plot: plot.Spy(d.Pattern, d.Input.Name),
			Alt: fmt.Sprintf("Drawing of the pattern: %s in %s rows and %s columns, bandwidth %s below and %s above the diagonal.",
				units.Plural(s.NNZ, "entry"), units.Integer(s.Rows), units.Integer(s.Cols), units.Integer(s.Lower), units.Integer(s.Upper))})
	}
	addOrderings(r, d)
	addPrediction(r, d)
	addFactorization(r, d)
	addSolves(r, d)
	addLULevels(r, d)
	addExact(r, d)
	addSeries(r, d.Series)
	addPivots(r, d.Pivots)
	addAssembly(r, d.Assembly)
	if d.Timings != nil {
		r.Add(reports.Heading("Times"), timeFacts(d))
	}
	if len(d.Orderings) > 0 {
		r.Add(orderingNames())
	}
	return r
}

// Verdict returns the begin of the report, which is what a reader came for: the title,
// the conclusions, and what is doubtful.
func Verdict(d *analysis.Document) *reports.Document {
	s := d.Structure
	r := &reports.Document{Title: fmt.Sprintf("%s: %s × %s, %s", d.Input.Name,
		units.Integer(s.Rows), units.Integer(s.Cols), units.Plural(s.NNZ, "entry"))}
	r.Add(reports.Heading("Verdict"), reports.List(d.Verdict))
	if len(d.Warnings) > 0 {
		var list reports.List
		for _, w := range d.Warnings {
			list = append(list, w.Message)
		}
		r.Add(reports.Heading("Warnings"), list)
	}
	return r
}

// orderingNames explains the names of orderings.
func orderingNames() *reports.Glossary {
	g := &reports.Glossary{Title: "Names of orderings"}
	for _, d := range analysis.Descriptions() {
		g.Terms = append(g.Terms, reports.Term{Word: d.Name, Meaning: d.Is + ". Use it " + d.Wins + "."})
	}
	return g
}

// structureFacts lists the statistics of the matrix.
func structureFacts(d *analysis.Document) *reports.Table {
	s, t := d.Structure, reports.Facts()
	t.Append("file", strings.Join([]string{d.Input.Format, d.Input.Layout, d.Input.Field, d.Input.Symmetry}, " "))
	t.Append("entries", entryFacts(d))
	band := fmt.Sprintf("%s below, %s above the diagonal", units.Integer(s.Lower), units.Integer(s.Upper))
	if s.Profile != nil {
		band += "; profile " + units.Integer(*s.Profile)
	}
	t.Append("bandwidth", band)
	if s.Degree.Row != nil && s.Degree.Col != nil {
		t.Append("per row", degreeFacts(s.Degree.Row, "row", d.RowName(s.Degree.Row.Argmax)))
		t.Append("per column", degreeFacts(s.Degree.Col, "column", d.ColName(s.Degree.Col.Argmax)))
	}
	if s.Symmetry != nil {
		t.Append("symmetry", symmetryFacts(s))
	}
	if s.Diagonal != nil {
		t.Append("diagonal", diagonalFacts(s, d.Names))
	}
	if m := d.Matching; m != nil {
		t.Append("matching", matchingFacts(m))
	}
	t.Append("structural rank", fmt.Sprintf("%s of %s", units.Integer(s.StructuralRank), units.Integer(min(s.Rows, s.Cols))))
	components := units.Plural(s.Components, "component")
	if s.Components > 1 && s.Rows == s.Cols {
		components += ", the largest of " + units.Plural(s.ComponentSizes.Largest[0], "row")
	}
	if c := s.StrongComponents; c != nil {
		components += fmt.Sprintf(", %s strongly connected", units.Integer(*c))
	}
	t.Append("graph", components)
	if b := s.BlockTriangular; b != nil {
		text := fmt.Sprintf("%s in block triangular form, the largest of %s", units.Integer(b.Count), units.Plural(b.Largest, "row"))
		if b.Singletons > 0 && b.Largest > 1 {
			text += fmt.Sprintf(", %s of one row", units.Integer(b.Singletons))
		}
		t.Append("blocks", text)
	}
	if m := s.DulmageMendelsohn; m != nil {
		t.Append("Dulmage–Mendelsohn", fmt.Sprintf("horizontal %s, square %s, vertical %s",
			part(m.Horizontal), part(m.Square), part(m.Vertical)))
	}
	return t
}

// part writes the size of a coarse part.
func part(p structure.Part) string { return units.Integer(p.Rows) + " × " + units.Integer(p.Cols) }

// entryFacts says what is stored.
func entryFacts(d *analysis.Document) string {
	s := d.Structure
	text := fmt.Sprintf("%s, %s of all positions", units.Integer(s.NNZ), units.Share(s.Density))
	if s.Entries != s.NNZ {
		text += fmt.Sprintf("; %s in the file", units.Integer(s.Entries))
	}
	if z := s.ExplicitZeros; z != nil && *z > 0 {
		text += fmt.Sprintf("; %s stored as zero", units.Integer(*z))
	}
	if s.Duplicates > 0 {
		text += fmt.Sprintf("; %s were duplicates", units.Integer(s.Duplicates))
	}
	if d.Input.ZerosDropped > 0 {
		text += fmt.Sprintf("; %s stored as zero ignored", units.Integer(d.Input.ZerosDropped))
	}
	return text
}

// degreeFacts says how many entries the rows or columns have.
func degreeFacts(g *structure.Degrees, what, name string) string {
	densest := what + " " + units.Integer(g.Argmax+1)
	if name != "" {
		densest += ", " + name
	}
	text := fmt.Sprintf("%s to %s entries (%s), mean %s, median %s", units.Integer(g.Min), units.Integer(g.Max),
		densest, units.Significant(g.Mean), units.Number(g.Median))
	if g.Empty > 0 {
		text += fmt.Sprintf("; %s empty", units.Integer(g.Empty))
	}
	return text
}

// symmetryFacts says which share of the entries has a mirror.
func symmetryFacts(s *structure.Stats) string {
	text := units.Share(s.Symmetry.Pattern) + " of the pattern"
	if v := s.Symmetry.Value; v != nil {
		text += ", " + units.Share(*v) + " of the values"
	}
	if v := s.Symmetry.Hermitian; v != nil {
		text += ", " + units.Share(*v) + " Hermitian"
	}
	return text
}

// diagonalFacts says what stands on the diagonal.
func diagonalFacts(s *structure.Stats, n *analysis.Names) string {
	text := "complete"
	if s.Missing > 0 {
		text = units.Integer(s.Missing) + " missing" + inParentheses(n, analysis.NoDiagonal)
	}
	if z := s.Diagonal.Zero; z != nil && *z > s.Missing {
		text += fmt.Sprintf(", %s stored as zero", units.Integer(*z-s.Missing)) + inParentheses(n, analysis.ZeroDiagonal)
	}
	if p := s.Dominance; p != nil {
		text += fmt.Sprintf("; dominates %s of the rows and %s of the columns",
			units.Percent(float64(p.Row.Weak), float64(p.Row.Nonzero)), units.Percent(float64(p.Col.Weak), float64(p.Col.Nonzero)))
	}
	return text
}

// inParentheses lists the rows that stand out for one reason.
func inParentheses(n *analysis.Names, what analysis.What) string {
	if n == nil {
		return ""
	}
	if list := analysis.List(n.Rows, what, "row"); list != "" {
		return " (" + list + ")"
	}
	return ""
}

// matchingFacts says how rows were matched to columns.
func matchingFacts(m *analysis.Matching) string {
	text := m.Kind + ": no row moves"
	if m.MovedRows > 0 {
		text = fmt.Sprintf("%s: %s moved before ordering; now %s of the pattern is symmetric",
			m.Kind, units.Plural(m.MovedRows, "row"), units.Share(m.PatternSymmetry))
	}
	if m.Scaled {
		text += "; scaled to a diagonal of 1"
	}
	return text
}

// timeFacts lists the times.
func timeFacts(d *analysis.Document) *reports.Table {
	t := reports.Facts()
	t.Append("reading", units.Duration(d.Timings.ReadNS))
	t.Append("symbolic", units.Duration(d.Timings.SymbolicNS))
	for _, o := range d.Orderings {
		t.Append("  "+o.Method, fmt.Sprintf("%s to order, %s to analyze", units.Duration(o.OrderNS), units.Duration(o.AnalyzeNS)))
	}
	t.Append("numeric LU", units.Duration(d.Timings.ExactNS))
	t.Append("all but reading", fmt.Sprintf("%s with %s", units.Duration(d.Timings.TotalNS), units.Plural(d.Timings.Workers, "worker")))
	return t
}
