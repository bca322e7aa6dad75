package trace

import (
	"slices"

	"github.com/nrkit/nrkit/internal/spill"
)

// FlowWork is the work on devices that a flow leads to.
type FlowWork struct {
	NS    int64 // of all its work
	Begun int64 // when the first work began; without meaning if there is no work
	Some  bool  // the flow has work
}

// A FlowTable holds the work of each flow of a trace. If there are many flows, the
// table is in a temporary file, so that its memory does not grow with their number.
type FlowTable struct {
	space *spill.Space
	work  *spill.Array[FlowWork]
}

// newFlowTable returns the table of so many flows, which lead to nothing yet.
func newFlowTable(flows int64) *FlowTable {
	s := spill.New(spill.Limit)
	return &FlowTable{s, spill.NewArray[FlowWork](s, flows)}
}

// FlowTimes returns the work of the flows of a trace; nil when the trace has no
// ranges of devices or of calls of their driver. Close gives the table back.
//
// Cost: one pass over the events.
func FlowTimes(t *Trace) *FlowTable {
	if d := newDeviceSums(t, nil); d != nil {
		return d.flows
	}
	return nil
}

// Has says whether a flow has the number.
func (f *FlowTable) Has(flow int64) bool { return uint64(flow) < uint64(f.work.Len()) }

// Of returns the work of a flow. Without such a flow the work is empty.
func (f *FlowTable) Of(flow int64) FlowWork {
	if !f.Has(flow) {
		return FlowWork{}
	}
	return f.work.At(flow)
}

// add adds work to a flow, if there is such a flow.
func (f *FlowTable) add(flow, begun, ns int64) {
	if !f.Has(flow) {
		return
	}
	w := f.work.Edit(flow)
	w.NS += ns
	if !w.Some || begun < w.Begun {
		w.Some, w.Begun = true, begun
	}
}

// take returns the work of a flow and forgets it: it has one call.
func (f *FlowTable) take(flow int64) FlowWork {
	w := f.work.At(flow)
	if w.Some {
		*f.work.Edit(flow) = FlowWork{}
	}
	return w
}

// Close frees the table. The error says that the file of the table failed, so that
// the table was not complete. Close of nil does nothing.
func (f *FlowTable) Close() error {
	if f == nil {
		return nil
	}
	err := f.space.Err()
	if cerr := f.space.Close(); err == nil {
		err = cerr
	}
	return err
}

// hasDevices says whether a trace has ranges of devices or of calls of their
// driver.
func hasDevices(t *Trace) bool {
	return slices.ContainsFunc(t.Sorts, func(sort string) bool { return sort != "" && sort != SortOS })
}
