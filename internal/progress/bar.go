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
	fewest   = 8                      // of it, where the text needs room
	shortest = 12                     // of what goes on, beside the time left
	columns  = 80                     // of a terminal that does not tell
)

// A Bar is a progress line. A nil *Bar draws nothing, so callers need not ask
// whether there is a terminal. Its methods may be called concurrently.
type Bar struct {
	mu    sync.Mutex
	w     io.Writer
	width func() int
	now   func() time.Time
	start time.Time
	last  time.Time
	drawn bool
	pace  pace
}

// New returns a bar that draws on w, a terminal of so many columns, 0 where that
// is unknown, and takes the time from now; time.Now in programs.
func New(w io.Writer, width func() int, now func() time.Time) *Bar {
	return &Bar{w: w, width: width, now: now, start: now()}
}

// Set says that done of total steps are finished and what is going on, of which
// the middle is cut where the terminal is too narrow. The line is drawn when the
// task has taken a while and the last line is old. It ends with an estimate of the
// time left when the steps are small, their pace is steady, and there is room. A
// share of done below the one before begins another task.
func (b *Bar) Set(done, total int, what string) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	share := 0.0
	if total > 0 {
		share = float64(min(max(done, 0), total)) / float64(total)
	}
	t, due := b.due(share)
	if !due {
		return
	}
	full := func(cells int) int {
		if total <= 0 {
			return 0
		}
		return cells * min(max(done, 0), total) / total
	}
	count, what := fmt.Sprintf("%d/%d ", done, total), legible.Text(what)
	room := b.room() - len(count)
	if left := b.left(t); left != "" && room-len(left) >= min(legible.Width(what), shortest) {
		b.draw(t, full, count+legible.Cut(what, room-len(left))+left)
		return
	}
	b.draw(t, full, count+legible.Cut(what, max(room, 1)))
}

// SetShare is Set for a task that is not counted: a share of it, from 0 to 1,
// is done. Of what there is to say, the most important first, as much is drawn as
// the terminal has room for. The time left is second.
func (b *Bar) SetShare(share float64, what ...string) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	share = min(max(share, 0), 1)
	t, due := b.due(share)
	if !due {
		return
	}
	text, left := "", b.left(t)
	for k, part := range what {
		if part = legible.Text(part); k > 0 {
			part = ", " + part
		}
		if legible.Width(text+part+left) > b.room() {
			left = ""
		}
		if legible.Width(text+part) > b.room() {
			break
		}
		text, left = text+part+left, ""
	}
	b.draw(t, func(cells int) int { return int(float64(cells) * share) }, text)
}

// left says how long the task takes from t on, after what else there is to say;
// nothing where that is not known.
func (b *Bar) left(t time.Time) string {
	d, ok := b.pace.left(t)
	if !ok {
		return ""
	}
	return ", " + remaining(d)
}

// due takes note of the share that is done, and returns the time and whether a line
// is drawn now.
func (b *Bar) due(share float64) (time.Time, bool) {
	t := b.now()
	b.pace.take(t, share)
	return t, t.Sub(b.start) >= delay && (!b.drawn || t.Sub(b.last) >= interval)
}

// line returns how many columns a line may have: with the last one some terminals
// begin the next line.
func (b *Bar) line() int {
	n := b.width()
	if n == 0 {
		n = columns
	}
	return n - 1
}

// room returns how many of them a text may have, beside a short bar.
func (b *Bar) room() int { return b.line() - len("[] ") - fewest }

// draw draws the line: the bar, of which full says how many cells are full, and a
// text.
func (b *Bar) draw(t time.Time, full func(cells int) int, text string) {
	b.last, b.drawn = t, true
	n := max(min(b.line()-len("[] ")-legible.Width(text), cells), fewest)
	fmt.Fprintf(b.w, "\r[%s%s] %s\x1b[K", strings.Repeat("=", full(n)), strings.Repeat(" ", n-full(n)), text)
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
