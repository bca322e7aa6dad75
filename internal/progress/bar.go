package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/nrkit/nrkit/internal/legible"
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
	t, due := b.due()
	if !due {
		return
	}
	full := 0
	if total > 0 {
		full = cells * min(max(done, 0), total) / total
	}
	b.draw(t, full, fmt.Sprintf("%d/%d %s", done, total, what))
}

// SetShare is Set for a task that is not counted: a share of it, from 0 to 1,
// is done.
func (b *Bar) SetShare(share float64, what string) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	t, due := b.due()
	if !due {
		return
	}
	b.draw(t, int(cells*min(max(share, 0), 1)), what)
}

// due returns the time and whether a line is drawn now.
func (b *Bar) due() (time.Time, bool) {
	t := b.now()
	return t, t.Sub(b.start) >= delay && (!b.drawn || t.Sub(b.last) >= interval)
}

// draw draws the line with so many full cells.
func (b *Bar) draw(t time.Time, full int, what string) {
	b.last, b.drawn = t, true
	fmt.Fprintf(b.w, "\r[%s%s] %s\x1b[K", strings.Repeat("=", full), strings.Repeat(" ", cells-full), short(what))
}

// maxWhat is how many columns of a text are drawn: names of files may have any
// length.
const maxWhat = 64

// short returns what in characters that can be printed.
func short(what string) string { return legible.Cut(legible.Text(what), maxWhat) }

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
