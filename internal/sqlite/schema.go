package sqlite

import (
	"errors"
	"slices"
	"strings"
)

// A Table is a table of a database.
type Table struct {
	Name    string
	columns []string
	db      *DB
	row     int64 // of the schema, with its CREATE TABLE …; 0 when that was read
	root    uint32
	rowid   int32  // the column that is the rowid, -1 for none
	refused string // why its rows cannot be read; "" when they can
}

// Tables returns the tables of the schema in the order they were created.
func (db *DB) Tables() []Table { return db.tables }

// Table returns the table called name, in any case; nil when there is none.
func (db *DB) Table(name string) *Table {
	for i := range db.tables {
		if strings.EqualFold(db.tables[i].Name, name) {
			return &db.tables[i]
		}
	}
	return nil
}

// Columns returns the names of the columns.
func (t *Table) Columns() []string {
	t.define()
	return t.columns
}

// Column returns the index of the column called name, in any case; -1 when
// there is none.
func (t *Table) Column(name string) int {
	for i, c := range t.Columns() {
		if strings.EqualFold(c, name) {
			return i
		}
	}
	return -1
}

// Err returns why the rows of the table cannot be read, as of a virtual one or
// where its definition is gone, nil when they can. Such a table may have no
// columns.
func (t *Table) Err() error {
	if t.define(); t.refused != "" {
		return t.db.errorf(0, "table %s %s", t.Name, t.refused)
	}
	return nil
}

// Count returns the number of rows. It reads every page of the table, but no
// row: 10 million rows take about 0.2 s.
func (t *Table) Count() (rows int, err error) {
	if err := t.Err(); err != nil {
		return 0, err
	}
	err = t.db.guard(func() error {
		rows, err = t.db.count(t.root)
		return err
	})
	return rows, err
}

// Scan calls yield for every row in the order of the rowid, with the values of
// the given columns; the value of a column -1 is Null. The slice and its bytes
// are valid during the call. It ends with the first error of yield.
//
// No column may be given twice, except -1.
//
// Errors: that of yield; *Error for a damaged page, which names it.
//
// Cost: O(bytes of the table); 10–40 million integers a second.
func (t *Table) Scan(columns []int, yield func(row []Value) error) error {
	return t.scan([]uint32{t.root}, t.db.visits(), columns, yield)
}

// schema returns the table sqlite_schema, which is at page 1.
func (db *DB) schema() *Table {
	return &Table{Name: "sqlite_schema", columns: []string{"type", "name", "tbl_name", "rootpage", "sql"}, db: db, root: 1, rowid: -1}
}

// Columns of the schema.
const (
	schemaType = 0
	schemaName = 1
	schemaRoot = 3
	schemaSQL  = 4
)

// readSchema reads which tables there are.
func (db *DB) readSchema() error {
	d := newDecoder(db.schema(), []int{schemaType, schemaName, schemaRoot})
	return db.rows(1, db.visits(), func(page uint32, rowid int64, rec []byte) error {
		if msg := d.decode(rowid, rec); msg != "" {
			return db.errorf(page, "table sqlite_schema, row %d: %s", rowid, msg)
		}
		if string(d.row[0].Bytes()) != "table" {
			return nil
		}
		t := Table{Name: string(d.row[1].Bytes()), db: db, row: rowid, rowid: -1}
		root := d.row[2].Int()
		if root < 0 || root > int64(db.pages) {
			return db.errorf(0, "table %s: its first page is %d of %d", t.Name, root, db.pages)
		}
		if t.root = uint32(root); t.root == 0 {
			t.row, t.refused = 0, "is virtual"
		}
		if len(db.tables) == cap(db.tables) {
			db.tables = slices.Grow(db.tables, max(len(db.tables), 32))
		}
		db.tables = append(db.tables, t)
		return nil
	})
}

// define sets what the text of CREATE TABLE says, when it is first asked for:
// exports have a hundred tables of which a few are read.
func (t *Table) define() {
	if t.row == 0 {
		return
	}
	sql := ""
	err := t.db.schema().Find(t.row, []int{schemaSQL}, func(row []Value) error {
		sql = string(row[0].Bytes())
		return nil
	})
	t.row = 0
	l := lexer{rest: sql}
	switch {
	case err != nil:
		if e := (*Error)(nil); errors.As(err, &e) {
			err = &Error{Page: e.Page, Msg: e.Msg} // the file is said already
		}
		t.refused = "has a definition that cannot be read: " + err.Error()
		return
	case sql == "":
		t.refused = "is virtual"
		return
	case !l.skipTo("("):
		t.refused = "has no list of columns"
		return
	}
	for more := true; more; {
		var def []token
		def, more = l.definition()
		if len(def) == 0 {
			continue
		}
		if !def[0].quoted && isConstraint(def[0].text) {
			t.tableConstraint(def)
			continue
		}
		if isRowid(def) {
			t.rowid = int32(len(t.columns))
		}
		t.columns = append(t.columns, def[0].text)
	}
	if l.word("WITHOUT") {
		t.refused = "is WITHOUT ROWID"
	}
}

// isConstraint says whether a definition that starts with word is of the table
// and not of a column.
func isConstraint(word string) bool {
	switch strings.ToUpper(word) {
	case "CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN":
		return true
	}
	return false
}

// isRowid says whether a column's definition makes it another name of the
// rowid: INTEGER PRIMARY KEY, and not DESC.
func isRowid(def []token) bool {
	if len(def) < 2 || !strings.EqualFold(def[1].text, "INTEGER") {
		return false
	}
	for i := 2; i+1 < len(def); i++ {
		if strings.EqualFold(def[i].text, "PRIMARY") && strings.EqualFold(def[i+1].text, "KEY") {
			return i+2 == len(def) || !strings.EqualFold(def[i+2].text, "DESC")
		}
		if i == 2 && !isWordOf(def[i].text, "CONSTRAINT", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "PRIMARY", "REFERENCES") {
			return false // a type of two words
		}
	}
	return false
}

// tableConstraint notes PRIMARY KEY (column), which makes an INTEGER column
// another name of the rowid. Column types are not kept, so the one column must
// have come with a type INTEGER; records say the rest: they hold NULL there.
func (t *Table) tableConstraint(def []token) {
	for i := 0; i+4 < len(def); i++ {
		if strings.EqualFold(def[i].text, "PRIMARY") && strings.EqualFold(def[i+1].text, "KEY") && def[i+2].text == "(" && def[i+4].text == ")" {
			t.rowid = int32(t.Column(def[i+3].text))
		}
	}
}

func isWordOf(s string, words ...string) bool {
	for _, w := range words {
		if strings.EqualFold(s, w) {
			return true
		}
	}
	return false
}
