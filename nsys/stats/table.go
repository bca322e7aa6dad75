package stats

import (
	"errors"
	"iter"
	"math"
)

// ErrNoData is the error, wrapped, of a report for which an export has no rows.
var ErrNoData = errors.New("the export has no such data")

// A Table is a report.
type Table struct {
	Report  string // the name it was asked for under
	Title   string
	Columns []string
	Null    string // what stands for a cell without a value: "None" in 2022, "" later
	Nothing string // what a rule says that found nothing; "" for a table with rows

	added [][]Cell
	slab  []Cell // room for cells of rows to come

	made int // rows that are made when they are read; they come after those added
	make func(row []Cell, i int) []Cell
}

// A Cell is a value of a table. The zero Cell has no value.
type Cell struct {
	Text     string // of a Text
	bits     uint64 // of an Int or a Number
	Kind     Kind
	Decimals uint8 // digits behind the point of a Number
}

// Kind says what a Cell holds.
type Kind uint8

const (
	Null Kind = iota
	Int
	Number
	Text
)

// Integer returns a cell with a whole number.
func Integer(v int64) Cell { return Cell{Kind: Int, bits: uint64(v)} }

// Real returns a cell with a number that is printed with decimals digits
// behind the point, as it is: see Round.
func Real(v float64, decimals uint8) Cell {
	return Cell{Kind: Number, bits: math.Float64bits(v), Decimals: decimals}
}

// String returns a cell with a text.
func String(s string) Cell { return Cell{Kind: Text, Text: s} }

// Int returns the value of an Int.
func (c *Cell) Int() int64 { return int64(c.bits) }

// Float returns the value of a Number.
func (c *Cell) Float() float64 { return math.Float64frombits(c.bits) }

// slabRows is how many rows get their cells from one allocation.
const slabRows = 256

// Add appends a row, whose cells are copied.
func (t *Table) Add(cells ...Cell) {
	if len(t.slab)+len(cells) > cap(t.slab) {
		t.slab = make([]Cell, 0, max(slabRows*len(t.Columns), len(cells)))
	}
	at := len(t.slab)
	t.slab = append(t.slab, cells...)
	t.added = append(t.added, t.slab[at:len(t.slab):len(t.slab)])
}

// Make appends n rows that are made each time they are read: row appends the
// cells of row i. A table of many rows takes no memory for them.
func (t *Table) Make(n int, row func(cells []Cell, i int) []Cell) { t.made, t.make = n, row }

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.added) + t.made }

// All yields the number and the cells of each row. Cells are valid during the
// step.
func (t *Table) All() iter.Seq2[int, []Cell] {
	return func(yield func(int, []Cell) bool) {
		for i, row := range t.added {
			if !yield(i, row) {
				return
			}
		}
		row := make([]Cell, 0, len(t.Columns))
		for i := range t.made {
			row = t.make(row[:0], i)
			if !yield(len(t.added)+i, row) {
				return
			}
		}
	}
}
