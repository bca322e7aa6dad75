//go:build unix

package runkey

import (
	"fmt"
	"os"
	"syscall"
)

// openRegular opens a file for reading. It waits for nothing: what became a pipe
// since it was looked at is an error.
func openRegular(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		_ = f.Close() // was not read
		return nil, fmt.Errorf("%s: is not a regular file", path)
	}
	return f, nil
}
