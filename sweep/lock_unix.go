//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package sweep

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// lockFile makes and locks a file. It is ErrInUse where another process has it.
// Programs that are started do not inherit it.
func lockFile(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrInUse
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
