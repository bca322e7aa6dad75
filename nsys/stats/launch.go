package stats

import (
	"math"

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

// launches returns the kernels and calls of one identity, of which also the
// parts are set. Both rows of a call
// with a call chain are calls of it, as in NVIDIA's reports.
func (r *request) launches(parts nsys.Parts) (*launches, error) {
	var l launches
	ranges, err := r.rangesAround()
	if err != nil {
		return nil, err
	}
	if l.calls, err = r.calls(); err != nil {
		return nil, err
	}
	index := indexCalls(l.calls)
	err = r.eachKernel(parts|nsys.Origin|nsys.Place|r.nameParts(), func(k *nsys.Kernel, n int) {
		i := len(l.kernels)
		for c := range index.of(k.Launch()) {
			if i == len(l.kernels) {
				l.kernels = append(l.kernels, *k)
				if ranges != nil {
					l.ranges = append(l.ranges, ranges[n])
				}
			}
			l.pairs = append(l.pairs, launch{i, c})
		}
	})
	if err != nil {
		return nil, err
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
	l, err := r.launches(nsys.Shape)
	if err != nil {
		return nil, err
	}
	var grid, block tripler
	t := &Table{Columns: []string{"API Start (ns)", "API Dur (ns)", "Queue Start (ns)", "Queue Dur (ns)", "Kernel Start (ns)", "Kernel Dur (ns)",
		"Total Dur (ns)", "PID", "TID", "DevId", "API Function", "GridXYZ", "BlockXYZ", "Kernel Name"}}
	order := sortedBy(len(l.pairs), func(i int) int64 { return l.calls[l.pairs[i].call].Start })
	t.Make(len(order), func(row []Cell, n int) []Cell {
		p := l.pairs[order[n]]
		k, c := &l.kernels[p.kernel], &l.calls[p.call]
		call, queue, kernel, all := l.times(p)
		queueStart, queueTime := Integer(c.End), Integer(queue)
		if queue < 0 {
			queueStart, queueTime = Cell{}, Cell{}
		}
		return append(row, Integer(c.Start), Integer(call), queueStart, queueTime, Integer(k.Start), Integer(kernel), Integer(all),
			Integer(c.Thread.PID()), Integer(c.Thread.TID()), whole(k.ID), r.apiName(c.Name),
			String(grid.print(k.Grid)), String(block.print(k.Block)), r.text(r.namedKernel(k, p.kernel, l.ranges)))
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

// launchGroups are the times of launches by key.
type launchGroups struct {
	all                 groups[launchKey]
	call, queue, kernel [][]int64 // by the number of the key
}

// add adds a launch.
func (g *launchGroups) add(key launchKey, call, queue, kernel, all int64) {
	g.all.add(key, all)
	i := g.all.last
	if i == len(g.call) {
		g.call, g.queue, g.kernel = append(g.call, nil), append(g.queue, nil), append(g.kernel, nil)
	}
	g.call[i], g.kernel[i] = append(g.call[i], call), append(g.kernel[i], kernel)
	if queue >= 0 {
		g.queue[i] = append(g.queue[i], queue)
	}
}

// launchSum sums up launches by thread, device, API function and kernel, the
// largest mean first.
func launchSum(r *request) (*Table, error) {
	l, err := r.launches(0)
	if err != nil {
		return nil, err
	}
	var g launchGroups
	names := map[nsys.String]nsys.String{} // of API functions, without their versions
	for _, p := range l.pairs {
		k, c := &l.kernels[p.kernel], &l.calls[p.call]
		api, ok := names[c.Name]
		if !ok {
			if api, err = r.Intern(r.apiName(c.Name).Text); err != nil {
				return nil, err
			}
			names[c.Name] = api
		}
		call, queue, kernel, all := l.times(p)
		g.add(launchKey{c.Thread, k.ID, api, r.namedKernel(k, p.kernel, l.ranges)}, call, queue, kernel, all)
	}
	return r.launchTable(&g), nil
}

// launchTable returns the table of summed-up launches.
func (r *request) launchTable(g *launchGroups) *Table {
	t := &Table{Columns: []string{"PID", "TID", "DevId", "Count", "QCount"}}
	for _, part := range []string{"T", "A", "Q", "K"} {
		for _, column := range []string{"Avg", "Med", "Min", "Max", "StdDev"} {
			t.Columns = append(t.Columns, part+column+" (ns)")
		}
	}
	t.Columns = append(t.Columns, "API Name", "Kernel Name")
	totals := g.all.summaries()
	row := make([]Cell, 0, len(t.Columns))
	for _, i := range sortedBy(len(totals), func(i int) int64 { return -int64(math.Round(10 * Round(totals[i].Mean))) }) {
		key := g.all.list[i].key
		row = append(row[:0], Integer(key.thread.PID()), Integer(key.thread.TID()), whole(key.device),
			Integer(int64(totals[i].Count)), Integer(int64(len(g.queue[i]))))
		row = appendSpread(row, totals[i])
		for _, values := range [][]int64{g.call[i], g.queue[i], g.kernel[i]} {
			row = appendSpread(row, Summarize(values))
		}
		t.Add(append(row, r.name(key.api), r.text(key.kernel))...)
	}
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
