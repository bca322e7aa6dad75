package inject

import (
	"cmp"
	"slices"
)

// An anchor is one moment on two clocks.
type anchor struct {
	tick uint64
	ns   uint64 // of the monotonic clock of the system
}

// spacing is how far apart, in ns, anchors are that lines are drawn between:
// closer ones would give their jitter weight.
const spacing = 10_000_000

// A timeline turns ticks into nanoseconds by straight lines between anchors.
type timeline []line

type line struct {
	tick  uint64
	ns    uint64
	slope float64 // ns per tick
}

// newTimeline draws the lines. Anchors that would make time stand still or run
// backwards are left out, and those beyond 70 years. Ticks before the first and after the last lie on the
// line from the first to the last. Without two anchors a tick is 1 ns.
func newTimeline(list []anchor) timeline {
	list = slices.DeleteFunc(list, func(a anchor) bool { return a.ns > 1<<61 })
	slices.SortFunc(list, func(a, b anchor) int { return cmp.Or(cmp.Compare(a.tick, b.tick), cmp.Compare(a.ns, b.ns)) })
	var t timeline
	for i, a := range list {
		if k := len(t) - 1; k >= 0 {
			last := i == len(list)-1
			if a.tick <= t[k].tick || a.ns <= t[k].ns || !last && a.ns-t[k].ns < spacing {
				continue
			}
			if last && k > 0 && a.ns-t[k].ns < spacing {
				t = t[:k] // the last takes the place of one too close to it
			}
		}
		t = append(t, line{tick: a.tick, ns: a.ns, slope: 1})
	}
	if len(t) == 0 {
		return timeline{{slope: 1}}
	}
	for i := range t[:len(t)-1] {
		t[i].slope = float64(t[i+1].ns-t[i].ns) / float64(t[i+1].tick-t[i].tick)
	}
	if first, last := t[0], &t[len(t)-1]; len(t) > 1 {
		last.slope = float64(last.ns-first.ns) / float64(last.tick-first.tick)
	}
	return t
}

// at returns the time of a tick in ns of the monotonic clock. hint is where the
// last one was found.
func (t timeline) at(tick uint64, hint *int) uint64 {
	k := *hint
	if k >= len(t) || tick < t[k].tick || k+1 < len(t) && tick >= t[k+1].tick {
		k, _ = slices.BinarySearchFunc(t, tick, func(l line, tick uint64) int {
			if l.tick <= tick {
				return -1
			}
			return 1
		})
		k = max(k-1, 0)
		*hint = k
	}
	l := &t[k]
	if tick < l.tick { // before the first
		slope := t[len(t)-1].slope
		return l.ns - min(l.ns, uint64(min(float64(l.tick-tick)*slope, 1<<62)))
	}
	ns := l.ns + uint64(min(float64(tick-l.tick)*l.slope, 1<<62))
	if k+1 < len(t) {
		ns = min(ns, t[k+1].ns)
	}
	return ns
}
