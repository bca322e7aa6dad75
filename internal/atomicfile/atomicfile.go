package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile calls write and puts what it wrote into the file name, replacing
// what was there. When write fails nothing is left behind and the old file
// is untouched. A device or a pipe is written to directly.
func WriteFile(name string, write func(io.Writer) error) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return fmt.Errorf("%s: is a directory", name)
		}
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return fill(f, write)
	}
	tmp, err := writeTemp(name, write)
	if err != nil {
		return err
	}
	if err := os.Rename(tmp, name); err != nil {
		os.Remove(tmp)
		return err
	}
	return nil
}

// writeTemp writes a new file beside name, with the mode name has or would
// get, and returns its path. Nothing remains when it fails.
func writeTemp(name string, write func(io.Writer) error) (string, error) {
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := createTemp(name, mode)
	if err != nil {
		return "", err
	}
	if err := fill(f, write); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// createTemp creates a file beside name that did not exist. Unlike
// os.CreateTemp it lets the process's umask decide the mode.
func createTemp(name string, mode fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(name)
	for k := 0; ; k++ {
		tmp := fmt.Sprintf("%s.%s.%d-%d.tmp", dir, base, os.Getpid(), k)
		f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// fill writes through a buffer, and closes f in any case.
func fill(f *os.File, write func(io.Writer) error) error {
	w := bufio.NewWriterSize(f, 1<<16)
	err := write(w)
	if err == nil {
		err = w.Flush()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
