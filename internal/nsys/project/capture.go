package project

import (
	"github.com/nrkit/nrkit/nsys"
)

// A Capture is what a projection is made of.
type Capture struct {
	*nsys.Ranges
	Calls []nsys.Call // of the CUDA APIs, one row each
	Ops   []nsys.Op
	Of    []int32 // Of[i] is the call that started Ops[i], -1 for none
}

// Read reads the ranges, API calls and operations of an export.
//
// Errors: those of package nsys.
func Read(e *nsys.Export) (*Capture, error) {
	ranges, err := e.Ranges()
	if err != nil {
		return nil, err
	}
	calls, err := e.CUDACalls()
	if err != nil {
		return nil, err
	}
	ops, err := e.Ops()
	if err != nil {
		return nil, err
	}
	return NewCapture(ranges, calls, ops), nil
}

// NewCapture joins operations with their calls. The calls are reordered.
//
// A work without a process, as in exports that were cut down, is of the only
// process there is; of none when there are several.
//
// Cost: O(calls + operations).
func NewCapture(ranges *nsys.Ranges, calls []nsys.Call, ops []nsys.Op) *Capture {
	c := &Capture{Ranges: ranges, Ops: ops, Of: make([]int32, len(ops))}
	index := c.setCalls(calls)
	only := onlyProcess(c.Calls)
	for i := range ops {
		launch := ops[i].Launch
		if launch.Process == 0 {
			launch.Process = only
		}
		call, ok := index[launch]
		if !ok || launch.Correlation == nsys.Null {
			call = -1
		}
		c.Of[i] = call
	}
	return c
}

// setCalls sets the calls, without second rows of a call, and returns the
// shortest call of each launch.
func (c *Capture) setCalls(calls []nsys.Call) map[nsys.Launch]int32 {
	index := make(map[nsys.Launch]int32, len(calls))
	for i := range calls {
		launch := calls[i].Launch()
		if j, ok := index[launch]; !ok || shorter(&calls[i], &calls[j]) {
			index[launch] = int32(i)
		}
	}
	kept := 0
	for i := range calls {
		launch := calls[i].Launch()
		first := index[launch] == int32(i)
		if calls[i].Class == nsys.ClassBacktrace && !first && launch.Correlation != nsys.Null {
			continue
		}
		if first {
			index[launch] = int32(kept)
		}
		calls[kept] = calls[i]
		kept++
	}
	c.Calls = calls[:kept]
	return index
}

// shorter says whether a is a better row of a call than b.
func shorter(a, b *nsys.Call) bool {
	if chain := b.Class == nsys.ClassBacktrace; chain != (a.Class == nsys.ClassBacktrace) {
		return chain
	}
	return a.End-a.Start < b.End-b.Start
}

// onlyProcess returns the process of the calls, 0 when there are several.
func onlyProcess(calls []nsys.Call) nsys.Process {
	var only nsys.Process
	for i := range calls {
		switch p := calls[i].Thread.Process(); only {
		case 0:
			only = p
		case p:
		default:
			return 0
		}
	}
	return only
}

// Launches says for each call whether it started an operation.
func (c *Capture) Launches() []bool {
	started := make([]bool, len(c.Calls))
	for _, call := range c.Of {
		if call >= 0 {
			started[call] = true
		}
	}
	return started
}
