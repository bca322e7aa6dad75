package columns

import (
	"fmt"

	"github.com/parquet-go/parquet-go"
)

// A Table is what a file holds: rows of type R.
type Table[R any] struct {
	Program string // that writes it
	Name    string // of the file, without its ending
	Version int
	About   string // one sentence: what a row is
	Columns []Column[R]
}

// File returns the name of the file of the table.
func (t *Table[R]) File() string { return t.Name + ".parquet" }

// Schema names the table and its version.
func (t *Table[R]) Schema() string { return fmt.Sprintf("%s.%s/v%d", t.Program, t.Name, t.Version) }

// A Description is what documents say of a table.
type Description struct {
	Name, Schema, About string
	Columns             []Described
}

// A Described is what documents say of a column.
type Described struct {
	Name, Type, Unit, Meaning string
	Null                      bool // the column may be NULL
}

// Describe returns the description of a table.
func (t *Table[R]) Describe() Description {
	d := Description{Name: t.Name, Schema: t.Schema(), About: t.About}
	for i := range t.Columns {
		c := &t.Columns[i]
		d.Columns = append(d.Columns, Described{c.Name, typeName(c.node), c.Unit(), c.Meaning, c.node.Optional()})
	}
	return d
}

// typeName returns the type of a column as SQL calls it.
func typeName(n parquet.Node) string {
	switch n.Type().Kind() {
	case parquet.Boolean:
		return "BOOLEAN"
	case parquet.Int64:
		return "BIGINT"
	case parquet.Double:
		return "DOUBLE"
	}
	return "VARCHAR"
}

// schema returns the schema of the file, with the columns in their order.
func (t *Table[R]) schema() *parquet.Schema {
	group := parquet.Group{}
	place := map[string]int{}
	for i := range t.Columns {
		c := &t.Columns[i]
		if _, twice := group[c.Name]; twice {
			panic("columns: two columns have one name")
		}
		group[c.Name], place[c.Name] = c.node, i
	}
	fields := make([]parquet.Field, len(t.Columns))
	for _, f := range group.Fields() {
		fields[place[f.Name()]] = f
	}
	return parquet.NewSchema(t.Name, inOrder{group, fields})
}

// An inOrder is a group whose fields are not in the order of their names.
type inOrder struct {
	parquet.Group
	fields []parquet.Field
}

func (g inOrder) Fields() []parquet.Field { return g.fields }
