package parquet

import (
	"github.com/nrkit/nrkit/internal/columns"
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/trace"
)

// A base is what all rows of host threads have.
type base struct {
	at     *place
	id     int64
	start  int64
	ns     int64
	around context
}

// A rangeRow is a row of ranges.
type rangeRow struct {
	base
	index, self  int64
	depth        int32
	name         int32
	open, nested bool
}

// A stepRow is a row of steps.
type stepRow struct {
	base
	steps.Row
	*unit
	cpu  int64
	open bool
}

// An iterationRow is a row of iterations.
type iterationRow struct {
	base
	steps.Row
	*unit
	open bool
}

// A waitRow is a row of waits.
type waitRow struct {
	base
	name int32
}

// A counterRow is a row of counters.
type counterRow struct {
	base
	name  int32
	value float64
}

// rangeEnds adds a range.
func (x *exporter) rangeEnds(track int32, f *frame, depth int, ns int64, open bool) {
	*x.out.ranges.Next() = rangeRow{
		base: base{&x.places[track], f.id, f.start, ns, f.around}, index: f.index, self: max(ns-f.inner, 0),
		depth: int32(depth), name: f.name, open: open, nested: f.nested,
	}
}

// stepEnds adds a time step.
func (x *exporter) stepEnds(track int32, f *frame, ns int64, open bool) {
	*x.out.steps.Next() = stepRow{base{&x.places[track], f.id, f.start, ns, f.around}, *f.row, f.unit, f.cpu, open}
}

// iterationEnds adds an iteration.
func (x *exporter) iterationEnds(track int32, f *frame, ns int64, open bool) {
	*x.out.iterations.Next() = iterationRow{base{&x.places[track], f.id, f.start, ns, f.around}, *f.row, f.unit, open}
}

// waitEnds adds a call that waited.
func (x *exporter) waitEnds(track int32, f *frame, ns int64) {
	for _, u := range [...]*unit{f.around.step, f.around.iteration} {
		if u != nil {
			u.waits++
			u.waitNS += ns
		}
	}
	*x.out.waits.Next() = waitRow{base{&x.places[track], f.id, f.start, ns, f.around}, f.name}
}

// counter adds a value.
func (x *exporter) counter(k *track, e trace.Event) {
	around := context{parent: none, name: -1}
	if top := len(k.open) - 1; top >= 0 {
		around = k.open[top].within
	}
	*x.out.counters.Next() = counterRow{base{&x.places[e.Track], none, e.Time, 0, around}, e.Name, e.Value}
}

// first returns the columns that every table has.
func first[R any](x *exporter, rank func(*R) int64) []columns.Column[R] {
	return []columns.Column[R]{
		columns.Text("capture", "name of the folder without `.parquet`", func(*R) string { return x.capture }),
		columns.MaybeInt("epoch_ns", "time of day of time 0, since 1970 (UTC); NULL if the trace does not contain it", func(*R) (int64, bool) { return x.epoch, x.wall }),
		columns.Int("rank", "rank of the process among several files; 0 for one file", rank),
	}
}

// process returns the columns that say in which process something happened.
func process[R any](x *exporter, at func(*R) *place) []columns.Column[R] {
	return append(first(x, func(r *R) int64 { return int64(at(r).Rank) }),
		columns.Int("process_id", "id of the process; 0 if unknown", func(r *R) int64 { return at(r).Process }),
		columns.Text("process", "name of the program of the process", func(r *R) string { return at(r).process }))
}

// thread returns the columns that say on which thread something happened.
func thread[R any](x *exporter, of func(*R) *base) []columns.Column[R] {
	return append(process(x, func(r *R) *place { return of(r).at }),
		columns.Int("thread_id", "id of the thread; below 0 if unknown", func(r *R) int64 { return of(r).at.Thread }),
		columns.MaybeText("track", "name of the track: a thread, or what the trace has in its place", func(r *R) string { return of(r).at.Name }))
}

// parents returns the columns that say in what something lies.
func parents[R any](of func(*R) *base) []columns.Column[R] {
	return append([]columns.Column[R]{
		columns.MaybeInt("parent_id", "`id` in `ranges` of the innermost range of the program around it", func(r *R) (int64, bool) {
			p := of(r).around.parent
			return p, p != none
		}),
	}, units(of)...)
}

// units returns the columns that say in which step and iteration something lies.
func units[R any](of func(*R) *base) []columns.Column[R] {
	number := func(u *unit) (int64, bool) {
		if u == nil || u.number < 0 {
			return 0, false
		}
		return u.number, true
	}
	id := func(u *unit) (int64, bool) {
		if u == nil {
			return 0, false
		}
		return u.id, true
	}
	return []columns.Column[R]{
		columns.MaybeInt("step_id", "`id` in `steps` of the time step around it", func(r *R) (int64, bool) { return id(of(r).around.step) }),
		columns.MaybeInt("step", "number of this time step", func(r *R) (int64, bool) { return number(of(r).around.step) }),
		columns.MaybeInt("iteration_id", "`id` in `iterations` of the iteration around it", func(r *R) (int64, bool) { return id(of(r).around.iteration) }),
		columns.MaybeInt("iteration", "number of this iteration", func(r *R) (int64, bool) { return number(of(r).around.iteration) }),
	}
}

// known returns a number of package steps, which may have none.
func known(n int64) (int64, bool) { return n, n >= 0 }
