package nsys

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/internal/sqlite"
)

// An Error says what is wrong with an export.
type Error struct {
	File string
	Msg  string
}

func (e *Error) Error() string { return e.File + ": " + e.Msg }

// A Version says what wrote an export.
type Version struct {
	Product string // such as 2024.5.1.113; empty when the export does not say
	Schema  string // such as 3.13.2
}

// An Export is an open export. Its methods may be called by one goroutine at a
// time.
type Export struct {
	Path    string
	Version Version
	Meta    map[string]string // what the export says of itself

	// Stop is asked now and then while rows are read. Its error ends the reading
	// and is what that returns. Nil never stops.
	Stop func() error

	db      *sqlite.DB
	fork    *sqlite.DB // reads while rows of db are read
	strings stringTable
}

// Open opens an export.
//
// Errors: errors of the file system; *sqlite.Error for a file that is no SQLite
// database or is damaged; *Error for a database that is no export or is older than
// schema 2.0.
func Open(path string) (*Export, error) {
	db, err := sqlite.Open(path)
	if err != nil {
		return nil, err
	}
	e, err := newExport(path, db)
	if err != nil {
		_ = db.Close() // was only read
		return nil, err
	}
	return e, nil
}

// newExport reads what db says of itself.
func newExport(path string, db *sqlite.DB) (*Export, error) {
	e := &Export{Path: path, Meta: map[string]string{}, db: db}
	meta := 0
	for _, name := range []string{"EXPORT_META_DATA", "META_DATA_EXPORT"} {
		if e.Has(name) {
			meta++
		}
		if err := e.readMeta(name); err != nil {
			return nil, err
		}
	}
	e.Version = Version{Product: e.Meta["EXPORT_PRODUCT_VERSION"], Schema: e.Meta["EXPORT_SCHEMA_VERSION"]}
	switch {
	case meta == 0 && !e.Has("StringIds"):
		return nil, e.errorf("is an SQLite database, but not an export of Nsight Systems: it has neither META_DATA_EXPORT nor StringIds")
	case meta == 0, strings.HasPrefix(e.Version.Schema, "1."), strings.HasPrefix(e.Version.Schema, "0."):
		return nil, e.errorf("is an export of Nsight Systems from before 2022: open its report with a newer version and export it again")
	}
	return e, nil
}

// readMeta reads a table of names and values into e.Meta.
func (e *Export) readMeta(table string) error {
	return e.scan(table, []column{{"name", false}, {"value", false}}, func(r *row) error {
		e.Meta[r.text(0)] = r.text(1)
		return r.err
	})
}

// Read returns how many bytes of tables were read so far, and how many the file has.
// What is read again counts again. Any goroutine may call it.
func (e *Export) Read() (done, size int64) { return e.db.Read() }

// side returns the DB that can be read while rows of db are.
func (e *Export) side() *sqlite.DB {
	if e.fork == nil {
		e.fork = e.db.Fork()
	}
	return e.fork
}

// Close closes the file.
func (e *Export) Close() error { return e.db.Close() }

// Has says whether the export has a table, be it empty.
func (e *Export) Has(table string) bool { return e.db.Table(table) != nil }

// HasColumn says whether the export has a table with a column.
func (e *Export) HasColumn(table, column string) bool {
	t := e.db.Table(table)
	return t != nil && t.Column(column) >= 0
}

// Count returns the number of rows of a table, 0 when it is absent.
func (e *Export) Count(table string) (int, error) {
	t := e.db.Table(table)
	if t == nil {
		return 0, nil
	}
	return t.Count()
}

func (e *Export) errorf(format string, args ...any) error {
	return &Error{File: e.Path, Msg: fmt.Sprintf(format, args...)}
}
