package diagnose

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/trace"
)

// A usage says how much of its time a device of a process worked.
type usage struct {
	device
	pieces    int64
	window    Interval // from its first work to the end of its last
	busy      int64    // ns of it in which some stream worked
	computing int64    // of busy: with a kernel, a memory set or a graph
	copying   int64    // of busy: with a copy between host and device, and nothing that computes
	pageable  int64    // of copying: with a copy from or to pageable memory
	gaps      gaps
	waste     int64 // ns of the window without work in which the host starts up (see startup-dominates)
}

// name names the device.
func (u *usage) name() string { return fmt.Sprintf("device %d of process %d", u.number, u.process) }

// whole returns the length of the window.
func (u *usage) whole() int64 { return u.window.End - u.window.Start }

// idle returns how long no stream worked in the window.
func (u *usage) idle() int64 { return u.whole() - u.busy }

// A usageTimes is when a device did what.
type usageTimes struct {
	all, computing, copies, pageable *spill.Sorter[Interval]
}

// usages returns what each device of each process did, the one that was idle
// longest first.
//
// Cost: a pass over the work, and sorting it the first time.
func (in *Input) usages() []usage {
	l := in.devices()
	if l.usages != nil {
		return l.usages
	}
	byDevice := map[device]int{}
	list := []usage{}
	var times []usageTimes
	for w := range l.work.All() {
		d := in.device(w)
		k, ok := byDevice[d]
		if !ok {
			k = len(list)
			byDevice[d] = k
			list, times = append(list, usage{device: d, window: w.Interval}), append(times, usageTimes{in.intervals(), in.intervals(), in.intervals(), in.intervals()})
		}
		u := &list[k]
		u.pieces++
		u.window.Start, u.window.End = min(u.window.Start, w.Start), max(u.window.End, w.End)
		times[k].add(in, w)
	}
	for k := range list {
		list[k].waste = in.wasted(&list[k], times[k].all)
		times[k].measure(&list[k])
	}
	slices.SortFunc(list, func(a, b usage) int {
		return cmp.Or(-cmp.Compare(a.idle(), b.idle()), cmp.Compare(a.rank, b.rank), cmp.Compare(a.process, b.process), cmp.Compare(a.number, b.number))
	})
	l.usages = list
	return list
}

// add takes a piece of work.
func (t *usageTimes) add(in *Input, w *devWork) {
	t.all.Add(w.Interval)
	if in.sort(w) != trace.SortMemcpy {
		t.computing.Add(w.Interval)
		return
	}
	if c := in.copyOf(w); c.Crosses() {
		t.copies.Add(w.Interval)
		if c.Memory == trace.CopyPageable {
			t.pageable.Add(w.Interval)
		}
	}
}

// measure adds up the times, and gives them back.
func (t *usageTimes) measure(u *usage) {
	u.gaps = gapsOf(t.all)
	u.busy, u.computing = covered(t.all), covered(t.computing)
	u.copying, u.pageable = coveredBeside(t.copies, t.computing), coveredBeside(t.pageable, t.computing)
	for _, list := range []*spill.Sorter[Interval]{t.all, t.computing, t.copies, t.pageable} {
		list.Free()
	}
}

// wasted returns how long a device had no work in its window while its process
// was in cold calls.
func (in *Input) wasted(u *usage, work *spill.Sorter[Interval]) int64 {
	cold := in.coldCalls().of[processID{u.rank, u.process}]
	if cold == nil {
		return 0
	}
	within := in.intervals()
	defer within.Free()
	for x := range cold.All() {
		if y := (Interval{max(x.Start, u.window.Start), min(x.End, u.window.End)}); y.End > y.Start {
			within.Add(y)
		}
	}
	return coveredBeside(within, work)
}

// copyOf returns what a copy copies.
func (in *Input) copyOf(w *devWork) trace.Copy { return trace.CopyOf(in.nameOf(w.name)) }

// alike groups usages that differ by less than worth of the trace in a figure:
// devices that do the same in parallel are one finding, and what they lose at once
// is lost once. The usages are in the order of the figure, the largest first.
func (in *Input) alike(list []usage, figure func(*usage) int64) [][]usage {
	var groups [][]usage
	for _, u := range list {
		last := len(groups) - 1
		if last >= 0 && share(figure(&groups[last][0])-figure(&u), in.Span()) < worth {
			groups[last] = append(groups[last], u)
			continue
		}
		groups = append(groups, []usage{u})
	}
	return groups
}
