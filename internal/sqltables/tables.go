package sqltables

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A Table is the files of one name, one after the other.
type Table struct {
	Name    string
	Columns []Column
	Rows    int64

	parts []part
}

// Tables are the tables that queries see, by name.
type Tables []*Table

// Open reads what Parquet files say of themselves. Files of one name, such as
// ranges.parquet of several captures, are one table, and need the same columns.
func Open(paths []string) (Tables, error) {
	var all Tables
	for _, path := range paths {
		p, err := openPart(path)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		t := all.find(name)
		if t == nil {
			t = &Table{Name: name, Columns: p.columns}
			all = append(all, t)
		}
		if !slices.EqualFunc(t.Columns, p.columns, func(a, b Column) bool { return a.Name == b.Name && a.Type == b.Type }) {
			return nil, fmt.Errorf("%s and %s have one name, but other columns", t.parts[0].path, path)
		}
		t.parts = append(t.parts, p)
		t.Rows += p.rows
	}
	if len(all) == 0 {
		return nil, errors.New("no Parquet file")
	}
	slices.SortFunc(all, func(a, b *Table) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// find returns the table of a name, in any case, as SQL compares names.
func (all Tables) find(name string) *Table {
	for _, t := range all {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// in returns the tables whose names a text contains.
func (all Tables) in(text string) Tables {
	text = strings.ToLower(text)
	var list Tables
	for _, t := range all {
		if strings.Contains(text, strings.ToLower(t.Name)) {
			list = append(list, t)
		}
	}
	return list
}
