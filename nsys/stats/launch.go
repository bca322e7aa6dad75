package stats

import (
	"cmp"
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
type launch struct {
	kernel, call int
}

// launches are the kernels of an export with the calls that launched them.
type launches struct {
	kernels []nsys.Kernel
	ranges  []nsys.String // around each kernel's launch; nil when they are not asked for
	calls   []nsys.Call
	pairs   []launch
}

// launches returns the kernels and calls of one identity. Both rows of a call
// with a call chain are calls of it, as in NVIDIA's reports.
func (r *request) launches() (*launches, error) {
	var l launches
	var err error
	if l.kernels, err = r.kernels(); err != nil {
		return nil, err
	}
	if l.ranges, err = r.rangesAround(l.kernels); err != nil {
		return nil, err
	}
	if l.calls, err = r.calls(); err != nil {
		return nil, err
	}
	index := indexCalls(l.calls)
	l.pairs = make([]launch, 0, len(l.kernels))
	for i := range l.kernels {
		for c := range index.of(l.kernels[i].Launch()) {
			l.pairs = append(l.pairs, launch{i, c})
		}
	}
	return &l, nil
}

// times returns how long the call took, how long the kernel waited, negative
// when it started before the call returned, how long it ran, and all of it.
func (l *launches) times(p launch) (call, queue, kernel, all int64) {
	k, c := &l.kernels[p.kernel], &l.calls[p.call]
	return c.End - c.Start, k.Start - c.End, k.End - k.Start, max(c.End, k.End) - c.Start
}

// launchTrace lists launches by the start of the call.
func launchTrace(r *request) (*Table, error) {
	l, err := r.launches()
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(l.pairs, func(a, b launch) int {
		return cmp.Compare(l.calls[a.call].Start, l.calls[b.call].Start)
	})
	t := &Table{Columns: []string{"API Start (ns)", "API Dur (ns)", "Queue Start (ns)", "Queue Dur (ns)", "Kernel Start (ns)", "Kernel Dur (ns)",
		"Total Dur (ns)", "PID", "TID", "DevId", "API Function", "GridXYZ", "BlockXYZ", "Kernel Name"}}
	for _, p := range l.pairs {
		k, c := &l.kernels[p.kernel], &l.calls[p.call]
		call, queue, kernel, all := l.times(p)
		queueStart, queueTime := Integer(c.End), Integer(queue)
		if queue < 0 {
			queueStart, queueTime = Cell{}, Cell{}
		}
		t.Add(Integer(c.Start), Integer(call), queueStart, queueTime, Integer(k.Start), Integer(kernel), Integer(all),
			Integer(c.Thread.PID()), Integer(c.Thread.TID()), whole(k.ID), r.apiName(c.Name),
			String(triple(k.Grid)), String(triple(k.Block)), r.text(r.namedKernel(k, p.kernel, l.ranges)))
	}
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
	l, err := r.launches()
	if err != nil {
		return nil, err
	}
	var all, call, queue, kernel groups[launchKey]
	for _, p := range l.pairs {
		k, c := &l.kernels[p.kernel], &l.calls[p.call]
		key := launchKey{thread: c.Thread, device: k.ID, api: c.Name, kernel: r.namedKernel(k, p.kernel, l.ranges)}
		if key.api, err = r.Intern(r.apiName(c.Name).Text); err != nil {
			return nil, err
		}
		callTime, queueTime, kernelTime, allTime := l.times(p)
		all.add(key, allTime)
		call.add(key, callTime)
		kernel.add(key, kernelTime)
		if queueTime >= 0 {
			queue.add(key, queueTime)
		}
	}
	return r.launchTable(&all, &call, &queue, &kernel), nil
}

// launchTable returns the table of summed-up launches.
func (r *request) launchTable(all, call, queue, kernel *groups[launchKey]) *Table {
	t := &Table{Columns: []string{"PID", "TID", "DevId", "Count", "QCount"}}
	for _, part := range []string{"T", "A", "Q", "K"} {
		for _, column := range []string{"Avg", "Med", "Min", "Max", "StdDev"} {
			t.Columns = append(t.Columns, part+column+" (ns)")
		}
	}
	t.Columns = append(t.Columns, "API Name", "Kernel Name")
	totals, calls, kernels := all.summaries(), call.summaries(), kernel.summaries()
	order := make([]int, len(totals))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(Round(totals[b].Mean), Round(totals[a].Mean)) })
	row := make([]Cell, 0, len(t.Columns))
	for _, i := range order {
		key := all.keys[i]
		q := queue.summary(key)
		row = append(row[:0], Integer(key.thread.PID()), Integer(key.thread.TID()), whole(key.device),
			Integer(int64(totals[i].Count)), Integer(int64(q.Count)))
		for _, s := range []*Summary{&totals[i], &calls[i], &q, &kernels[i]} {
			row = appendSpread(row, s)
		}
		t.Add(append(row, r.name(key.api), r.text(key.kernel))...)
	}
	return t
}

// appendSpread appends the mean, the median, the least, the largest and the
// standard deviation; of no values there is only the last.
func appendSpread(row []Cell, s *Summary) []Cell {
	if s.Count == 0 {
		return append(row, Cell{}, Cell{}, Cell{}, Cell{}, tenths(0))
	}
	return append(row, tenths(s.Mean), tenths(s.Median), Integer(s.Min), Integer(s.Max), tenths(s.SD))
}
