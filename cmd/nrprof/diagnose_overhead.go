package main

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/nsys"
)

// overheadTable is the table of what Nsight Systems did for itself.
const overheadTable = "PROFILER_OVERHEAD"

// readOverheads adds what Nsight Systems says that it took for itself while the
// program ran, and the driver to load code; nothing where a file is no export, or
// its times may not be those of the trace.
func readOverheads(t *inputs, in *diagnose.Input) (err error) {
	if len(t.list) != 1 || t.name == "stdin" || in.Start() == 0 {
		return nil // of several, the clocks are moved; an export that starts before 0 is, too
	}
	path := t.list[0].name
	if kind, err := kindOfFile(path); err != nil || kind != nsysExport {
		return err
	}
	e, err := nsys.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	calls, err := e.Overheads()
	if err != nil {
		return err
	}
	if len(calls) > 0 {
		in.Profiler = groupOverheads(e, calls, filepath.Base(path)+": "+overheadTable)
	}
	others, err := e.ActivityOverheads()
	if err != nil || len(others) == 0 {
		return err
	}
	source := filepath.Base(path) + ": " + nsys.ActivityOverheadTable
	if in.Profiler == nil {
		in.Profiler = []diagnose.Overhead{} // it is known that there was none
	}
	in.Profiler = append(in.Profiler, groupActivity(others, source, nsys.OverheadFlush, nsys.OverheadInstrumentation, nsys.OverheadResource)...)
	in.Loading = groupActivity(others, source, nsys.OverheadCompiler, nsys.OverheadModuleLoading, nsys.OverheadLazyLoading)
	return nil
}

// groupActivity puts those of some kinds together, in the order of these. It
// returns no nil: that there are none is known.
func groupActivity(rows []nsys.ActivityOverhead, source string, kinds ...string) []diagnose.Overhead {
	list := []diagnose.Overhead{}
	for _, kind := range kinds {
		o := diagnose.Overhead{Name: kind, Source: source}
		for _, r := range rows {
			if r.Kind == kind && r.End >= r.Start {
				o.Times = append(o.Times, diagnose.Interval{Start: r.Start, End: r.End})
			}
		}
		if len(o.Times) > 0 {
			list = append(list, o)
		}
	}
	return list
}

// groupOverheads puts the rows of profilers together by name, in order of it.
func groupOverheads(e *nsys.Export, calls []nsys.Call, source string) []diagnose.Overhead {
	list := []diagnose.Overhead{}
	for i := range calls {
		c := &calls[i]
		name := e.Text(c.Name)
		if c.End < c.Start || !isProfiler(name) {
			continue
		}
		k, found := slices.BinarySearchFunc(list, name, func(o diagnose.Overhead, name string) int { return cmp.Compare(o.Name, name) })
		if !found {
			list = slices.Insert(list, k, diagnose.Overhead{Name: name, Source: source})
		}
		list[k].Times = append(list[k].Times, diagnose.Interval{Start: c.Start, End: c.End})
	}
	return list
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
