package parquet_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	pq "github.com/parquet-go/parquet-go"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/parquet"
)

// A row is the values of a row by column: int64, float64, bool, string, or nil for
// NULL.
type row map[string]any

// A table is a file that was read with the library.
type table struct {
	rows []row
	meta map[string]string
	size int
}

// written writes a trace and reads its tables.
func written(t *testing.T, tr *trace.Trace, o parquet.Options) map[string]*table {
	t.Helper()
	files := map[string]*bytes.Buffer{}
	err := parquet.Write(func(name string, write func(io.Writer) error) error {
		files[name] = &bytes.Buffer{}
		return write(files[name])
	}, tr, o)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]*table{}
	for name, b := range files {
		tables[name] = read(t, b.Bytes())
	}
	return tables
}

// read reads a file.
func read(t *testing.T, b []byte) *table {
	t.Helper()
	f, err := pq.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	out := &table{meta: map[string]string{}, size: len(b)}
	for _, kv := range f.Metadata().KeyValueMetadata {
		out.meta[kv.Key] = kv.Value
	}
	columns := f.Schema().Columns()
	for _, g := range f.RowGroups() {
		rows := g.Rows()
		buffer := make([]pq.Row, 100)
		for {
			n, err := rows.ReadRows(buffer)
			for _, r := range buffer[:n] {
				out.rows = append(out.rows, rowOf(columns, r))
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if int64(len(out.rows)) != f.NumRows() {
		t.Fatalf("got %d rows, the file says %d", len(out.rows), f.NumRows())
	}
	return out
}

func rowOf(columns [][]string, r pq.Row) row {
	out := row{}
	for _, v := range r {
		name := columns[v.Column()][0]
		switch {
		case v.IsNull():
			out[name] = nil
		case v.Kind() == pq.Int64:
			out[name] = v.Int64()
		case v.Kind() == pq.Double:
			out[name] = v.Double()
		case v.Kind() == pq.Boolean:
			out[name] = v.Boolean()
		default:
			out[name] = string(v.ByteArray())
		}
	}
	return out
}
