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
	Devices    []DeviceWork `json:"devices"`         // one element per device and process, by rank, device number and process
	Operations []WorkTotal  `json:"operations"`      // operations by name and sort, largest total first
	Calls      []CallTotal  `json:"calls"`           // calls by name, largest total first. A call within another call counts in both
	Threads    int64        `json:"calling_threads"` // number of threads that made the calls
}

// A DeviceWork is what one device did for one process. The times are unions: a
// moment in which several streams work counts once.
type DeviceWork struct {
	Rank       int32 `json:"rank"`       // rank of the process
	Process    int64 `json:"process"`    // process id
	Device     int32 `json:"device"`     // number of the device in the process
	Operations int64 `json:"operations"` // number of kernels, copies, memory sets and CUDA graphs
	Span       int64 `json:"span_ns"`    // time from the begin of the first operation to the end of the last

	// part of `span_ns` in which at least one operation ran; overlapping streams
	// count once
	Busy int64 `json:"busy_ns"`

	Kernels int64 `json:"kernel_ns"` // part of `span_ns` in which at least one kernel or CUDA graph ran

	// part of `span_ns` in which at least one copy or memory set ran. `kernel_ns`
	// + `memory_ns` exceeds `busy_ns` by the time in which both ran
	Memory int64 `json:"memory_ns"`

	Idle int64 `json:"idle_ns"` // `span_ns` minus `busy_ns`
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
	Name  string  `json:"name"`            // name of the kernel, or direction of a copy
	Sort  string  `json:"sort"`            // `kernel`, `memcpy`, `memset` or `graph`
	Count int64   `json:"count"`           // number of operations
	Total int64   `json:"total_ns"`        // sum of the durations; operations that overlap count fully
	Mean  float64 `json:"mean_ns"`         // mean duration
	Min   int64   `json:"min_ns"`          // shortest duration
	Max   int64   `json:"max_ns"`          // longest duration
	Share float64 `json:"share"`           // share of the total of all operations
	Bytes float64 `json:"bytes,omitempty"` // bytes that were copied or set; absent if the trace does not say

	PerDevice []DeviceTotal `json:"per_device,omitempty"` // the part on each device, in the order of `work.devices`; absent with one device
}

// A DeviceTotal is the part of a total on one device.
type DeviceTotal struct {
	Count int64 `json:"count"`    // number of operations on the device
	Total int64 `json:"total_ns"` // sum of the durations on the device
}

// A CallTotal is all calls of one name.
type CallTotal struct {
	// name without the suffixes for versions and streams that Nsight Systems
	// records: `cudaMalloc`, not `cudaMalloc_v3020`
	//
	// See [CallName].
	Name string `json:"name"`

	Waits bool    `json:"waits"`    // true if the call waits for a device by its name, as in `device.synchronizing`
	Count int64   `json:"count"`    // number of calls
	Total int64   `json:"total_ns"` // total time of the calls
	Mean  float64 `json:"mean_ns"`  // mean time of a call
	Min   int64   `json:"min_ns"`   // shortest time of a call
	Max   int64   `json:"max_ns"`   // longest time of a call
	Share float64 `json:"share"`    // `total_ns` divided by `span_ns` × `work.calling_threads`
}
