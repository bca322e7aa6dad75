package sqlite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
)

// An Error says what is wrong with a database file and where.
type Error struct {
	File string // empty when it was not opened by name
	Page uint32 // number of the page, from 1; 0 when it is not about a page
	Msg  string
}

func (e *Error) Error() string {
	s := e.Msg
	if e.Page > 0 {
		s = fmt.Sprintf("page %d: %s", e.Page, s)
	}
	if e.File != "" {
		s = e.File + ": " + s
	}
	return s
}

// A DB is an open database file. Its methods may be called by one goroutine at
// a time.
type DB struct {
	name   string
	src    io.ReaderAt
	file   *os.File // nil when it was not opened by name
	mapped mapping
	size   int     // of a page
	usable int     // bytes of a page that hold cells
	pages  uint32  // in the file
	tables []Table // in the order of the schema
	window window
	chain  []byte            // an overflow page
	kept   map[uint32][]byte // pages of rows that were found
	read   *atomic.Int64     // pages of rows that were read one after the other, by all DBs of the file
}

// headerSize is the size of the file header, which page 1 begins with.
const headerSize = 100

// magic begins a database file.
const magic = "SQLite format 3\x00"

// Open opens a database file and reads its schema.
//
// Errors: those of the file system; *Error for a file that is no database, is
// cut off, has a journal or a log with rows of its own, or a damaged schema.
func Open(path string) (*DB, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &Error{File: path, Msg: "is not a regular file, want an SQLite database"}
	}
	if err == nil {
		err = sidecars(path)
	}
	if err != nil {
		_ = f.Close() // was only read
		return nil, err
	}
	db := &DB{name: path, src: f, file: f, read: new(atomic.Int64)}
	db.mapped.open(f, info.Size())
	if err := db.guard(func() error { return db.begin(info.Size()) }); err != nil {
		_ = db.Close() // was only read
		return nil, err
	}
	return db, nil
}

// New reads a database of size bytes from src, which must not change while the
// DB is used. It returns the same errors as Open.
func New(src io.ReaderAt, size int64) (*DB, error) {
	db := &DB{src: src, read: new(atomic.Int64)}
	if err := db.begin(size); err != nil {
		return nil, err
	}
	return db, nil
}

// Close closes the file. Nothing that was read from it may be used any more.
func (db *DB) Close() error {
	if db.file == nil {
		return nil
	}
	return errors.Join(db.mapped.close(), db.file.Close())
}

// Read returns how many bytes of tables were read row by row so far, and how many the
// file has. Rows that are read again count again. Any goroutine may call it.
func (db *DB) Read() (done, size int64) {
	return db.read.Load() * int64(db.size), int64(db.pages) * int64(db.size)
}

// guard calls read, which reads pages.
func (db *DB) guard(read func() error) error {
	return db.mapped.guard(read, func() error { return db.errorf(0, "was cut off while it was read") })
}

// sidecars refuses a database whose rows may be in another file still.
func sidecars(path string) error {
	for _, s := range []struct{ suffix, what string }{
		{"-wal", "a write-ahead log with rows that are not in the database yet"},
		{"-journal", "a journal of a transaction that was interrupted"},
	} {
		if info, err := os.Stat(path + s.suffix); err == nil && info.Size() > 0 {
			return &Error{File: path, Msg: "beside it is " + s.what + ": open it once with SQLite, or export it again"}
		}
	}
	return nil
}

// begin reads the header and the schema.
func (db *DB) begin(size int64) error {
	if err := db.readHeader(size); err != nil {
		return err
	}
	return db.readSchema()
}

// readHeader reads the file header and sets up the pages.
func (db *DB) readHeader(size int64) error {
	var h [headerSize]byte
	n := min(size, headerSize)
	if _, err := db.src.ReadAt(h[:n], 0); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("reading %s: %w", db.name, err)
	}
	if err := checkMagic(h[:n]); err != "" {
		return db.errorf(0, "%s", err)
	}
	db.size = int(binary.BigEndian.Uint16(h[16:]))
	if db.size == 1 {
		db.size = 65536
	}
	if db.size < 512 || db.size&(db.size-1) != 0 {
		return db.errorf(0, "page size: want a power of two from 512 to 65536, got %d", db.size)
	}
	db.usable = db.size - int(h[20])
	if db.usable < 480 {
		return db.errorf(0, "%d of the %d bytes of a page are reserved, want 480 or more left", h[20], db.size)
	}
	if h[18] > 2 || h[19] > 2 {
		return db.errorf(0, "file format version: want 1 or 2, got %d and %d", h[18], h[19])
	}
	if enc := binary.BigEndian.Uint32(h[56:]); enc > 1 {
		return db.errorf(0, "text encoding: want UTF-8, got code %d (UTF-16)", enc)
	}
	return db.countPages(h[:], size)
}

// checkMagic returns what is wrong with the first bytes of a file.
func checkMagic(h []byte) string {
	switch {
	case len(h) == 0:
		return "is empty, want an SQLite database"
	case len(bytes.Trim(h, "\x00")) == 0:
		return "starts with zeros: an SQLite database that was never finished"
	case !bytes.HasPrefix(h, []byte(magic[:min(len(h), len(magic))])):
		return fmt.Sprintf("is not an SQLite database: starts with %.16q", h)
	case len(h) < headerSize:
		return fmt.Sprintf("is cut off in the file header: got %d bytes", len(h))
	}
	return ""
}

// countPages checks the length of the file against its header.
func (db *DB) countPages(h []byte, size int64) error {
	whole := size / int64(db.size)
	said := int64(binary.BigEndian.Uint32(h[28:]))
	// Software older than the header field leaves the two counters different.
	valid := said > 0 && bytes.Equal(h[24:28], h[92:96])
	switch {
	case valid && said > whole:
		return db.errorf(0, "is cut off: want %d pages of %d bytes, got %d bytes", said, db.size, size)
	case !valid:
		said = whole
	}
	if said == 0 || said > 1<<32-2 {
		return db.errorf(0, "has %d bytes, want at least one page of %d", size, db.size)
	}
	db.pages = uint32(said)
	return nil
}

func (db *DB) errorf(page uint32, format string, args ...any) error {
	return &Error{File: db.name, Page: page, Msg: fmt.Sprintf(format, args...)}
}

// A window is a part of a file that is not mapped. It grows while pages are asked for
// in the order of the file, as those of a table often are, and shrinks to one
// page when they are not: tables that grew at the same time alternate.
type window struct {
	first, count uint32 // page numbers
	grow         uint32 // pages to read next
	bytes        []byte
}

// windowBytes is how much is read at a time at most.
const windowBytes = 256 << 10

// page returns the bytes of page n. They are valid until the next call, and for
// good when the file is mapped.
func (db *DB) page(n uint32) ([]byte, error) {
	if n == 0 || n > db.pages {
		return nil, db.errorf(0, "refers to page %d of %d", n, db.pages)
	}
	if db.mapped.bytes != nil {
		return db.mapped.page(int64(n-1)*int64(db.size), db.size), nil
	}
	w := &db.window
	if n < w.first || n-w.first >= w.count {
		if err := db.load(n); err != nil {
			return nil, err
		}
	}
	at := int(n-w.first) * db.size
	return w.bytes[at : at+db.size : at+db.size], nil
}

// load reads page n, and more behind it when the pages before it were asked for.
func (db *DB) load(n uint32) error {
	w := &db.window
	most := uint32(max(windowBytes/db.size, 1))
	if n == w.first+w.count {
		w.grow = min(2*w.grow, most)
	} else {
		w.grow = 1
	}
	count := min(max(w.grow, 1), db.pages-n+1)
	if need := int(count) * db.size; need > len(w.bytes) {
		w.bytes = make([]byte, need)
	}
	w.first, w.count = n, 0
	buf := w.bytes[:int(count)*db.size]
	if got, err := db.src.ReadAt(buf, int64(n-1)*int64(db.size)); got < len(buf) {
		if errors.Is(err, io.EOF) {
			return db.errorf(n, "is missing: the file was cut off while it was read")
		}
		return fmt.Errorf("reading %s: %w", db.name, err)
	}
	w.count = count
	return nil
}
