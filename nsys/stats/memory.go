package stats

import (
	"fmt"

	"github.com/nrkit/nrkit/nsys"
)

// copyNames are the kinds of copies as 2022 prints them.
var copyNames = [...]string{
	"[CUDA memcpy Unknown]", "[CUDA memcpy HtoD]", "[CUDA memcpy DtoH]", "[CUDA memcpy HtoA]",
	"[CUDA memcpy AtoH]", "[CUDA memcpy AtoA]", "[CUDA memcpy AtoD]", "[CUDA memcpy DtoA]",
	"[CUDA memcpy DtoD]", "[CUDA memcpy HtoH]", "[CUDA memcpy PtoP]", "[CUDA Unified Memory memcpy HtoD]",
	"[CUDA Unified Memory memcpy DtoH]", "[CUDA Unified Memory memcpy DtoD]",
}

// copyLabels are the kinds of copies as later versions print them.
var copyLabels = [...]string{
	"[CUDA memcpy Unknown]", "[CUDA memcpy Host-to-Device]", "[CUDA memcpy Device-to-Host]", "[CUDA memcpy Host-to-Array]",
	"[CUDA memcpy Array-to-Host]", "[CUDA memcpy Array-to-Array]", "[CUDA memcpy Array-to-Device]", "[CUDA memcpy Device-to-Array]",
	"[CUDA memcpy Device-to-Device]", "[CUDA memcpy Host-to-Host]", "[CUDA memcpy Peer-to-Peer]", "[CUDA memcpy Unified Host-to-Device]",
	"[CUDA memcpy Unified Device-to-Host]", "[CUDA memcpy Unified Device-to-Device]",
}

// memsetName is the operation of memory sets.
const memsetName = "[CUDA memset]"

// memoryKinds are the kinds of memory.
var memoryKinds = [...]string{"Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static", "Unknown"}

// copyName returns the operation of a copy.
func (r *request) copyName(kind int64) string {
	names := &copyLabels
	if r.old {
		names = &copyNames
	}
	switch {
	case kind >= 0 && kind < int64(len(names)):
		return names[kind]
	case kind == nsys.Null:
		return names[0]
	}
	return fmt.Sprintf("[CUDA memcpy kind %d]", kind)
}

// memoryKind returns a cell with a kind of memory.
func memoryKind(kind int64) Cell {
	if kind < 0 || kind >= int64(len(memoryKinds)) {
		return Cell{}
	}
	return String(memoryKinds[kind])
}

// megabytes returns a cell with bytes as millions of bytes.
func megabytes(bytes float64) Cell { return Real(bytes/1e6, 3) }

// wholeMegabytes returns a cell with bytes that may be absent.
func wholeMegabytes(bytes int64) Cell {
	if bytes == nsys.Null {
		return Cell{}
	}
	return megabytes(float64(bytes))
}

// copies returns the copies of memory in the window.
func (r *request) copies() ([]nsys.Memcpy, error) {
	w, err := r.window()
	if err != nil {
		return nil, err
	}
	list, err := r.Memcpys()
	return within(&w, list, func(m *nsys.Memcpy) bool { return w.work(&m.Work) }), err
}

// sets returns the settings of memory in the window.
func (r *request) sets() ([]nsys.Memset, error) {
	w, err := r.window()
	if err != nil {
		return nil, err
	}
	list, err := r.Memsets()
	return within(&w, list, func(m *nsys.Memset) bool { return w.work(&m.Work) }), err
}

// eachCopy calls yield for each copy of memory in the window.
func (r *request) eachCopy(yield func(*nsys.Memcpy)) error {
	w, err := r.window()
	if err != nil {
		return err
	}
	return r.EachMemcpy(func(m *nsys.Memcpy) {
		if w.work(&m.Work) {
			yield(m)
		}
	})
}

// eachSet calls yield for each setting of memory in the window.
func (r *request) eachSet(yield func(*nsys.Memset)) error {
	w, err := r.window()
	if err != nil {
		return err
	}
	return r.EachMemset(func(m *nsys.Memset) {
		if w.work(&m.Work) {
			yield(m)
		}
	})
}

// An operation is a kind of copy, or a memory set.
type operation int64

// setting is the operation of memory sets.
const setting operation = -1

func (r *request) operationName(o operation) string {
	if o == setting {
		return memsetName
	}
	return r.copyName(int64(o))
}

// memoryGroups returns the durations and the sizes of memory operations.
func (r *request) memoryGroups() (times, sizes *groups[operation], err error) {
	times, sizes = new(groups[operation]), new(groups[operation])
	add := func(o operation, w *nsys.Work, bytes int64) {
		times.add(o, w.End-w.Start)
		if bytes != nsys.Null {
			sizes.add(o, bytes)
		}
	}
	err = r.eachCopy(func(m *nsys.Memcpy) { add(operation(m.Kind), &m.Work, m.Bytes) })
	if err == nil {
		err = r.eachSet(func(m *nsys.Memset) { add(setting, &m.Work, m.Bytes) })
	}
	return times, sizes, err
}

// memoryTimes sums up memory operations by time.
func memoryTimes(r *request) (*Table, error) {
	times, _, err := r.memoryGroups()
	if err != nil {
		return nil, err
	}
	return timeTable(times, "Count", []string{"Operation"}, func(row []Cell, o operation) []Cell {
		return append(row, String(r.operationName(o)))
	}), nil
}

// memorySizes sums up memory operations by size.
func memorySizes(r *request) (*Table, error) {
	_, sizes, err := r.memoryGroups()
	if err != nil {
		return nil, err
	}
	t := &Table{Columns: []string{"Total (MB)", "Count", "Avg (MB)", "Med (MB)", "Min (MB)", "Max (MB)", "StdDev (MB)", "Operation"}}
	list := sizes.summaries()
	for _, i := range byTotal(list, nil) {
		s := &list[i]
		t.Add(megabytes(float64(s.Total)), Integer(int64(s.Count)), megabytes(s.Mean), megabytes(s.Median),
			megabytes(float64(s.Min)), megabytes(float64(s.Max)), megabytes(s.SD), String(r.operationName(sizes.list[i].key)))
	}
	return t, nil
}
