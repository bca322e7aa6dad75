package project

import (
	"math"

	"github.com/nrkit/nrkit/nsys"
)

// A launchIndex has a call for each launch, by process.
type launchIndex struct {
	processes map[nsys.Process]*launchTable
	last      *launchTable // of the process that was asked for last
	process   nsys.Process
}

// A launchTable has the calls of a process by correlation id. Ids count the calls of
// a process, so that nearly all from the least to the greatest occur.
type launchTable struct {
	least int64
	dense []int32         // by id from the least one on; -1 for none
	few   map[int64]int32 // if ids are far apart, instead of dense

	count    int64
	greatest int64
}

// newLaunchIndex returns an index with the launches of calls, each with call -1.
func newLaunchIndex(calls []nsys.Call) launchIndex {
	x := launchIndex{processes: map[nsys.Process]*launchTable{}}
	for i := range calls {
		p := calls[i].Thread.Process()
		if x.last == nil || x.process != p {
			if x.last = x.processes[p]; x.last == nil {
				x.last = &launchTable{least: math.MaxInt64, greatest: math.MinInt64}
				x.processes[p] = x.last
			}
			x.process = p
		}
		t := x.last
		t.count++
		if id := calls[i].Correlation; id != nsys.Null {
			t.least, t.greatest = min(t.least, id), max(t.greatest, id)
		}
	}
	for _, t := range x.processes {
		t.fill()
	}
	return x
}

// sparse is how many times more ids than calls a dense table has at most.
const sparse = 8

// fill makes room for the ids.
func (t *launchTable) fill() {
	if span := uint64(t.greatest) - uint64(t.least); t.least <= t.greatest && span < uint64(sparse*t.count+1024) {
		t.dense = make([]int32, span+1)
		for i := range t.dense {
			t.dense[i] = -1
		}
		return
	}
	t.few = map[int64]int32{}
}

// table returns the table of a process, nil for none.
func (x *launchIndex) table(p nsys.Process) *launchTable {
	if x.last == nil || x.process != p {
		x.last, x.process = x.processes[p], p
	}
	return x.last
}

// of returns the call of a launch, -1 for none.
func (x *launchIndex) of(l nsys.Launch) int32 {
	t := x.table(l.Process)
	switch {
	case t == nil:
		return -1
	case t.few != nil:
		if call, ok := t.few[l.Correlation]; ok {
			return call
		}
		return -1
	case l.Correlation < t.least || l.Correlation > t.greatest:
		return -1
	}
	return t.dense[l.Correlation-t.least]
}

// set sets the call of a launch that one of the calls has.
func (x *launchIndex) set(l nsys.Launch, call int32) {
	if t := x.table(l.Process); t.few != nil {
		t.few[l.Correlation] = call
	} else {
		t.dense[l.Correlation-t.least] = call
	}
}
