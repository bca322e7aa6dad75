package project

import "slices"

// sum sets what the calls of a lane started within each of its ranges.
//
// Ranges are taken from the last start to the first. Calls that start no
// earlier are in a Fenwick tree over the ranks of their ends, of which a range
// takes the prefix of those that end no later.
func (p *Projection) sum(l lane, work []span) {
	if len(l.calls) == 0 {
		return
	}
	ends := make([]int64, len(l.calls))
	for k, i := range l.calls {
		ends[k] = p.Calls[i].End
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	tree := make([]span, len(ends)+1)
	for k := range tree {
		tree[k] = none
	}
	next := len(l.calls) - 1
	for k := len(l.ranges) - 1; k >= 0; k-- {
		i := l.ranges[k]
		for ; next >= 0 && p.Calls[l.calls[next]].Start >= p.Start[i]; next-- {
			call := l.calls[next]
			rank, _ := slices.BinarySearch(ends, p.Calls[call].End)
			for r := rank + 1; r < len(tree); r += r & -r {
				tree[r].join(work[call])
			}
		}
		total := none
		for r := upTo(ends, p.End[i]); r > 0; r &= r - 1 {
			total.join(tree[r])
		}
		if total.count > 0 {
			p.OpStart[i], p.OpEnd[i], p.Launches[i] = total.start, total.end, total.count
		}
	}
}

// upTo returns how many of the sorted ends are no later than end.
func upTo(ends []int64, end int64) int {
	k, found := slices.BinarySearch(ends, end)
	if found {
		k++
	}
	return k
}
