package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/nrkit/nrkit/trace"
)

// mostOpen is how many files of captures are open at a time. Systems allow 256 or more,
// of which a program needs some for other things.
const mostOpen = 64

// A pool lets more captures be read than files may be open. It closes the file that was
// not read for the longest time, and opens it again when it is read.
type pool struct {
	mu   sync.Mutex
	open []*pooled // the one that was read last is the last
}

// A pooled is a file of a pool. Several goroutines may read it.
type pooled struct {
	pool *pool
	path string
	info fs.FileInfo // of the first time
	read func(n int) // is told what was read; nil for nobody

	file   *os.File // nil while it is closed
	users  int      // goroutines that read it
	closed bool     // for good
}

// capture opens a capture of the pool, and calls progress while it looks for damage.
func (p *pool) capture(path string, progress func(done, size int64)) (*trace.Trace, error) {
	f := &pooled{pool: p, path: path}
	if err := f.begin(); err != nil {
		return nil, err
	}
	size := f.info.Size()
	c := counter{size: size, call: progress}
	f.read = c.add
	t, err := trace.Read(f, size)
	f.read = nil
	if err != nil {
		_ = f.close() // was only read
		return nil, named(path, err)
	}
	t.Release = f.close
	return t, nil
}

// begin opens the file for the first time.
func (f *pooled) begin() error {
	f.pool.mu.Lock()
	defer f.pool.mu.Unlock()
	return f.reopen()
}

// ReadAt implements io.ReaderAt.
func (f *pooled) ReadAt(b []byte, offset int64) (int, error) {
	file, err := f.take()
	if err != nil {
		return 0, err
	}
	n, err := file.ReadAt(b, offset)
	f.pool.mu.Lock()
	f.users--
	f.pool.mu.Unlock()
	if f.read != nil {
		f.read(n)
	}
	return n, err
}

// take returns the file, opened, which stays open until users is less again.
func (f *pooled) take() (*os.File, error) {
	p := f.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	if f.closed {
		return nil, &fs.PathError{Op: "read", Path: f.path, Err: fs.ErrClosed}
	}
	if f.file == nil {
		if err := f.reopen(); err != nil {
			return nil, err
		}
	} else if last := len(p.open) - 1; p.open[last] != f {
		p.remove(f)
		p.open = append(p.open, f)
	}
	f.users++
	return f.file, nil
}

// reopen opens the file, after it closed another one if too many are open. It is an error
// if the path names another file than before.
func (f *pooled) reopen() error {
	p := f.pool
	for _, other := range p.open {
		if len(p.open) < mostOpen {
			break
		}
		if other.users == 0 {
			_ = other.file.Close() // was only read
			other.file = nil
			p.remove(other)
			break
		}
	}
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil && f.info != nil && !os.SameFile(info, f.info) {
		err = fmt.Errorf("reading %s: another file has this name since it was first read", f.path)
	}
	if err != nil {
		return errors.Join(err, file.Close())
	}
	if f.info == nil {
		f.info = info
	}
	f.file = file
	p.open = append(p.open, f)
	return nil
}

// remove takes a file out of the list of open ones.
func (p *pool) remove(f *pooled) {
	for i, other := range p.open {
		if other == f {
			p.open = append(p.open[:i], p.open[i+1:]...)
			return
		}
	}
}

// close closes the file for good.
func (f *pooled) close() error {
	f.pool.mu.Lock()
	defer f.pool.mu.Unlock()
	f.closed = true
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	f.pool.remove(f)
	return err
}
