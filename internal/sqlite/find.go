package sqlite

import (
	"encoding/binary"
	"sort"
)

// Fork returns a DB of the same file whose rows the goroutine can read while it
// reads those of db: db itself when the file is mapped. It needs no Close and is
// of no use once db is closed.
func (db *DB) Fork() *DB {
	if db.mapped.bytes != nil {
		return db
	}
	return db.Clone()
}

// Clone returns a DB of the same file that another goroutine can use. It needs no
// Close and is of no use once db is closed.
func (db *DB) Clone() *DB {
	f := *db
	f.window, f.chain, f.kept, f.file, f.mapped.used = window{}, nil, nil, nil, 0
	f.tables = append([]Table(nil), db.tables...)
	for i := range f.tables {
		f.tables[i].db = &f
	}
	return &f
}

// IsRowid says whether a column is another name of the rowid.
func (t *Table) IsRowid(column int) bool {
	t.define()
	return t.rowid >= 0 && int(t.rowid) == column
}

// OnePage says whether all rows are on one page, so that reading them all costs
// no more than finding one.
func (t *Table) OnePage() (one bool) {
	err := t.db.guard(func() error {
		b, err := t.db.keep(t.root)
		one = err == nil && t.root > 1 && b[0] == leafPage
		return err
	})
	return one && err == nil
}

// Find calls yield for the row with a rowid, if there is one, with the values
// of the given columns as Scan does. The pages that it reads stay in memory: it
// is meant for few rows of a large table.
//
// Errors: those of Scan.
//
// Cost: O(log n); a page is read from the file once.
func (t *Table) Find(rowid int64, columns []int, yield func(row []Value) error) error {
	if err := t.Err(); err != nil {
		return err
	}
	return t.db.guard(func() error { return t.find(rowid, columns, yield) })
}

// find is Find of a table that can be read.
func (t *Table) find(rowid int64, columns []int, yield func(row []Value) error) error {
	db := t.db
	n := t.root
	for range maxDepth {
		b, err := db.keep(n)
		if err != nil {
			return err
		}
		kind, count, at := pageHeader(n, b)
		switch kind {
		case leafPage:
			return t.findIn(n, b, at+8, count, rowid, columns, yield)
		case interiorPage:
			if n, err = db.child(n, b, at, count, rowid); err != nil {
				return err
			}
		default:
			return db.errorf(n, "is of type %d, want a page of a table (5 or 13)", kind)
		}
	}
	return db.errorf(t.root, "is deeper than %d levels", maxDepth)
}

// keep returns the bytes of page n, which stay valid.
func (db *DB) keep(n uint32) ([]byte, error) {
	if b := db.kept[n]; b != nil {
		return b, nil
	}
	if n == 0 || n > db.pages {
		return nil, db.errorf(0, "refers to page %d of %d", n, db.pages)
	}
	if db.mapped.bytes != nil {
		return db.page(n)
	}
	b := make([]byte, db.size)
	if _, err := db.src.ReadAt(b, int64(n-1)*int64(db.size)); err != nil {
		return nil, db.errorf(n, "cannot be read: %v", err)
	}
	if db.kept == nil {
		db.kept = map[uint32][]byte{}
	}
	db.kept[n] = b
	return b, nil
}

// child returns the child of interior page n under which the row with a rowid
// is.
func (db *DB) child(n uint32, b []byte, at, count int, rowid int64) (uint32, error) {
	if at+12+2*count > db.usable {
		return 0, db.errorf(n, "says it has %d cells, more than fit", count)
	}
	damaged := -1
	k := sort.Search(count, func(i int) bool {
		cell := int(binary.BigEndian.Uint16(b[at+12+2*i:]))
		if cell+4 > db.usable {
			damaged = i
			return true
		}
		key, size := uvarint(b[cell+4 : db.usable])
		if size == 0 {
			damaged = i
		}
		return int64(key) >= rowid
	})
	switch {
	case damaged >= 0:
		return 0, db.errorf(n, "cell %d is outside the page", damaged)
	case k == count:
		return binary.BigEndian.Uint32(b[at+8:]), nil
	}
	return binary.BigEndian.Uint32(b[binary.BigEndian.Uint16(b[at+12+2*k:]):]), nil
}

// findIn calls yield for the row with a rowid of leaf n, whose list of cells
// is at offset list.
func (t *Table) findIn(n uint32, b []byte, list, count int, rowid int64, columns []int, yield func(row []Value) error) error {
	db := t.db
	if list+2*count > db.usable {
		return db.errorf(n, "says it has %d cells, more than fit", count)
	}
	var failed error
	var found cell
	sort.Search(count, func(i int) bool {
		c, err := db.cell(n, b, int(binary.BigEndian.Uint16(b[list+2*i:])))
		if err != nil {
			failed = err
			return true
		}
		if c.rowid == rowid {
			found = c
		}
		return c.rowid >= rowid
	})
	if failed != nil || found.local == nil {
		return failed
	}
	rec := found.local
	if found.overflow != 0 {
		w := walker{db: db, left: db.visits()}
		if rec, failed = w.spill(n, found, nil); failed != nil {
			return failed
		}
	}
	d := newDecoder(t, columns)
	if msg := d.decode(rowid, rec); msg != "" {
		return db.errorf(n, "table %s, row %d: %s", t.Name, rowid, msg)
	}
	return yield(d.row)
}
