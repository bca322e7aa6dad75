//go:build unix

package sqlite

import (
	"os"
	"syscall"
)

// mapFile returns the bytes of a file as the system has them in memory, nil
// where it does not map files.
func mapFile(f *os.File, size int64) []byte {
	if size <= 0 || int64(int(size)) != size {
		return nil
	}
	b, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil // as on some file systems: it is read then
	}
	return b
}

// unmap ends what mapFile began.
func unmap(b []byte) error { return syscall.Munmap(b) }
