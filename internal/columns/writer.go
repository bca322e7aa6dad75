package columns

import (
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// GroupRows is the number of rows of a row group. Engines read row groups in parallel,
// and skip those whose least and largest values do not fit a query.
const GroupRows = 1 << 17

const (
	batchRows = 1 << 10 // values of one column that are made at a time
	pageBytes = 1 << 20 // of a page, not yet encoded
)

// A Writer writes the rows of a table.
type Writer[R any] struct {
	table   *Table[R]
	out     *parquet.GenericWriter[any]
	columns []*parquet.ColumnWriter
	rows    []R // that wait
	values  []parquet.Value
	group   int // rows of the row group so far
	count   int64
	err     error
}

// NewWriter begins a file. More is metadata besides that of the table.
func NewWriter[R any](w io.Writer, t *Table[R], more map[string]string) *Writer[R] {
	options := []parquet.WriterOption{
		t.schema(),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest, Concurrency: 1}),
		parquet.PageBufferSize(pageBytes),
		parquet.WriteBufferSize(0),
		parquet.CreatedBy("nrkit", t.Schema(), ""),
		parquet.KeyValueMetadata("nrkit.schema", t.Schema()),
	}
	for i := range t.Columns {
		c := &t.Columns[i]
		options = append(options, parquet.KeyValueMetadata("nrkit.meaning."+c.Name, c.Meaning))
		if unit := c.Unit(); unit != "" {
			options = append(options, parquet.KeyValueMetadata("nrkit.unit."+c.Name, unit))
		}
	}
	for k, v := range more {
		options = append(options, parquet.KeyValueMetadata("nrkit."+k, v))
	}
	out := parquet.NewGenericWriter[any](w, options...)
	return &Writer[R]{
		table: t, out: out, columns: out.ColumnWriters(),
		rows: make([]R, 0, batchRows), values: make([]parquet.Value, batchRows),
	}
}

// Append adds a row. Close returns the error.
func (w *Writer[R]) Append(row R) {
	if w.rows = append(w.rows, row); len(w.rows) == batchRows {
		w.flush()
	}
}

// Next returns a row to fill, which Append would otherwise copy. The row is of unknown
// content, and valid until the next call of a method.
func (w *Writer[R]) Next() *R {
	if len(w.rows) == batchRows {
		w.flush()
	}
	w.rows = w.rows[:len(w.rows)+1]
	return &w.rows[len(w.rows)-1]
}

// Rows returns how many rows the table has so far.
func (w *Writer[R]) Rows() int64 { return w.count + int64(len(w.rows)) }

// Err returns the first error.
func (w *Writer[R]) Err() error { return w.err }

// flush writes the rows that wait, column by column.
func (w *Writer[R]) flush() {
	rows := w.rows
	w.count += int64(len(rows))
	w.rows = w.rows[:0]
	for i := range w.table.Columns {
		if w.err != nil {
			return
		}
		values := w.values[:len(rows)]
		w.table.Columns[i].fill(values, rows)
		_, w.err = w.columns[i].WriteRowValues(values)
	}
	if w.group += len(rows); w.group >= GroupRows && w.err == nil {
		w.group, w.err = 0, w.out.Flush()
	}
}

// Close writes the rest of the file, and returns the first error. It does not close
// what is below.
func (w *Writer[R]) Close() error {
	if w.err == nil {
		w.flush()
	}
	if w.err != nil {
		return w.err
	}
	return w.out.Close()
}
