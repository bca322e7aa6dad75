package main

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace/input"
)

// overheadTable is the table of what Nsight Systems did for itself.
const overheadTable = "PROFILER_OVERHEAD"

// readOverheads adds what Nsight Systems says that it took for itself while the
// program ran, and the driver to load code; nothing where a file is no export, or
// its times may not be those of the trace.
func readOverheads(t *input.Set, in *diagnose.Input) (err error) {
	if len(t.Files) != 1 || t.Name == "stdin" || in.Start() == 0 {
		return nil // of several, the clocks are moved; an export that starts before 0 is, too
	}
	path := t.Files[0].Name
	if kind, err := input.SniffFile(path); err != nil || kind != input.NsightExport {
		return err
	}
	e, err := nsys.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	space := spill.New(spill.Limit)
	f := t.Files[0]
	release := f.Release
	f.Release = func() (err error) {
		if release != nil {
			err = release()
		}
		return errors.Join(err, space.Err(), space.Close())
	}
	own, driver := overheads{space: space}, overheads{space: space}
	err = e.EachOverhead(func(c *nsys.Call) {
		own.rows++
		if name := e.Text(c.Name); isProfiler(name) {
			own.add(name, c.Start, c.End)
		}
	})
	if err != nil {
		return err
	}
	if own.rows > 0 {
		in.Profiler = own.named(filepath.Base(path)+": "+overheadTable, slices.Sorted(maps.Keys(own.times))...)
	}
	err = e.EachActivityOverhead(func(o *nsys.ActivityOverhead) {
		driver.rows++
		driver.add(o.Kind, o.Start, o.End)
	})
	if err != nil || driver.rows == 0 {
		return err
	}
	source := filepath.Base(path) + ": " + nsys.ActivityOverheadTable
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
