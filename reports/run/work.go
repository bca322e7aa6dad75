package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

// topRows is how many kernels, copies and calls are shown.
const topRows = 10

// addWork adds what devices did and which calls were made, to the report of a
// trace that has no phases which could say so.
func addWork(r *reports.Document, w *trace.WorkSummary) {
	addDevices(r, w)
	kernels, copies := split(w.Operations)
	addOperations(r, "Kernels", "kernel", kernels, len(w.Devices), false)
	addOperations(r, "Copies and memory sets", "operation", copies, len(w.Devices), true)
	addCalls(r, w)
}

// split parts kernels and graphs from operations on memory.
func split(list []trace.WorkTotal) (kernels, copies []trace.WorkTotal) {
	for _, x := range list {
		if x.Sort == trace.SortKernel || x.Sort == trace.SortGraph {
			kernels = append(kernels, x)
		} else {
			copies = append(copies, x)
		}
	}
	return kernels, copies
}

// launches returns how many calls launched a kernel or a graph, by their names.
func launches(w *trace.WorkSummary) int64 {
	var n int64
	for _, c := range w.Calls {
		if strings.Contains(c.Name, "LaunchKernel") || strings.Contains(c.Name, "LaunchCooperativeKernel") || strings.Contains(c.Name, "GraphLaunch") {
			n += c.Count
		}
	}
	return n
}

// addDevices adds a row for each device.
func addDevices(r *reports.Document, w *trace.WorkSummary) {
	if len(w.Devices) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "device"}, {Name: "operations", Right: true, Rank: 1}, {Name: "span", Right: true},
		{Name: "kernels", Right: true}, {Name: "copies", Right: true}, {Name: "idle", Right: true}},
		Note: "Span: from the start of the first operation to the end of the last. Kernels: time with a kernel or graph running. Copies: time with a copy or memory set running. Idle: time with no operation running."}
	for _, d := range w.Devices {
		row := []string{d.Name(w.Devices), units.Integer(d.Operations), units.Duration(d.Span)}
		for _, ns := range []int64{d.Kernels, d.Memory, d.Idle} {
			row = append(row, fmt.Sprintf("%s (%s)", units.Duration(ns), units.Percent(float64(ns), float64(d.Span))))
		}
		t.Append(row...)
	}
	r.Add(reports.Heading("Devices"), t)
}

// maxDevices is up to how many devices a report has figures of each beside others.
const maxDevices = 4

// deviceFacts says of each device how it spent its time, or of how many devices
// that would have to be said.
func deviceFacts(t *reports.Table, w *trace.WorkSummary) {
	if w == nil {
		return
	}
	if n := len(w.Devices); n > maxDevices {
		byIdle := func(a, b trace.DeviceWork) int { return cmp.Compare(idleShare(&a), idleShare(&b)) }
		least, most := slices.MinFunc(w.Devices, byIdle), slices.MaxFunc(w.Devices, byIdle)
		t.Append("devices", fmt.Sprintf("%s, each idle for %s to %s of its span", units.Integer(n), units.Share(idleShare(&least)), units.Share(idleShare(&most))))
		return
	}
	for _, d := range w.Devices {
		t.Append(d.Name(w.Devices), fmt.Sprintf("in %s: kernels %s, copies %s, idle %s (%s)",
			units.Duration(d.Span), units.Duration(d.Kernels), units.Duration(d.Memory), units.Duration(d.Idle), units.Share(idleShare(&d))))
	}
}

func idleShare(d *trace.DeviceWork) float64 {
	if d.Span == 0 {
		return 0
	}
	return float64(d.Idle) / float64(d.Span)
}

// addOperations adds the table of the operations that took longest.
func addOperations(r *reports.Document, heading, name string, list []trace.WorkTotal, devices int, bytes bool) {
	if len(list) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: name}, {Name: "count", Right: true}, {Name: "total", Right: true}, {Name: "share", Right: true},
		{Name: "mean", Right: true}, {Name: "min", Right: true, Rank: 2}, {Name: "max", Right: true, Rank: 2}}}
	bytes = bytes && slices.ContainsFunc(list, func(x trace.WorkTotal) bool { return x.Bytes > 0 })
	if bytes {
		t.Columns = append(t.Columns, reports.Column{Name: "size", Right: true, Rank: 1}, reports.Column{Name: "rate", Right: true, Rank: 1})
	}
	uneven := slices.ContainsFunc(top(list), func(x trace.WorkTotal) bool { return differs(x.PerDevice) })
	if uneven {
		t.Columns = append(t.Columns, reports.Column{Name: "by device", Rank: 3, Note: "By device: totals, in the order of the table of devices."})
	}
	for _, x := range top(list) {
		row := []string{x.Name, units.Integer(x.Count), units.Duration(x.Total), units.Share(x.Share), meanText(x.Mean), units.Duration(x.Min), units.Duration(x.Max)}
		if bytes {
			row = append(row, sizeAndRate(&x)...)
		}
		if uneven {
			row = append(row, byDevice(x.PerDevice))
		}
		t.Append(row...)
	}
	t.Note = "Shares: of the summed time of all device operations" + restText(list, func(x trace.WorkTotal) int64 { return x.Total })
	r.Add(reports.Heading(heading), t)
}

// top returns the first rows of a list.
func top[T any](list []T) []T { return list[:min(len(list), topRows)] }

// restText says what is not shown of a list.
func restText[T any](list []T, total func(T) int64) string {
	rest := list[min(len(list), topRows):]
	if len(rest) == 0 {
		return "."
	}
	var ns int64
	for _, x := range rest {
		ns += total(x)
	}
	return fmt.Sprintf("; not listed: %s, %s in total.", units.Plural(len(rest), "row"), units.Duration(ns))
}

// uneven is from what ratio of the largest to the least total on a device the
// totals by device are shown.
const uneven = 1.1

// differs says whether the totals by device are far apart.
func differs(list []trace.DeviceTotal) bool {
	if len(list) < 2 || len(list) > maxDevices {
		return false
	}
	least := slices.MinFunc(list, func(a, b trace.DeviceTotal) int { return int(min(max(a.Total-b.Total, -1), 1)) })
	most := slices.MaxFunc(list, func(a, b trace.DeviceTotal) int { return int(min(max(a.Total-b.Total, -1), 1)) })
	return float64(most.Total) > uneven*float64(least.Total)
}

// byDevice writes the totals by device.
func byDevice(list []trace.DeviceTotal) string {
	var out []string
	for _, d := range list {
		out = append(out, units.Duration(d.Total))
	}
	return strings.Join(out, " / ")
}

// sizeAndRate writes how much was moved, and how fast.
func sizeAndRate(x *trace.WorkTotal) []string {
	if x.Bytes <= 0 {
		return []string{"–", "–"}
	}
	rate := "–"
	if x.Total > 0 {
		rate = units.Scaled(x.Bytes/(float64(x.Total)/1e9), "B/s")
	}
	return []string{units.Size(x.Bytes), rate}
}

// addCalls adds the calls that took longest, those that wait for a device apart.
func addCalls(r *reports.Document, w *trace.WorkSummary) {
	for _, x := range []struct {
		heading string
		waits   bool
	}{{"Host waits for devices", true}, {"Other host calls to devices", false}} {
		list := slices.DeleteFunc(slices.Clone(w.Calls), func(c trace.CallTotal) bool { return c.Waits != x.waits })
		if len(list) > 0 {
			r.Add(reports.Heading(x.heading), callTable(list, w.Threads))
		}
	}
}

// callTable returns the table of the first calls of a list.
func callTable(list []trace.CallTotal, threads int64) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "call"}, {Name: "count", Right: true}, {Name: "total", Right: true}, {Name: "share", Right: true},
		{Name: "mean", Right: true}, {Name: "min", Right: true, Rank: 1}, {Name: "max", Right: true, Rank: 1}}}
	for _, c := range top(list) {
		t.Append(c.Name, units.Integer(c.Count), units.Duration(c.Total), units.Share(c.Share), meanText(c.Mean), units.Duration(c.Min), units.Duration(c.Max))
	}
	of := "of the span of the trace"
	if threads > 1 {
		of += fmt.Sprintf(" on %s threads", units.Integer(threads))
	}
	if list[0].Waits {
		of += "; calls are classified as waiting by their names, so other calls may wait too"
	}
	t.Note = "Shares: " + of + restText(list, func(c trace.CallTotal) int64 { return c.Total })
	return t
}
