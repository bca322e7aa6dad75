package logline

import (
	"fmt"
	"strings"
	"time"
)

// A Stamp is a time as a log has it.
type Stamp struct {
	// Wall is what was printed, read as if it were UTC: programs print the time
	// of their zone, which the log does not name.
	Wall time.Time
	// NoYear says that there was no year; that of Wall is 2000 then.
	NoYear bool
	// Absolute says that seconds since 1970 were printed: Wall is the instant.
	Absolute bool
}

const (
	stampFull     = "2006-01-02T15:04:05.999999999"
	stampNoYear   = "--01-02T15:04:05.999999999"
	stampAbsolute = "2006-01-02T15:04:05.999999999Z"
)

// String returns the stamp as ISO 8601 has it: without a zone unless it is
// absolute, with -- for a year that is not known.
func (s Stamp) String() string {
	switch {
	case s.Absolute:
		return s.Wall.Format(stampAbsolute)
	case s.NoYear:
		return s.Wall.Format(stampNoYear)
	}
	return s.Wall.Format(stampFull)
}

// MarshalText returns [Stamp.String].
func (s Stamp) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Stamp) UnmarshalText(text []byte) error {
	layout := stampFull
	in := string(text)
	read := Stamp{NoYear: strings.HasPrefix(in, "--"), Absolute: strings.HasSuffix(in, "Z")}
	switch {
	case read.Absolute:
		layout = stampAbsolute
	case read.NoYear: // a year in which there is every day
		layout, in = stampFull, "2000-"+in[2:]
	}
	t, err := time.Parse(layout, in)
	if err != nil {
		return fmt.Errorf("want a time such as 2026-03-11T02:59:55.123456, got %q", text)
	}
	read.Wall = t
	*s = read
	return nil
}

// Sub returns the time from t to s. ok is false where the two are not of one
// clock: one has a year or a zone and the other has none.
func (s Stamp) Sub(t Stamp) (d time.Duration, ok bool) {
	if s.NoYear != t.NoYear || s.Absolute != t.Absolute {
		return 0, false
	}
	return s.Wall.Sub(t.Wall), true
}

// In returns the instant of a stamp that was printed in that zone. ok is false
// where the stamp has no year.
func (s Stamp) In(zone *time.Location) (t time.Time, ok bool) {
	switch {
	case s.Absolute:
		return s.Wall, true
	case s.NoYear:
		return time.Time{}, false
	}
	w := s.Wall
	return time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), w.Nanosecond(), zone), true
}
