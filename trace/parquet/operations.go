package parquet

import (
	"slices"

	"github.com/nrkit/nrkit/internal/columns"
	"github.com/nrkit/nrkit/trace"
)

// An operationRow is a row of gpu_operations.
type operationRow struct {
	at        *place
	id        int64
	start, ns int64
	name      int32
	bytes     float64
	call      call
}

// An operation is an open range on a track of the second pass. What is not work on a
// device has only the number.
type operation struct {
	row  operationRow
	work bool
}

// devices fills the table of work on devices. Work may come before its call, so this
// is a pass of its own, after the calls are known.
func (x *exporter) devices() {
	if x.calls == nil {
		return
	}
	tracks := make([][]operation, len(x.tracks))
	begun := int64(0)
	for e := range x.t.Events() {
		if uint(e.Track) >= uint(len(tracks)) || x.out.operations.Failed() {
			continue
		}
		open := tracks[e.Track]
		top := len(open) - 1
		switch {
		case e.Kind == trace.Begin && uint(e.Name) < uint(len(x.names)):
			o := operation{work: trace.OnDevice(x.t.Sort(e.Name))}
			o.row = operationRow{at: &x.places[e.Track], id: begun, start: e.Time, name: e.Name}
			begun++
			tracks[e.Track] = append(open, o)
		case top < 0:
		case e.Kind == trace.Arg && uint(e.Name) < uint(len(x.names)) && x.roles[e.Name] == size:
			open[top].row.bytes += e.Value
		case e.Kind == trace.FlowIn && open[top].work && uint64(e.Index) < uint64(x.calls.Len()):
			open[top].row.call = x.calls.At(e.Index)
		case e.Kind == trace.End:
			x.operationEnds(&open[top], e.Time)
			tracks[e.Track] = open[:top]
		}
	}
	for _, open := range tracks {
		for top := len(open) - 1; top >= 0; top-- {
			x.operationEnds(&open[top], x.last)
		}
	}
}

// operationEnds adds work on a device.
func (x *exporter) operationEnds(o *operation, time int64) {
	if o.work {
		o.row.ns = max(time-o.row.start, 0)
		*x.out.operations.Next() = o.row
	}
}

func (x *exporter) operationsTable() *columns.Table[operationRow] {
	number := func(get func(*operationRow) int64) func(*operationRow) (int64, bool) {
		return func(r *operationRow) (int64, bool) { return get(r), r.call.some && get(r) >= 0 }
	}
	return &columns.Table[operationRow]{Program: "nrprof", Name: "gpu_operations", Version: version,
		About: "A row is a kernel, a copy, a memory set or a CUDA graph on a device, with the call that launched it and the ranges around this call.",
		Columns: slices.Concat(process(x, func(r *operationRow) *place { return r.at }), []columns.Column[operationRow]{
			columns.Int("device", "number of the device in the process", func(r *operationRow) int64 { return int64(r.at.Device) }),
			columns.Int("context", "number of the context on the device", func(r *operationRow) int64 { return int64(r.at.Context) }),
			columns.Int("stream", "number of the stream in the context", func(r *operationRow) int64 { return int64(r.at.Stream) }),
			columns.Int("id", "number of the operation, unique in one capture among all ranges", func(r *operationRow) int64 { return r.id }),
			columns.Text("sort", "`kernel`, `memcpy`, `memset` or `graph`", func(r *operationRow) string { return x.sorts[r.name] }),
			columns.Text("name", "name of the kernel, or direction of a copy", func(r *operationRow) string { return x.names[r.name] }),
			columns.Int("start_ns", "begin, from time 0", func(r *operationRow) int64 { return r.start }),
			columns.Int("dur_ns", "time from begin to end", func(r *operationRow) int64 { return r.ns }),
			columns.MaybeInt("size_bytes", "size of a copy or memory set; NULL if the trace does not say", func(r *operationRow) (int64, bool) {
				return int64(r.bytes), r.bytes > 0 && r.bytes < 1<<60
			}),
			columns.MaybeInt("call_id", "`id` in `ranges` of the call that launched it; NULL if unknown", number(func(r *operationRow) int64 { return r.call.id })),
			columns.MaybeText("call", "name of this call", func(r *operationRow) string {
				if !r.call.some {
					return ""
				}
				return x.nameOf(r.call.name)
			}),
			columns.MaybeInt("call_start_ns", "begin of this call, from time 0", func(r *operationRow) (int64, bool) { return r.call.start, r.call.some && r.call.id >= 0 }),
			columns.MaybeText("phase", "name of the range `parent_id`", func(r *operationRow) string {
				if !r.call.some {
					return ""
				}
				return x.nameOf(r.call.phase)
			}),
			columns.MaybeInt("parent_id", "`id` in `ranges` of the innermost range of the program around the call", number(func(r *operationRow) int64 { return r.call.parent })),
			columns.MaybeInt("step_id", "`id` in `steps` of the time step around the call", number(func(r *operationRow) int64 { return r.call.stepID })),
			columns.MaybeInt("step", "number of this time step", number(func(r *operationRow) int64 { return r.call.step })),
			columns.MaybeInt("iteration_id", "`id` in `iterations` of the iteration around the call", number(func(r *operationRow) int64 { return r.call.iterID })),
			columns.MaybeInt("iteration", "number of this iteration", number(func(r *operationRow) int64 { return r.call.iterate })),
		}),
	}
}
