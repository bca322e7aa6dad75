package diagnose

import (
	"math"

	"github.com/nrkit/nrkit/internal/spill"
)

// shared returns the time that two phases have in common, so that it counts once.
// A phase has the time of its ranges on a thread, and of the device work that was
// launched in these ranges. The result is split into time that belongs to the
// second phase and time that belongs to the first.
//
// While devices work for one phase alone, the time belongs to this phase: the
// other phase, whose range is open, waits for the device or would find it busy.
// While devices work for both, the time belongs to the phase whose range is open,
// otherwise to the first, whose results the second uses. If both have ranges open
// and no device works, one range lies in the other, and both keep the time.
//
// Cost: as [Input.beyond], and O(n log n) for n ranges and pieces of work.
func (in *Input) shared(first, second string) (ofSecond, ofFirst int64) {
	if in.Trace.Flows == 0 {
		return 0, 0
	}
	ranges := [2]threadTimes{in.rangesByThread(first), in.rangesByThread(second)}
	work := [2]threadTimes{in.workDuring(ranges[0]), in.workDuring(ranges[1])}
	for thread := range work[0] {
		a, b := sharedOf(ranges[0][thread], ranges[1][thread], work[0][thread], work[1][thread])
		ofSecond, ofFirst = ofSecond+a, ofFirst+b
	}
	for thread := range work[1] {
		if work[0][thread] == nil {
			a, b := sharedOf(ranges[0][thread], ranges[1][thread], nil, work[1][thread])
			ofSecond, ofFirst = ofSecond+a, ofFirst+b
		}
	}
	return ofSecond, ofFirst
}

// sharedOf is shared of one thread: ranges of both, then work of both.
func sharedOf(lists ...*spill.Sorter[Interval]) (ofSecond, ofFirst int64) {
	var sets [4]*sweeper
	from := int64(math.MaxInt64)
	for k, list := range lists {
		sets[k] = sweep(list)
		if sets[k].some {
			from = min(from, sets[k].now.Start)
		}
	}
	for {
		var has [4]bool
		to := int64(math.MaxInt64) // when the next of the intervals begins or ends
		for k, s := range sets {
			has[k] = s.open(from) && s.now.End > from
			switch {
			case has[k]:
				to = min(to, s.now.End)
			case s.after(from):
				to = min(to, s.now.Start)
			}
		}
		if to == math.MaxInt64 {
			return ofSecond, ofFirst
		}
		switch owner(has) {
		case 0:
			ofFirst += to - from
		case 1:
			ofSecond += to - from
		}
		from = to
	}
}

// owner returns which of two phases owns a time that both have; none if not both
// have it, or if both keep it.
func owner(has [4]bool) int {
	range0, range1, work0, work1 := has[0], has[1], has[2], has[3]
	switch {
	case !range0 && !work0, !range1 && !work1, !work0 && !work1:
		return none
	case work0 && !work1:
		return 0
	case work1 && !work0:
		return 1
	case range1 && !range0:
		return 1
	}
	return 0
}
