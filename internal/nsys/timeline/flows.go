package timeline

import (
	"cmp"
	"errors"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/nsys"
)

// Flows lead from calls to the work that they launched. They have numbers in the
// order in which the tables of work have the first work of each.
type flows struct {
	n     int64               // numbers that were given
	only  nsys.Process        // of work whose row does not say
	first *spill.Array[int64] // by work with a correlation id: the first of its flow; of that one, once it was met, the number of the flow
	of    *spill.Array[int64] // by call with a correlation id: 1 + the first work of its flow; 0 for none
	work  int64               // that was met
	calls int64               // that were met
}

// A launch is a call or work, by what joins them.
type launch struct {
	process     nsys.Process
	correlation int64
	row         int64 // among the calls, or the work, with a correlation id
}

// joins compares launches by what joins them.
func (l launch) joins(o launch) int {
	return cmp.Or(cmp.Compare(l.process, o.process), cmp.Compare(l.correlation, o.correlation))
}

// hasID says whether a correlation id is one.
func hasID(correlation int64) bool { return correlation != nsys.Null && correlation != 0 }

// findFlows joins the calls with the work on devices.
//
// Method: both are sorted by process and correlation id, which they nearly are
// in the order of the tables.
func (r *reader) findFlows() (err error) {
	f := &r.flows
	space := spill.New(r.memory) // of its own: what is sorted here is needed here alone
	defer func() { err = errors.Join(err, space.Err(), space.Close()) }()
	calls, work := spill.NewSorter(space, launch.joins), spill.NewSorter(space, launch.joins)
	several := false
	err = r.e.EachCUDACallID(func(c *nsys.Call) {
		p := c.Thread.Process()
		several = several || f.only != 0 && f.only != p
		f.only = p
		if isCall(c) && hasID(c.Correlation) {
			calls.Add(launch{p, c.Correlation, calls.Len()})
		}
	})
	if err != nil {
		return err
	}
	if several {
		f.only = 0
	}
	err = r.e.EachWork(func(w *nsys.Work) {
		if hasID(w.Correlation) && possible(w.Start, w.End) {
			work.Add(launch{f.process(w), w.Correlation, work.Len()})
		}
	})
	if err != nil {
		return err
	}
	f.join(r.space, calls, work)
	return nil
}

// process returns the process of work.
func (f *flows) process(w *nsys.Work) nsys.Process {
	if w.Process == 0 {
		return f.only
	}
	return w.Process
}

// isCall says whether a row is a call that becomes an item.
func isCall(c *nsys.Call) bool {
	return c.Class != nsys.ClassBacktrace && possible(c.Start, endOf(c))
}

// endOf returns the end of a call.
func endOf(c *nsys.Call) int64 {
	if c.End == nsys.Null {
		return lanes.Open
	}
	return c.End
}

// join finds the first work of each flow. Of several calls the first launched it.
func (f *flows) join(space *spill.Space, calls, work *spill.Sorter[launch]) {
	f.first = spill.NewArray[int64](space, work.Len())
	f.of = spill.NewArray[int64](space, calls.Len())
	from, to := calls.Read(), work.Read()
	call := from.Next()
	for w := to.Next(); w != nil; {
		first := *w
		for ; w != nil && w.joins(first) == 0; w = to.Next() {
			*f.first.Edit(w.row) = first.row
		}
		for call != nil && call.joins(first) < 0 {
			call = from.Next()
		}
		if call != nil && call.joins(first) == 0 {
			*f.of.Edit(call.row) = 1 + first.row
		}
	}
}

// in returns the number of the flow of the next work with a correlation id.
func (f *flows) in() int64 {
	row := f.work
	f.work++
	first := f.first.At(row)
	if first != row {
		return f.first.At(first)
	}
	number := f.n
	f.n++
	*f.first.Edit(row) = number
	return number
}

// out returns the number of the flow of the next call with a correlation id; -1
// for none. All work was met.
func (f *flows) out() int64 {
	first := f.of.At(f.calls) - 1
	f.calls++
	if first < 0 {
		return -1
	}
	return f.first.At(first)
}
