package stats

import "errors"

// ErrNoData is what a report returns, wrapped, that an export has no rows for.
var ErrNoData = errors.New("the export has no such data")

// A Table is a report.
type Table struct {
	Report  string
	Columns []string
	Rows    [][]Cell
}

// A Cell is a value of a table.
type Cell struct {
	Kind     Kind
	Decimals uint8 // of Number
	Int      int64
	Number   float64
	Text     string
}

// Kind says which field of a Cell holds.
type Kind uint8

const (
	Null Kind = iota
	Int
	Number // printed with Decimals digits behind the point
	Text
)
