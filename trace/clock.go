package trace

import "time"

// A Stamp is a reading of a recorder's clock, in ticks of unknown length. Only
// the reader of the file knows nanoseconds.
type Stamp uint64

// A clock reads stamps. Ticks of the counter of the CPU are used where every
// CPU shows the same one at a constant rate, and nanoseconds of the monotonic
// clock of Go elsewhere.
type clock struct {
	start   time.Time
	counter bool // ticks are those of the CPU
}

// newClock starts a clock. With portable the counter of the CPU is not used.
func newClock(portable bool) clock {
	return clock{start: time.Now(), counter: !portable && counterTrusted()}
}

// name is what Header.Clock says.
func (c *clock) name() string {
	if c.counter {
		return counterName
	}
	return "monotonic"
}

// wall returns the nanoseconds since the start.
func (c *clock) wall() int64 { return int64(time.Since(c.start)) }

func (c *clock) now() Stamp {
	if c.counter {
		return Stamp(counter())
	}
	return Stamp(c.wall())
}

// An anchor says that two clocks were read at the same moment.
type anchor struct {
	tick uint64
	ns   int64 // since the start of the trace
}

// anchor reads both clocks. Of a few tries it keeps the one in which the least
// time passed between the two readings of the counter, so that a thread that
// loses its CPU in between does no harm.
func (c *clock) anchor() anchor {
	if !c.counter {
		ns := c.wall()
		return anchor{uint64(ns), ns}
	}
	var best anchor
	width := ^uint64(0)
	for range 5 {
		before := counter()
		ns := c.wall()
		after := counter()
		if after-before < width {
			width = after - before
			best = anchor{before + width/2, ns}
		}
	}
	return best
}
