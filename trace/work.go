package trace

import (
	"fmt"
	"slices"
)

// A WorkSummary says what devices did and which calls of their driver the program
// made, by name and regardless of ranges. It also has figures if the program has no
// ranges.
//
// Totals are sums of durations: overlapping work counts several times, and a call
// inside another call counts in both.
type WorkSummary struct {
	Devices    []DeviceWork `json:"devices"`         // by rank, number and process
	Operations []WorkTotal  `json:"operations"`      // by name and sort, largest total first
	Calls      []CallTotal  `json:"calls"`           // by name, largest total first
	Threads    int64        `json:"calling_threads"` // that made the calls
}

// A DeviceWork is what one device did for one process. The times are unions: a
// moment in which several streams work counts once.
type DeviceWork struct {
	Rank       int32 `json:"rank"`
	Process    int64 `json:"process"`
	Device     int32 `json:"device"`
	Operations int64 `json:"operations"`
	Span       int64 `json:"span_ns"`   // from the begin of its first operation to the end of its last
	Busy       int64 `json:"busy_ns"`   // of Span: some operation ran
	Kernels    int64 `json:"kernel_ns"` // of Span: some kernel or graph ran
	Memory     int64 `json:"memory_ns"` // of Span: some copy or memory set ran
	Idle       int64 `json:"idle_ns"`   // Span less Busy
}

// Name names a device by its number, and also by its process and rank if another
// device has the same number.
func (d *DeviceWork) Name(all []DeviceWork) string {
	name := fmt.Sprintf("device %d", d.Device)
	same := func(f func(o *DeviceWork) bool) bool {
		n := 0
		for i := range all {
			if f(&all[i]) {
				n++
			}
		}
		return n > 1
	}
	if !same(func(o *DeviceWork) bool { return o.Device == d.Device }) {
		return name
	}
	if same(func(o *DeviceWork) bool { return o.Device == d.Device && o.Rank == d.Rank }) {
		name += fmt.Sprintf(" of process %d", d.Process)
	}
	if slices.ContainsFunc(all, func(o DeviceWork) bool { return o.Rank != d.Rank }) {
		name += fmt.Sprintf(", rank %d", d.Rank)
	}
	return name
}

// A WorkTotal is all operations of one name.
type WorkTotal struct {
	Name  string  `json:"name"`
	Sort  string  `json:"sort"` // "kernel", "memcpy", "memset", "graph"
	Count int64   `json:"count"`
	Total int64   `json:"total_ns"`
	Mean  float64 `json:"mean_ns"`
	Min   int64   `json:"min_ns"`
	Max   int64   `json:"max_ns"`
	Share float64 `json:"share"`           // of the total of all operations
	Bytes float64 `json:"bytes,omitempty"` // of all of them, where the trace says so

	PerDevice []DeviceTotal `json:"per_device,omitempty"` // in the order of Devices; absent with one device
}

// A DeviceTotal is the part of a total on one device.
type DeviceTotal struct {
	Count int64 `json:"count"`
	Total int64 `json:"total_ns"`
}

// A CallTotal is all calls of one name.
type CallTotal struct {
	Name  string  `json:"name"`  // as CallName has it
	Waits bool    `json:"waits"` // its name says that it waits for a device
	Count int64   `json:"count"`
	Total int64   `json:"total_ns"`
	Mean  float64 `json:"mean_ns"`
	Min   int64   `json:"min_ns"`
	Max   int64   `json:"max_ns"`
	Share float64 `json:"share"` // of the span of the trace, times Threads
}
