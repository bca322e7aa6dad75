package vlog

import (
	"cmp"
	"slices"
)

// Runs is what happened to command buffers at run time.
type Runs struct {
	WarmUps int64 `json:"warm_ups"` // number of executions thunk by thunk before a command buffer was recorded

	// number of executions thunk by thunk because a profiler was active
	//
	// Such a profile does not show how the program runs without the profiler.
	Profiled int64 `json:"disabled_by_profiler"`

	FirstProfiled *Place `json:"first_disabled_by_profiler,omitempty"` // line of the first such execution; 0 without one

	// number of times that loading an executable evicted command buffers of other
	// executables
	Evictions int64 `json:"evictions"`

	Evicted int64         `json:"evicted_command_buffers"` // number of evicted command buffers
	Devices []*DeviceRuns `json:"devices"`                 // figures per device, by ordinal
}

// DeviceRuns is what one device did with command buffers.
type DeviceRuns struct {
	Device     int   `json:"device"`     // ordinal of the device; −1 if not printed
	Executions int64 `json:"executions"` // number of executions of command buffers
	Recordings int64 `json:"recordings"` // number of first recordings
	RecordNS   int64 `json:"record_ns"`  // time of first recordings
	Updates    int64 `json:"updates"`    // number of updates, that is of later recordings
	UpdateNS   int64 `json:"update_ns"`  // time of updates

	// number of updates after at most one execution
	//
	// A command buffer that is updated each time costs more than it saves.
	FrequentUpdates int64 `json:"updates_after_one_execution"`

	Allocs        int64 `json:"moved_allocations"` // number of moved allocations that made updates necessary
	LargestBuffer int64 `json:"largest_commands"`  // commands of the largest command buffer
}

// A runner is what a thread does with command buffers; all threads where none
// is printed.
type runner struct {
	replaced bool // thunks of a command buffer may be running one by one
	device   int  // of the last recording
}

// mode returns how a loop runs that begins now.
func (r *runner) mode() Mode {
	if r.replaced {
		return Replaced
	}
	return Host
}

// seen takes a message of l, which shows that what l runs has come back to it.
func (r *runner) seen(l *Loop) {
	if l.Mode == Host {
		r.replaced = false
	}
}

// runEvent takes a message of command_buffer_thunk.cc.
func (p *Parser) runEvent(r *runner, e *Event) {
	runs := &p.log.Runs
	switch e.Kind {
	case WarmUp:
		runs.WarmUps++
		r.replaced = true
		return
	case Profiling:
		runs.Profiled++
		if runs.FirstProfiled == nil {
			place := placeOf(e)
			runs.FirstProfiled = &place
		}
		r.replaced = true
		return
	case ProfilingStart: // Profiling follows
		return
	case Evict:
		runs.Evictions++
		return
	case Evicted:
		runs.Evicted = min(runs.Evicted+e.N, maxTotal)
		return
	}
	r.replaced = false
	if e.Device == NoDevice && (e.Kind == Updated || e.Kind == Recorded) {
		e.Device = r.device
	}
	r.device = e.Device
	if d := p.device(e.Device); d != nil {
		d.add(e)
	}
}

// add counts e.
func (d *DeviceRuns) add(e *Event) {
	d.LargestBuffer = max(d.LargestBuffer, e.Size)
	ns := min(e.Micros, maxMicros) * 1000
	switch e.Kind {
	case Execute:
		d.Executions++
	case Initialize:
		if e.Reason != "" && e.Reason != newEntry {
			d.Updates++
			return
		}
		d.Recordings++
	case Recorded:
		d.RecordNS += ns
	case Update:
		d.Allocs = min(d.Allocs+e.Allocs, maxTotal)
		if e.First {
			d.Recordings++
			return
		}
		d.Updates++
		if e.N <= 1 {
			d.FrequentUpdates++
		}
	case Updated:
		d.UpdateNS += ns
	}
}

// newEntry is the reason of a first recording, of versions that print one.
const newEntry = "new_cache_entry"

// maxMicros is a day: no recording takes longer.
const maxMicros = 24 * 3600 * 1_000_000

// device returns the figures of a device, nil where there is no room.
func (p *Parser) device(device int) *DeviceRuns {
	devices := p.log.Runs.Devices
	k, found := slices.BinarySearchFunc(devices, device, func(d *DeviceRuns, device int) int { return cmp.Compare(d.Device, device) })
	if found {
		return devices[k]
	}
	if len(devices) >= maxDevices {
		p.log.Dropped.Loops++
		return nil
	}
	d := &DeviceRuns{Device: device}
	p.log.Runs.Devices = slices.Insert(devices, k, d)
	return d
}
