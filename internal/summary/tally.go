package summary

import (
	"os"
	"sync"
	"sync/atomic"

	"github.com/nrkit/nrkit/trace/input"
)

// A tally adds up how much of several files was read at the same time. A nil *tally
// calls nothing.
type tally struct {
	call  func(done, size int64)
	mu    sync.Mutex
	files []portion
	done  int64
	size  int64
}

// A portion is how much of a file was read.
type portion struct{ done, size int64 }

// newTally returns nil without a function to call.
func newTally(paths []string, call func(done, size int64)) *tally {
	if call == nil {
		return nil
	}
	t := &tally{call: call, files: make([]portion, len(paths))}
	for k, path := range paths {
		if info, err := os.Stat(path); err == nil {
			t.files[k].size = info.Size()
			t.size += info.Size()
		}
	}
	return t
}

// note says which share of a file was read, from 0 to 1.
func (t *tally) note(k int, share float64) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	f := &t.files[k]
	now := max(int64(share*float64(f.size)), f.done) // what is read again counts once
	t.done += now - f.done
	f.done = now
	t.call(t.done, t.size)
}

// of returns the function that notes shares of a file, nil for none.
func (t *tally) of(k int) func(share float64) {
	if t == nil {
		return nil
	}
	return func(share float64) { t.note(k, share) }
}

// opened is the share of reading a capture that opening it takes: it is read once to
// verify it, and once for its events.
const opened = 0.5

// opening returns the function for input.Options.Progress while a file is opened.
func opening(path string, note func(share float64)) func(done, size int64) {
	part := 1.0
	if kind, err := input.SniffFile(path); err == nil && kind == input.Capture {
		part = opened
	}
	return func(done, size int64) {
		if size > 0 {
			note(part * float64(done) / float64(size))
		}
	}
}

// reading makes the passes over the events of a capture note what they read.
func reading(f *input.File, note func(share float64)) {
	if note == nil {
		return
	}
	var done atomic.Int64
	var size int64
	size = f.Watch(func(bytes int64) {
		note(opened + (1-opened)*min(float64(done.Add(bytes))/float64(max(size, 1)), 1))
	})
}
