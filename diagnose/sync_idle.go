package diagnose

import (
	"cmp"
	"maps"
	"slices"

	"github.com/nrkit/nrkit/internal/spill"
)

// A deviceTime is when a device worked.
type deviceTime struct {
	Interval
	device int32
}

// idleOf returns how long, in a time from the first wait to the last, the busiest
// of the devices did nothing that the calls gave work to, and which that is: what
// a device does takes its time, whether or not the host waits. It is none where
// the trace does not show what devices do.
func (in *Input) idleOf(span Interval, used map[device]bool) (idle int64, busiest device) {
	if in.hidden() != "" || len(used) == 0 {
		return none, device{}
	}
	devices := slices.SortedFunc(maps.Keys(used), func(a, b device) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.process, b.process), cmp.Compare(a.number, b.number))
	})
	busy := spill.NewSorter(in.records(), func(a, b deviceTime) int {
		return cmp.Or(cmp.Compare(a.device, b.device), cmp.Compare(a.Start, b.Start))
	})
	defer busy.Free()
	for w := range in.devices().work.All() {
		if d := in.device(w); used[d] && w.End > span.Start && w.Start < span.End {
			busy.Add(deviceTime{Interval{max(w.Start, span.Start), min(w.End, span.End)}, int32(slices.Index(devices, d))})
		}
	}
	sums := make([]coverage, len(devices))
	for x := range busy.All() {
		sums[x.device].add(x.Interval)
	}
	k := 0
	for i := range sums {
		if sums[i].ns > sums[k].ns {
			k = i
		}
	}
	return span.End - span.Start - sums[k].ns, devices[k]
}

// idleInside returns how long a device did nothing within some intervals.
func (in *Input) idleInside(times *spill.List[Interval], d device) int64 {
	waits, work := in.intervals(), in.intervals()
	defer waits.Free()
	defer work.Free()
	for x := range times.All() {
		waits.Add(*x)
	}
	for w := range in.devices().work.All() {
		if in.device(w) == d {
			work.Add(w.Interval)
		}
	}
	return coveredBeside(waits, work)
}

// savedBy returns what is saved at most if the loops of all threads did not wait.
// Loops that run at the same time save the time of the device that loses most:
// devices that work in parallel lose the same time. Loops on one device save no
// more than it is idle, and all of them no more than some thread waits.
func (in *Input) savedBy(loops []syncLoop) int64 {
	list := slices.Clone(loops)
	slices.SortFunc(list, func(a, b syncLoop) int { return cmp.Compare(a.span.Start, b.span.Start) })
	var saved int64
	for len(list) > 0 {
		span, n := list[0].span, 1
		for n < len(list) && list[n].span.Start < span.End {
			span.End = max(span.End, list[n].span.End)
			n++
		}
		saved += in.savedAtOnce(list[:n], span)
		list = list[n:]
	}
	all := in.intervals()
	defer all.Free()
	for i := range loops {
		for x := range loops[i].times.All() {
			all.Add(*x)
		}
	}
	return min(saved, covered(all))
}

// savedAtOnce is savedBy of loops that run at the same time.
func (in *Input) savedAtOnce(loops []syncLoop, span Interval) int64 {
	sums := map[device]int64{}
	for i := range loops {
		sums[loops[i].device] += loops[i].cost()
	}
	var most int64
	for d, sum := range sums {
		if idle, _ := in.idleOf(span, map[device]bool{d: true}); idle >= 0 {
			sum = min(sum, idle)
		}
		most = max(most, sum)
	}
	return most
}
