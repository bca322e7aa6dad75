package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A Batch is a set of files of one directory that appear together: none of
// them under its own name before Commit.
type Batch struct {
	dir   string
	made  []string // directories created for the batch, outermost first
	names []string
	temps []string
}

// NewBatch prepares to write files into dir, creating it and its parents
// where they are missing.
func NewBatch(dir string) (*Batch, error) {
	b := &Batch{dir: dir}
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		info, err := os.Stat(d)
		if err == nil && !info.IsDir() {
			return nil, fmt.Errorf("%s: not a directory", d)
		}
		if err == nil {
			break
		}
		if !errors.Is(err, os.ErrNotExist) || d == filepath.Dir(d) {
			return nil, err
		}
		b.made = append([]string{d}, b.made...)
	}
	for k, d := range b.made {
		if err := os.Mkdir(d, 0o777); err != nil {
			b.made = b.made[:k]
			b.Discard()
			return nil, err
		}
	}
	return b, nil
}

// Write adds the file name with what write writes. After an error the batch
// can only be discarded.
func (b *Batch) Write(name string, write func(io.Writer) error) error {
	path := filepath.Join(b.dir, name)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a directory", path)
	}
	tmp, err := writeTemp(path, write)
	if err != nil {
		return err
	}
	b.names = append(b.names, path)
	b.temps = append(b.temps, tmp)
	return nil
}

// Commit gives the files their names. When a rename fails, the files that
// have none yet are removed and the error returned.
func (b *Batch) Commit() error {
	for len(b.temps) > 0 {
		if err := os.Rename(b.temps[0], b.names[0]); err != nil {
			b.Discard()
			return err
		}
		b.temps, b.names = b.temps[1:], b.names[1:]
		b.made = nil // no longer empty
	}
	return nil
}

// Discard removes what the batch has written and the directories it made.
// It does nothing after Commit.
func (b *Batch) Discard() {
	for _, tmp := range b.temps {
		os.Remove(tmp)
	}
	for k := len(b.made) - 1; k >= 0; k-- {
		os.Remove(b.made[k]) // stays when someone else has put a file there
	}
	b.temps, b.names, b.made = nil, nil, nil
}
