package stats

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/nsys"
)

// An interval is a time in which a device was busy, or could not be used for
// what the profiler did.
type interval struct {
	start, end int64
	context    int64
}

// A deviceUse is what a device did for a process.
type deviceUse struct {
	nsys.Device
	intervals  []interval // by start
	start, end int64      // from the first to the last
	context    int64      // of the work that ended last
}

// overheadNames are the times of the profiler that a program can do nothing
// about.
var overheadNames = []string{"CUDA profiling data flush overhead", "CUDA profiling stop overhead", "CUDA profiling overhead"}

// deviceUses returns what each device did for each process, by process and
// device, together with the times that the profiler took from that process.
func (r *request) deviceUses() ([]*deviceUse, error) {
	uses := map[nsys.Device]*deviceUse{}
	add := func(w *nsys.Work) {
		if w.Start <= 0 {
			return
		}
		u := uses[w.Device]
		if u == nil {
			u = &deviceUse{Device: w.Device, start: w.Start, end: w.End, context: w.Context}
			uses[w.Device] = u
		}
		u.start = min(u.start, w.Start)
		if w.End > u.end {
			u.end, u.context = w.End, w.Context
		}
		u.intervals = append(u.intervals, interval{w.Start, w.End, w.Context})
	}
	if err := r.eachWork(add); err != nil {
		return nil, err
	}
	var list []*deviceUse
	for _, u := range uses {
		list = append(list, u)
	}
	if err := r.addOverheads(list); err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b *deviceUse) int {
		return cmp.Or(cmp.Compare(a.Process, b.Process), cmp.Compare(a.ID, b.ID))
	})
	for _, u := range list {
		slices.SortStableFunc(u.intervals, func(a, b interval) int { return cmp.Compare(a.start, b.start) })
	}
	return list, nil
}

// eachWork calls add for all work on devices in the window. Work that has no
// rows of its own because a CUDA graph was traced as a whole is that of the
// graph.
func (r *request) eachWork(add func(*nsys.Work)) error {
	err := r.eachKernel(nsys.Origin|nsys.Place, func(k *nsys.Kernel, _ int) { add(&k.Work) })
	if err != nil {
		return err
	}
	if err := r.eachCopy(func(m *nsys.Memcpy) { add(&m.Work) }); err != nil {
		return err
	}
	if err := r.eachSet(func(m *nsys.Memset) { add(&m.Work) }); err != nil {
		return err
	}
	graphs, err := r.graphRuns()
	for i := range graphs {
		add(&graphs[i].Work)
	}
	return err
}

// graphRuns returns the runs of CUDA graphs in the window.
func (r *request) graphRuns() ([]nsys.GraphRun, error) {
	w, err := r.window()
	if err != nil {
		return nil, err
	}
	list, err := r.GraphRuns()
	return within(&w, list, func(g *nsys.GraphRun) bool { return w.work(&g.Work) }), err
}

// addOverheads adds what the profiler took from each process to what its
// devices did meanwhile.
func (r *request) addOverheads(uses []*deviceUse) error {
	w, err := r.window()
	if err != nil {
		return err
	}
	overheads, err := r.Overheads()
	if err != nil {
		return err
	}
	for i := range overheads {
		o := &overheads[i]
		if !slices.Contains(overheadNames, r.Text(o.Name)) || !w.call(o.Start, o.End, o.Thread) {
			continue
		}
		for _, u := range uses {
			if u.Process == o.Thread.Process() && o.Start > u.start && o.End < u.end {
				u.intervals = append(u.intervals, interval{o.Start, o.End, u.context})
			}
		}
	}
	return nil
}

// A gap is a time in which a device did nothing.
type gap struct {
	*deviceUse
	start, ns int64
	context   int64 // of the work before it
}

// gapRule lists the longest gaps in the use of devices.
func gapRule(r *request) (*Table, error) {
	uses, err := r.deviceUses()
	if err != nil {
		return nil, err
	}
	least := cmp.Or(r.Gap, leastGap)
	var gaps []gap
	for _, u := range uses {
		last := interval{end: u.start}
		for _, i := range u.intervals {
			if i.start-last.end > least*1e6 {
				gaps = append(gaps, gap{u, last.end, i.start - last.end, last.context})
			}
			if i.end > last.end {
				last = i
			}
		}
	}
	slices.SortStableFunc(gaps, func(a, b gap) int {
		return cmp.Or(cmp.Compare(b.ns, a.ns), cmp.Compare(a.start, b.start))
	})
	t := &Table{Columns: []string{"Row#", "Duration (ns)", "Start (ns)", "PID", "Device ID", "Context ID"}}
	for i, g := range gaps[:r.limit(len(gaps), ruleRows)] {
		t.Add(Integer(int64(i+1)), Integer(g.ns), Integer(g.start), Integer(g.Process.PID()), whole(g.ID), whole(g.context))
	}
	return t, nil
}

// A lowUse is a time in which a device did little: one part of its time or
// several that follow each other.
type lowUse struct {
	*deviceUse
	start, end int64
	busy       float64 // sum of ns·percent of the parts
	ns         float64
	percent    float64 // rounded
}

// useRule lists the parts of the time of a device in which it was used little.
// Work at the same time counts several times.
func useRule(r *request) (*Table, error) {
	uses, err := r.deviceUses()
	if err != nil {
		return nil, err
	}
	threshold := float64(cmp.Or(r.Threshold, lowThreshold))
	var list []lowUse
	for _, u := range uses {
		list = append(list, u.low(cmp.Or(r.Chunks, 30), threshold)...)
	}
	slices.SortStableFunc(list, func(a, b lowUse) int {
		return cmp.Or(cmp.Compare(a.percent, b.percent), cmp.Compare(a.end-a.start, b.end-b.start))
	})
	t := &Table{Columns: []string{"Row#", "In-Use (%)", "Duration (ns)", "Start (ns)", "PID", "Device ID", "Context ID"}}
	for i, l := range list[:r.limit(len(list), ruleRows)] {
		t.Add(Integer(int64(i+1)), Real(l.percent, 1), Integer(l.end-l.start), Integer(l.start), Integer(l.Process.PID()), whole(l.ID), whole(l.context))
	}
	return t, nil
}

// low returns the times in which the device was used less than threshold
// percent, of n parts of all its time.
func (u *deviceUse) low(n int64, threshold float64) []lowUse {
	size := (u.end - u.start + n - 1) / n
	if size <= 0 {
		return nil
	}
	busy := make([]int64, (u.end-u.start+size-1)/size)
	for _, i := range u.intervals {
		for c := (i.start - u.start) / size; c < int64(len(busy)) && u.start+c*size < i.end; c++ {
			from := u.start + c*size
			busy[c] += min(i.end, from+size) - max(i.start, from)
		}
	}
	var list []lowUse
	after := int64(-1) // the part behind the last one in list
	for c, ns := range busy {
		part := lowUse{deviceUse: u, start: u.start + int64(c)*size}
		part.end = min(part.start+size, u.end)
		part.ns = float64(part.end - part.start)
		percent := float64(ns) / part.ns * 100
		if percent >= threshold {
			continue
		}
		part.busy = part.ns * percent
		if after == int64(c) {
			last := &list[len(list)-1]
			last.end, last.busy, last.ns = part.end, last.busy+part.busy, last.ns+part.ns
		} else {
			list = append(list, part)
		}
		after = int64(c) + 1
	}
	for i := range list {
		list[i].percent = Round(list[i].busy / list[i].ns)
	}
	return list
}
