package parquet

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/columns"
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/trace"
)

// version of all tables: a new column keeps it, another meaning of a column does not.
const version = 1

func (x *exporter) rangesTable() *columns.Table[rangeRow] {
	of := func(r *rangeRow) *base { return &r.base }
	return &columns.Table[rangeRow]{Program: "nrprof", Name: "ranges", Version: version,
		About: "A row is a range of the program, or a call of a driver or library.",
		Columns: slices.Concat(thread(x, of), []columns.Column[rangeRow]{
			columns.Int("id", "number of the range, unique in one capture", func(r *rangeRow) int64 { return r.id }),
			columns.Text("sort", "`range`: of the program. Calls: `api` and `sync` of a device driver, of which `sync` waits for a device; `osrt` of the operating system", func(r *rangeRow) string { return x.sorts[r.name] }),
			columns.Text("name", "name of the range, after its NVTX domain and a colon if it has one", func(r *rangeRow) string { return x.names[r.name] }),
			columns.Int("depth", "number of ranges of any sort around it on its track", func(r *rangeRow) int64 { return int64(r.depth) }),
			columns.MaybeInt("index", "number that the program gave the range", func(r *rangeRow) (int64, bool) { return r.index, r.index != trace.NoIndex }),
			columns.Int("start_ns", "begin, from time 0", func(r *rangeRow) int64 { return r.start }),
			columns.Int("dur_ns", "time from begin to end. A range without an end lasts to the end of the trace", func(r *rangeRow) int64 { return r.ns }),
			columns.Int("self_ns", "part of `dur_ns` outside of inner ranges of the program. For a call: outside of inner calls", func(r *rangeRow) int64 { return r.self }),
			columns.Bool("is_open", "true if the range has no end", func(r *rangeRow) bool { return r.open }),
			columns.Bool("is_nested", "true if a range of the same name lies around it: a total by name omits these rows", func(r *rangeRow) bool { return r.nested }),
		}, parents(of)),
	}
}

func (x *exporter) stepsTable() *columns.Table[stepRow] {
	return &columns.Table[stepRow]{Program: "nrprof", Name: "steps", Version: version,
		About: "A row is a time step: a range with the name `timestep`.",
		Columns: slices.Concat(thread(x, func(r *stepRow) *base { return &r.base }), []columns.Column[stepRow]{
			columns.Int("id", "`id` of the time step in `ranges`", func(r *stepRow) int64 { return r.base.id }),
			columns.MaybeInt("step", "number of the step by the program, otherwise on its thread", func(r *stepRow) (int64, bool) { return known(r.Step) }),
			columns.Int("number", "number of the step on its thread in the trace, from 1", func(r *stepRow) int64 { return r.Number }),
			columns.Int("start_ns", "begin, from time 0", func(r *stepRow) int64 { return r.start }),
			columns.Int("dur_ns", "time from begin to end", func(r *stepRow) int64 { return r.ns }),
			columns.MaybeInt("build_ns", "part of `dur_ns` in `build_system`", func(r *stepRow) (int64, bool) { return known(r.Build) }),
			columns.MaybeInt("solve_ns", "part of `dur_ns` in `linear_solve`, or in `factor`, `refactor` and `solve` outside of `linear_solve`", func(r *stepRow) (int64, bool) { return known(r.Solve) }),
			columns.Int("iterations", "number of iterations in the step", func(r *stepRow) int64 { return r.Its }),
			columns.Int("factors", "number of factorizations with pivoting in the step", func(r *stepRow) int64 { return r.factors }),
			columns.Int("refactors", "number of factorizations on a known pattern in the step", func(r *stepRow) int64 { return r.refactors }),
			columns.Int("waits", "number of calls in the step that wait for a device", func(r *stepRow) int64 { return r.waits }),
			columns.Int("wait_ns", "part of `dur_ns` in these calls", func(r *stepRow) int64 { return r.waitNS }),
			columns.MaybeInt("cpu_ns", "part of `dur_ns` in which the thread ran; NULL if it was never interrupted, or if unknown", func(r *stepRow) (int64, bool) { return known(r.cpu) }),
			columns.MaybeFloat("residual", "residual of the last iteration", func(r *stepRow) (float64, bool) { return r.Residual, r.Measured }),
			columns.MaybeText("blocked", "what kept the last iteration but one from being the last", func(r *stepRow) string { return x.blockedBy(r.Blocked) }),
			columns.MaybeText("rejected", "`truncation error` or `no convergence`; NULL if the step counts", func(r *stepRow) string { return r.RejectedFor() }),
			columns.Bool("is_open", "true if the step has no end", func(r *stepRow) bool { return r.open }),
		}),
	}
}

func (x *exporter) iterationsTable() *columns.Table[iterationRow] {
	of := func(r *iterationRow) *base { return &r.base }
	return &columns.Table[iterationRow]{Program: "nrprof", Name: "iterations", Version: version,
		About: "A row is a Newton-Raphson iteration: a range with the name `nr_iteration`.",
		Columns: slices.Concat(thread(x, of), []columns.Column[iterationRow]{
			columns.Int("id", "`id` of the iteration in `ranges`", func(r *iterationRow) int64 { return r.base.id }),
			columns.MaybeInt("iteration", "number of the iteration by the program, otherwise in its time step", func(r *iterationRow) (int64, bool) { return known(r.Iteration) }),
			columns.Int("number", "number of the iteration on its thread in the trace, from 1", func(r *iterationRow) int64 { return r.Number }),
			columns.MaybeInt("place", "place among the iterations of its time step, or of the range around it, from 1", func(r *iterationRow) (int64, bool) { return r.place, r.place > 0 }),
			columns.MaybeText("within", "for an iteration outside of time steps: `operating_point`, `gmin_step` or `source_step`", func(r *iterationRow) string { return r.Within }),
			columns.Int("start_ns", "begin, from time 0", func(r *iterationRow) int64 { return r.start }),
			columns.Int("dur_ns", "time from begin to end", func(r *iterationRow) int64 { return r.ns }),
			columns.MaybeInt("build_ns", "part of `dur_ns` in `build_system`", func(r *iterationRow) (int64, bool) { return known(r.Build) }),
			columns.MaybeInt("solve_ns", "part of `dur_ns` in `linear_solve`, or in `factor`, `refactor` and `solve` outside of `linear_solve`", func(r *iterationRow) (int64, bool) { return known(r.Solve) }),
			columns.Int("waits", "number of calls in the iteration that wait for a device", func(r *iterationRow) int64 { return r.waits }),
			columns.Int("wait_ns", "part of `dur_ns` in these calls", func(r *iterationRow) int64 { return r.waitNS }),
			columns.MaybeFloat("residual", "largest residual at the start of the iteration, from the counter `residual_norm`", func(r *iterationRow) (float64, bool) { return r.Residual, r.Measured }),
			columns.MaybeText("blocked", "what kept the iteration from being the last", func(r *iterationRow) string { return x.blockedBy(r.Blocked) }),
			columns.Bool("is_open", "true if the iteration has no end", func(r *iterationRow) bool { return r.open }),
		}, parents(of)[:3]),
	}
}

func (x *exporter) waitsTable() *columns.Table[waitRow] {
	of := func(r *waitRow) *base { return &r.base }
	return &columns.Table[waitRow]{Program: "nrprof", Name: "waits", Version: version,
		About: "A row is a call that waits for a device. Of calls inside one another, only the outermost has a row.",
		Columns: slices.Concat(thread(x, of), []columns.Column[waitRow]{
			columns.Int("id", "`id` of the call in `ranges`", func(r *waitRow) int64 { return r.id }),
			columns.Text("name", "name of the call", func(r *waitRow) string { return x.names[r.name] }),
			columns.Int("start_ns", "begin, from time 0", func(r *waitRow) int64 { return r.start }),
			columns.Int("dur_ns", "time from begin to end", func(r *waitRow) int64 { return r.ns }),
			columns.MaybeText("phase", "name of the range `parent_id`", func(r *waitRow) string { return x.nameOf(r.around.name) }),
		}, parents(of)),
	}
}

func (x *exporter) countersTable() *columns.Table[counterRow] {
	of := func(r *counterRow) *base { return &r.base }
	return &columns.Table[counterRow]{Program: "nrprof", Name: "counters", Version: version,
		About: "A row is a value that a counter has from a time on.",
		Columns: slices.Concat(thread(x, of), []columns.Column[counterRow]{
			columns.Text("name", "name of the counter", func(r *counterRow) string { return x.names[r.name] }),
			columns.Int("time_ns", "time of the value, from time 0", func(r *counterRow) int64 { return r.start }),
			columns.Float("value", "the value, in the unit of the counter", func(r *counterRow) float64 { return r.value }),
			columns.MaybeInt("device", "number of the device of the track; NULL for a thread", func(r *counterRow) (int64, bool) { return known(int64(r.at.Device)) }),
		}, parents(of)),
	}
}

// nameOf returns the name of a range, "" for -1.
func (x *exporter) nameOf(name int32) string {
	if name < 0 {
		return ""
	}
	return x.names[name]
}

// blockedBy names what kept an iteration from being the last; "" for nothing.
func (x *exporter) blockedBy(b trace.Blocker) string {
	return strings.ToValidUTF8(steps.BlockedBy(b, x.blocked), "\ufffd")
}
