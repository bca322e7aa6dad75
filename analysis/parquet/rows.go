package parquet

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/columns"
)

// A Row is a row of a table, which can be kept as JSON and written to a file later.
type Row struct {
	Table  string          `json:"table"`  // name of the table: `orderings` or `iterations`
	Values json.RawMessage `json:"values"` // values by the names of the columns, null for NULL
}

// Rows returns the rows of both tables that a document has. [FilesOf] writes them.
func Rows(d *analysis.Document) ([]Row, error) {
	o, err := rowsOf(orderingsTable(), orderingsOf(d))
	if err != nil {
		return nil, err
	}
	s, err := rowsOf(iterationsTable(), iterationsOf(d))
	return append(o, s...), err
}

// rowsOf returns rows of a table as JSON.
func rowsOf[R any](t *columns.Table[R], list []R) ([]Row, error) {
	var rows []Row
	for i := range list {
		values, err := t.JSON(&list[i])
		if err != nil {
			return nil, err
		}
		rows = append(rows, Row{t.Name, values})
	}
	return rows, nil
}

// FilesOf returns the files of rows. They are the bytes that [Files] writes for the
// documents of the rows, in their order.
func FilesOf(rows []Row) []File {
	o, s := orderingsTable().Stored(), iterationsTable().Stored()
	return []File{
		{o.File(), func(w io.Writer) error { return writeStored(w, o, rows) }},
		{s.File(), func(w io.Writer) error { return writeStored(w, s, rows) }},
	}
}

// writeStored writes the rows that are of a table.
func writeStored(w io.Writer, t *columns.Table[columns.Stored], rows []Row) error {
	out := columns.NewWriter(w, t, nil)
	for _, r := range rows {
		if r.Table != t.Name {
			continue
		}
		values, err := columns.ReadStored(t, r.Values)
		if err != nil {
			return errors.Join(err, out.Close())
		}
		out.Append(values)
	}
	return out.Close()
}
