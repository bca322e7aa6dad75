package main

import (
	"fmt"
	"path/filepath"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
)

// writeExport writes nsys/newton.sqlite: what Nsight Systems exports of a
// Newton solver on a GPU whose host asks after every iteration, with a copy of
// one byte, whether it has converged. The times are made up.
func writeExport(dir string) error {
	s := newSolver()
	s.push("transient", func() {
		for step := range 2 {
			s.pushIndex("timestep", step, func() {
				for k := range 3 {
					s.pushIndex("nr_iteration", 3*step+k, s.iteration)
				}
			})
		}
	})
	return sqlitetest.Create(filepath.Join(dir, "nsys", "newton.sqlite"), s.tables()...)
}

const (
	pid     = 4242
	process = 1<<56 | 1<<48 | pid<<24
	thread  = process | pid
)

// A solver makes the rows of an export while its clock runs.
type solver struct {
	clock, device int64 // ns
	correlation   int
	ids           map[string]int
	strings       [][]any
	nvtx          [][]any
	calls         [][]any
	kernels       [][]any
	copies        [][]any
	syncs         [][]any
}

func newSolver() *solver {
	s := &solver{clock: 1_000_000, ids: map[string]int{}}
	s.nvtx = append(s.nvtx, []any{s.clock, nil, 75, "nrkit", nil, thread, 1, nil})
	return s
}

// id returns the id of a string.
func (s *solver) id(text string) int {
	if _, ok := s.ids[text]; !ok {
		s.ids[text] = len(s.ids) + 1
		s.strings = append(s.strings, []any{s.ids[text], text})
	}
	return s.ids[text]
}

// push does what f does inside an NVTX range.
func (s *solver) push(name string, f func()) { s.enter(name, nil, f) }

// pushIndex does the same, with a number as payload.
func (s *solver) pushIndex(name string, index int, f func()) { s.enter(name, index, f) }

func (s *solver) enter(name string, payload any, f func()) {
	row := len(s.nvtx)
	s.nvtx = append(s.nvtx, []any{s.clock, nil, 59, nil, s.id(name), thread, 1, payload})
	s.clock += 300
	f()
	s.nvtx[row][1] = s.clock
	s.clock += 200
}

// iteration is one Newton iteration.
func (s *solver) iteration() {
	s.push("build_system", func() {
		s.launch("void eval_mosfets<double>(Device const*, double const*, double*)", "eval_mosfets", 40, 128, 90_000)
		s.launch("void scatter<double>(int const*, double const*, double*)", "scatter", 60, 256, 25_000)
	})
	s.push("linear_solve", func() {
		s.push("refactor", func() {
			for level := range 3 {
				s.launch("void refactor_level<double>(Level, double*)", "refactor_level", 30>>level, 128, int64(60_000-15_000*level))
			}
		})
		s.push("solve", func() {
			s.launch("void solve_lower<double>(Level const*, double*)", "solve_lower", 1, 32, 45_000)
			s.launch("void solve_upper<double>(Level const*, double*)", "solve_upper", 1, 32, 47_000)
		})
	})
	s.push("convergence", func() {
		s.launch("void converged<double>(double const*, double const*, bool*)", "converged", 20, 256, 6_000)
		s.readFlag()
		s.wait()
	})
}

// call is a call of the driver API; work is what it starts, nil for nothing.
func (s *solver) call(name string, duration int64, work func(correlation int)) {
	s.correlation++
	start := s.clock
	s.clock += duration
	if work != nil {
		work(s.correlation)
	}
	s.calls = append(s.calls, []any{start, s.clock, 1, thread, s.correlation, s.id(name), 0, nil})
	s.clock += 400
}

// onDevice returns when the next work of a duration runs.
func (s *solver) onDevice(duration int64) (start, end int64) {
	start = max(s.device+800, s.clock+1_500)
	s.device = start + duration
	return start, s.device
}

func (s *solver) launch(name, short string, grid, block int, duration int64) {
	s.call("cuLaunchKernel", 4_200, func(c int) {
		start, end := s.onDevice(duration)
		s.kernels = append(s.kernels, []any{start, end, 0, 1, nil, 13, c, process, s.id(name), s.id(short), nil, 1, nil, 64, grid, 1, 1, block, 1, 1, 0, 0, 0, 0, c, nil, nil, nil})
	})
}

// readFlag copies the flag of convergence to the host.
func (s *solver) readFlag() {
	s.call("cuMemcpyDtoHAsync_v2", 5_100, func(c int) {
		start, end := s.onDevice(1_100)
		s.copies = append(s.copies, []any{start, end, 0, 1, nil, 13, c, process, 1, 2, 2, 1, nil})
	})
}

// wait waits for the device.
func (s *solver) wait() {
	s.call("cuStreamSynchronize", 900, func(c int) {
		start := s.clock
		s.clock = max(s.clock, s.device) + 2_000
		s.syncs = append(s.syncs, []any{start, s.clock, 0, 1, nil, 13, c, process, 3, nil})
	})
}

// tables returns the tables of the export.
func (s *solver) tables() []sqlitetest.Table {
	table := func(name, columns string, rows ...[]any) sqlitetest.Table {
		return sqlitetest.Table{Name: name, SQL: fmt.Sprintf("CREATE TABLE %s (%s)", name, columns), Rows: sqlitetest.Rows(rows...)}
	}
	const queue = "start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, "
	return []sqlitetest.Table{
		table("StringIds", "id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL", s.strings...),
		table("META_DATA_EXPORT", "name TEXT, value TEXT",
			[]any{"EXPORT_PRODUCT_VERSION", "2024.5.1.113"}, []any{"EXPORT_SCHEMA_VERSION", "3.13.2"}),
		table("TARGET_INFO_SESSION_START_TIME", "utcEpochNs INTEGER NOT NULL, utcTime TEXT, localTime TEXT", []any{1_700_000_000_000_000_000, nil, nil}),
		table("PROCESSES", "globalPid INTEGER, pid INTEGER, name TEXT", []any{process, pid, "newton"}),
		table("ThreadNames", "nameId INTEGER NOT NULL, priority INTEGER, globalTid INTEGER", []any{s.id("newton"), 10, thread}),
		table("TARGET_INFO_GPU", "vmId INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT, busLocation TEXT, totalMemory INTEGER, memoryBandwidth INTEGER, clockRate INTEGER, smCount INTEGER, uuid TEXT, cuDevice INTEGER",
			[]any{1 << 48, 0, "NVIDIA A100-SXM4-80GB", "0000:c1:00.0", 85_899_345_920, 2_039_040_000_000, 1_410_000_000, 108, nil, 0}),
		table("NVTX_EVENTS", "start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, text TEXT, textId INTEGER, globalTid INTEGER, domainId INTEGER, int64Value INTEGER, rangeId INTEGER, endGlobalTid INTEGER", widen(s.nvtx, 10)...),
		table("CUPTI_ACTIVITY_KIND_RUNTIME", "start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL, globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL, callchainId INTEGER", s.calls...),
		table("CUPTI_ACTIVITY_KIND_KERNEL", queue+"demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, mangledName INTEGER, launchType INTEGER, cacheConfig INTEGER, registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL, gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL, blockX INTEGER NOT NULL, blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, staticSharedMemory INTEGER NOT NULL, dynamicSharedMemory INTEGER NOT NULL, localMemoryPerThread INTEGER NOT NULL, localMemoryTotal INTEGER NOT NULL, gridId INTEGER NOT NULL, sharedMemoryExecuted INTEGER, graphNodeId INTEGER, sharedMemoryLimitConfig INTEGER", s.kernels...),
		table("CUPTI_ACTIVITY_KIND_MEMCPY", queue+"bytes INTEGER NOT NULL, copyKind INTEGER NOT NULL, srcKind INTEGER, dstKind INTEGER, graphNodeId INTEGER", s.copies...),
		table("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", queue+"syncType INTEGER NOT NULL, eventId INTEGER", s.syncs...),
	}
}

// widen gives rows the length n.
func widen(rows [][]any, n int) [][]any {
	for i, r := range rows {
		rows[i] = append(r, make([]any, n-len(r))...)
	}
	return rows
}
