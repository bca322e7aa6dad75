//go:build !linux

package inject

import (
	"errors"
	"os"
)

// The library is for Linux; Install says so.
var errNotLinux = errors.New("not on Linux")

func executable(*os.File, int) error { return errNotLinux }

func freeBytes(string) (int64, error) { return 0, errNotLinux }

func putMemory([]byte) (*Library, error) { return nil, errNotLinux }

func reason(err error) string { return err.Error() }
