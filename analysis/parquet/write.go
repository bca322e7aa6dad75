package parquet

import (
	"io"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/columns"
)

// version of both tables: a new column keeps it, another meaning of a column does not.
const version = 1

// A File is a file that a document is written to.
type File struct {
	Name  string
	Write func(w io.Writer) error
}

// Files returns the files of documents. Each may be written once or several times.
func Files(docs ...*analysis.Document) []File {
	o, s := orderingsTable(), iterationsTable()
	return []File{
		{o.File(), func(w io.Writer) error { return write(w, o, docs, orderingsOf) }},
		{s.File(), func(w io.Writer) error { return write(w, s, docs, iterationsOf) }},
	}
}

// A Description says what a table and its columns mean.
type Description = columns.Description

// A Described is what a Description says of a column.
type Described = columns.Described

// Tables describes the tables.
func Tables() []Description {
	return []Description{orderingsTable().Describe(), iterationsTable().Describe()}
}

// write writes the rows of documents.
func write[R any](w io.Writer, t *columns.Table[R], docs []*analysis.Document, rows func(*analysis.Document) []R) error {
	out := columns.NewWriter(w, t, nil)
	for _, d := range docs {
		for _, r := range rows(d) {
			out.Append(r)
		}
	}
	return out.Close()
}
