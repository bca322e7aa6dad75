package columns

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go"
)

// JSON returns a row as a JSON object, with the names of the columns as keys and null for
// NULL. [Table.Stored] has the table of such rows. It fails if a number is not finite.
func (t *Table[R]) JSON(row *R) ([]byte, error) {
	values := make(map[string]any, len(t.Columns))
	for i := range t.Columns {
		c := &t.Columns[i]
		values[c.Name] = c.value(row)
	}
	return json.Marshal(values)
}

// A Stored is a row that [Table.JSON] returned, by the names of the columns. It is made
// by [ReadStored].
type Stored map[string]any

// Stored returns the table with rows of JSON in the place of rows of type R. Both tables
// write the same files.
func (t *Table[R]) Stored() *Table[Stored] {
	s := &Table[Stored]{Program: t.Program, Name: t.Name, Version: t.Version, About: t.About}
	for i := range t.Columns {
		c := &t.Columns[i]
		s.Columns = append(s.Columns, storedColumn(c.Name, c.Meaning, c.node))
	}
	return s
}

// storedColumn returns a column that takes its values from JSON.
func storedColumn(name, meaning string, node parquet.Node) Column[Stored] {
	integer := func(r *Stored) (int64, bool) { x, ok := (*r)[name].(int64); return x, ok }
	number := func(r *Stored) (float64, bool) { x, ok := (*r)[name].(float64); return x, ok }
	text := func(r *Stored) string { x, _ := (*r)[name].(string); return x }
	switch kind := node.Type().Kind(); {
	case kind == parquet.Int64 && node.Optional():
		return MaybeInt(name, meaning, integer)
	case kind == parquet.Int64:
		return Int(name, meaning, func(r *Stored) int64 { x, _ := integer(r); return x })
	case kind == parquet.Double && node.Optional():
		return MaybeFloat(name, meaning, number)
	case kind == parquet.Double:
		return Float(name, meaning, func(r *Stored) float64 { x, _ := number(r); return x })
	case kind == parquet.Boolean:
		return Bool(name, meaning, func(r *Stored) bool { x, _ := (*r)[name].(bool); return x })
	case node.Optional():
		return MaybeText(name, meaning, text)
	}
	return Text(name, meaning, text)
}

// ReadStored reads a row of a table that Stored returned. It is an error if a column is
// missing or has a value of another type.
func ReadStored(t *Table[Stored], text []byte) (Stored, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	row := Stored{}
	if err := d.Decode(&row); err != nil {
		return nil, fmt.Errorf("a row of %s: %w", t.Schema(), err)
	}
	for i := range t.Columns {
		c := &t.Columns[i]
		v, there := row[c.Name]
		x, ok := valueOf(v, c.node)
		if !there || !ok {
			return nil, fmt.Errorf("a row of %s: column %s: want %s, got %v", t.Schema(), c.Name, typeName(c.node), v)
		}
		row[c.Name] = x
	}
	return row, nil
}

// valueOf returns a value of JSON as the value of a column; false if it is of another type.
func valueOf(v any, node parquet.Node) (any, bool) {
	if v == nil {
		return nil, node.Optional()
	}
	switch node.Type().Kind() {
	case parquet.Int64:
		n, _ := v.(json.Number)
		x, err := n.Int64()
		return x, err == nil
	case parquet.Double:
		n, _ := v.(json.Number)
		x, err := n.Float64()
		return x, err == nil && !math.IsInf(x, 0)
	case parquet.Boolean:
		x, ok := v.(bool)
		return x, ok
	}
	x, ok := v.(string)
	return x, ok
}
