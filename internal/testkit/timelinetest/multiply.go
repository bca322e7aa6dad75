package timelinetest

import (
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/sqlite"
	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
)

// gap is how long nothing happens between two copies of an export; ns.
const gap = 10_000

// domainRow is the eventType of the row that names an NVTX domain.
const domainRow = 75

// Multiply writes an export to path that has the rows of the export from so many
// times, one copy after the other in time on the same threads and streams. Each
// copy has its own correlation ids. The export is written as rows are read: what
// it takes of memory does not grow with copies.
func Multiply(path, from string, copies int) (err error) {
	db, err := sqlite.Open(from)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := db.Close(); err == nil {
			err = cerr
		}
	}()
	m := multiplier{copies: copies, first: math.MaxInt64}
	for i := range db.Tables() {
		if err := m.read(&db.Tables()[i]); err != nil {
			return err
		}
	}
	var tables []sqlitetest.Table
	for i := range m.tables {
		tables = append(tables, m.table(&m.tables[i]))
	}
	return sqlitetest.Create(path, tables...)
}

// A multiplied is a table that is multiplied, or copied once.
type multiplied struct {
	name    string
	columns []string
	rows    [][]any
}

// A multiplier holds the export that is multiplied.
type multiplier struct {
	copies       int
	tables       []multiplied
	first, last  int64 // times of all rows
	correlations int64 // all are less
}

// read reads a table.
func (m *multiplier) read(t *sqlite.Table) error {
	out := multiplied{name: t.Name, columns: slices.Clone(t.Columns())}
	all := make([]int, len(out.columns))
	for i := range all {
		all[i] = i
	}
	start, end, id := out.column("start"), out.column("end"), out.column("correlationId")
	err := t.Scan(all, func(values []sqlite.Value) error {
		row := make([]any, len(values))
		for i := range values {
			row[i] = valueOf(&values[i])
		}
		out.rows = append(out.rows, row)
		if start >= 0 {
			m.first = min(m.first, values[start].Int())
			m.last = max(m.last, values[start].Int())
		}
		if end >= 0 {
			m.last = max(m.last, values[end].Int())
		}
		if id >= 0 {
			m.correlations = max(m.correlations, values[id].Int()+1)
		}
		return nil
	})
	m.tables = append(m.tables, out)
	return err
}

// column returns the index of a column, -1 where there is none.
func (t *multiplied) column(name string) int { return slices.Index(t.columns, name) }

// valueOf returns a value as sqlitetest takes it.
func valueOf(v *sqlite.Value) any {
	switch v.Kind {
	case sqlite.Integer:
		return v.Int()
	case sqlite.Real:
		return v.Float()
	case sqlite.Text:
		return string(v.Bytes())
	case sqlite.Blob:
		return slices.Clone(v.Bytes())
	}
	return nil
}

// table returns a table to write.
func (m *multiplier) table(t *multiplied) sqlitetest.Table {
	out := sqlitetest.Table{Name: t.name, SQL: "CREATE TABLE " + t.name + " (" + strings.Join(t.columns, ", ") + ")", Rows: sqlitetest.Rows(t.rows...)}
	if t.column("start") >= 0 && t.column("end") >= 0 {
		out.Rows = m.rows(t)
	}
	return out
}

// rows yields the rows of all copies; a row that names a domain comes once.
func (m *multiplier) rows(t *multiplied) iter.Seq[[]any] {
	start, end := t.column("start"), t.column("end")
	id, kind := t.column("correlationId"), t.column("eventType")
	return func(yield func([]any) bool) {
		var row []any
		for k := range int64(m.copies) {
			by := k * (m.last - m.first + gap)
			for _, from := range t.rows {
				if k > 0 && kind >= 0 && from[kind] == int64(domainRow) {
					continue
				}
				row = append(row[:0], from...)
				add(row, start, by)
				add(row, end, by)
				add(row, id, k*m.correlations)
				if !yield(row) {
					return
				}
			}
		}
	}
}

// add adds to an integer of a row, where there is one.
func add(row []any, column int, by int64) {
	if column >= 0 {
		if x, ok := row[column].(int64); ok {
			row[column] = x + by
		}
	}
}
