package input

import (
	"io"
	"os"
)

// often is how many bytes are read between two calls of Options.Progress.
const often = 64 << 10

// A counter tells how much of a file was read.
type counter struct {
	done, told, size int64
	call             func(done, size int64) // nil: nobody is told
}

func (c *counter) add(n int) {
	c.done += int64(n)
	if c.call != nil && c.done-c.told >= often {
		c.told = c.done
		c.call(min(c.done, c.size), c.size)
	}
}

// A counted is a file that is read from its begin to its end.
type counted struct {
	*os.File
	counter
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.File.Read(b)
	c.add(n)
	return n, err
}

// watched returns a reader of a file that calls progress, which may be nil.
func watched(f *os.File, progress func(done, size int64)) io.Reader {
	info, err := f.Stat()
	if progress == nil || err != nil || !info.Mode().IsRegular() {
		return f
	}
	return &counted{f, counter{size: info.Size(), call: progress}}
}

// A Tally makes of how much was read of each of several files how much was read of all.
// A nil *Tally calls nothing.
type Tally struct {
	call                func(done, size int64)
	before, this, total int64
}

// NewTally returns the tally of files, of which those that are none, such as -, have the
// size 0. It calls progress as [Options] says; nil makes no Tally.
func NewTally(paths []string, progress func(done, size int64)) *Tally {
	if progress == nil {
		return nil
	}
	t := &Tally{call: progress}
	for _, path := range paths {
		t.total += sizeOf(path)
	}
	return t
}

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

// Begin says that a file comes next. What was read of files before counts as a whole.
func (t *Tally) Begin(path string) {
	if t != nil {
		t.before, t.this = t.before+t.this, sizeOf(path)
		t.call(t.before, t.total)
	}
}

// Progress returns the function for Options.Progress while the file is read: it takes the
// part of the file from one share to another, from 0 to 1.
func (t *Tally) Progress(from, to float64) func(done, size int64) {
	if t == nil {
		return nil
	}
	return func(done, size int64) {
		if size <= 0 {
			return
		}
		share := from + (to-from)*min(float64(done)/float64(size), 1)
		t.call(t.before+int64(share*float64(t.this)), t.total)
	}
}
