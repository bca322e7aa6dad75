package vlog

import "github.com/nrkit/nrkit/internal/logline"

// loopTimes is what the times of messages say of a loop with a condition.
type loopTimes struct {
	asked  *logline.Stamp // when its condition was last computed; nil when the result is there
	waits  int64          // results whose time is known
	waitNS int64          // from the message on a computation to that on its result
}

// ask takes the message that the condition is computed.
func (t *loopTimes) ask(e *Event) { t.asked = e.Time }

// answer takes the result: what lies between is the time in which the host
// waits for it.
func (t *loopTimes) answer(e *Event) {
	if ns, ok := between(t.asked, e.Time); ok {
		t.waits++
		t.waitNS += ns
	}
	t.asked = nil
}

// between returns the time from one message to another, which is not negative.
func between(from, to *logline.Stamp) (ns int64, ok bool) {
	if from == nil || to == nil {
		return 0, false
	}
	d, ok := to.Sub(*from)
	return int64(d), ok && d >= 0 && int64(d) <= longest
}

// longest is 30 days: a loop that took longer went over the end of a year that
// was not printed.
const longest = 30 * 24 * 3600 * 1_000_000_000

// addTimes adds the times of l, which has ended.
func (c *LoopCounts) addTimes(l *Loop) {
	c.TimedWaits += l.times.waits
	c.WaitNS = min(c.WaitNS+l.times.waitNS, maxTotal)
	if l.TripCount || l.Partial || !l.Finished {
		return
	}
	if ns, ok := between(l.Time, l.ended); ok {
		c.TimedIterations = min(c.TimedIterations+l.Iterations, maxTotal)
		c.TimedNS = min(c.TimedNS+ns, maxTotal)
	}
}
