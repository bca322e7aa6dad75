package diagnose

import (
	"cmp"
	"math"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/trace"
)

// scalar is the size of the largest copy that is taken for a scalar: a double,
// a 64-bit integer, or the predicate of a loop.
const scalar = 8

// A waitKind says what a thread waits for.
type waitKind uint8

const (
	bareWait   waitKind = iota // nothing was copied to the host
	scalarWait                 // copies of at most scalar bytes
	dataWait                   // larger ones, or such of unknown size, or it copies to the device itself
)

// A wait is a call in which a thread is blocked until a device has done
// something.
type wait struct {
	call  Interval
	start int64 // of the first call that copies what is waited for, or of the wait
	copy  int64 // ns in these calls, where they are others
	work  int64 // calls with work since the wait before
	name  int32 // of the call
	kind  waitKind
	fed   float64 // bytes of the copy from pageable memory that was the last work before the wait; NaN where it was none
	place place   // of the call
}

// ns returns how long the host was in the calls.
func (w *wait) ns() int64 { return w.copy + w.call.End - w.call.Start }

// A waiter finds the waits of a thread. A wait is for all that was copied to the
// host since the wait before.
type waiter struct {
	in    *Input
	waits *spill.List[wait]
	used  map[device]bool // devices of all work of the calls
	next  wait
}

// noWait is a wait before its first call.
var noWait = wait{start: math.MaxInt64, fed: math.NaN()}

// newWaiter returns the waiter of a thread.
func (in *Input) newWaiter() *waiter {
	return &waiter{in: in, waits: spill.NewList[wait](in.records()), used: map[device]bool{}, next: noWait}
}

// add takes the next call.
func (x *waiter) add(c *launchCall) {
	next := &x.next
	kind, copies := x.readsBack(c)
	next.kind = max(next.kind, kind)
	if c.has {
		next.work++
	}
	if copies || c.waits {
		next.start = min(next.start, c.Start)
	}
	switch {
	case c.waits:
		next.call, next.name, next.place = c.Interval, c.name, c.within
		x.waits.Append(*next)
		*next = noWait
	case copies:
		next.copy += c.End - c.Start
	}
}

// readsBack says what a call copies to the host, if it does.
func (x *waiter) readsBack(c *launchCall) (kind waitKind, copies bool) {
	for w := range c.each {
		x.used[x.in.device(w)] = true
		x.next.fed = math.NaN()
		if to := x.in.copyOf(w); isPageable(to) && !to.Reads() {
			x.next.fed = w.bytes
		}
		switch {
		case x.in.sort(w) != trace.SortMemcpy:
		case !x.in.copyOf(w).Reads():
			if c.waits {
				kind = dataWait
			}
		case w.bytes >= 1 && w.bytes <= scalar:
			kind, copies = max(kind, scalarWait), true
		default:
			kind, copies = dataWait, true
		}
	}
	return kind, copies
}

// kindsOnly yields the waits whose kind is at least one and at most another.
func kindsOnly(list *spill.List[wait], least, most waitKind) func(yield func(*wait) bool) {
	return func(yield func(*wait) bool) {
		for w := range list.All() {
			if w.kind >= least && w.kind <= most && !yield(w) {
				return
			}
		}
	}
}

// regularRatio is how much longer the longer half of the gaps of a regular train
// may be than the shorter half: the time of one iteration varies by less where
// the same work is done each time.
const regularRatio = 4

// isTrain says whether waits follow one another regularly: after about the same
// time, or after the same number of calls that give work to a device.
func (in *Input) isTrain(waits func(yield func(*wait) bool)) bool {
	gaps := spill.NewSorter(in.records(), cmp.Compare[int64])
	defer gaps.Free()
	same := map[int64]int64{}
	count, before := 0, int64(0)
	for w := range waits {
		if count > 0 {
			gaps.Add(w.call.Start - before)
			same[w.work]++
		}
		before = w.call.Start
		count++
	}
	if count < enough {
		return false
	}
	n := gaps.Len()
	if low, high := at(gaps, n/4), at(gaps, n-1-n/4); low > 0 && high <= regularRatio*low {
		return true
	}
	work, times := mostCommon(same)
	return work > 0 && share(times, n) >= allSteps
}

// at returns the value at a place of a sorted list.
func at(list *spill.Sorter[int64], place int64) int64 {
	for x := range list.All() {
		if place == 0 {
			return *x
		}
		place--
	}
	return 0
}

// mostCommon returns the value with most counts, the smallest of several.
func mostCommon(counts map[int64]int64) (value, times int64) {
	for v, n := range counts {
		if c := cmp.Compare(n, times); c > 0 || c == 0 && v < value {
			value, times = v, n
		}
	}
	return value, times
}
