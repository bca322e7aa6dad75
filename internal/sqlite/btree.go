package sqlite

import (
	"encoding/binary"
	"sync/atomic"
)

// Types of the pages of a table.
const (
	interiorPage = 5
	leafPage     = 13
)

// maxDepth bounds the height of a tree: a tree of 2^32 pages is not higher.
const maxDepth = 40

// A walker visits the leaves of a table's tree from left to right.
type walker struct {
	db    *DB
	left  *atomic.Int64 // pages that may still be visited, overflow pages too: damage can make a tree a maze
	leaf  func(page uint32, b []byte, cells []byte, count int) error
	stack [][]byte // copies of the interior pages from the root on
}

// visits returns how many pages of the file may be visited: each once.
func (db *DB) visits() *atomic.Int64 {
	left := new(atomic.Int64)
	left.Store(int64(db.pages))
	return left
}

// walk visits the tree whose root is page n.
func (w *walker) walk(n uint32, depth int) error {
	db := w.db
	if depth > maxDepth {
		return db.errorf(n, "is deeper than %d levels", maxDepth)
	}
	if w.left.Add(-1) < 0 {
		return db.errorf(n, "is reached twice: the table's tree is damaged")
	}
	db.read.Add(1)
	b, err := db.page(n)
	if err != nil {
		return err
	}
	kind, count, at := pageHeader(n, b)
	switch kind {
	case leafPage:
		if at+8+2*count > db.usable {
			return db.errorf(n, "says it has %d cells, more than fit", count)
		}
		return w.leaf(n, b, b[at+8:at+8+2*count], count)
	case interiorPage:
		if at+12+2*count > db.usable {
			return db.errorf(n, "says it has %d cells, more than fit", count)
		}
	default:
		return db.errorf(n, "is of type %d, want a page of a table (5 or 13)", kind)
	}
	return w.interior(n, b, at, count, depth)
}

// pageHeader returns the type of page n, the number of its cells, and where its
// header is.
func pageHeader(n uint32, b []byte) (kind byte, count, at int) {
	if n == 1 {
		at = headerSize
	}
	return b[at], int(binary.BigEndian.Uint16(b[at+3:])), at
}

// interior visits the children of an interior page.
func (w *walker) interior(n uint32, b []byte, at, count, depth int) error {
	page := b
	if w.db.mapped.bytes == nil { // b is overwritten while the children are read
		if depth == len(w.stack) {
			w.stack = append(w.stack, make([]byte, w.db.size))
		}
		page = w.stack[depth]
		copy(page, b)
	}
	for i := 0; i < count; i++ {
		cell := int(binary.BigEndian.Uint16(page[at+12+2*i:]))
		if cell+4 > w.db.usable {
			return w.db.errorf(n, "cell %d is at %d, outside the page", i, cell)
		}
		if err := w.walk(binary.BigEndian.Uint32(page[cell:]), depth+1); err != nil {
			return err
		}
	}
	return w.walk(binary.BigEndian.Uint32(page[at+8:]), depth+1)
}

// rows calls yield for every row of the tree at root with its rowid and its
// record. The record is valid during the call. left is how many pages may still be
// visited.
func (db *DB) rows(root uint32, left *atomic.Int64, yield func(page uint32, rowid int64, rec []byte) error) error {
	var spill []byte // a record with overflow pages, put together
	w := walker{db: db, left: left}
	w.leaf = func(n uint32, b, cells []byte, count int) error {
		for ; count > 0; count-- {
			c, err := db.cell(n, b, int(binary.BigEndian.Uint16(cells)))
			if err != nil {
				return err
			}
			cells = cells[2:]
			rec := c.local
			if c.overflow != 0 {
				if spill, err = w.spill(n, c, spill[:0]); err != nil {
					return err
				}
				rec = spill
			}
			if err := yield(n, c.rowid, rec); err != nil {
				return err
			}
		}
		return nil
	}
	return w.walk(root, 0)
}

// count returns the number of rows of the tree at root. It reads every page
// but decodes nothing.
func (db *DB) count(root uint32) (rows int, err error) {
	w := walker{db: db, left: db.visits()}
	w.leaf = func(_ uint32, _, _ []byte, count int) error {
		rows += count
		return nil
	}
	return rows, w.walk(root, 0)
}

// A cell is a row in a leaf.
type cell struct {
	rowid    int64
	size     uint64 // of the record
	local    []byte // the part of the record that is in the leaf
	overflow uint32 // page that the record goes on in, 0 for none
}

// cell returns the cell at offset at of page n, whose bytes are b.
func (db *DB) cell(n uint32, b []byte, at int) (c cell, err error) {
	if at >= db.usable {
		return c, db.errorf(n, "a cell is at %d, outside the page", at)
	}
	b = b[at:db.usable]
	size, k := uvarint(b)
	rowid, l := uvarint(b[k:])
	if k == 0 || l == 0 {
		return c, db.errorf(n, "the cell at %d ends outside the page", at)
	}
	b = b[k+l:]
	c.rowid, c.size = int64(rowid), size
	local := db.localSize(size)
	switch {
	case local > len(b):
		return c, db.errorf(n, "the cell at %d ends outside the page", at)
	case uint64(local) < size:
		if local+4 > len(b) {
			return c, db.errorf(n, "the cell at %d ends outside the page", at)
		}
		if size > uint64(db.pages)*uint64(db.size) {
			return c, db.errorf(n, "the cell at %d has %d bytes, more than the file", at, size)
		}
		c.overflow = binary.BigEndian.Uint32(b[local:])
		if c.overflow == 0 {
			return c, db.errorf(n, "the cell at %d lacks its overflow page", at)
		}
	}
	c.local = b[:local:local]
	return c, nil
}

// localSize returns how many bytes of a record are in the leaf [1, 1.6].
func (db *DB) localSize(size uint64) int {
	limit := uint64(db.usable - 35)
	if size <= limit {
		return int(size)
	}
	least := uint64((db.usable-12)*32/255 - 23)
	k := least + (size-least)%uint64(db.usable-4)
	if k <= limit {
		return int(k)
	}
	return int(least)
}

// spill appends the whole record of c, a cell of page n, to buf.
func (w *walker) spill(n uint32, c cell, buf []byte) ([]byte, error) {
	db := w.db
	buf = append(buf, c.local...)
	for next := c.overflow; uint64(len(buf)) < c.size; {
		if next == 0 || next > db.pages || w.left.Add(-1) < 0 {
			return buf, db.errorf(n, "a record ends after %d of %d bytes", len(buf), c.size)
		}
		page, err := db.overflow(next)
		if err != nil {
			return buf, err
		}
		next = binary.BigEndian.Uint32(page)
		part := page[4:db.usable]
		buf = append(buf, part[:min(uint64(len(part)), c.size-uint64(len(buf)))]...)
	}
	return buf, nil
}

// overflow returns the bytes of page n, of which there is one. They are valid
// until the next call, and do not end those of page.
func (db *DB) overflow(n uint32) ([]byte, error) {
	if db.mapped.bytes != nil {
		return db.page(n)
	}
	if db.chain == nil {
		db.chain = make([]byte, db.size)
	}
	if _, err := db.src.ReadAt(db.chain, int64(n-1)*int64(db.size)); err != nil {
		return nil, db.errorf(n, "cannot be read: %v", err)
	}
	return db.chain, nil
}
