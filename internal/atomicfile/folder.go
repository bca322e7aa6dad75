package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A Folder is a folder of files that appears whole or not at all. A folder that exists
// keeps its other files; then the files appear one after the other at Commit. Discard
// may be called at any time, also while another goroutine is in Write.
type Folder struct {
	files  *Batch
	around *Batch // made the folders around, of a new folder
	marker *File  // its lock says that temp has a writer; nil if the folder exists
	temp   string // name of a new folder before Commit
	path   string
}

// NewFolder prepares to write files into the folder path, which it creates at Commit
// if it does not exist.
func NewFolder(path string) (*Folder, error) {
	path = filepath.Clean(path)
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.IsDir():
		return nil, fmt.Errorf("%s: not a directory", path)
	case err == nil:
		files, err := NewBatch(path)
		return &Folder{files: files, path: path}, err
	case !errors.Is(err, os.ErrNotExist):
		return nil, err
	}
	around, err := NewBatch(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	f := &Folder{around: around, path: path}
	if err := f.begin(); err != nil {
		f.Discard()
		return nil, err
	}
	return f, nil
}

// begin makes the temporary folder, beside a file whose lock protects it. A folder of
// this name belongs to a writer that was killed.
func (f *Folder) begin() (err error) {
	if f.marker, err = Create(f.path); err != nil {
		return err
	}
	if f.marker.file == nil {
		return fmt.Errorf("%s: is no directory", f.path)
	}
	f.temp = f.marker.file.Name() + ".d"
	if err := os.RemoveAll(f.temp); err != nil {
		return err
	}
	f.files, err = NewBatch(f.temp)
	return err
}

// Write adds the file name with what write writes. It may be called within write.
// After an error the folder can only be discarded.
func (f *Folder) Write(name string, write func(io.Writer) error) error {
	return f.files.Write(name, write)
}

// Commit gives the files and the folder their names. After an error the folder can
// only be discarded.
func (f *Folder) Commit() error {
	if err := f.files.Commit(); err != nil || f.marker == nil {
		return err
	}
	if err := os.Rename(f.temp, f.path); err != nil {
		return err
	}
	f.marker.Discard()
	return nil
}

// Discard removes what was written. It does nothing after Commit.
func (f *Folder) Discard() {
	if f.files != nil {
		f.files.Discard()
	}
	if f.marker != nil && f.temp != "" {
		_ = os.RemoveAll(f.temp) // the next writer tries again
	}
	if f.marker != nil {
		f.marker.Discard()
	}
	if f.around != nil {
		f.around.Discard()
	}
}
