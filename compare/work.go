package compare

import (
	"cmp"
	"math"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// A Work compares what devices did and how long calls waited for them in whole
// runs. Its figures are totals of a run, medians over the runs of a side that
// have them: they are not tested.
type Work struct {
	Span       Pair        `json:"span_ns"`                // span of the traces, from the first range of any sort to the last
	Unit       string      `json:"unit,omitempty"`         // what UnitMean is of, timestep or nr_iteration; "" where a run has no steady ones
	UnitMean   *Pair       `json:"unit_mean_ns,omitempty"` // of a steady one; nil likewise
	Operations Pair        `json:"operations"`             // on all devices
	Total      Pair        `json:"gpu_ns"`                 // of them: the sum of the durations
	Devices    []DeviceRow `json:"devices"`                // in the order of the side that has more
	Totals     []TotalRow  `json:"totals"`                 // of operations, the largest difference first
	Waits      []TotalRow  `json:"waits"`                  // of calls that wait for a device, likewise
}

// A Pair is a figure of both sides.
type Pair struct {
	Old float64 `json:"old"` // median over the runs of the old side
	New float64 `json:"new"` // median over the runs of the new side
}

// UnitName writes Unit for a person.
func (w *Work) UnitName() string {
	switch w.Unit {
	case trace.PhaseTimestep:
		return "time step"
	case trace.PhaseIteration:
		return "iteration"
	}
	return w.Unit
}

// Delta is how much larger the new figure is.
func (p Pair) Delta() float64 { return p.New - p.Old }

// Change is the new figure by the old one − 1; 0 when both are 0, and infinite
// when the old one alone is.
func (p Pair) Change() float64 {
	if p.Old == 0 && p.New == 0 {
		return 0
	}
	return p.New/p.Old - 1
}

// A DeviceRow compares a device. Devices of both sides are put together by their
// place in their lists: process ids differ from run to run.
type DeviceRow struct {
	Name    string `json:"name"`           // name of the device on the old side, or on the new side if the old side has none
	Only    string `json:"only,omitempty"` // which side alone has it, "old" or "new": the figures of the other are 0
	Span    Pair   `json:"span_ns"`        // time from the begin of the first operation to the end of the last
	Busy    Pair   `json:"busy_ns"`        // part of `span_ns` in which at least one operation ran
	Kernels Pair   `json:"kernel_ns"`      // part of `span_ns` in which at least one kernel or CUDA graph ran
	Memory  Pair   `json:"memory_ns"`      // part of `span_ns` in which at least one copy or memory set ran
	Idle    Pair   `json:"idle_ns"`        // `span_ns` minus `busy_ns`
}

// A TotalRow compares all operations or calls of a name.
type TotalRow struct {
	Name  string `json:"name"`           // name of the operations or calls
	Sort  string `json:"sort"`           // `kernel`, `memcpy`, `memset` or `graph`; `sync` for calls that wait for a device
	Only  string `json:"only,omitempty"` // which side alone has the name, "old" or "new", in any of its runs
	Count Pair   `json:"count"`          // number of operations or calls
	Total Pair   `json:"total_ns"`       // sum of the durations
	Mean  Pair   `json:"mean_ns"`        // mean duration; 0 for a side without such operations
}

// Waits says whether the row is of calls that wait.
func (r *TotalRow) Waits() bool { return r.Sort == trace.SortSync }

// IsKernel says whether the row is of a kernel.
func (r *TotalRow) IsKernel() bool { return r.Sort == trace.SortKernel }

// compareWork compares the work of two sides, nil where one of them has none.
func compareWork(old, new []*Run) *Work {
	sides := [2][]*trace.Summary{summaries(old), summaries(new)}
	if len(sides[0]) == 0 || len(sides[1]) == 0 {
		return nil
	}
	w := &Work{Devices: []DeviceRow{}, Totals: []TotalRow{}, Waits: []TotalRow{}}
	w.Span = medians(sides, func(s *trace.Summary) float64 { return float64(s.Span) })
	w.Operations = medians(sides, func(s *trace.Summary) float64 {
		return sumOf(s.Work.Operations, func(x *trace.WorkTotal) int64 { return x.Count })
	})
	w.Total = medians(sides, func(s *trace.Summary) float64 {
		return sumOf(s.Work.Operations, func(x *trace.WorkTotal) int64 { return x.Total })
	})
	w.unit(sides)
	w.devices(sides)
	w.totals(sides)
	return w
}

// summaries returns the tables of the runs that have work on devices or calls.
func summaries(runs []*Run) []*trace.Summary {
	var list []*trace.Summary
	for _, r := range runs {
		if r.work != nil {
			list = append(list, r.work)
		}
	}
	return list
}

// medians returns the medians of a figure over the runs of each side.
func medians(sides [2][]*trace.Summary, of func(*trace.Summary) float64) Pair {
	var x [2]float64
	for k, side := range sides {
		values := make([]float64, len(side))
		for i, s := range side {
			values[i] = of(s)
		}
		x[k] = median(values)
	}
	return Pair{x[0], x[1]}
}

// median returns the mean of the middle two of an even number of values.
func median(v []float64) float64 {
	slices.Sort(v)
	n := len(v)
	return v[(n-1)/2]/2 + v[n/2]/2
}

func sumOf[T any](list []T, of func(*T) int64) float64 {
	var sum float64
	for i := range list {
		sum += float64(of(&list[i]))
	}
	return sum
}

// unit fills the mean time of what is repeated, in the steady regime.
func (w *Work) unit(sides [2][]*trace.Summary) {
	unit := ""
	for _, s := range slices.Concat(sides[0], sides[1]) {
		g := s.Regimes
		if g == nil || g.Steady.Units == 0 || unit != "" && g.Unit != unit {
			return
		}
		unit = g.Unit
	}
	mean := medians(sides, func(s *trace.Summary) float64 { return s.Regimes.Steady.Mean })
	w.Unit, w.UnitMean = unit, &mean
}

// devices fills Devices.
func (w *Work) devices(sides [2][]*trace.Summary) {
	var n [2]int
	for k, side := range sides {
		for _, s := range side {
			n[k] = max(n[k], len(s.Work.Devices))
		}
	}
	for i := range max(n[0], n[1]) {
		figure := func(of func(*trace.DeviceWork) int64) Pair {
			return medians(sides, func(s *trace.Summary) float64 {
				if i >= len(s.Work.Devices) {
					return 0
				}
				return float64(of(&s.Work.Devices[i]))
			})
		}
		only := ""
		if i >= n[1] {
			only = "old"
		} else if i >= n[0] {
			only = "new"
		}
		w.Devices = append(w.Devices, DeviceRow{Name: deviceName(sides, i), Only: only,
			Span:    figure(func(d *trace.DeviceWork) int64 { return d.Span }),
			Busy:    figure(func(d *trace.DeviceWork) int64 { return d.Busy }),
			Kernels: figure(func(d *trace.DeviceWork) int64 { return d.Kernels }),
			Memory:  figure(func(d *trace.DeviceWork) int64 { return d.Memory }),
			Idle:    figure(func(d *trace.DeviceWork) int64 { return d.Idle })})
	}
}

// deviceName names the i-th device after the first run that has so many.
func deviceName(sides [2][]*trace.Summary, i int) string {
	for _, side := range sides {
		for _, s := range side {
			if i < len(s.Work.Devices) {
				return s.Work.Devices[i].Name(s.Work.Devices)
			}
		}
	}
	return ""
}

// totals fills Totals and Waits.
func (w *Work) totals(sides [2][]*trace.Summary) {
	byName := map[[2]string]bool{}
	var names [][2]string
	add := func(name, sort string) {
		if k := [2]string{name, sort}; !byName[k] {
			byName[k] = true
			names = append(names, k)
		}
	}
	for _, s := range slices.Concat(sides[0], sides[1]) {
		for i := range s.Work.Operations {
			add(s.Work.Operations[i].Name, s.Work.Operations[i].Sort)
		}
		for i := range s.Work.Calls {
			if c := &s.Work.Calls[i]; c.Waits {
				add(c.Name, trace.SortSync)
			}
		}
	}
	index := newTotalIndex(slices.Concat(sides[0], sides[1]))
	for _, k := range names {
		figure := func(of func(totals) float64) Pair {
			return medians(sides, func(s *trace.Summary) float64 { return of(index[s][k]) })
		}
		row := TotalRow{Name: k[0], Sort: k[1], Only: index.only(sides, k), Count: figure(func(t totals) float64 { return t.count }), Total: figure(func(t totals) float64 { return t.total }),
			Mean: figure(func(t totals) float64 { return ratio(t.total, t.count) })}
		if k[1] == trace.SortSync {
			w.Waits = append(w.Waits, row)
		} else {
			w.Totals = append(w.Totals, row)
		}
	}
	slices.SortFunc(w.Totals, byDelta)
	slices.SortFunc(w.Waits, byDelta)
}

// totals are those of a name in a run.
type totals struct{ count, total float64 }

// A totalIndex has the totals of runs by name and sort.
type totalIndex map[*trace.Summary]map[[2]string]totals

// only says which side alone has a name, "" for both.
func (x totalIndex) only(sides [2][]*trace.Summary, name [2]string) string {
	var has [2]bool
	for k, side := range sides {
		has[k] = slices.ContainsFunc(side, func(s *trace.Summary) bool { return x[s][name].count > 0 })
	}
	switch {
	case has[0] && !has[1]:
		return "old"
	case has[1] && !has[0]:
		return "new"
	}
	return ""
}

// newTotalIndex returns the totals of runs by name and sort.
func newTotalIndex(list []*trace.Summary) totalIndex {
	index := totalIndex{}
	for _, s := range list {
		of := map[[2]string]totals{}
		for i := range s.Work.Operations {
			x := &s.Work.Operations[i]
			of[[2]string{x.Name, x.Sort}] = totals{float64(x.Count), float64(x.Total)}
		}
		for i := range s.Work.Calls {
			if c := &s.Work.Calls[i]; c.Waits {
				of[[2]string{c.Name, trace.SortSync}] = totals{float64(c.Count), float64(c.Total)}
			}
		}
		index[s] = of
	}
	return index
}

// byDelta orders rows by the size of the difference of their totals, then by their
// totals.
func byDelta(a, b TotalRow) int {
	return cmp.Or(cmp.Compare(math.Abs(b.Total.Delta()), math.Abs(a.Total.Delta())), cmp.Compare(b.Total.Old, a.Total.Old), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Sort, b.Sort))
}
