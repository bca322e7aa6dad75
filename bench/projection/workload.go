//go:build linux

package main

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
)

// A workload is a synthetic export: circuit simulations on four threads of two
// processes. A time step has ten Newton iterations of six ranges each; some
// iterations launch a kernel.
type workload struct {
	ranges, kernels int
	order           string // of the ranges: by start, by end of those of a time step, or mixed
}

const (
	threads    = 4
	iterations = 10               // of a time step
	perStep    = 1 + 6*iterations // ranges of a time step
	stepTime   = 100_000          // ns
	begin      = 155_000_000_000  // ns from the start of the session
	perThread  = stepTime / 100 * 90
	domainID   = 1
)

// names are the names of ranges. Those of even index are registered strings.
var names = [...]string{"timestep", "nr_iteration", "build_system", "linear_solve", "refactor", "solve", "convergence"}

// thread returns the globalTid of thread t.
func thread(t int) int64 { return 1<<56 | int64(1000+t/2)<<24 | int64(2000+t) }

// A span is a range: its name and its times within a time step.
type span struct {
	name       int
	start, end int64
}

// layout returns the ranges of a time step by start.
func layout() []span {
	list := []span{{0, 0, perThread}}
	const each = perThread / iterations
	for i := range int64(iterations) {
		at := i * each
		list = append(list,
			span{1, at + 10, at + each - 10},
			span{2, at + 20, at + each/2},
			span{3, at + each/2 + 10, at + each - 1000},
			span{4, at + each/2 + 20, at + each/2 + 2000},
			span{5, at + each/2 + 2010, at + each - 1010},
			span{6, at + each - 900, at + each - 20})
	}
	return list
}

// An event is a range of a thread.
type event struct {
	span
	thread int
}

// steps yields the ranges of each time step of all threads, in the order of the
// file.
func (w *workload) steps() iter.Seq[[]event] {
	base := layout()
	return func(yield func([]event) bool) {
		list := make([]event, 0, threads*perStep)
		steps := w.ranges/(threads*perStep) + 1
		for k, left := 0, w.ranges; left > 0; k++ {
			step := k
			if w.order == "mixed" {
				step = k * 7919 % steps // a prime: each step comes once, unless steps is a multiple of it
			}
			list = list[:0]
			for t := range threads {
				shift := begin + int64(step)*stepTime + int64(t)*7
				for _, s := range base {
					list = append(list, event{span{s.name, s.start + shift, s.end + shift}, t})
				}
			}
			list = list[:min(len(list), left)]
			left -= len(list)
			w.sort(list)
			if !yield(list) {
				return
			}
		}
	}
}

// sort puts the ranges of a time step into the order of the file.
func (w *workload) sort(list []event) {
	switch w.order {
	case "end":
		slices.SortFunc(list, func(a, b event) int { return cmp.Compare(a.end, b.end) })
	case "mixed":
		mix := func(e event) uint64 { return uint64(e.start) * 0x9e3779b97f4a7c15 >> 7 }
		slices.SortFunc(list, func(a, b event) int { return cmp.Compare(mix(a), mix(b)) })
	default:
		slices.SortFunc(list, func(a, b event) int { return cmp.Compare(a.start, b.start) })
	}
}

// rows yields the rows of NVTX_EVENTS.
func (w *workload) rows() iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		row := make([]any, 20)
		for t := 0; t < threads; t += 2 {
			row[0], row[2], row[6], row[7], row[10] = begin-1000+int64(t), 75, "nrkit", thread(t), domainID
			if !yield(row) {
				return
			}
		}
		for list := range w.steps() {
			for _, e := range list {
				row[0], row[1], row[2], row[6], row[7], row[9] = e.start, e.end, 59, nil, thread(e.thread), nil
				if e.name%2 == 0 {
					row[9] = int64(100 + e.name)
				} else {
					row[6] = names[e.name]
				}
				if !yield(row) {
					return
				}
			}
		}
	}
}

// A launch is a kernel and its call.
type launch struct {
	thread      int
	correlation int64
	call        int64 // start of the call
}

// launches yields what is launched: in the middle of linear systems being
// built, in two of three iterations, until there are enough kernels.
func (w *workload) launches() iter.Seq[launch] {
	const each = perThread / iterations
	return func(yield func(launch) bool) {
		left := w.kernels
		for n := 0; left > 0; n++ {
			for t := range threads {
				step, i := n/iterations, n%iterations
				if n%3 == 2 || left == 0 {
					continue
				}
				left--
				at := begin + int64(step)*stepTime + int64(t)*7 + int64(i)*each + 500
				if !yield(launch{t, int64(n + 1), at}) {
					return
				}
			}
		}
	}
}

// write writes the export.
func (w *workload) write(path string) error {
	if w.order != "start" && w.order != "end" && w.order != "mixed" {
		return fmt.Errorf("order %q: want start, end or mixed", w.order)
	}
	if most := w.ranges / perStep * iterations * 2 / 3; w.kernels > most {
		return fmt.Errorf("%d kernels: want at most %d in %d ranges", w.kernels, most, w.ranges)
	}
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s: exists already", filepath.Clean(path))
	}
	err := sqlitetest.Create(path, w.tables()...)
	if err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// tables returns the tables of the export, with the columns of schema 3.20.
func (w *workload) tables() []sqlitetest.Table {
	strings := [][]any{{int64(1), "cudaLaunchKernel_v7000"}, {int64(2), "stamp(double*, int)"}}
	for i, name := range names {
		strings = append(strings, []any{int64(100 + i), name})
	}
	return []sqlitetest.Table{
		{Name: "StringIds", SQL: "CREATE TABLE StringIds (id INTEGER NOT NULL, value TEXT NOT NULL)", Rows: sqlitetest.Rows(strings...)},
		{Name: "META_DATA_EXPORT", SQL: "CREATE TABLE META_DATA_EXPORT (name TEXT NOT NULL, value TEXT)",
			Rows: sqlitetest.Rows([]any{"EXPORT_SCHEMA_VERSION", "3.20.3"}, []any{"EXPORT_PRODUCT_VERSION", "2025.3.2.474"})},
		{Name: "NVTX_EVENTS", SQL: `CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, rangeId INTEGER,
			category INTEGER, color INTEGER, text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER,
			uint64Value INTEGER, int64Value INTEGER, doubleValue REAL, uint32Value INTEGER, int32Value INTEGER, floatValue REAL,
			jsonTextId INTEGER, jsonText TEXT, binaryData TEXT)`, Rows: w.rows()},
		{Name: "CUPTI_ACTIVITY_KIND_RUNTIME", SQL: `CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL,
			eventClass INTEGER NOT NULL, globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL,
			callchainId INTEGER)`, Rows: w.calls()},
		{Name: "CUPTI_ACTIVITY_KIND_KERNEL", SQL: `CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL,
			deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER,
			globalPid INTEGER, demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, mangledName INTEGER, launchType INTEGER,
			cacheConfig INTEGER, registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL, gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL,
			blockX INTEGER NOT NULL, blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, staticSharedMemory INTEGER NOT NULL,
			dynamicSharedMemory INTEGER NOT NULL, localMemoryPerThread INTEGER NOT NULL, localMemoryTotal INTEGER NOT NULL,
			gridId INTEGER NOT NULL, sharedMemoryExecuted INTEGER, graphNodeId INTEGER, sharedMemoryLimitConfig INTEGER)`, Rows: w.kernelRows()},
	}
}

// calls yields the rows of the API calls.
func (w *workload) calls() iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		row := make([]any, 8)
		row[2], row[5], row[6] = 0, 1, 0
		for l := range w.launches() {
			row[0], row[1], row[3], row[4] = l.call, l.call+3000, thread(l.thread), l.correlation
			if !yield(row) {
				return
			}
		}
	}
}

// kernelRows yields the rows of the kernels.
func (w *workload) kernelRows() iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		row := make([]any, 28)
		for i := range row {
			row[i] = 0
		}
		row[3], row[4], row[5], row[8], row[9], row[10], row[13] = 1, nil, 7, 2, 2, 2, 32
		row[14], row[15], row[16], row[17], row[18], row[19], row[26] = 64, 1, 1, 128, 1, 1, nil
		for l := range w.launches() {
			row[0], row[1], row[2], row[6], row[7] = l.call+5000, l.call+9000, l.thread%2, l.correlation, thread(l.thread)&^0xffffff
			if !yield(row) {
				return
			}
		}
	}
}
