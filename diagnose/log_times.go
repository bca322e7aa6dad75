package diagnose

import (
	"time"

	"github.com/nrkit/nrkit/internal/logline"
	"github.com/nrkit/nrkit/xla/log/jaxlog"
)

// LogTimes are the times at which the messages of a log were written. Times with a
// zone, times with a year and times without a year are kept apart, since their
// clocks cannot be compared. The zero value stands for a log without times.
type LogTimes struct {
	clocks [3]logSpan
}

// A logSpan is the first and the last time of one clock.
type logSpan struct {
	some        bool
	first, last time.Time
}

// Line takes a line of the log, whatever its text is.
func (t *LogTimes) Line(l logline.Line) {
	if p, _, ok := logline.ParsePrefix(l.Text); ok {
		t.add(p.Time, 0)
	}
}

// Compilations takes what JAX says that it compiled, whose lines have other
// prefixes. A compilation begins before the message that it ended.
func (t *LogTimes) Compilations(l *jaxlog.Log) {
	for _, c := range l.Compilations {
		if c.Time != nil {
			t.add(*c.Time, 0)
		}
		if c.EndTime != nil {
			t.add(*c.EndTime, 0)
			t.add(*c.EndTime, time.Duration(max(c.CompileNS, 0)))
		}
	}
}

// add takes a time that was so long before a stamp.
func (t *LogTimes) add(s logline.Stamp, before time.Duration) {
	k := 0
	switch {
	case s.Absolute:
		k = 1
	case s.NoYear:
		k = 2
	}
	c, at := &t.clocks[k], s.Wall.Add(-before)
	if !c.some || at.Before(c.first) {
		c.first = at
	}
	if !c.some || at.After(c.last) {
		c.last = at
	}
	c.some = true
}

// mostSpan is how long a log may be: one that seems longer went over the end of a
// year that it does not print, or was put together of several.
const mostSpan = 30 * 24 * time.Hour

// Span returns the time from the first message to the last, in ns, on the clock with
// the longest such time. It is 0 if no time is known.
func (t *LogTimes) Span() int64 {
	var most time.Duration
	for _, c := range t.clocks {
		if d := c.last.Sub(c.first); d <= mostSpan {
			most = max(most, d)
		}
	}
	return int64(most)
}
