package timeline

import (
	"math"
	"strconv"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
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
	x := lanes.Item{Start: c.Start, End: endOf(c), Arg: lanes.NoNumber, Rank: lanes.RankAPI}
	if !r.usable(&x) {
		return
	}
	x.Name = r.names.of(c.Name, trace.SortAPI)
	if hasID(c.Correlation) {
		x.Flow = -1 - int32(r.flows.out())
	}
	r.thread(c.Thread).items.Add(x)
}

// work adds an item for work on a device. number belongs to arg, lanes.NoNumber for
// none.
func (r *reader) work(w *nsys.Work, name int32, arg int32, number int64) {
	x := lanes.Item{Start: w.Start, End: w.End, Name: name, Arg: lanes.NoNumber}
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
	return r.e.EachKernelParts(nsys.Origin|nsys.Place|nsys.Demangled|nsys.Short|nsys.Mangled, func(k *nsys.Kernel) {
		text := k.Short
		for _, s := range []nsys.String{k.Demangled, k.Mangled} {
			if text == nsys.NoString {
				text = s
			}
		}
		r.work(&k.Work, r.names.of(text, trace.SortKernel), lanes.NoNumber, 0)
	})
}

func (r *reader) readMemcpys() error {
	return r.e.EachMemcpy(func(m *nsys.Memcpy) {
		arg := r.names.add("bytes", "")
		r.work(&m.Work, r.names.copy(m), arg, m.Bytes)
	})
}

// A copied is what the name of a copy depends on.
type copied struct{ kind, from, to int64 }

// copy returns the number of the name of a copy.
func (n *names) copy(m *nsys.Memcpy) int32 {
	key := copied{m.Kind, m.SrcKind, m.DstKind}
	i, ok := n.copies[key]
	if !ok {
		i = n.add(copyName(m), trace.SortMemcpy)
		n.copies[key] = i
	}
	return i
}

// copyName names a copy by its kind, as CUpti_ActivityMemcpyKind numbers them,
// and the memory of the host.
func copyName(m *nsys.Memcpy) string {
	kinds := [...]string{1: "HD", 2: "DH", 3: "HA", 4: "AH", 5: "AA", 6: "AD", 7: "DA", 8: "DD", 9: "HH", 10: "PP", 11: "HD", 12: "DH", 13: "DD"}
	if m.Kind <= 0 || m.Kind >= int64(len(kinds)) {
		if m.Kind == nsys.Null || m.Kind == 0 {
			return trace.Copy{}.Name()
		}
		return "memcpy of kind " + strconv.FormatInt(m.Kind, 10)
	}
	c := trace.Copy{From: kinds[m.Kind][0], To: kinds[m.Kind][1], Unified: m.Kind > 10}
	switch {
	case c.Unified || !c.Crosses():
	case c.Reads():
		c.Memory = hostMemory(m.DstKind)
	default:
		c.Memory = hostMemory(m.SrcKind)
	}
	return c.Name()
}

// hostMemory names a kind of memory of the host as the export numbers it
// (ENUM_CUDA_MEM_KIND): one less than CUpti_ActivityMemoryKind does.
func hostMemory(kind int64) string {
	switch kind {
	case 0:
		return trace.CopyPageable
	case 1:
		return trace.CopyPinned
	case 4:
		return trace.CopyManaged
	}
	return ""
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
