package analysis

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/sparsity"
)

// Names has the names of the rows and columns that stand out, if rows or columns
// have names.
type Names struct {
	RowsFrom string `json:"rows_from,omitempty"` // source of the row names: the name of a file or circuit; absent without row names

	// source of the column names: the name of a file or circuit; absent without
	// column names
	ColsFrom string `json:"cols_from,omitempty"`

	// rows that stand out, ordered by `what` and then by `index`; at most 10 for
	// each `what`
	Rows []Named `json:"rows"`

	// columns that stand out, ordered by `what` and then by `index`; at most 10
	// for each `what`, which is never `no_diagonal` or `zero_diagonal`
	Cols []Named `json:"cols"`
}

// A Named is a row or a column that stands out.
type Named struct {
	Index int    `json:"index"` // row or column, from 0
	Name  string `json:"name"`  // name as in the source; "" without a name

	// why the row or column stands out. `densest`: the first with the most
	// entries. `empty`: no entries. `no_diagonal`: its diagonal entry is not
	// stored. `zero_diagonal`: its diagonal entry is stored as zero. `dependent`:
	// a row of the vertical part, or a column of the horizontal part, of
	// `structure.dulmage_mendelsohn`
	What What `json:"what"`
}

// What is why a row or column stands out.
type What string

// The reasons, in the order of the lists.
const (
	Densest      What = "densest"       // with the most entries, the first such
	Empty        What = "empty"         // without entries
	NoDiagonal   What = "no_diagonal"   // whose diagonal entry is not stored; of rows
	ZeroDiagonal What = "zero_diagonal" // whose diagonal entry is stored as zero; of rows
	Dependent    What = "dependent"     // of the overdetermined part (rows) or the underdetermined part (columns)
)

// mostNamed is how many rows or columns of a kind are listed.
const mostNamed = 10

// names lists the rows and columns that stand out, nil where none has a name.
func (r *runner) names() *Names {
	rows, cols := r.rowNames(), r.colNames()
	if rows == nil && cols == nil {
		return nil
	}
	n := &Names{RowsFrom: r.first.RowNamesFrom, ColsFrom: r.first.ColNamesFrom, Rows: []Named{}, Cols: []Named{}}
	if r.first.RowNames == nil && rows != nil {
		n.RowsFrom = filepath.Base(r.opt.Stamps.Name)
		n.ColsFrom = n.RowsFrom
	}
	a, s := r.given.pattern, r.doc.Structure
	found := map[What][2][]int32{Empty: {emptyOf(a, true), emptyOf(a, false)}}
	if d := s.Degree; d.Row != nil && d.Col != nil {
		found[Densest] = [2][]int32{{int32(d.Row.Argmax)}, {int32(d.Col.Argmax)}}
	}
	if a.Square() {
		found[NoDiagonal], found[ZeroDiagonal] = diagonalOf(r.given.matrix)
	}
	if s.DulmageMendelsohn != nil {
		found[Dependent] = dependent(r.given)
	}
	for _, what := range []What{Densest, Empty, NoDiagonal, ZeroDiagonal, Dependent} {
		n.Rows = appendNamed(n.Rows, found[what][0], rows, what)
		n.Cols = appendNamed(n.Cols, found[what][1], cols, what)
	}
	return n
}

// rowNames returns the names of the rows: those of the file, else of the devices.
func (r *runner) rowNames() []string {
	if r.first.RowNames == nil && r.first.ColNames == nil && r.opt.Stamps != nil {
		return r.opt.Stamps.Devices.Names
	}
	return r.first.RowNames
}

func (r *runner) colNames() []string {
	if r.first.RowNames == nil && r.first.ColNames == nil && r.opt.Stamps != nil {
		return r.opt.Stamps.Devices.Names
	}
	return r.first.ColNames
}

// row writes row i for people, with its name where it has one.
func (r *runner) row(i int) string { return called("row", i, nth(r.rowNames(), i)) }

func (r *runner) column(j int) string { return called("column", j, nth(r.colNames(), j)) }

// nth returns element k of names, "" where there is none.
func nth(names []string, k int) string {
	if k < len(names) {
		return names[k]
	}
	return ""
}

// called writes "row 17 (v(out))"; rows count from 1 there.
func called(what string, k int, name string) string {
	text := what + " " + units.Integer(k+1)
	if name != "" {
		text += " (" + brief(name) + ")"
	}
	return text
}

// moved returns the row of the matrix as it was given that is row i of the one
// that is ordered.
func (r *runner) moved(i int) int {
	if r.rows == nil {
		return i
	}
	return int(r.rows[i])
}

// appendNamed appends the first of some rows or columns with their names.
func appendNamed(list []Named, index []int32, names []string, what What) []Named {
	for _, k := range index[:min(len(index), mostNamed)] {
		list = append(list, Named{int(k), nth(names, int(k)), what})
	}
	return list
}

// emptyOf returns the rows, or columns, without entries.
func emptyOf(a *sparsity.Pattern, rows bool) (list []int32) {
	n := a.Cols
	if rows {
		n = a.Rows
	}
	full := make([]bool, n)
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			if rows {
				full[i] = true
			} else {
				full[j] = true
			}
		}
	}
	for k, f := range full {
		if !f {
			list = append(list, int32(k))
		}
	}
	return list
}

// diagonalOf returns the rows whose diagonal entry is not stored, and those where
// it is stored as zero.
func diagonalOf(m *sparsity.Matrix) (missing, zero [2][]int32) {
	a := m.Pattern
	for j := range a.Cols {
		k, stored := slices.BinarySearch(a.Col(j), int32(j))
		switch {
		case !stored:
			missing[0] = append(missing[0], int32(j))
		case m.HasValues() && isZero(m, int(a.ColPtr[j])+k):
			zero[0] = append(zero[0], int32(j))
		}
	}
	return missing, zero
}

// dependent returns the rows of the vertical part of the Dulmage–Mendelsohn
// decomposition, which have entries in fewer columns than they are, and the
// columns of the horizontal part, which have entries in fewer rows. Which they
// are depends on the pattern alone.
func dependent(s *subject) [2][]int32 {
	d := s.matching().DulmageMendelsohn(s.pattern)
	rows := slices.Clone([]int32(d.RowPerm[d.RowStart[2]:d.RowStart[4]]))
	cols := slices.Clone([]int32(d.ColPerm[:d.ColStart[2]]))
	slices.Sort(rows)
	slices.Sort(cols)
	return [2][]int32{rows, cols}
}

// dependentNamed returns the first rows and columns that are dependent, with names
// where they have some.
func (r *runner) dependentNamed() (list [2][]Named) {
	if r.doc.Structure.DulmageMendelsohn == nil {
		return list
	}
	found := dependent(r.given)
	list[0] = appendNamed(nil, found[0], r.rowNames(), Dependent)
	list[1] = appendNamed(nil, found[1], r.colNames(), Dependent)
	return list
}

// RowName returns the name that Names has of row i, shortened; "" without one.
func (d *Document) RowName(i int) string {
	if d.Names == nil {
		return ""
	}
	return brief(nameOf(d.Names.Rows, i))
}

// ColName returns the name that Names has of column j, as RowName does.
func (d *Document) ColName(j int) string {
	if d.Names == nil {
		return ""
	}
	return brief(nameOf(d.Names.Cols, j))
}

func nameOf(list []Named, k int) string {
	for _, n := range list {
		if n.Index == k {
			return n.Name
		}
	}
	return ""
}

// List writes at most three rows or columns of a list, by name or otherwise by
// number: "v(a), v(b), row 7, …". An empty list gives "".
func List(list []Named, what What, kind string) string {
	var parts []string
	for _, n := range list {
		if n.What != what {
			continue
		}
		if len(parts) == mostListed {
			parts = append(parts, "…")
			break
		}
		text := brief(n.Name)
		if text == "" {
			text = kind + " " + units.Integer(n.Index+1)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// mostListed is how many rows or columns a sentence names.
const mostListed = 3

// sayDependent names the equations and unknowns that make a matrix structurally
// singular.
func sayDependent(d *Document) string {
	if d.Structure.DulmageMendelsohn == nil {
		return ""
	}
	p, text := d.Structure.DulmageMendelsohn, ""
	if list := List(d.dependent[0], Dependent, "row"); list != "" && p.Vertical.Rows > 0 {
		text += fmt.Sprintf(" %s (%s) %s.", units.Plural(p.Vertical.Rows, "row"), list, entriesIn(p.Vertical.Rows, p.Vertical.Cols, "column"))
	}
	if list := List(d.dependent[1], Dependent, "column"); list != "" && p.Horizontal.Cols > 0 {
		text += fmt.Sprintf(" %s (%s) %s.", units.Plural(p.Horizontal.Cols, "column"), list, entriesIn(p.Horizontal.Cols, p.Horizontal.Rows, "row"))
	}
	return text
}

// entriesIn says in how many rows or columns n others have all their entries.
func entriesIn(n, others int, what string) string {
	if others == 0 {
		return hasHave(n) + " no entries"
	}
	return hasHave(n) + " entries in " + units.Plural(others, what) + " only"
}

// Longest names in sentences, in characters: a head and a tail.
const (
	briefHead = 40
	briefTail = 20
)

// brief shortens a name in its middle.
func brief(name string) string {
	if utf8.RuneCountInString(name) <= briefHead+1+briefTail {
		return name
	}
	r := []rune(name)
	return string(r[:briefHead]) + "…" + string(r[len(r)-briefTail:])
}
