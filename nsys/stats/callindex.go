package stats

import (
	"iter"

	"github.com/nrkit/nrkit/nsys"
)

// A callIndex finds calls by the identity that work on a device names them by.
type callIndex struct {
	processes []processCalls
	next      []int32 // of a call: the next one of the same identity, -1 for none
}

// processCalls finds the calls of a process. Correlation ids are counted up, so
// that a table of them is small; when they are far apart it is a map.
type processCalls struct {
	process   nsys.Process
	low, high int64 // of the correlation ids
	count     int
	table     []int32 // by correlation−low: the first call, -1 for none
	sparse    map[int64]int32
}

// indexCalls returns an index of calls.
func indexCalls(calls []nsys.Call) *callIndex {
	return indexLaunches(len(calls), func(i int) nsys.Launch { return calls[i].Launch() })
}

// indexLaunches returns an index of n calls with the identities that launch
// returns.
//
// Cost: O(n).
func indexLaunches(n int, launch func(i int) nsys.Launch) *callIndex {
	x := &callIndex{next: make([]int32, n)}
	for i := range n {
		if l := launch(i); l.Correlation != nsys.Null {
			x.widen(l.Process, l.Correlation)
		}
	}
	for i := range x.processes {
		x.processes[i].allocate()
	}
	for i := n - 1; i >= 0; i-- { // so that each chain is in the order of the calls
		x.next[i] = -1
		if l := launch(i); l.Correlation != nsys.Null {
			x.next[i] = x.find(l.Process).swap(l.Correlation, int32(i))
		}
	}
	return x
}

// find returns the entry of a process, nil for none. There are few processes.
func (x *callIndex) find(p nsys.Process) *processCalls {
	for i := range x.processes {
		if x.processes[i].process == p {
			return &x.processes[i]
		}
	}
	return nil
}

// widen makes room for a correlation id.
func (x *callIndex) widen(p nsys.Process, id int64) {
	e := x.find(p)
	if e == nil {
		x.processes = append(x.processes, processCalls{process: p, low: id, high: id})
		e = &x.processes[len(x.processes)-1]
	}
	e.low, e.high = min(e.low, id), max(e.high, id)
	e.count++
}

// allocate makes the table or the map.
func (e *processCalls) allocate() {
	span := uint64(e.high) - uint64(e.low)
	if span > uint64(16*e.count+1024) {
		e.sparse = make(map[int64]int32, e.count)
		return
	}
	e.table = make([]int32, span+1)
	for i := range e.table {
		e.table[i] = -1
	}
}

// first returns the first call of a correlation id, -1 for none.
func (e *processCalls) first(id int64) int32 {
	if e.table == nil {
		if i, ok := e.sparse[id]; ok {
			return i
		}
		return -1
	}
	if id < e.low || id > e.high {
		return -1
	}
	return e.table[id-e.low]
}

// swap sets the first call of a correlation id and returns the one before.
func (e *processCalls) swap(id int64, call int32) int32 {
	old := e.first(id)
	if e.table == nil {
		e.sparse[id] = call
	} else {
		e.table[id-e.low] = call
	}
	return old
}

// of yields the numbers of the calls of an identity.
func (x *callIndex) of(l nsys.Launch) iter.Seq[int] {
	return func(yield func(int) bool) {
		e := x.find(l.Process)
		if e == nil || l.Correlation == nsys.Null {
			return
		}
		for i := e.first(l.Correlation); i >= 0; i = x.next[i] {
			if !yield(int(i)) {
				return
			}
		}
	}
}
