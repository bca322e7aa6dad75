package trace

import (
	"cmp"
	"slices"
)

const anchorSpacing = 10_000_000 // ns; closer anchors would give their jitter weight

// A timeline turns ticks into nanoseconds.
type timeline []segment

// A segment is a straight line from a tick on.
type segment struct {
	tick  uint64
	ns    int64
	slope float64 // ns per tick
	limit int64   // ns that the segment is long, at most
}

// newTimeline draws the lines between anchors as the format says. Anchors that
// would make time stand still or run backwards are left out, and so are those
// before the start or beyond 70 years.
func newTimeline(anchors []anchor) timeline {
	anchors = slices.DeleteFunc(anchors, func(a anchor) bool { return a.ns < 0 || a.ns > 1<<61 })
	slices.SortStableFunc(anchors, func(a, b anchor) int { return cmp.Compare(a.tick, b.tick) })
	kept := thin(anchors)
	if len(kept) == 0 {
		kept = []anchor{{}}
	}
	if len(kept) < 2 {
		kept = append(kept, anchor{kept[0].tick + 1, kept[0].ns + 1}) // a tick of 1 ns
	}
	line := make(timeline, len(kept))
	for i, a := range kept {
		line[i] = segment{tick: a.tick, ns: a.ns, limit: 1 << 61}
		if i > 0 {
			p := &line[i-1]
			p.limit = a.ns - p.ns
			p.slope = float64(p.limit) / float64(a.tick-p.tick)
		}
	}
	first, last := kept[0], kept[len(kept)-1]
	line[len(line)-1].slope = float64(last.ns-first.ns) / float64(last.tick-first.tick)
	return line
}

// thin keeps the first anchor, those a spacing after the one kept before, and
// the last, which takes the place of the one kept before when it is too close.
func thin(anchors []anchor) []anchor {
	var kept []anchor
	var last *anchor // later than the last kept one, but too close to it
	for i := range anchors {
		a := &anchors[i]
		if len(kept) == 0 {
			kept = append(kept, *a)
			continue
		}
		k := kept[len(kept)-1]
		if a.tick <= k.tick || a.ns <= k.ns || last != nil && a.ns < last.ns {
			continue
		}
		if a.ns-k.ns >= anchorSpacing {
			kept = append(kept, *a)
			last = nil
		} else {
			last = a
		}
	}
	if last != nil {
		if len(kept) > 1 {
			kept = kept[:len(kept)-1]
		}
		kept = append(kept, *last)
	}
	return kept
}

// find returns the segment that holds a tick.
func (t timeline) find(tick uint64) int {
	i, _ := slices.BinarySearchFunc(t, tick, func(s segment, tick uint64) int {
		if s.tick <= tick {
			return -1
		}
		return 1
	})
	return max(i-1, 0)
}

// until returns the tick at which a segment ends; the largest one for the last segment.
func (t timeline) until(seg int) uint64 {
	if seg+1 < len(t) {
		return t[seg+1].tick
	}
	return 1<<64 - 1
}

// at returns the time of a tick in the segment; that of its start for a tick
// before it.
func (s *segment) at(tick uint64) int64 {
	if tick <= s.tick {
		return s.ns
	}
	ns := float64(tick-s.tick) * s.slope
	if ns >= float64(s.limit) {
		return s.ns + s.limit
	}
	return s.ns + int64(ns)
}
