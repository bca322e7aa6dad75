package inject

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Hold keeps a folder that [Prepare] made from other holders, until release or
// the end of this process. The error is [ErrInUse] when another one has it. File
// systems without locks keep nobody.
func Hold(dir string) (release func() error, err error) {
	f, err := os.OpenFile(filepath.Join(dir, statusName), os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		_ = f.Close() // nothing was written
		return nil, ErrInUse
	}
	return f.Close, nil
}
