//go:build unix

package sqlite

import (
	"os"
	"syscall"
)

// openFile is os.Open for files that are not waited for: os.Open would start
// what waits for pipes and sockets.
func openFile(path string) (*os.File, error) {
	for {
		fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		switch err {
		case nil:
			return os.NewFile(uintptr(fd), path), nil
		case syscall.EINTR:
		default:
			return nil, &os.PathError{Op: "open", Path: path, Err: err}
		}
	}
}

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
