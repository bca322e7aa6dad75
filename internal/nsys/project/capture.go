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
func Read(e *nsys.Export) (*Capture, error) { return ReadAround(e, nil) }

// ReadAround is Read with the ranges alone that are around calls that wanted names.
// Ranges around such a range are among them. Nil reads all ranges.
//
// Memory: most ranges of most programs have no call in them that starts work, and
// take none.
func ReadAround(e *nsys.Export, wanted func(c *Capture) []bool) (*Capture, error) {
	calls, ops, err := e.CUDACallsAndOps()
	if err != nil {
		return nil, err
	}
	c := NewCapture(nil, calls, ops)
	if wanted == nil {
		c.Ranges, err = e.Ranges()
		return c, err
	}
	return c, c.ReadAround(e, wanted(c))
}

// ReadAround sets the ranges: those around calls that are wanted.
func (c *Capture) ReadAround(e *nsys.Export, wanted []bool) (err error) {
	c.Ranges, err = e.RangesWhere(c.around(wanted))
	return err
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
		c.Of[i] = -1
		if launch.Correlation != nsys.Null {
			c.Of[i] = index.of(launch)
		}
	}
	return c
}

// setCalls sets the calls, without second rows of a call, and returns the
// shortest call of each launch.
func (c *Capture) setCalls(calls []nsys.Call) launchIndex {
	index := newLaunchIndex(calls)
	for i := range calls {
		if launch := calls[i].Launch(); launch.Correlation != nsys.Null {
			if best := index.of(launch); best < 0 || shorter(&calls[i], &calls[best]) {
				index.set(launch, int32(i))
			}
		}
	}
	kept := int32(0)
	for i := range calls {
		if launch := calls[i].Launch(); launch.Correlation != nsys.Null {
			first := index.of(launch) == int32(i)
			if calls[i].Class == nsys.ClassBacktrace && !first {
				continue
			}
			if first {
				index.set(launch, kept)
			}
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
