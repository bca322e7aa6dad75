//go:build linux || darwin

package atomicfile

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// hold locks f, which was just created, for as long as the file returned is
// open, and reports whether f has its name still: another writer may take it
// for a file that was left, between its creation and its lock. The file is nil
// where the file system has no locks; then nobody removes f.
//
// Nobody but the one who holds the lock of a temporary file renames or removes it.
func hold(f *os.File) (lock *os.File, ok bool) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, true
	}
	lock = os.NewFile(uintptr(fd), f.Name())
	if flock(lock, unix.LOCK_EX) != nil {
		_ = lock.Close() // was not used
		return nil, true
	}
	if !hasName(lock) {
		_ = lock.Close() // the lock of nothing
		return nil, false
	}
	return lock, true
}

// removeStale removes a temporary file whose writer is gone, and reports whether
// it did.
func removeStale(path string) bool {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() || !isLocal(filepath.Dir(path)) {
		return false
	}
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer f.Close() // was not written
	return flock(f, unix.LOCK_EX|unix.LOCK_NB) == nil && hasName(f) && os.Remove(path) == nil
}

// hasName reports whether f is the file that its name leads to.
func hasName(f *os.File) bool {
	there, err := os.Lstat(f.Name())
	own, ferr := f.Stat()
	return err == nil && ferr == nil && os.SameFile(there, own)
}

// flock is flock(2), which signals may interrupt.
func flock(f *os.File, how int) error {
	for {
		err := unix.Flock(int(f.Fd()), how)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
