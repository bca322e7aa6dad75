package project

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/nsys"
)

// ScalarBytes is up to how many bytes a copy to the host is one of a number,
// such as a norm that a loop on the host looks at.
const ScalarBytes = 8

// isScalarRead says whether an operation is a copy of a number to the host.
func isScalarRead(op *nsys.Op) bool {
	return op.Kind == nsys.OpMemcpy && op.Copy == nsys.CopyDtoH && op.Bytes >= 1 && op.Bytes <= ScalarBytes
}

// An Iteration is what happened within an occurrence of a range.
type Iteration struct {
	Range         int32 // index of the range
	Busy          int64 // ns in which an operation ran that was launched within it; two at a time count once
	Ops           int64
	Calls         int64 // of the CUDA APIs
	Launches      int64 // calls that started operations
	GraphLaunches int64 // of CUDA graphs
	ScalarReads   int64 // copies to the host of 1 to ScalarBytes bytes
	Waits         int64 // calls that wait for devices, see IsWait
	WaitTime      int64 // ns
}

// Iterations returns what happened within each range that keep names, by
// thread and start. waits says which calls wait for devices, see Waiting.
//
// Operations are those that were launched within the range, whenever they ran.
// Where ranges that keep names are in each other, what happened counts for
// both.
//
// Cost: O((R+C+O) log), and the depth of such nesting times the calls and the
// operations. Memory: O(R+C+O), however deep they are: a program that never
// closes a range has all those before around each call.
func (c *Capture) Iterations(keep func(i int) bool, waits []bool) []Iteration {
	list, index := c.occurrences(keep)
	within := c.Enclosing(keep)
	var around []int32
	launches := c.Launches()
	for k := range c.Calls {
		around = within.Around(k, around[:0])
		for _, i := range around {
			it := &list[index[i]]
			it.Calls++
			if launches[k] {
				it.Launches++
			}
			if waits[k] {
				it.Waits++
				it.WaitTime += c.Calls[k].End - c.Calls[k].Start
			}
		}
	}
	c.addOps(list, within, index)
	return list
}

// occurrences returns an Iteration for each range that keep names, and where
// in the list it is.
func (c *Capture) occurrences(keep func(i int) bool) (list []Iteration, index []int32) {
	for i := range c.Len() {
		if keep(i) {
			list = append(list, Iteration{Range: int32(i)})
		}
	}
	slices.SortFunc(list, func(a, b Iteration) int {
		x, y := a.Range, b.Range
		return cmp.Or(cmp.Compare(c.Threads[c.Thread(int(x))], c.Threads[c.Thread(int(y))]), cmp.Compare(c.Start[x], c.Start[y]),
			cmp.Compare(c.End[y], c.End[x]), cmp.Compare(x, y))
	})
	index = make([]int32, c.Len())
	for k := range list {
		index[list[k].Range] = int32(k)
	}
	return list, index
}

// addOps counts operations, which are those of the iterations around their
// calls.
func (c *Capture) addOps(list []Iteration, within *Enclosing, index []int32) {
	order := make([]int32, 0, len(c.Ops))
	for o, call := range c.Of {
		if call >= 0 {
			order = append(order, int32(o))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(c.Ops[a].Start, c.Ops[b].Start) })
	busyTo := make([]int64, len(list)) // end of the operations so far
	started := make([]bool, len(list))
	graphs := map[int32]bool{} // calls that launched a graph and were counted
	var around []int32
	for _, o := range order {
		op, call := &c.Ops[o], c.Of[o]
		graph := op.Graph && !graphs[call]
		if graph {
			graphs[call] = true
		}
		around = within.Around(int(call), around[:0])
		for _, i := range around {
			k := index[i]
			it := &list[k]
			it.Ops++
			if graph {
				it.GraphLaunches++
			}
			if isScalarRead(op) {
				it.ScalarReads++
			}
			from := op.Start
			if started[k] {
				from = max(from, busyTo[k])
			}
			started[k] = true
			if op.End > from {
				it.Busy += op.End - from
				busyTo[k] = op.End
			}
		}
	}
}
