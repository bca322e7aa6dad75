package spill

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"unsafe"
)

// Limit is how many bytes of records a Space keeps in memory where nothing else
// is asked for.
const Limit = 32 << 20

// A Space is memory of a limited size, and a file for what has no room in it.
type Space struct {
	limit int
	used  int // bytes of records in memory
	held  map[holder]struct{}
	file  *os.File
	name  string // of the file, where it has one still
	end   int64  // of the file
	err   error
}

// A holder has records in memory.
type holder interface {
	unload() // writes them to the file
}

// New returns a Space that keeps so many bytes of records in memory.
func New(limit int) *Space { return &Space{limit: limit, held: map[holder]struct{}{}} }

// An Error says that the temporary file could not be written or read.
type Error struct {
	Doing string // "making", "writing" or "reading"
	Dir   string // the folder of the file
	Bytes int64  // in the file so far
	Err   error
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s a temporary file in %s, %d MB so far: %v (to use another folder, set the environment variable TMPDIR)", e.Doing, e.Dir, e.Bytes>>20, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Err returns the first error of the file, an *Error; nil when there was none. After one, what
// was written is incomplete.
func (s *Space) Err() error { return s.err }

// Bytes returns how many bytes were written to the file.
func (s *Space) Bytes() int64 { return s.end }

// Close removes the file and forgets all records. A Space without a file need
// not be closed.
func (s *Space) Close() error {
	clear(s.held)
	f := s.file
	if f == nil {
		return nil
	}
	s.file = nil
	err := f.Close()
	if s.name != "" {
		if rerr := os.Remove(s.name); err == nil {
			err = rerr
		}
	}
	return err
}

// take makes room for more bytes that a holder has from now on.
func (s *Space) take(h holder, bytes int) {
	if s.used+bytes > s.limit {
		for h := range s.held {
			h.unload()
		}
	}
	s.used += bytes
	s.held[h] = struct{}{}
}

// give takes bytes back that a holder has no more.
func (s *Space) give(bytes int) { s.used -= bytes }

// fail notes the first error, without the name of the file, which nobody sees.
func (s *Space) fail(doing string, err error) {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	if s.err == nil && err != nil {
		s.err = &Error{Doing: doing, Dir: os.TempDir(), Bytes: s.end, Err: err}
	}
}

// create makes the file.
func (s *Space) create() {
	f, err := os.CreateTemp("", "nrkit-*")
	if err != nil {
		s.fail("making", err)
		return
	}
	s.file = f
	if os.Remove(f.Name()) != nil { // where files that are open keep their names
		s.name = f.Name()
	}
}

// write appends bytes to the file and returns where they are.
func (s *Space) write(b []byte) (at int64) {
	if s.file == nil && s.err == nil {
		s.create()
	}
	at = s.end
	s.writeAt(b, at)
	s.end += int64(len(b))
	return at
}

// writeAt writes bytes over others, or behind them.
func (s *Space) writeAt(b []byte, at int64) {
	if s.err != nil {
		return
	}
	if _, err := s.file.WriteAt(b, at); err != nil {
		s.fail("writing", err)
	}
}

// read fills b with what is at a place of the file; false after an error.
func (s *Space) read(b []byte, at int64) bool {
	if s.err != nil || s.file == nil {
		return false
	}
	if _, err := s.file.ReadAt(b, at); err != nil {
		s.fail("reading", err)
		return false
	}
	return true
}

// sizeOf returns the size of a record. It panics where the type has pointers.
func sizeOf[T any]() int {
	t := reflect.TypeFor[T]()
	if hasPointers(t) {
		panic("spill: " + t.String() + " has pointers")
	}
	return int(t.Size())
}

// hasPointers says whether values of a type refer to others.
func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Array:
		return hasPointers(t.Elem())
	}
	return t.Kind() > reflect.Complex128
}

// bytesOf returns the memory of records.
func bytesOf[T any](s []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(one)))
}
