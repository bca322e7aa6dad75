package sqlite

import (
	"os"
	"runtime/debug"
	"unsafe"
)

// A mapping is a file in memory: pages are not copied, and cost nothing until
// they are looked at. The zero mapping is none.
type mapping struct {
	bytes []byte
	used  int // bytes of pages since unused was called
}

// mostUsed is how much of a mapping is looked at before the system may take its
// memory back: what was read counts as memory of the program until then, up to
// all of a file that is read once and never again.
const mostUsed = 8 << 20

// page returns the bytes from at on, size of them.
func (m *mapping) page(at int64, size int) []byte {
	if m.used += size; m.used > mostUsed {
		m.used = 0
		unused(m.bytes)
	}
	return m.bytes[at : at+int64(size) : at+int64(size)]
}

// guard calls read, which looks at the mapping, and returns its error. When the
// file was cut off meanwhile, what is looked at is not there any more and would
// end the program; gone is returned then.
func (m *mapping) guard(read func() error, gone func() error) (err error) {
	if m.bytes == nil {
		return read()
	}
	before := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(before)
		if r := recover(); r != nil {
			if fault, ok := r.(interface{ Addr() uintptr }); !ok || !m.holds(fault.Addr()) {
				panic(r)
			}
			err = gone()
		}
	}()
	return read()
}

// holds says whether an address is in the mapping.
func (m *mapping) holds(at uintptr) bool {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(m.bytes)))
	return at-start < uintptr(len(m.bytes))
}

// open maps a file, where that is possible.
func (m *mapping) open(f *os.File, size int64) { m.bytes = mapFile(f, size) }

// close ends the mapping.
func (m *mapping) close() error {
	if m.bytes == nil {
		return nil
	}
	b := m.bytes
	m.bytes = nil
	return unmap(b)
}
