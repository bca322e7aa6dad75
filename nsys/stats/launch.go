package stats

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/nsys"
)

// launchReports returns the reports about kernels with the calls that launched
// them.
func launchReports() []Report {
	return []Report{
		{Name: "cuda_kern_exec_sum", Old: "kernexecsum", Title: "CUDA Kernel Launch & Exec Time Summary", Args: namedArgs,
			Says: "launches of kernels, by thread, device and name: API call, queue, execution", compute: launchSum},
		{Name: "cuda_kern_exec_trace", Old: "kernexectrace", Title: "CUDA Kernel Launch & Exec Time Trace", Args: namedArgs,
			Says: "each launch of a kernel: API call, queue, execution", compute: launchTrace},
	}
}

// A launch is a kernel with the call that launched it.
type launch struct{ kernel, call int32 }

// A launchedKernel is what the reports say of a kernel.
type launchedKernel struct {
	start, end int64
	device     int64
	namedKernel
}

// A launchingCall is what the reports say of a call.
type launchingCall struct {
	start, end  int64
	thread      nsys.Thread
	correlation int64
	name        nsys.String
}

// launches are the kernels of an export with the calls that launched them.
type launches struct {
	kernels []launchedKernel
	calls   []launchingCall
	pairs   []launch
	shapes  shapes
}

// launches returns the kernels and calls of one identity, of which also the
// parts are set. Both rows of a call
// with a call chain are calls of it, as in NVIDIA's reports.
func (r *request) launches(parts nsys.Parts) (*launches, error) {
	var l launches
	ranges, err := r.rangesAround()
	if err != nil {
		return nil, err
	}
	err = r.eachCall(func(c *nsys.Call) {
		l.calls = append(room(l.calls), launchingCall{c.Start, c.End, c.Thread, c.Correlation, c.Name})
	})
	if err != nil {
		return nil, err
	}
	index := indexLaunches(len(l.calls), func(i int) nsys.Launch {
		return nsys.Launch{Process: l.calls[i].thread.Process(), Correlation: l.calls[i].correlation}
	})
	err = r.eachKernel(parts|nsys.Origin|nsys.Place|r.nameParts(), func(k *nsys.Kernel, n int) {
		i := len(l.kernels)
		for c := range index.of(k.Launch()) {
			if i == len(l.kernels) {
				x := launchedKernel{k.Start, k.End, k.ID, r.namedKernel(k, n, ranges)}
				if parts&nsys.Shape != 0 {
					x.shape = l.shapes.of(k)
				}
				l.kernels = append(room(l.kernels), x)
			}
			l.pairs = append(room(l.pairs), launch{int32(i), int32(c)})
		}
	})
	if err != nil {
		return nil, err
	}
	return &l, nil
}

// room returns list with room for one more element, and for as many as it has
// where there was none: append would make it a quarter longer.
func room[T any](list []T) []T {
	if len(list) == cap(list) {
		return slices.Grow(list, max(len(list), 64))
	}
	return list
}

// times are those of a launch: how long the call took, how long the kernel
// waited, negative when it started before the call returned, how long it ran,
// and all of it.
type times struct{ call, queue, kernel, all int64 }

// times returns the times of a launch.
func (l *launches) times(p launch) times {
	k, c := &l.kernels[p.kernel], &l.calls[p.call]
	return times{c.end - c.start, k.start - c.end, k.end - k.start, max(c.end, k.end) - c.start}
}

// launchTrace lists launches by the start of the call.
func launchTrace(r *request) (*Table, error) {
	l, err := r.launches(nsys.Shape)
	if err != nil {
		return nil, err
	}
	t := &Table{Columns: []string{"API Start (ns)", "API Dur (ns)", "Queue Start (ns)", "Queue Dur (ns)", "Kernel Start (ns)", "Kernel Dur (ns)",
		"Total Dur (ns)", "PID", "TID", "DevId", "API Function", "GridXYZ", "BlockXYZ", "Kernel Name"}}
	order := sortedBy(len(l.pairs), func(i int) int64 { return l.calls[l.pairs[i].call].start })
	t.Make(len(order), func(row []Cell, n int) []Cell {
		p := l.pairs[order[n]]
		k, c := &l.kernels[p.kernel], &l.calls[p.call]
		ns := l.times(p)
		queueStart, queueTime := Integer(c.end), Integer(ns.queue)
		if ns.queue < 0 {
			queueStart, queueTime = Cell{}, Cell{}
		}
		return append(row, Integer(c.start), Integer(ns.call), queueStart, queueTime, Integer(k.start), Integer(ns.kernel), Integer(ns.all),
			Integer(c.thread.PID()), Integer(c.thread.TID()), whole(k.device), r.apiName(c.name),
			l.shapes.grid(k.shape), l.shapes.block(k.shape), r.text(k.namedKernel))
	})
	return t, nil
}

// A launchKey is the key of launches that are summed up.
type launchKey struct {
	thread nsys.Thread
	device int64
	api    nsys.String
	kernel namedKernel
}

// launchSum sums up launches by thread, device, API function and kernel, the
// largest mean first.
func launchSum(r *request) (*Table, error) {
	l, err := r.launches(0)
	if err != nil {
		return nil, err
	}
	var g groups[launchKey]                // of the numbers of the pairs
	names := map[nsys.String]nsys.String{} // of API functions, without their versions
	for i, p := range l.pairs {
		k, c := &l.kernels[p.kernel], &l.calls[p.call]
		api, ok := names[c.name]
		if !ok {
			if api, err = r.Intern(r.apiName(c.name).Text); err != nil {
				return nil, err
			}
			names[c.name] = api
		}
		g.add(launchKey{c.thread, k.device, api, k.namedKernel}, int64(i))
	}
	return r.launchTable(l, &g), nil
}

// A spread is the values of the launches of a group.
type spread struct{ all, call, queue, kernel []int64 }

// set sets the values from the numbers of the pairs.
func (s *spread) set(l *launches, pairs *values) {
	s.all, s.call, s.queue, s.kernel = s.all[:0], s.call[:0], s.queue[:0], s.kernel[:0]
	for i := range pairs.all() {
		ns := l.times(l.pairs[i])
		s.all, s.call, s.kernel = append(s.all, ns.all), append(s.call, ns.call), append(s.kernel, ns.kernel)
		if ns.queue >= 0 {
			s.queue = append(s.queue, ns.queue)
		}
	}
}

// launchTable returns the table of summed-up launches.
func (r *request) launchTable(l *launches, g *groups[launchKey]) *Table {
	t := &Table{Columns: []string{"PID", "TID", "DevId", "Count", "QCount"}}
	for _, part := range []string{"T", "A", "Q", "K"} {
		for _, column := range []string{"Avg", "Med", "Min", "Max", "StdDev"} {
			t.Columns = append(t.Columns, part+column+" (ns)")
		}
	}
	t.Columns = append(t.Columns, "API Name", "Kernel Name")
	var s spread
	means := make([]int64, len(g.list)) // in tenths
	for i := range means {
		s.set(l, &g.list[i].values)
		means[i] = int64(math.Round(10 * Round(Summarize(s.all).Mean)))
	}
	order := sortedBy(len(means), func(i int) int64 { return -means[i] })
	t.Make(len(order), func(row []Cell, n int) []Cell {
		i := int(order[n])
		s.set(l, &g.list[i].values)
		key := &g.list[i].key
		row = append(row, Integer(key.thread.PID()), Integer(key.thread.TID()), whole(key.device),
			Integer(int64(len(s.all))), Integer(int64(len(s.queue))))
		for _, values := range [][]int64{s.all, s.call, s.queue, s.kernel} {
			row = appendSpread(row, Summarize(values))
		}
		return append(row, r.name(key.api), r.text(key.kernel))
	})
	return t
}

// appendSpread appends the mean, the median, the least, the largest and the
// standard deviation; of no values there is only the last.
func appendSpread(row []Cell, s Summary) []Cell {
	if s.Count == 0 {
		return append(row, Cell{}, Cell{}, Cell{}, Cell{}, tenths(0))
	}
	return append(row, tenths(s.Mean), tenths(s.Median), Integer(s.Min), Integer(s.Max), tenths(s.SD))
}
