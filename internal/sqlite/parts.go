package sqlite

import (
	"encoding/binary"
	"sync/atomic"
)

// partTrees is how many trees each part has at least, where there are so many:
// trees have different sizes.
const partTrees = 8

// A Part is consecutive rows of a table, which a goroutine of its own can read.
type Part struct {
	table *Table // of a DB of its own
	roots []uint32
	left  *atomic.Int64 // pages that all parts together may still visit
}

// Parts returns the rows of a table in at most n parts, in their order. A small
// table is one part. Each part has the rows that [Table.Scan] reads. Only the
// pages of all parts together show whether a damaged table has a page twice: the
// rows are valid if no part has an error.
//
// Errors: the errors of [Table.Scan].
//
// Cost: a page for each of some 8·n to 4000·n trees.
func (t *Table) Parts(n int) ([]Part, error) {
	if err := t.Err(); err != nil {
		return nil, err
	}
	var trees []uint32
	left := t.db.visits()
	err := t.db.guard(func() (err error) {
		trees, err = t.db.trees(t.root, partTrees*n, left)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(trees) < partTrees*n {
		n = 1
	}
	list := make([]Part, n)
	for k := range list {
		db := t.db.Clone()
		list[k] = Part{db.Table(t.Name), trees[k*len(trees)/n : (k+1)*len(trees)/n], left}
	}
	return list, nil
}

// trees returns the trees that hold the rows of the tree at root: at least least
// of them, if the tree has so many above its leaves, otherwise the lowest above them.
func (db *DB) trees(root uint32, least int, left *atomic.Int64) ([]uint32, error) {
	level := []uint32{root}
	for depth := 0; len(level) < least && depth < maxDepth; depth++ {
		below, err := db.below(level)
		if err != nil || below == nil {
			return level, err
		}
		left.Add(-int64(len(level)))
		level = below
	}
	return level, nil
}

// below returns the children of pages, nil if one of the pages is no interior page.
func (db *DB) below(level []uint32) ([]uint32, error) {
	var list []uint32
	for _, n := range level {
		b, err := db.page(n)
		if err != nil {
			return nil, err
		}
		kind, count, at := pageHeader(n, b)
		if kind != interiorPage || at+12+2*count > db.usable || len(list) > int(db.pages) {
			return nil, nil // a scan says what is wrong
		}
		for i := range count {
			cell := int(binary.BigEndian.Uint16(b[at+12+2*i:]))
			if cell+4 > db.usable {
				return nil, nil
			}
			list = append(list, binary.BigEndian.Uint32(b[cell:]))
		}
		list = append(list, binary.BigEndian.Uint32(b[at+8:]))
	}
	return list, nil
}

// DB returns the database that the part is read from. The goroutine that reads
// the part may use a [DB.Fork] of it.
func (p *Part) DB() *DB { return p.table.db }

// Scan is [Table.Scan] of the rows of the part.
func (p *Part) Scan(columns []int, yield func(row []Value) error) error {
	return p.table.scan(p.roots, p.left, columns, yield)
}

// scan is Scan of the rows of the trees at roots. left is how many pages may still
// be visited.
func (t *Table) scan(roots []uint32, left *atomic.Int64, columns []int, yield func(row []Value) error) error {
	if err := t.Err(); err != nil {
		return err
	}
	d := newDecoder(t, columns)
	return t.db.guard(func() error {
		for _, root := range roots {
			err := t.db.rows(root, left, func(page uint32, rowid int64, rec []byte) error {
				if msg := d.decode(rowid, rec); msg != "" {
					return t.db.errorf(page, "table %s, row %d: %s", t.Name, rowid, msg)
				}
				return yield(d.row)
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}
