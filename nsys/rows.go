package nsys

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/sqlite"
)

// A column of a table that is read. An export without a column that is needed
// cannot be read; others are NULL when absent.
type column struct {
	name   string
	needed bool
}

// columns returns columns whose needed ones come first, up to the word "|".
func columns(names string) []column {
	var list []column
	needed := strings.Contains(names, "|")
	for _, name := range strings.Fields(names) {
		if name == "|" {
			needed = false
			continue
		}
		list = append(list, column{name, needed})
	}
	return list
}

// A row is a row of a table, with the first value in it that is not what it
// should be.
type row struct {
	e      *Export
	table  string
	cols   []column
	values []sqlite.Value
	number int // from 1
	err    error
}

// scan calls yield for every row of a table, none when it is absent.
//
// Errors: those of yield, *sqlite.Error, and *Error when a needed column is
// absent.
func (e *Export) scan(table string, cols []column, yield func(*row) error) error {
	t := e.db.Table(table)
	if t == nil {
		return nil
	}
	return e.scanOf(t, cols, yield)
}

// scanOf is scan of a table that there is.
func (e *Export) scanOf(t *sqlite.Table, cols []column, yield func(*row) error) error {
	index, err := e.indexOf(t, cols)
	if err != nil {
		return err
	}
	r := &row{e: e, table: t.Name, cols: cols}
	return t.Scan(index, func(values []sqlite.Value) error { return r.step(values, yield) })
}

// indexOf returns where the columns are in a table, -1 for those that are absent or
// not asked for.
func (e *Export) indexOf(t *sqlite.Table, cols []column) ([]int, error) {
	if err := t.Err(); err != nil {
		return nil, err
	}
	index := make([]int, len(cols))
	for i, c := range cols {
		if index[i] = -1; c.name == "" { // is not asked for
			continue
		}
		if index[i] = t.Column(c.name); index[i] < 0 && c.needed {
			return nil, e.errorf("table %s lacks the column %s: want an export of schema 2.9 to 3.25, got %q with the columns %s",
				t.Name, c.name, e.Version.Schema, strings.Join(t.Columns(), ", "))
		}
	}
	return index, nil
}

// step calls yield for the next row.
func (r *row) step(values []sqlite.Value, yield func(*row) error) error {
	r.values = values
	if r.number++; r.number%stopRows == 0 && r.e.Stop != nil {
		if err := r.e.Stop(); err != nil {
			return err
		}
	}
	return yield(r)
}

// stopRows is after how many rows Export.Stop is asked.
const stopRows = 1 << 14

// fail notes the first wrong value.
func (r *row) fail(i int, want string) {
	if r.err == nil {
		kinds := [...]string{"NULL", "an integer", "a real number", "text", "a blob"}
		r.err = r.e.errorf("table %s, row %d: column %s: want %s, got %s", r.table, r.number, r.cols[i].name, want, kinds[r.values[i].Kind])
	}
}

// int returns an integer, Null for NULL.
func (r *row) int(i int) int64 {
	v := &r.values[i]
	switch v.Kind {
	case sqlite.Integer:
		return v.Int()
	case sqlite.Null:
		if r.cols[i].needed {
			r.fail(i, "an integer")
		}
		return Null
	}
	r.fail(i, "an integer")
	return Null
}

// maxTime is the latest time that is read, 73 years from the start, and -maxTime
// the earliest: the difference of any two times fits an int64.
const maxTime = 1 << 61

// time returns a time in ns, Null for NULL.
func (r *row) time(i int) int64 {
	t := r.int(i)
	if uint64(t+maxTime) > 2*maxTime { // Null is among them
		r.checkTime(i, t)
	}
	return t
}

// checkTime refuses a time that is not within maxTime.
func (r *row) checkTime(i int, t int64) {
	if r.values[i].Kind == sqlite.Integer && r.err == nil {
		r.err = r.e.errorf("table %s, row %d: column %s: want a time within 2^61 ns (73 years) of the start, got %d", r.table, r.number, r.cols[i].name, t)
	}
}

// bits returns an identity of 64 bits, 0 for NULL.
func (r *row) bits(i int) uint64 {
	if r.values[i].Kind == sqlite.Null {
		return 0
	}
	return uint64(r.int(i))
}

// float returns a number, 0 for NULL.
func (r *row) float(i int) float64 {
	if k := r.values[i].Kind; k > sqlite.Real {
		r.fail(i, "a number")
	}
	return r.values[i].Float()
}

// text returns a text, empty for NULL. Numbers are no text, but exports have
// them in columns of any type.
func (r *row) text(i int) string {
	switch v := &r.values[i]; v.Kind {
	case sqlite.Text, sqlite.Blob:
		return string(v.Bytes())
	case sqlite.Integer, sqlite.Real:
		return formatNumber(v)
	}
	return ""
}

// name returns the string that an id stands for, NoString for NULL.
func (r *row) name(i int) String {
	if r.values[i].Kind == sqlite.Null {
		return NoString
	}
	text, err := r.e.stringOf(r.int(i))
	if err != nil && r.err == nil {
		r.err = err
	}
	return text
}

// collect reads a whole table: fill sets one value from one row.
func collect[T any](e *Export, table string, cols []column, fill func(*T, *row)) ([]T, error) {
	e.prepareStrings()
	var list []T
	err := e.scan(table, cols, func(r *row) error {
		if len(list) == uncounted {
			n, err := e.side().Table(table).Count()
			if err != nil {
				return err
			}
			list = append(make([]T, 0, max(n, uncounted+1)), list...)
		}
		if len(list) == cap(list) {
			list = slices.Grow(list, max(len(list), 64)) // twice as many: append would add a quarter at a time
		}
		list = append(list, *new(T))
		fill(&list[len(list)-1], r)
		return r.err
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// uncounted is how many rows of a table are read before the rest are counted.
const uncounted = 1 << 10

// each calls yield for each row of a table as a value that fill sets. The value
// is used again for the next row.
func each[T any](e *Export, table string, cols []column, fill func(*T, *row), yield func(*T)) error {
	e.prepareStrings()
	var value, zero T
	return e.scan(table, cols, func(r *row) error {
		value = zero
		if fill(&value, r); r.err == nil {
			yield(&value)
		}
		return r.err
	})
}
