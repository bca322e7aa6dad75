package chrome

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// open is the end of a range that has none.
const open = math.MaxInt64

// maxOverlap is how many extra tracks one track gets at most.
const maxOverlap = 64

// An interval is a range with both of its ends. Where times do not tell, the
// places of its begin and end in the file do.
type interval struct {
	start, end  int64
	index       int64
	first, last int  // places in the file; both that of an X event
	args, atEnd span // of the begin and of the end
	name        int32
}

// nest appends the events of a track, and of the extra tracks that its
// overlapping ranges need.
func (d *reader) nest(events []trace.Event, track int) []trace.Event {
	l := &d.lines[track]
	byTime := func(a, b entry) int { return cmp.Compare(a.ts, b.ts) }
	sortEntries(l.ranges, byTime)
	sortEntries(l.marks, byTime)
	rest := arrange(d.pair(l.ranges, l.open))
	marks := l.marks
	l.ranges, l.marks, l.open = nil, nil, nil
	for k := 0; ; k++ {
		n := nester{d: d, track: int32(track), events: events, marks: marks}
		rest = n.run(rest)
		events = n.events
		if len(rest) == 0 {
			return events
		}
		d.warnAt(codeOverlap, fmt.Sprintf("track %d has overlapping ranges: they are moved to additional tracks", track), d.line, d.col())
		if k == maxOverlap {
			d.warnAt(codeDropped, fmt.Sprintf("dropped ranges of track %d that overlap more than %d others", track, maxOverlap), d.line, d.col())
			d.trace.Loss.Ranges += int64(len(rest))
			return events
		}
		extra := d.trace.Tracks[track]
		if extra.Name != "" {
			extra.Name += " "
		}
		extra.Name += fmt.Sprintf("(overlap %d)", k+1)
		extra.Lane = int32(k + 1)
		d.trace.Tracks = append(d.trace.Tracks, extra)
		track, marks = len(d.trace.Tracks)-1, nil
	}
}

// sortEntries sorts what is not yet in order, and keeps the order of equals.
func sortEntries(s []entry, byTime func(a, b entry) int) {
	if !slices.IsSortedFunc(s, byTime) {
		slices.SortStableFunc(s, byTime)
	}
}

// pair makes intervals of B, E and X entries in order of time. late is what is
// known of those that never end.
//
// Cost: O(n): an E finds its B on the stack of its name.
func (d *reader) pair(ranges, late []entry) []interval {
	out := make([]interval, 0, len(ranges)/2+1)
	var stack []int // open intervals, and closed ones that are not yet removed
	named := map[int32][]int{}
	for _, e := range ranges {
		switch e.kind {
		case 'X':
			out = append(out, interval{start: e.ts, end: e.end, index: e.index, first: e.order, last: e.order, atEnd: e.args, name: e.name})
		case 'B':
			stack = append(stack, len(out))
			named[e.name] = append(named[e.name], len(out))
			out = append(out, interval{start: e.ts, end: open, index: e.index, first: e.order, last: math.MaxInt, args: e.args, name: e.name})
		case 'E':
			for len(stack) > 0 && out[stack[len(stack)-1]].end != open {
				stack = stack[:len(stack)-1]
			}
			name := e.name
			if name < 0 && len(stack) > 0 {
				name = out[stack[len(stack)-1]].name
			}
			same := named[name]
			if len(same) == 0 {
				d.warn(codeUnmatched, fmt.Sprintf("ignored an end at %d ns: no range with its name is open", e.ts))
				continue
			}
			i := same[len(same)-1]
			named[name] = same[:len(same)-1]
			if i != stack[len(stack)-1] {
				d.warn(codeMismatched, fmt.Sprintf("the end of %q at %d ns comes before the end of a range inside it", d.trace.Names[name], e.ts))
			}
			out[i].end, out[i].last, out[i].atEnd = e.ts, e.order, e.args
			if out[i].index == trace.NoIndex {
				out[i].index = e.index
			}
		}
	}
	for i := range out {
		if r := &out[i]; r.end == open {
			if len(late) > 0 {
				if r.index == trace.NoIndex {
					r.index = late[0].index
				}
				r.args, late = late[0].args, late[1:]
			}
			d.warn(codeOpen, fmt.Sprintf("the range %q that begins at %d ns does not end", d.trace.Names[r.name], r.start))
		}
	}
	return out
}

// arrange sorts intervals so that outer ones come before inner ones. Of those
// that begin together, the longer is the outer one, of equal ones the one that
// the file has first. One of no duration comes before the first that the file
// has after it.
func arrange(s []interval) []interval {
	order := func(a, b interval) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), cmp.Compare(a.first, b.first))
	}
	if !slices.IsSortedFunc(s, order) {
		slices.SortStableFunc(s, order)
	}
	var points []interval
	for from := 0; from < len(s); {
		to := from + 1
		for to < len(s) && s[to].start == s[from].start {
			to++
		}
		points = placePoints(s[from:to], points[:0])
		from = to
	}
	return s
}

// placePoints puts those of no duration, which are last among intervals that
// begin together, in place. points is room for them.
func placePoints(s, points []interval) []interval {
	long := len(s)
	for long > 0 && s[long-1].end == s[long-1].start {
		long--
	}
	if long == 0 || long == len(s) || s[long].first > s[long-1].first && long == 1 {
		return points
	}
	points = append(points, s[long:]...)
	lengthy := slices.Clone(s[:long])
	k, p := 0, 0
	for _, r := range lengthy {
		for ; p < len(points) && points[p].first < r.first; p++ {
			s[k] = points[p]
			k++
		}
		s[k] = r
		k++
	}
	copy(s[k:], points[p:])
	return points
}

// A nester makes events of arranged intervals and marks.
type nester struct {
	d      *reader
	track  int32
	events []trace.Event
	marks  []entry // in order, those not yet made events
	stack  []interval
}

// run makes events of the intervals that nest, and returns the others.
func (n *nester) run(s []interval) (rest []interval) {
	for _, r := range s {
		for len(n.stack) > 0 && n.before(r) {
			n.pop()
		}
		n.trim(&r)
		if len(n.stack) > 0 && n.stack[len(n.stack)-1].end < r.end {
			rest = append(rest, r)
			continue
		}
		n.mark(r.start, r.first)
		n.add(trace.Event{Kind: trace.Begin, Time: r.start, Name: r.name, Index: r.index})
		n.arguments(r.args, r.start)
		n.stack = append(n.stack, r)
	}
	for len(n.stack) > 0 && n.stack[len(n.stack)-1].end != open {
		n.pop()
	}
	n.mark(math.MaxInt64, math.MaxInt)
	return rest
}

// before says whether the innermost open range ends before r begins. If r is
// where the other ends and has no duration, the order of the ends in the file
// says whether it is inside.
func (n *nester) before(r interval) bool {
	top := n.stack[len(n.stack)-1]
	if top.end != r.start {
		return top.end < r.start
	}
	return r.end > r.start || top.last < r.last
}

// trim takes off the nanosecond by which r and the open ranges overlap where
// that is a matter of rounding: the end of an X event is the sum of two times
// that were rounded each on its own, and may lie one nanosecond after the begin
// of the next range or after the end of the one around it. Begins are rounded
// once, and stay in order.
func (n *nester) trim(r *interval) {
	for len(n.stack) > 0 {
		top := &n.stack[len(n.stack)-1]
		switch {
		case top.end >= r.end:
			return
		case top.summed() && top.end == r.start+1:
			n.trimmed(top)
			n.pop()
		case (top.summed() || r.summed()) && r.end == top.end+1:
			n.trimmed(r)
		default:
			return
		}
	}
}

// summed says whether the end of the range is a sum, of its ts and its dur.
func (r *interval) summed() bool { return r.first == r.last }

func (n *nester) trimmed(r *interval) {
	n.d.warn(codeRounding, fmt.Sprintf("the range %q ends at %d ns, 1 ns after the begin of the next range or the end of the enclosing range: 1 ns is subtracted as a rounding error of ts and dur", n.d.trace.Names[r.name], r.end))
	r.end--
}

func (n *nester) pop() {
	top := n.stack[len(n.stack)-1]
	n.stack = n.stack[:len(n.stack)-1]
	n.mark(top.end, top.last)
	n.arguments(top.atEnd, top.end)
	n.add(trace.Event{Kind: trace.End, Time: top.end, Name: top.name})
}

// mark makes events of the marks before that time and place.
func (n *nester) mark(time int64, place int) {
	for len(n.marks) > 0 {
		m := n.marks[0]
		if m.ts > time || m.ts == time && m.order > place {
			return
		}
		n.marks = n.marks[1:]
		switch m.kind {
		case 'C':
			n.add(trace.Event{Kind: trace.Counter, Time: m.ts, Name: m.name, Value: m.value})
		case 's':
			n.add(trace.Event{Kind: trace.FlowOut, Time: m.ts, Name: -1, Index: m.index})
		case 'f':
			n.add(trace.Event{Kind: trace.FlowIn, Time: m.ts, Name: -1, Index: m.index})
		default:
			n.add(trace.Event{Kind: trace.Instant, Time: m.ts, Name: m.name})
		}
	}
}

func (n *nester) arguments(s span, time int64) {
	for _, a := range n.d.args[s.from:s.to] {
		n.add(trace.Event{Kind: trace.Arg, Time: time, Name: a.name, Value: a.value})
	}
}

func (n *nester) add(e trace.Event) {
	e.Track = n.track
	n.events = append(n.events, e)
}
