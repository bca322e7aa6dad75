package project

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/nsys"
)

// A Wait is a call that waits for devices.
type Wait struct {
	Call   int32 // index in Calls
	Range  int32 // the shortest range around it, -1 for none
	Scalar bool  // it ends the reading of a number: see Waits
}

// Waiting says for each call whether it waits for devices, as its name says. A
// call within another that waits, such as that of the driver API within one of
// the runtime API, does not count.
func (c *Capture) Waiting(isWait func(name nsys.String) bool) []bool {
	waits := make([]bool, len(c.Calls))
	var order []int32
	for k := range c.Calls {
		if isWait(c.Calls[k].Name) {
			order = append(order, int32(k))
		}
	}
	c.sortCalls(order)
	var last *nsys.Call
	for _, k := range order {
		call := &c.Calls[k]
		if last != nil && last.Thread == call.Thread && call.End <= last.End {
			continue
		}
		waits[k], last = true, call
	}
	return waits
}

// sortCalls sorts calls by thread and start, those around others first.
func (c *Capture) sortCalls(order []int32) {
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &c.Calls[a], &c.Calls[b]
		return cmp.Or(cmp.Compare(x.Thread, y.Thread), cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End), cmp.Compare(a, b))
	})
}

// Waits returns the calls that wait for devices, by thread and start. waits
// says which they are, see Waiting.
//
// One ends the reading of a number when the last work that its thread started
// before it, or that it did itself, is a copy to the host of 1 to ScalarBytes
// bytes: what a loop on the host does that decides on the result of a device.
// The tree is that of all ranges.
func (c *Capture) Waits(waits []bool) ([]Wait, *Tree) {
	t := newTree(c.Len())
	innermost := c.innermostOfCalls(t, c.lanes(c.All, func(i int) bool { return waits[i] }))
	reads := c.scalarCalls()
	order := make([]int32, len(c.Calls))
	for i := range order {
		order[i] = int32(i)
	}
	c.sortCalls(order)
	var list []Wait
	var thread nsys.Thread
	pending := false // the last work that the thread started reads a number
	for _, k := range order {
		if t := c.Calls[k].Thread; t != thread {
			thread, pending = t, false
		}
		if w := reads[k]; w != noWork {
			pending = w == scalarRead
		}
		if waits[k] {
			list = append(list, Wait{Call: k, Range: innermost[k], Scalar: pending})
			pending = false
		}
	}
	return list, t
}

// What a call started.
const (
	noWork uint8 = iota
	otherWork
	scalarRead // copies of numbers to the host and nothing else
)

// scalarCalls returns what each call started.
func (c *Capture) scalarCalls() []uint8 {
	started := make([]uint8, len(c.Calls))
	for o, call := range c.Of {
		if call < 0 {
			continue
		}
		if started[call] != otherWork && isScalarRead(&c.Ops[o]) {
			started[call] = scalarRead
		} else {
			started[call] = otherWork
		}
	}
	return started
}
