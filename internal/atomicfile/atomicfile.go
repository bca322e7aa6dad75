package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// WriteFile calls write and puts what it wrote into the file name, replacing
// what was there. When write fails nothing is left behind and the old file
// is untouched. A device or a pipe is written to directly.
func WriteFile(name string, write func(io.Writer) error) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := f.Fill(write); err != nil {
		return err
	}
	return f.Commit()
}

// Replace puts an open file in the place of name, which must not be a device or a
// pipe: start begins it and keeps it for writing. Where start fails, the old file
// is untouched and the new one is closed.
func Replace(name string, start func(*os.File) error) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if f.file == nil {
		return fmt.Errorf("%s: is no regular file", name)
	}
	if err := start(f.file); err != nil {
		return err
	}
	f.kept = true
	return f.Commit()
}

// A File is an output file that does not have its name yet. Discard may be
// called at any time, also while another goroutine is in Fill.
type File struct {
	path string   // what Commit replaces; links are followed
	file *os.File // nil: path is a device or a pipe, which Fill opens
	lock *os.File // the file once more: its lock outlives Close. nil: no locks
	kept bool     // Commit leaves the file open

	mu   sync.Mutex
	done bool // committed or discarded
}

// Create makes the temporary file of name, with the mode that name has or would
// get, unless name is a device or a pipe.
func Create(name string) (*File, error) {
	path, err := follow(name)
	if err != nil {
		return nil, err
	}
	mode := fs.FileMode(0o666)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s: is a directory", name)
	case err == nil && (!info.Mode().IsRegular() || isDescriptor(path)):
		return &File{path: path}, nil
	case err == nil:
		mode = info.Mode().Perm()
	}
	file, lock, err := createTemp(path, mode)
	if temp := (*fs.PathError)(nil); errors.As(err, &temp) {
		temp.Path = name // what was asked for, not a name of ours
	}
	if err != nil {
		return nil, err
	}
	return &File{path: path, file: file, lock: lock}, nil
}

// Fill calls write, once, with a buffered writer to the file, and closes it.
func (f *File) Fill(write func(io.Writer) error) error {
	file := f.file
	if file == nil {
		var err error
		if file, err = os.OpenFile(f.path, os.O_WRONLY|os.O_APPEND, 0); err != nil {
			return err
		}
	}
	w := bufio.NewWriterSize(file, 1<<16)
	err := write(w)
	if err == nil {
		err = w.Flush()
	}
	if cerr := file.Close(); err == nil {
		err = cerr
	}
	return err
}

// Commit gives the file its name. The error after Discard is [os.ErrClosed].
func (f *File) Commit() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.done {
		return &fs.PathError{Op: "rename", Path: f.path, Err: os.ErrClosed}
	}
	if f.file != nil {
		if !f.kept {
			if err := f.file.Close(); err != nil && !errors.Is(err, os.ErrClosed) { // by Fill
				return err
			}
		}
		if err := os.Rename(f.file.Name(), f.path); err != nil {
			return err
		}
	}
	f.done = true
	f.unlock()
	return nil
}

// Discard removes the temporary file. It does nothing after Commit.
func (f *File) Discard() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.done {
		return
	}
	f.done = true
	if f.file != nil {
		_ = f.file.Close()           // nobody wants what it has
		_ = os.Remove(f.file.Name()) // the next writer tries again
	}
	f.unlock()
}

func (f *File) unlock() {
	if f.lock != nil {
		_ = f.lock.Close() // has nothing to write
	}
}

// maxTemps bounds how many writers one name may have at a time.
const maxTemps = 1000

// createTemp creates a file beside path that did not exist, and locks it. It
// removes files that killed writers of path have left. Unlike os.CreateTemp it
// lets the umask of the process decide the mode.
func createTemp(path string, mode fs.FileMode) (file, lock *os.File, err error) {
	dir, base := filepath.Split(path)
	temp := func(k int) string { return fmt.Sprintf("%s.%s.nrkit-%d.tmp", dir, base, k) }
	for k := 0; k < maxTemps; k++ {
		f, err := os.OpenFile(temp(k), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			if removeStale(temp(k)) {
				k-- // is free now, unless somebody was faster
			}
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		lock, ok := hold(f)
		if !ok { // removed before it was locked
			_ = f.Close() // has nothing
			k--
			continue
		}
		for next := k + 1; next <= k+strays; next++ {
			if removeStale(temp(next)) {
				next--
			}
		}
		return f, lock, nil
	}
	return nil, nil, fmt.Errorf("%s: has %d temporary files %s … already", path, maxTemps, temp(0))
}

// strays is how many names after its own a writer tries for files that others
// left when several were killed.
const strays = 2
