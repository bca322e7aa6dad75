package summary

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/trace"
)

// deviceTotals add up what devices did in captures, which have different devices.
type deviceTotals struct {
	device  *trace.DeviceSummary
	some    bool
	devices []rowDevice
	totals  map[totalName]*trace.WorkTotal
	parts   map[totalName]map[int]trace.DeviceTotal // by index of devices
	calls   map[callName]*trace.CallTotal
	threads int64
	all     int64 // ns of all operations
}

// A rowDevice is a device of a row.
type rowDevice struct {
	row int
	trace.DeviceWork
}

type totalName struct{ name, sort string }

type callName struct {
	name  string
	waits bool
}

// add adds a capture.
func (d *deviceTotals) add(row int, s *trace.Summary) {
	if x := s.Device; x != nil {
		if d.device == nil {
			d.device = &trace.DeviceSummary{}
		}
		d.device.Work += x.Work
		d.device.NS += x.NS
		d.device.Unattributed += x.Unattributed
		d.device.Calls += x.Calls
		d.device.Wait += x.Wait
		d.device.Idle += x.Idle
		d.device.Launched += x.Launched
	}
	if s.Work == nil {
		return
	}
	if !d.some {
		d.some = true
		d.totals, d.parts, d.calls = map[totalName]*trace.WorkTotal{}, map[totalName]map[int]trace.DeviceTotal{}, map[callName]*trace.CallTotal{}
	}
	d.work(row, s.Work)
}

// work adds the operations and calls of a capture.
func (d *deviceTotals) work(row int, w *trace.WorkSummary) {
	d.threads += w.Threads
	base := len(d.devices)
	for _, x := range w.Devices {
		d.devices = append(d.devices, rowDevice{row, x})
	}
	for i := range w.Operations {
		x := &w.Operations[i]
		d.all += x.Total
		name := totalName{x.Name, x.Sort}
		if d.totals[name] == nil {
			d.totals[name], d.parts[name] = &trace.WorkTotal{Name: x.Name, Sort: x.Sort, Min: x.Min}, map[int]trace.DeviceTotal{}
		}
		t := d.totals[name]
		t.Count, t.Total, t.Min, t.Max, t.Bytes = t.Count+x.Count, t.Total+x.Total, min(t.Min, x.Min), max(t.Max, x.Max), t.Bytes+x.Bytes
		switch {
		case len(w.Devices) == 1:
			d.parts[name][base] = trace.DeviceTotal{Count: x.Count, Total: x.Total}
		case len(x.PerDevice) == len(w.Devices):
			for k, part := range x.PerDevice {
				d.parts[name][base+k] = part
			}
		}
	}
	for i := range w.Calls {
		x := &w.Calls[i]
		name := callName{x.Name, x.Waits}
		if d.calls[name] == nil {
			d.calls[name] = &trace.CallTotal{Name: x.Name, Waits: x.Waits, Min: x.Min}
		}
		t := d.calls[name]
		t.Count, t.Total, t.Min, t.Max = t.Count+x.Count, t.Total+x.Total, min(t.Min, x.Min), max(t.Max, x.Max)
	}
}

// tables returns the tables; nil without devices. Span is the time of all captures.
func (d *deviceTotals) tables(ranks []phasetable.Rank, span int64) (*trace.DeviceSummary, *trace.WorkSummary) {
	if !d.some {
		return d.device, nil
	}
	w := &trace.WorkSummary{Devices: []trace.DeviceWork{}, Operations: []trace.WorkTotal{}, Calls: []trace.CallTotal{}, Threads: d.threads}
	order := d.order(ranks)
	for _, k := range order {
		w.Devices = append(w.Devices, d.devices[k].DeviceWork)
	}
	for name, t := range d.totals {
		t.Mean, t.Share = ratio(t.Total, t.Count), ratio(t.Total, d.all)
		if len(order) > 1 {
			for _, k := range order {
				t.PerDevice = append(t.PerDevice, d.parts[name][k])
			}
		}
		w.Operations = append(w.Operations, *t)
	}
	for _, t := range d.calls {
		t.Mean, t.Share = ratio(t.Total, t.Count), ratio(float64(t.Total), float64(span)*float64(d.threads))
		w.Calls = append(w.Calls, *t)
	}
	slices.SortFunc(w.Operations, func(a, b trace.WorkTotal) int {
		return cmp.Or(cmp.Compare(b.Total, a.Total), strings.Compare(a.Name, b.Name), strings.Compare(a.Sort, b.Sort))
	})
	slices.SortFunc(w.Calls, func(a, b trace.CallTotal) int {
		if c := cmp.Or(cmp.Compare(b.Total, a.Total), strings.Compare(a.Name, b.Name)); c != 0 || a.Waits == b.Waits {
			return c
		} else if a.Waits {
			return -1
		}
		return 1
	})
	return d.device, w
}

// order gives the devices the ranks of their captures and returns their indices by rank,
// number and process.
func (d *deviceTotals) order(ranks []phasetable.Rank) []int {
	list := make([]int, len(d.devices))
	for k := range list {
		list[k] = k
		if len(ranks) > 1 {
			d.devices[k].Rank += ranks[d.devices[k].row].Rank
		}
	}
	slices.SortFunc(list, func(i, j int) int {
		a, b := &d.devices[i], &d.devices[j]
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Device, b.Device), cmp.Compare(a.Process, b.Process))
	})
	return list
}

// ratio is part by whole, 0 of nothing.
func ratio[T int64 | float64](part, whole T) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
