package diagnose

import (
	"cmp"
	"math"
	"slices"

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
	call  *apiCall
	kind  waitKind
	start int64 // of the first call that copies what is waited for, or of the wait
	copy  int64 // ns in these calls, where they are others
	work  int   // calls with work since the wait before
}

// ns returns how long the host was in the calls.
func (w *wait) ns() int64 { return w.copy + w.call.End - w.call.Start }

// waitsOf returns the waits of the calls of a thread. A wait is for all that was
// copied to the host since the wait before.
func (in *Input) waitsOf(calls []apiCall) []wait {
	var list []wait
	next := wait{start: math.MaxInt64}
	for i := range calls {
		c := &calls[i]
		if c.inner {
			continue
		}
		kind, copies := in.readsBack(c)
		next.kind = max(next.kind, kind)
		if c.first >= 0 {
			next.work++
		}
		if copies || c.waits {
			next.start = min(next.start, c.Start)
		}
		switch {
		case c.waits:
			next.call = c
			list = append(list, next)
			next = wait{start: math.MaxInt64}
		case copies:
			next.copy += c.End - c.Start
		}
	}
	return list
}

// readsBack says what a call copies to the host, if it does.
func (in *Input) readsBack(c *apiCall) (kind waitKind, copies bool) {
	for w := range in.devices().each(c) {
		switch {
		case in.sort(w) != trace.SortMemcpy:
		case !isReadBack(in.nameOf(w.name)):
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

// kindsOnly returns the waits whose kind is at least one and at most another.
func kindsOnly(list []wait, least, most waitKind) []wait {
	var some []wait
	for _, w := range list {
		if w.kind >= least && w.kind <= most {
			some = append(some, w)
		}
	}
	return some
}

// regularRatio is how much longer the longer half of the gaps of a regular train
// may be than the shorter half: the time of one iteration varies by less where
// the same work is done each time.
const regularRatio = 4

// isTrain says whether waits follow one another regularly: after about the same
// time, or after the same number of calls that give work to a device.
func isTrain(list []wait) bool {
	if len(list) < enough {
		return false
	}
	var gaps []int64
	same := map[int]int{}
	for i := 1; i < len(list); i++ {
		gaps = append(gaps, list[i].call.Start-list[i-1].call.Start)
		same[list[i].work]++
	}
	slices.Sort(gaps)
	n := len(gaps)
	if low, high := gaps[n/4], gaps[n-1-n/4]; low > 0 && high <= regularRatio*low {
		return true
	}
	work, times := mostCommon(same)
	return work > 0 && share(int64(times), int64(n)) >= allSteps
}

// mostCommon returns the value with most counts, the smallest of several.
func mostCommon(counts map[int]int) (value, times int) {
	for v, n := range counts {
		if c := cmp.Compare(n, times); c > 0 || c == 0 && v < value {
			value, times = v, n
		}
	}
	return value, times
}

// blocked returns the wall-clock time in which a thread was in the calls.
func blocked(list []wait) (ns int64) {
	for i := range list {
		ns += list[i].ns()
	}
	return ns
}
