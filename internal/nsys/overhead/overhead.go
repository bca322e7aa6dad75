package overhead

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/nsys"
)

// table is the table of what Nsight Systems did for itself.
const table = "PROFILER_OVERHEAD"

// Add adds the overhead that the export e reports to the input. If the export has no
// tables of overhead, Add adds nothing. Intervals are stored in space, which must stay
// open while the input is used.
//
// It returns errors of reading the export.
func Add(in *diagnose.Input, e *nsys.Export, space *spill.Space) error {
	own, driver := overheads{space: space}, overheads{space: space}
	err := e.EachOverhead(func(c *nsys.Call) {
		own.rows++
		if name := e.Text(c.Name); isProfiler(name) {
			own.add(name, c.Start, c.End)
		}
	})
	if err != nil {
		return err
	}
	if own.rows > 0 {
		in.Profiler = own.named(filepath.Base(e.Path)+": "+table, slices.Sorted(maps.Keys(own.times))...)
	}
	err = e.EachActivityOverhead(func(o *nsys.ActivityOverhead) {
		driver.rows++
		driver.add(o.Kind, o.Start, o.End)
	})
	if err != nil || driver.rows == 0 {
		return err
	}
	source := filepath.Base(e.Path) + ": " + nsys.ActivityOverheadTable
	if in.Profiler == nil {
		in.Profiler = []diagnose.Overhead{} // it is known that there was none
	}
	in.Profiler = append(in.Profiler, driver.named(source, nsys.OverheadFlush, nsys.OverheadInstrumentation, nsys.OverheadResource)...)
	in.Loading = driver.named(source, nsys.OverheadCompiler, nsys.OverheadModuleLoading, nsys.OverheadLazyLoading)
	return nil
}

// Overheads are rows of a table of them, by name.
type overheads struct {
	space *spill.Space
	rows  int // also those that are of no use
	times map[string]*spill.List[diagnose.Interval]
}

// add adds a row, unless it ends before it begins.
func (o *overheads) add(name string, start, end int64) {
	if end < start {
		return
	}
	list := o.times[name]
	if list == nil {
		if o.times == nil {
			o.times = map[string]*spill.List[diagnose.Interval]{}
		}
		list = spill.NewList[diagnose.Interval](o.space)
		o.times[name] = list
	}
	list.Append(diagnose.Interval{Start: start, End: end})
}

// named returns those of some names, in the order of these. It returns no nil:
// that there are none is known.
func (o *overheads) named(source string, names ...string) []diagnose.Overhead {
	found := []diagnose.Overhead{}
	for _, name := range names {
		if list := o.times[name]; list != nil {
			found = append(found, diagnose.Overhead{Name: name, Source: source, Times: func(yield func(diagnose.Interval) bool) {
				for x := range list.All() {
					if !yield(*x) {
						return
					}
				}
			}})
		}
	}
	return found
}

// isProfiler says whether a row is of the profiler. Others are of calls that it
// watches, such as dlopen, which the program would make without it.
func isProfiler(name string) bool {
	for _, word := range []string{"CUPTI", "profiling", "Chunk Allocation", "TLS allocation", "plugins"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}
