package timeline

import (
	"fmt"

	"github.com/nrkit/nrkit/nsys"
)

// An Open says which NVTX ranges end with the recording, as nsys 2022.4 writes
// ranges that were open then. In the trace they have that end.
type Open struct {
	Ranges    int64  // how many there are
	Innermost string // the one that began last
	// Nested: one of them lies in another one of its thread, so that they were
	// open for certain. A range by itself may also be the one with which the
	// recording was to end.
	Nested bool
}

// endsOpen takes note of a range that ends with the recording.
func (r *reader) endsOpen(v *nsys.NVTXEvent, name int32) {
	if r.stop != nsys.Null && v.End >= r.stop {
		r.open.Add(v.Thread, v.Start, v.Type, name)
	}
}

// openRanges returns what was found of ranges that end with the recording.
func (r *reader) openRanges() Open {
	o := Open{Ranges: r.open.Ranges}
	name, ok := r.open.Innermost(true)
	o.Nested = ok
	if !ok {
		name, ok = r.open.Innermost(false)
	}
	if ok {
		o.Innermost = r.names.list[name]
	}
	return o
}

// warn says what was open for certain.
func (o *Open) warn() []string {
	if !o.Nested {
		return nil
	}
	return []string{fmt.Sprintf("%d NVTX ranges were open when the recording of Nsight Systems ended; they are counted until that time, and the innermost is %q", o.Ranges, o.Innermost)}
}
