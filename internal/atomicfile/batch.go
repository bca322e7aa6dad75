package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// A Batch is a set of files of one directory that appear together: none of
// them under its own name before Commit. Discard may be called at any time, also
// while another goroutine is in Write.
type Batch struct {
	dir string

	mu    sync.Mutex
	made  []string // directories created for the batch, outermost first
	files []*File
	done  bool // discarded
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
	f, err := b.add(filepath.Join(b.dir, name))
	if err != nil {
		return err
	}
	return f.Fill(write)
}

// add creates a file of the batch.
func (b *Batch) add(path string) (*File, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.done {
		return nil, os.ErrClosed
	}
	f, err := Create(path)
	if err == nil {
		b.files = append(b.files, f)
	}
	return f, err
}

// Commit gives the files their names. When a rename fails, the files that
// have none yet are removed and the error returned.
func (b *Batch) Commit() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.done {
		return os.ErrClosed
	}
	for len(b.files) > 0 {
		if err := b.files[0].Commit(); err != nil {
			b.discard()
			return err
		}
		b.files = b.files[1:]
		b.made = nil // no longer empty
	}
	return nil
}

// Discard removes what the batch has written and the directories it made.
// It does nothing after Commit.
func (b *Batch) Discard() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.discard()
}

// discard is Discard with the lock held.
func (b *Batch) discard() {
	for _, f := range b.files {
		f.Discard()
	}
	for k := len(b.made) - 1; k >= 0; k-- {
		os.Remove(b.made[k]) // stays when someone else has put a file there
	}
	b.files, b.made, b.done = nil, nil, true
}
