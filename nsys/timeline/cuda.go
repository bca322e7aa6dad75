package timeline

import (
	"math"
	"strconv"

	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/lay"
)

// readCUDA makes items of the work on devices and of the calls that launched
// it.
func (r *reader) readCUDA() error {
	calls, err := r.e.CUDACalls()
	if err != nil {
		return err
	}
	only := onlyProcess(calls)
	for _, read := range []func(nsys.Process) error{r.readKernels, r.readMemcpys, r.readMemsets, r.readGraphs} {
		if err := read(only); err != nil {
			return err
		}
	}
	left := make([]bool, len(r.flows)) // flows whose call is known
	for i := range calls {
		c := &calls[i]
		if c.Class == nsys.ClassBacktrace {
			continue
		}
		x := lay.Item{Start: c.Start, End: c.End, Arg: lay.NoNumber, Rank: lay.RankAPI}
		if c.End == nsys.Null {
			x.End = lay.Open
		}
		if !r.usable(&x) {
			continue
		}
		x.Name = r.names.of(c.Name, trace.SortAPI)
		if f, ok := r.flows[c.Launch()]; ok && !left[f] {
			left[f] = true
			x.Flow = -1 - f
		}
		t := r.thread(c.Thread)
		t.items = append(t.items, x)
	}
	return nil
}

// onlyProcess returns the process of the calls, 0 when there are several: that
// of work whose export does not say.
func onlyProcess(calls []nsys.Call) nsys.Process {
	var only nsys.Process
	for i := range calls {
		switch p := calls[i].Thread.Process(); {
		case only == 0:
			only = p
		case only != p:
			return 0
		}
	}
	return only
}

// work adds an item for work on a device. number belongs to arg, lay.NoNumber for
// none.
func (r *reader) work(w *nsys.Work, only nsys.Process, name int32, arg int32, number int64) {
	if w.Process == 0 {
		w.Process = only
	}
	x := lay.Item{Start: w.Start, End: w.End, Name: name, Arg: lay.NoNumber}
	if number != nsys.Null && arg >= 0 {
		x.Arg, x.Number = arg, int64(math.Float64bits(float64(number)))
	}
	if !r.usable(&x) {
		return
	}
	if w.Correlation != nsys.Null && w.Correlation != 0 {
		f, ok := r.flows[w.Launch()]
		if !ok {
			f = int32(len(r.flows))
			r.flows[w.Launch()] = f
		}
		x.Flow = 1 + f
	}
	q := r.queues[w.Queue]
	if q == nil {
		q = new([]lay.Item)
		r.queues[w.Queue] = q
	}
	*q = append(*q, x)
}

func (r *reader) readKernels(only nsys.Process) error {
	list, err := r.e.Kernels()
	for i := range list {
		k := &list[i]
		text := k.Short
		for _, s := range []nsys.String{k.Demangled, k.Mangled} {
			if text == nsys.NoString {
				text = s
			}
		}
		r.work(&k.Work, only, r.names.of(text, trace.SortKernel), lay.NoNumber, 0)
	}
	return err
}

func (r *reader) readMemcpys(only nsys.Process) error {
	list, err := r.e.Memcpys()
	if len(list) == 0 {
		return err
	}
	arg := r.names.add("bytes", "")
	for i := range list {
		m := &list[i]
		r.work(&m.Work, only, r.names.add(copyName(m.Kind), trace.SortMemcpy), arg, m.Bytes)
	}
	return err
}

// copyName names a kind of copies, as CUpti_ActivityMemcpyKind numbers them.
func copyName(kind int64) string {
	names := [...]string{1: "HtoD", 2: "DtoH", 3: "HtoA", 4: "AtoH", 5: "AtoA", 6: "AtoD", 7: "DtoA", 8: "DtoD", 9: "HtoH", 10: "PtoP", 11: "UM HtoD", 12: "UM DtoH", 13: "UM DtoD"}
	if kind > 0 && kind < int64(len(names)) {
		return "memcpy " + names[kind]
	}
	if kind == nsys.Null || kind == 0 {
		return "memcpy"
	}
	return "memcpy of kind " + strconv.FormatInt(kind, 10)
}

func (r *reader) readMemsets(only nsys.Process) error {
	list, err := r.e.Memsets()
	if len(list) == 0 {
		return err
	}
	name, arg := r.names.add("memset", trace.SortMemset), r.names.add("bytes", "")
	for i := range list {
		r.work(&list[i].Work, only, name, arg, list[i].Bytes)
	}
	return err
}

func (r *reader) readGraphs(only nsys.Process) error {
	list, err := r.e.GraphRuns()
	if len(list) == 0 {
		return err
	}
	name, arg := r.names.add("CUDA graph", trace.SortGraph), r.names.add("graph_exec_id", "")
	for i := range list {
		r.work(&list[i].Work, only, name, arg, list[i].Exec)
	}
	return err
}
