package trace

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/spill"
)

// workMemory is how many bytes of operations are in memory at a time: some 870,000
// of them.
const workMemory = 20 << 20

// argBytes is the name of the argument that says how large a copy is.
const argBytes = "bytes"

// workSums adds up operations and calls.
type workSums struct {
	trace   *Trace
	devices []workDevice
	of      map[int32]int // by track: index in devices
	all     int64         // ns of all operations
	totals  map[workName]*workTotal
	byName  map[int32]*workTotal // the same by number of the name: a trace may have a name twice
	threads map[Track]bool
	space   *spill.Space
	times   *spill.Sorter[workTime]
}

// A workDevice is a device whose Span and Idle are still open.
type workDevice struct {
	DeviceWork
	first, last int64
}

// A workName is a name of a sort.
type workName struct{ text, sort string }

// A workTime is when an operation ran.
type workTime struct {
	begin, end int64
	device     int32 // index of devices
	kernel     bool  // or graph
}

// A workTotal is what is added up of a name.
type workTotal struct {
	count, sum, least, most int64
	bytes                   float64
	per                     []DeviceTotal // by device
}

func newWorkSums(t *Trace) *workSums {
	w := &workSums{trace: t, of: map[int32]int{}, totals: map[workName]*workTotal{}, byName: map[int32]*workTotal{}, threads: map[Track]bool{},
		space: spill.New(workMemory)}
	w.times = spill.NewSorter(w.space, func(a, b workTime) int { return cmp.Or(cmp.Compare(a.device, b.device), cmp.Compare(a.begin, b.begin)) })
	return w
}

// mostBytes is the size above which, and below 0, what a trace says of a copy is
// damage.
const mostBytes = 1 << 60

// bytes returns the size that an argument gives, 0 for other arguments.
func (w *workSums) bytes(e Event) float64 {
	if uint(e.Name) < uint(len(w.trace.Names)) && w.trace.Names[e.Name] == argBytes && e.Value > 0 && e.Value < mostBytes {
		return e.Value
	}
	return 0
}

// add takes note of an operation or a call that has ended. What is of another
// sort is passed over.
func (w *workSums) add(track int32, r *deviceOpen, end int64) {
	sort := w.trace.Sort(r.name)
	switch {
	case OnDevice(sort):
		w.operation(track, sort, r, max(end, r.begin))
	case sort == SortAPI, sort == SortSync:
		tr := w.trace.Tracks[track]
		tr.Lane, tr.Name = 0, ""
		w.threads[tr] = true
		w.total(r.name).add(max(end-r.begin, 0), 0)
	}
}

// operation adds one.
func (w *workSums) operation(track int32, sort string, r *deviceOpen, end int64) {
	k := w.device(track)
	d := &w.devices[k]
	ns := end - r.begin
	if d.Operations == 0 {
		d.first, d.last = r.begin, end
	}
	d.Operations++
	w.all += ns
	d.first, d.last = min(d.first, r.begin), max(d.last, end)
	t := w.total(r.name)
	t.add(ns, r.bytes)
	for len(t.per) <= k {
		t.per = append(t.per, DeviceTotal{})
	}
	t.per[k].Count++
	t.per[k].Total += ns
	w.times.Add(workTime{r.begin, end, int32(k), sort == SortKernel || sort == SortGraph})
}

// device returns the index of the device of a track.
func (w *workSums) device(track int32) int {
	if k, ok := w.of[track]; ok {
		return k
	}
	tr := &w.trace.Tracks[track]
	k := slices.IndexFunc(w.devices, func(d workDevice) bool {
		return d.Rank == tr.Rank && d.Process == tr.Process && d.Device == tr.Device
	})
	if k < 0 {
		k = len(w.devices)
		w.devices = append(w.devices, workDevice{DeviceWork: DeviceWork{Rank: tr.Rank, Process: tr.Process, Device: tr.Device}})
	}
	w.of[track] = k
	return k
}

func (w *workSums) total(name int32) *workTotal {
	if t := w.byName[name]; t != nil {
		return t
	}
	key := workName{w.trace.Names[name], w.trace.Sort(name)}
	if !OnDevice(key.sort) {
		key.text = CallName(key.text)
	}
	t := w.totals[key]
	if t == nil {
		t = &workTotal{}
		w.totals[key] = t
	}
	w.byName[name] = t
	return t
}

func (t *workTotal) add(ns int64, bytes float64) {
	if t.count == 0 {
		t.least, t.most = ns, ns
	}
	t.count++
	t.sum += ns
	t.least, t.most = min(t.least, ns), max(t.most, ns)
	t.bytes += bytes
}

// summary returns the tables of a trace of span ns, and gives the temporary file
// back.
func (w *workSums) summary(span int64) (*WorkSummary, error) {
	w.unite()
	err := w.space.Err()
	w.times.Free()
	if cerr := w.space.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		err = fmt.Errorf("busy time of devices: %w", err)
	}
	out := &WorkSummary{Devices: []DeviceWork{}, Operations: []WorkTotal{}, Calls: []CallTotal{}, Threads: int64(len(w.threads))}
	order := w.order()
	for _, k := range order {
		d := w.devices[k]
		d.Span = d.last - d.first
		d.Idle = max(d.Span-d.Busy, 0)
		out.Devices = append(out.Devices, d.DeviceWork)
	}
	for name, t := range w.totals {
		if OnDevice(name.sort) {
			out.Operations = append(out.Operations, w.operations(name, t, order))
		} else {
			out.Calls = append(out.Calls, w.calls(name, t, float64(span)*float64(out.Threads)))
		}
	}
	slices.SortFunc(out.Operations, func(a, b WorkTotal) int {
		return cmp.Or(cmp.Compare(b.Total, a.Total), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Sort, b.Sort))
	})
	slices.SortFunc(out.Calls, func(a, b CallTotal) int {
		if c := cmp.Or(cmp.Compare(b.Total, a.Total), cmp.Compare(a.Name, b.Name)); c != 0 || a.Waits == b.Waits {
			return c
		} else if a.Waits {
			return -1
		}
		return 1
	})
	return out, err
}

// operations returns the row of a name, with its part on each device in this order.
func (w *workSums) operations(name workName, t *workTotal, order []int) WorkTotal {
	x := WorkTotal{Name: name.text, Sort: name.sort, Count: t.count, Total: t.sum, Mean: t.mean(), Min: t.least, Max: t.most,
		Share: ratio(float64(t.sum), float64(w.all)), Bytes: t.bytes}
	if len(order) > 1 {
		for _, k := range order {
			x.PerDevice = append(x.PerDevice, t.on(k))
		}
	}
	return x
}

// calls returns the row of a name; shares are of so many ns.
func (w *workSums) calls(name workName, t *workTotal, of float64) CallTotal {
	return CallTotal{Name: name.text, Waits: name.sort == SortSync, Count: t.count, Total: t.sum, Mean: t.mean(), Min: t.least, Max: t.most,
		Share: ratio(float64(t.sum), of)}
}

func (t *workTotal) mean() float64 { return ratio(float64(t.sum), float64(t.count)) }

// on returns the part of the total on the device of an index.
func (t *workTotal) on(k int) DeviceTotal {
	if k < len(t.per) {
		return t.per[k]
	}
	return DeviceTotal{}
}

// order returns the indices of the devices by rank, number and process.
func (w *workSums) order() []int {
	list := make([]int, len(w.devices))
	for k := range list {
		list[k] = k
	}
	slices.SortFunc(list, func(i, j int) int {
		a, b := &w.devices[i], &w.devices[j]
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Device, b.Device), cmp.Compare(a.Process, b.Process))
	})
	return list
}

// unite fills the busy times of the devices: a sweep over the operations of each
// in the order of their begins.
func (w *workSums) unite() {
	var all, kernels, memory union
	device := int32(-1)
	for x := range w.times.All() {
		if x.device != device {
			all, kernels, memory, device = union{}, union{}, union{}, x.device
		}
		d := &w.devices[device]
		d.Busy = all.add(x)
		if x.kernel {
			d.Kernels = kernels.add(x)
		} else {
			d.Memory = memory.add(x)
		}
	}
}

// A union is how long one of some intervals lasted, which come in the order of
// their begins.
type union struct {
	ns, end int64
	some    bool
}

// add returns the length of the union with x.
func (u *union) add(x *workTime) int64 {
	from := x.begin
	if u.some {
		from = max(from, u.end)
	}
	if x.end > from {
		u.ns += x.end - from
	}
	if !u.some || x.end > u.end {
		u.end = x.end
	}
	u.some = true
	return u.ns
}
