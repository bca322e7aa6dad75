package diagnose

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/internal/spill"
)

// An Interval is a time from Start to End, in ns from the start of the trace.
type Interval struct{ Start, End int64 }

// Covered returns how much time lies in at least one of the intervals, which it
// sorts.
func Covered(list []Interval) int64 {
	slices.SortFunc(list, byStart)
	var c coverage
	for _, x := range list {
		c.add(x)
	}
	return c.ns
}

// byStart orders intervals by their begins.
func byStart(a, b Interval) int { return cmp.Compare(a.Start, b.Start) }

// A coverage adds up how much time lies in at least one of intervals that come in
// the order of their begins.
type coverage struct {
	ns, end int64
	some    bool
}

func (c *coverage) add(x Interval) {
	if !c.some || x.Start > c.end {
		c.some, c.end = true, x.Start
	}
	if x.End > c.end {
		c.ns += x.End - c.end
		c.end = x.End
	}
}

// intervals returns an empty list of intervals that is read in the order of their
// begins, in bounded memory.
func (in *Input) intervals() *spill.Sorter[Interval] {
	return spill.NewSorter(in.records(), byStart)
}

// covered is Covered of such a list.
func covered(list *spill.Sorter[Interval]) int64 {
	var c coverage
	for x := range list.All() {
		c.add(*x)
	}
	return c.ns
}

// A joiner reads intervals as sorted ones that are apart: it makes those one that
// touch.
type joiner struct {
	from *spill.Reader[Interval]
	head Interval // the next one
	some bool     // there is one
}

// joined returns a joiner of a list; nil is an empty one.
func joined(list *spill.Sorter[Interval]) *joiner {
	if list == nil {
		return &joiner{}
	}
	j := &joiner{from: list.Read()}
	if x := j.from.Next(); x != nil {
		j.head, j.some = *x, true
	}
	return j
}

// next returns the next interval; false at the end.
func (j *joiner) next() (x Interval, ok bool) {
	if !j.some {
		return Interval{}, false
	}
	x, j.some = j.head, false
	for y := j.from.Next(); y != nil; y = j.from.Next() {
		if y.Start > x.End {
			j.head, j.some = *y, true
			break
		}
		x.End = max(x.End, y.End)
	}
	return x, true
}

// A sweeper says of times that come in order whether they lie in intervals.
type sweeper struct {
	from *joiner
	now  Interval
	some bool
}

// sweep returns a sweeper of a list; nil is an empty one.
func sweep(list *spill.Sorter[Interval]) *sweeper {
	s := &sweeper{from: joined(list)}
	s.now, s.some = s.from.next()
	return s
}

// open says whether a time lies in an interval, its end included.
func (s *sweeper) open(at int64) bool {
	for s.some && s.now.End < at {
		s.now, s.some = s.from.next()
	}
	return s.some && s.now.Start <= at
}

// after passes over the intervals that end by a time, and says whether one begins
// later.
func (s *sweeper) after(at int64) bool {
	for s.some && s.now.End <= at {
		s.now, s.some = s.from.next()
	}
	return s.some && s.now.Start > at
}
