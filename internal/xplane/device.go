package xplane

import (
	"strings"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/trace"
)

// A queue is a stream of a device of a plane.
type queue struct {
	device, stream int32
	label          string // of the line
	items          []lanes.Item
}

// deviceLine reads a line of a device. Those that are no streams have what the
// profiler derived: modules, steps, operations.
func (r *reader) deviceLine(p *plane, ordinal int32, l *line) error {
	stream, ok := l.stream()
	if !ok {
		r.derived += int64(l.events)
		return nil
	}
	q := &queue{device: ordinal, stream: small(stream), label: l.name}
	r.queues = append(r.queues, q)
	q.items = make([]lanes.Item, 0, l.events)
	return l.each(func(e *event) error {
		a, meta, err := r.describe(p, e)
		if err != nil {
			return err
		}
		x, ok := r.usable(l, e)
		if !ok {
			return nil
		}
		r.work++
		r.workNS += float64(x.End - x.Start)
		path := r.pathOf(a)
		if path != "" {
			r.known++
		}
		r.operation(&x, meta, a)
		q.items = append(q.items, x)
		if a.hasStat(statCorrelation) {
			w := place{id: a.number[statCorrelation], device: int64(ordinal), items: &q.items, k: len(q.items) - 1, path: path}
			if w.path != "" {
				w.op = r.op(a)
			}
			r.flows.work(w)
		}
		return nil
	})
}

// describe returns what is known of an event, until it is called again.
func (r *reader) describe(p *plane, e *event) (*attrs, *eventMeta, error) {
	a := &r.attrs
	*a = attrs{}
	meta, ok := p.events[e.meta]
	if !ok {
		r.nameless++
		meta = &eventMeta{name: "?"}
	}
	if err := a.read(p, e.stats); err != nil {
		return nil, nil, err
	}
	return a, meta, a.read(p, meta.stats)
}

// operation gives an item of a device its name, sort and argument.
func (r *reader) operation(x *lanes.Item, meta *eventMeta, a *attrs) {
	size := func(k known) {
		if n, ok := detail(a.text[k], "size"); ok && n > 0 {
			x.Arg, x.Number = r.add("bytes", ""), bits(n)
		}
	}
	switch {
	case a.hasStat(statGraph), strings.HasPrefix(meta.name, "CudaGraphExec"):
		r.graphs++
		x.Name = r.add("CUDA graph", trace.SortGraph)
		if a.hasStat(statGraph) {
			x.Arg, x.Number = r.add("graph_exec_id", ""), bits(a.number[statGraph])
		}
	case strings.HasPrefix(meta.name, "Memset"), a.hasStat(statMemset):
		x.Name = r.add("memset", trace.SortMemset)
		size(statMemset)
	case strings.HasPrefix(meta.name, "Memcpy"), a.hasStat(statMemcpy) && !a.hasStat(statKernel):
		x.Name = r.add(copyName(meta.name, a.text[statMemcpy]), trace.SortMemcpy)
		size(statMemcpy)
	default:
		x.Name = r.kernel(meta, r.label(a))
	}
}

// A titled is a kernel of an operation.
type titled struct {
	meta  *eventMeta
	label string
}

// kernel returns the name of a kernel.
func (r *reader) kernel(meta *eventMeta, label string) int32 {
	key := titled{meta, label}
	i, ok := r.kernels[key]
	if !ok {
		text := meta.name
		if label != "" {
			text += " @ " + label
		}
		i = r.add(text, trace.SortKernel)
		r.kernels[key] = i
	}
	return i
}

// copyName names a copy as the other readers of this module do. Details may have
// the kinds of memory: "kind_src:pageable kind_dst:device size:8".
func copyName(text, details string) string {
	kind, ok := strings.CutPrefix(text, "Memcpy")
	if !ok || len(kind) != 3 || kind[1] != '2' {
		return "memcpy " + strings.TrimPrefix(text, "Memcpy")
	}
	c := trace.Copy{From: kind[0], To: kind[2]}
	if c.Crosses() {
		host := "kind_src:"
		if c.Reads() {
			host = "kind_dst:"
		}
		for word := range strings.FieldsSeq(details) {
			if memory, found := strings.CutPrefix(word, host); found && (memory == trace.CopyPageable || memory == trace.CopyPinned || memory == trace.CopyManaged) {
				c.Memory = memory
			}
		}
	}
	return c.Name()
}
