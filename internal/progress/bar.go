package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

const (
	delay    = 300 * time.Millisecond // tasks shorter than this draw nothing
	interval = 100 * time.Millisecond // at most one line per interval
	cells    = 24                     // width of the bar
)

// A Bar is a progress line. A nil *Bar draws nothing, so callers need not ask
// whether there is a terminal. Its methods may be called concurrently.
type Bar struct {
	mu    sync.Mutex
	w     io.Writer
	now   func() time.Time
	start time.Time
	last  time.Time
	drawn bool
}

// New returns a bar that draws on w and takes the time from now; time.Now
// in programs.
func New(w io.Writer, now func() time.Time) *Bar {
	return &Bar{w: w, now: now, start: now()}
}

// Set says that done of total steps are finished and what is going on. The
// line is drawn when the task has taken a while and the last line is old.
func (b *Bar) Set(done, total int, what string) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.now()
	if t.Sub(b.start) < delay || b.drawn && t.Sub(b.last) < interval {
		return
	}
	b.last, b.drawn = t, true
	full := 0
	if total > 0 {
		full = cells * min(max(done, 0), total) / total
	}
	fmt.Fprintf(b.w, "\r[%s%s] %d/%d %s\x1b[K",
		strings.Repeat("=", full), strings.Repeat(" ", cells-full), done, total, what)
}

// Clear removes the line, so that other output can follow.
func (b *Bar) Clear() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
		b.drawn = false
	}
}
