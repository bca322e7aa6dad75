package sqlitetest

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
)

// A Table is a table to write.
type Table struct {
	Name string
	SQL  string // CREATE TABLE …, with the columns in the order of the rows
	// Rows yields the rows, twice the same ones; a row may be reused. Values are
	// nil, int, int64, float64, string or []byte; any other panics. Row k has the
	// rowid k, from 1; SQLite has NULL where a column is the rowid, so that its
	// value is not kept.
	Rows iter.Seq[[]any]
}

// Rows returns a sequence of the given rows.
func Rows(rows ...[]any) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for _, r := range rows {
			if !yield(r) {
				return
			}
		}
	}
}

// Create writes the tables into a new file, or over an old one.
func Create(path string, tables ...Table) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	err = Write(w, tables)
	if err == nil {
		err = w.Flush()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// pageSize is the size of the pages.
const pageSize = 4096

// Write writes a database with the tables. It goes through the rows twice: to
// know where each table will be, and to write it.
func Write(w io.Writer, tables []Table) error {
	plan := &pager{next: 2}
	var schema [][]any
	for _, t := range tables {
		root, err := plan.table(t.Rows)
		if err != nil {
			return err
		}
		schema = append(schema, []any{"table", t.Name, t.Name, int64(root), t.SQL})
	}
	first, rest, pages, err := schemaPages(schema, plan.next)
	if err != nil {
		return err
	}
	fileHeader(first, pages)
	if _, err := w.Write(first); err != nil {
		return err
	}
	p := &pager{next: 2, out: w}
	for _, t := range tables {
		if _, err := p.table(t.Rows); err != nil {
			return err
		}
	}
	if p.next != plan.next {
		return fmt.Errorf("sqlitetest: the rows differ from one time to the next: %d pages, then %d", plan.next-2, p.next-2)
	}
	_, err = w.Write(rest)
	return err
}

// schemaPages returns page 1 with room for the file header, the other pages of
// the schema, which begin at page next, and the number of pages in all.
func schemaPages(rows [][]any, next uint32) (first, rest []byte, pages uint32, err error) {
	if first, rest, pages, err = schemaLeaf(rows, next); first != nil || err != nil {
		return first, rest, pages, err
	}
	var out sliceWriter
	p := &pager{next: next, out: &out}
	leaves, err := p.leaves(Rows(rows...))
	if err != nil {
		return nil, nil, 0, err
	}
	first, err = p.interior(leaves, headerSize)
	return first, out.b, p.next - 1, err
}

// schemaLeaf returns the same when the whole schema fits into page 1, and nil
// when it does not.
func schemaLeaf(rows [][]any, next uint32) (first, rest []byte, pages uint32, err error) {
	var out sliceWriter
	p := &pager{next: next, out: &out}
	l := newLeaf(headerSize)
	for i, row := range rows {
		cell, err := p.cell(nil, int64(i+1), appendRecord(nil, row))
		if err != nil || !l.add(cell) {
			return nil, nil, 0, err
		}
	}
	return l.finish(), out.b, p.next - 1, nil
}

// errSchema: page 1 has room for so many pages of the schema.
var errSchema = errors.New("sqlitetest: more tables than the schema has room for")

// headerSize is the size of the file header.
const headerSize = 100

// fileHeader fills the file header in page 1.
func fileHeader(b []byte, pages uint32) {
	copy(b, "SQLite format 3\x00")
	binary.BigEndian.PutUint16(b[16:], pageSize)
	b[18], b[19] = 1, 1
	b[21], b[22], b[23] = 64, 32, 32
	binary.BigEndian.PutUint32(b[24:], 1) // change counter
	binary.BigEndian.PutUint32(b[28:], pages)
	binary.BigEndian.PutUint32(b[40:], 1) // schema cookie
	binary.BigEndian.PutUint32(b[44:], 4) // schema format
	binary.BigEndian.PutUint32(b[56:], 1) // UTF-8
	binary.BigEndian.PutUint32(b[92:], 1)
	binary.BigEndian.PutUint32(b[96:], 3040000)
}

// A sliceWriter appends to a slice.
type sliceWriter struct{ b []byte }

func (w *sliceWriter) Write(b []byte) (int, error) {
	w.b = append(w.b, b...)
	return len(b), nil
}
