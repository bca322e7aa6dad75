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
	for _, read := range []func() error{r.readKernels, r.readMemcpys, r.readMemsets, r.readGraphs} {
		if err := read(); err != nil {
			return err
		}
	}
	return r.e.EachCUDACall(r.call)
}

// call makes an item of a call.
func (r *reader) call(c *nsys.Call) {
	if c.Class == nsys.ClassBacktrace {
		return
	}
	x := lay.Item{Start: c.Start, End: endOf(c), Arg: lay.NoNumber, Rank: lay.RankAPI}
	if !r.usable(&x) {
		return
	}
	x.Name = r.names.of(c.Name, trace.SortAPI)
	if hasID(c.Correlation) {
		x.Flow = -1 - int32(r.flows.out())
	}
	r.thread(c.Thread).items.Add(x)
}

// work adds an item for work on a device. number belongs to arg, lay.NoNumber for
// none.
func (r *reader) work(w *nsys.Work, name int32, arg int32, number int64) {
	x := lay.Item{Start: w.Start, End: w.End, Name: name, Arg: lay.NoNumber}
	if number != nsys.Null && arg >= 0 {
		x.Arg, x.Number = arg, int64(math.Float64bits(float64(number)))
	}
	if !r.usable(&x) {
		return
	}
	if hasID(w.Correlation) {
		x.Flow = 1 + int32(r.flows.in())
	}
	q := w.Queue
	q.Process = r.flows.process(w)
	items := r.queues[q]
	if items == nil {
		items = r.sorter()
		r.queues[q] = items
	}
	items.Add(x)
}

func (r *reader) readKernels() error {
	return r.e.EachKernel(nsys.Origin|nsys.Place|nsys.Demangled|nsys.Short|nsys.Mangled, func(k *nsys.Kernel) {
		text := k.Short
		for _, s := range []nsys.String{k.Demangled, k.Mangled} {
			if text == nsys.NoString {
				text = s
			}
		}
		r.work(&k.Work, r.names.of(text, trace.SortKernel), lay.NoNumber, 0)
	})
}

func (r *reader) readMemcpys() error {
	return r.e.EachMemcpy(func(m *nsys.Memcpy) {
		arg := r.names.add("bytes", "")
		r.work(&m.Work, r.names.add(copyName(m.Kind), trace.SortMemcpy), arg, m.Bytes)
	})
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

func (r *reader) readMemsets() error {
	return r.e.EachMemset(func(m *nsys.Memset) {
		name := r.names.add("memset", trace.SortMemset)
		r.work(&m.Work, name, r.names.add("bytes", ""), m.Bytes)
	})
}

func (r *reader) readGraphs() error {
	return r.e.EachGraphRun(func(g *nsys.GraphRun) {
		name := r.names.add("CUDA graph", trace.SortGraph)
		r.work(&g.Work, name, r.names.add("graph_exec_id", ""), g.Exec)
	})
}
