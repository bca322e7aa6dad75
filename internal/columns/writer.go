package columns

import (
	"cmp"
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
	batchRows = 1 << 12 // rows that are handed over at a time; pageRows is a multiple
	valueRows = 1 << 8  // rows whose values are made at a time: they fit the first cache
	pageRows  = 1 << 15 // rows of a page; GroupRows is a multiple
)

// A Writer writes the rows of a table. It encodes them in other goroutines.
type Writer[R any] struct {
	table   *Table[R]
	file    file
	chunks  []chunk
	workers []buffers // chunk k is of worker k modulo their number
	rows    []R       // that wait
	full    chan []R  // to the goroutine that encodes; nil before there is one
	free    chan []R  // from it
	done    chan error
	failed  atomic.Bool
}

// NewWriter begins a file. More is added to the metadata of the table.
func NewWriter[R any](w io.Writer, t *Table[R], more map[string]string) *Writer[R] {
	options := []parquet.WriterOption{
		t.schema(),
		parquet.CreatedBy("nrkit", t.Schema(), ""),
		parquet.KeyValueMetadata("nrkit.schema", t.Schema()),
	}
	x := &Writer[R]{table: t}
	codec := &zstd.Codec{Level: zstd.SpeedFastest, Concurrency: 1}
	x.workers = make([]buffers, min(runtime.GOMAXPROCS(0), len(t.Columns)))
	for i := range t.Columns {
		c := &t.Columns[i]
		options = append(options, parquet.KeyValueMetadata("nrkit.meaning."+c.Name, c.Meaning))
		if unit := c.Unit(); unit != "" {
			options = append(options, parquet.KeyValueMetadata("nrkit.unit."+c.Name, unit))
		}
		x.chunks = append(x.chunks, chunk{kind: c.node.Type().Kind(), optional: c.node.Optional(), codec: codec, buffers: &x.workers[i%len(x.workers)]})
	}
	for k, v := range more {
		options = append(options, parquet.KeyValueMetadata("nrkit."+k, v))
	}
	x.file = file{w: w, options: options}
	return x
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
			group, err = 0, w.flush()
		}
		w.failed.Store(err != nil)
		w.free <- rows
	}
	w.done <- err
}

// flush writes a row group.
func (w *Writer[R]) flush() error {
	names := make([]string, len(w.chunks))
	for i := range names {
		names[i] = w.table.Columns[i].Name
	}
	return w.file.group(w.chunks, names)
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
	return cmp.Or(w.flush(), w.file.end())
}

// An encoder encodes rows, several columns at the same time.
type encoder[R any] struct {
	w    *Writer[R]
	errs []error // by worker
}

func newEncoder[R any](w *Writer[R]) *encoder[R] {
	return &encoder[R]{w, make([]error, len(w.workers))}
}

func (e *encoder[R]) encode(rows []R) error {
	if len(rows) < batchRows {
		return e.columns(0, 1, rows)
	}
	n := len(e.errs)
	var wait sync.WaitGroup
	for k := 1; k < n; k++ {
		wait.Go(func() { e.errs[k] = e.columns(k, n, rows) })
	}
	e.errs[0] = e.columns(0, n, rows)
	wait.Wait()
	return cmp.Or(e.errs...)
}

// columns encodes one of n columns, from the k-th on.
func (e *encoder[R]) columns(k, n int, rows []R) error {
	for from := 0; from < len(rows); from += valueRows {
		part := rows[from:min(from+valueRows, len(rows))]
		for i := k; i < len(e.w.chunks); i += n {
			c := &e.w.chunks[i]
			e.w.table.Columns[i].fill(c, part)
			if c.rows >= pageRows {
				if err := c.page(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
