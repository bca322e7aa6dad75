package diagnose

import "slices"

// shared returns how much of the time that two phases have, by ranges on a thread
// and by work on devices that was launched in them there, both have, split into
// what the second has more claim to and what the first has: it is to be told once.
//
// While devices work for one of them alone, the time is of that: the other, whose
// range is open, waits for the device or would find it taken. While they work for
// both, it is of the one whose range is open, else of the first, whose results
// the second takes. Where both have ranges open and no device works, one lies in
// the other, and both keep it.
//
// Cost: as [Input.beyond], and O(n log n) for n ranges and pieces of work.
func (in *Input) shared(first, second string) (ofSecond, ofFirst int64) {
	if in.Trace.Flows == 0 {
		return 0, 0
	}
	threads := in.threadOfTrack()
	ranges := [2]map[int][]Interval{in.rangesByThread(first, threads), in.rangesByThread(second, threads)}
	work := in.workByThread(ranges, threads)
	for thread := range work[0] {
		a, b := sharedOf([4][]Interval{ranges[0][thread], ranges[1][thread], work[0][thread], work[1][thread]})
		ofSecond, ofFirst = ofSecond+a, ofFirst+b
	}
	for thread := range work[1] {
		if work[0][thread] == nil {
			a, b := sharedOf([4][]Interval{ranges[0][thread], ranges[1][thread], nil, work[1][thread]})
			ofSecond, ofFirst = ofSecond+a, ofFirst+b
		}
	}
	return ofSecond, ofFirst
}

// workByThread returns the work that was launched while ranges were open, by
// thread: sorted and apart from one another.
func (in *Input) workByThread(ranges [2]map[int][]Interval, threads []int) (lists [2]map[int][]Interval) {
	launches, work := in.flowsOf(threads)
	for k := range lists {
		lists[k] = map[int][]Interval{}
		for _, w := range work {
			if l := launches[w.flow]; l.known && openAt(ranges[k][l.thread], l.at) {
				lists[k][l.thread] = append(lists[k][l.thread], w.Interval)
			}
		}
		for thread, list := range lists[k] {
			lists[k][thread] = joined(list)
		}
	}
	return lists
}

// sharedOf is shared of one thread: ranges of both, then work of both.
func sharedOf(sets [4][]Interval) (ofSecond, ofFirst int64) {
	var times []int64
	for _, list := range sets {
		for _, x := range list {
			times = append(times, x.Start, x.End)
		}
	}
	slices.Sort(times)
	times = slices.Compact(times)
	var at [4]int
	for i := 0; i+1 < len(times); i++ {
		from, to := times[i], times[i+1]
		var has [4]bool
		for k, list := range sets {
			for at[k] < len(list) && list[at[k]].End <= from {
				at[k]++
			}
			has[k] = at[k] < len(list) && list[at[k]].Start <= from
		}
		switch owner(has) {
		case 0:
			ofFirst += to - from
		case 1:
			ofSecond += to - from
		}
	}
	return ofSecond, ofFirst
}

// owner returns which of two phases a time is of that both have; none where not
// both have it, or both keep it.
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
