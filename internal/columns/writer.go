package columns

import (
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// GroupRows is the number of rows of a row group. Engines read row groups in parallel,
// and skip those whose least and largest values do not fit a query.
const GroupRows = 1 << 17

const (
	batchRows = 1 << 12 // rows that are handed over at a time; GroupRows is a multiple
	valueRows = 1 << 8  // rows whose values are made at a time: they fit the first cache
	pageBytes = 1 << 18 // of a page, not yet encoded
)

// A Writer writes the rows of a table. It encodes them in other goroutines.
type Writer[R any] struct {
	table   *Table[R]
	out     *parquet.GenericWriter[any]
	columns []*parquet.ColumnWriter
	rows    []R      // that wait
	full    chan []R // to the goroutine that encodes; nil before there is one
	free    chan []R // from it
	done    chan error
	failed  atomic.Bool
}

// NewWriter begins a file. More is added to the metadata of the table.
func NewWriter[R any](w io.Writer, t *Table[R], more map[string]string) *Writer[R] {
	options := []parquet.WriterOption{
		t.schema(),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest, Concurrency: 1}),
		parquet.PageBufferSize(pageBytes),
		parquet.WriteBufferSize(0),
		parquet.DataPageStatistics(false), // the column index has them, too
		parquet.CreatedBy("nrkit", t.Schema(), ""),
		parquet.KeyValueMetadata("nrkit.schema", t.Schema()),
	}
	for i := range t.Columns {
		c := &t.Columns[i]
		options = append(options, parquet.KeyValueMetadata("nrkit.meaning."+c.Name, c.Meaning))
		if unit := c.Unit(); unit != "" {
			options = append(options, parquet.KeyValueMetadata("nrkit.unit."+c.Name, unit))
		}
		if c.node.Type().Kind() == parquet.ByteArray { // to compare all texts takes longer than to look them up
			options = append(options, parquet.SkipPageBounds(c.Name))
		}
	}
	for k, v := range more {
		options = append(options, parquet.KeyValueMetadata("nrkit."+k, v))
	}
	out := parquet.NewGenericWriter[any](w, options...)
	return &Writer[R]{table: t, out: out, columns: out.ColumnWriters()}
}

// Append adds a row. Close returns the error.
func (w *Writer[R]) Append(row R) { *w.Next() = row }

// Next returns a row to fill. Its content is unknown, and it is valid until the next
// call of a method.
func (w *Writer[R]) Next() *R {
	if len(w.rows) == cap(w.rows) {
		w.grow()
	}
	w.rows = w.rows[:len(w.rows)+1]
	return &w.rows[len(w.rows)-1]
}

// grow makes room for a row. Small tables need neither large buffers nor goroutines.
func (w *Writer[R]) grow() {
	if len(w.rows) < batchRows {
		larger := make([]R, len(w.rows), max(16, 4*len(w.rows)))
		copy(larger, w.rows)
		w.rows = larger
		return
	}
	if w.full == nil {
		w.full, w.free, w.done = make(chan []R), make(chan []R, 2), make(chan error, 1)
		w.free <- make([]R, 0, batchRows)
		go w.work()
	}
	w.full <- w.rows
	w.rows = (<-w.free)[:0]
}

// Failed says whether the file cannot be written: more rows are in vain. Close returns
// the error.
func (w *Writer[R]) Failed() bool { return w.failed.Load() }

// work encodes batches of rows.
func (w *Writer[R]) work() {
	e := newEncoder(w)
	group := 0
	var err error
	for rows := range w.full {
		if err == nil {
			err = e.encode(rows)
		}
		if group += len(rows); group >= GroupRows && err == nil {
			group, err = 0, w.out.Flush()
		}
		w.failed.Store(err != nil)
		w.free <- rows
	}
	w.done <- err
}

// Close writes the rest of the file, and returns the first error. It does not close
// what is below.
func (w *Writer[R]) Close() error {
	if w.full != nil {
		close(w.full)
		if err := <-w.done; err != nil {
			return err
		}
	}
	if err := newEncoder(w).encode(w.rows); err != nil {
		return err
	}
	return w.out.Close()
}

// An encoder encodes rows, several columns at the same time.
type encoder[R any] struct {
	w      *Writer[R]
	values [][]parquet.Value // by worker
	errs   []error           // by worker
}

func newEncoder[R any](w *Writer[R]) *encoder[R] {
	n := min(runtime.GOMAXPROCS(0), len(w.columns))
	return &encoder[R]{w, make([][]parquet.Value, n), make([]error, n)}
}

func (e *encoder[R]) encode(rows []R) error {
	if len(rows) < batchRows {
		return e.columns(0, 1, rows)
	}
	n := len(e.values)
	var wait sync.WaitGroup
	for k := 1; k < n; k++ {
		wait.Go(func() { e.errs[k] = e.columns(k, n, rows) })
	}
	e.errs[0] = e.columns(0, n, rows)
	wait.Wait()
	for _, err := range e.errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// columns encodes one of n columns, from the k-th on.
func (e *encoder[R]) columns(k, n int, rows []R) error {
	if e.values[k] == nil {
		e.values[k] = make([]parquet.Value, min(valueRows, len(rows)))
	}
	for from := 0; from < len(rows); from += valueRows {
		part := rows[from:min(from+valueRows, len(rows))]
		values := e.values[k][:len(part)]
		for c := k; c < len(e.w.columns); c += n {
			e.w.table.Columns[c].fill(values, part)
			if _, err := e.w.columns[c].WriteRowValues(values); err != nil {
				return err
			}
		}
	}
	return nil
}
