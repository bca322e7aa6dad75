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

// readOverheads returns what Nsight Systems says that it took for itself while
// the program ran; nil where a file is no export, or its times may not be those
// of the trace.
func readOverheads(t *inputs, in *diagnose.Input) (list []diagnose.Overhead, err error) {
	if len(t.list) != 1 || t.name == "stdin" || in.Start() == 0 {
		return nil, nil // of several, the clocks are moved; an export that starts before 0 is, too
	}
	path := t.list[0].name
	if kind, err := kindOfFile(path); err != nil || kind != nsysExport {
		return nil, err
	}
	e, err := nsys.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	calls, err := e.Overheads()
	if err != nil || len(calls) == 0 {
		return nil, err
	}
	return groupOverheads(e, calls, filepath.Base(path)+": "+overheadTable), nil
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
