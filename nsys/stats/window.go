package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/nsys"
)

// A window is the part of an export that a report looks at. The zero window is
// all of it.
type window struct {
	on         bool
	start, end int64
	thread     nsys.Thread // whose calls and ranges are looked at; 0 for all
	process    nsys.Process
}

// window returns the part of the export that the options ask for.
//
// As in NVIDIA's reports, a range of the main thread of a process stands for
// the whole process: what its other threads did is looked at, too.
func (r *request) window() (window, error) {
	w := window{on: r.Start != 0 || r.End != 0 || r.Range != "", start: r.Start, end: r.End}
	if r.Range != "" {
		n, err := r.findRange()
		if err != nil {
			return w, err
		}
		if r.Start == 0 {
			w.start = n.Start
		}
		if r.End == 0 {
			w.end = n.End
		}
		w.process = n.Thread.Process()
		if n.Thread.PID() != n.Thread.TID() {
			w.thread = n.Thread
		}
	}
	if w.end == 0 || w.end == nsys.Null {
		w.end = math.MaxInt64
	}
	return w, nil
}

// overlaps says whether a time is in the window or across it.
func (w *window) overlaps(start, end int64) bool {
	return !w.on || start >= w.start && start < w.end || end >= w.start && end < w.end || start < w.start && end >= w.end
}

// call says whether a call or a range of a thread is in the window.
func (w *window) call(start, end int64, t nsys.Thread) bool {
	return !w.on || w.overlaps(start, end) && (w.process == 0 || w.process == t.Process() && (w.thread == 0 || w.thread == t))
}

// work says whether work on a device is in the window.
func (w *window) work(k *nsys.Work) bool {
	return !w.on || w.overlaps(k.Start, k.End) && (w.process == 0 || w.process == k.Process)
}

// within keeps the elements of list that are in the window.
func within[T any](w *window, list []T, in func(*T) bool) []T {
	if !w.on {
		return list
	}
	kept := list[:0]
	for i := range list {
		if in(&list[i]) {
			kept = append(kept, list[i])
		}
	}
	return kept
}

// A domain names a domain of NVTX within a process.
type domain struct {
	process nsys.Process
	id      int64
}

// findRange returns the range that the option Range names.
func (r *request) findRange() (*nsys.NVTXEvent, error) {
	want, index := r.Range, 0
	if i := strings.LastIndexByte(want, '/'); i >= 0 && (i == 0 || want[i-1] != '\\') {
		if n, err := strconv.Atoi(want[i+1:]); err == nil && n >= 0 {
			want, index = want[:i], n
		}
	}
	want = strings.NewReplacer(`\/`, "/", `\@`, "@").Replace(want)
	events, err := r.NVTX()
	if err != nil {
		return nil, err
	}
	domains := map[domain]string{}
	created := map[domain]int64{} // the first creation names a domain; rows come in any order
	for i := range events {
		n := &events[i]
		d := domain{n.Thread.Process(), n.Domain}
		if at, known := created[d]; n.Type == nsys.NVTXDomain && (!known || n.Start < at) {
			created[d], domains[d] = n.Start, "@"+r.Text(n.Text)
		}
	}
	var found []*nsys.NVTXEvent
	for i := range events {
		n := &events[i]
		if n.IsRange() && n.Text != nsys.NoString && r.Text(n.Text)+domains[domain{n.Thread.Process(), n.Domain}] == want {
			found = append(found, n)
		}
	}
	slices.SortStableFunc(found, func(a, b *nsys.NVTXEvent) int { return cmp.Compare(a.Start, b.Start) })
	if index >= len(found) {
		return nil, fmt.Errorf("%w: NVTX range %q number %d: the export has %d of that name", ErrNoData, want, index, len(found))
	}
	return found[index], nil
}

// eachCall calls yield for each CUDA API call in the window.
func (r *request) eachCall(yield func(*nsys.Call)) error {
	w, err := r.window()
	if err != nil {
		return err
	}
	return r.EachCUDACall(func(c *nsys.Call) {
		if w.call(c.Start, c.End, c.Thread) {
			yield(c)
		}
	})
}

// calls returns the CUDA API calls in the window.
func (r *request) calls() ([]nsys.Call, error) {
	w, err := r.window()
	if err != nil {
		return nil, err
	}
	list, err := r.CUDACalls()
	return within(&w, list, func(c *nsys.Call) bool { return w.call(c.Start, c.End, c.Thread) }), err
}

// nameParts are the parts of kernels that kernelName needs.
func (r *request) nameParts() nsys.Parts {
	switch {
	case r.Base:
		return nsys.Demangled | nsys.Short
	case r.Mangled:
		return nsys.Demangled | nsys.Mangled
	}
	return nsys.Demangled
}

// eachKernel calls yield for each kernel in the window, of which the parts are
// set, with its number.
func (r *request) eachKernel(parts nsys.Parts, yield func(*nsys.Kernel, int)) error {
	w, err := r.window()
	if err != nil {
		return err
	}
	if w.on {
		parts |= nsys.Origin
	}
	n := 0
	return r.EachKernelParts(parts, func(k *nsys.Kernel) {
		if w.work(&k.Work) {
			yield(k, n)
			n++
		}
	})
}
