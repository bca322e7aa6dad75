package timelinetest

import (
	"math/rand/v2"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
)

// A Solver is a run of a Newton-Raphson solver on a GPU, as Nsight Systems would
// have exported it.
type Solver struct {
	Steps int    // time steps, of 3 iterations each
	PID   int64  // also the tid of its thread
	Start int64  // wall-clock ns of the start of the session; 0: not told
	Seed  uint64 // of durations
}

// Iterations is the number of iterations in each time step.
const Iterations = 3

// Tables are the rows of a run, to be changed before they are written.
type Tables struct {
	Strings, NVTX, Calls, Kernels, Copies, OS, Threads, Processes, GPUs, Sessions, Diagnostics, Durations [][]any

	s       Solver
	rng     *rand.Rand
	now     int64
	call    int64
	ids     map[string]int64
	streams [3]int64 // by stream: when it is free
}

// Columns of the tables.
const (
	nvtxSQL    = "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, rangeId INTEGER, text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER, int64Value INTEGER, doubleValue REAL)"
	runtimeSQL = "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER, returnValue INTEGER)"
	kernelSQL  = "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER, mangledName INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER, registersPerThread INTEGER, staticSharedMemory INTEGER, dynamicSharedMemory INTEGER)"
	copySQL    = "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER, srcKind INTEGER, dstKind INTEGER)"
	osSQL      = "CREATE TABLE OSRT_API (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, nameId INTEGER, returnValue INTEGER, nestingLevel INTEGER)"
)

// Tables returns the rows: a transient analysis in the domain nrkit, in which
// build_system launches two kernels, factor one, and convergence copies 8 bytes
// and waits for them; start/end ranges that overlap, of the domain app; marks; a
// kernel that no call launched, and one that overlaps another on its stream.
func (s Solver) Tables() *Tables {
	t := &Tables{s: s, rng: rand.New(rand.NewPCG(s.Seed, 3)), now: 1000, ids: map[string]int64{}}
	t.domain(1, "nrkit")
	t.domain(2, "app")
	end := t.push("transient", nil)
	for step := range s.Steps {
		t.step(int64(step))
	}
	end()
	for i := range int64(4) { // each overlaps the next one
		t.nvtx(60, 2000+1000*i, 3500+1000*i, "request", 2, nil)
	}
	t.nvtx(34, 5000, nil, "checkpoint", 0, nil)
	t.kernel("stray", 7, 0, 100, 5000)
	t.kernel("stray", 7, 0, 200, 300)
	t.Threads = append(t.Threads, []any{t.id("solver"), 0, t.tid()})
	t.Processes = append(t.Processes, []any{t.process(), s.PID, "mysim"})
	t.GPUs = append(t.GPUs, []any{0, "Test GPU"})
	if s.Start != 0 {
		t.Sessions = append(t.Sessions, []any{s.Start})
	}
	return t
}

func (t *Tables) process() int64 { return 1<<48 | t.s.PID<<24 }
func (t *Tables) tid() int64     { return t.process() | t.s.PID }

// id returns the id of a text.
func (t *Tables) id(text string) int64 {
	id, ok := t.ids[text]
	if !ok {
		id = int64(len(t.ids)) + 1
		t.ids[text] = id
		t.Strings = append(t.Strings, []any{id, text})
	}
	return id
}

// pass lets about so many ns pass.
func (t *Tables) pass(ns int64) { t.now += ns + t.rng.Int64N(ns) }

func (t *Tables) domain(id int64, name string) {
	t.NVTX = append(t.NVTX, []any{0, nil, 75, nil, name, t.tid(), nil, nil, id, nil, nil})
}

func (t *Tables) nvtx(kind int, start, end any, text string, domain int64, index any) {
	t.NVTX = append(t.NVTX, []any{start, end, kind, nil, nil, t.tid(), nil, t.id(text), domain, index, nil})
}

// push begins a range of nrkit and returns what ends it.
func (t *Tables) push(text string, index any) (pop func()) {
	t.pass(10)
	k := len(t.NVTX)
	t.nvtx(59, t.now, nil, text, 1, index)
	return func() {
		t.pass(10)
		t.NVTX[k][1] = t.now
	}
}

// api adds a call of so many ns and returns its correlation id.
func (t *Tables) api(name string, ns int64) int64 {
	t.pass(5)
	start := t.now
	t.now += ns
	t.call++
	t.Calls = append(t.Calls, []any{start, t.now, 0, t.tid(), t.call, t.id(name), 0})
	return t.call
}

// kernel adds a kernel; correlation 0 for none.
func (t *Tables) kernel(name string, stream, correlation, start, ns int64) {
	id := t.id(name)
	t.Kernels = append(t.Kernels, []any{start, start + ns, 0, 1, stream, correlation, t.process(), id, id, id, 1, 1, 1, 32, 1, 1, 16, 0, 0})
}

// launch calls for a kernel on a stream, which runs when that is free.
func (t *Tables) launch(name string, stream int64) {
	c := t.api("cudaLaunchKernel_v7000", 40)
	start := max(t.now+30, t.streams[stream])
	ns := 100 + t.rng.Int64N(400)
	t.streams[stream] = start + ns
	t.kernel(name, stream+7, c, start, ns)
}

func (t *Tables) step(step int64) {
	end := t.push("timestep", step)
	for k := range int64(Iterations) {
		t.iteration(k)
	}
	end()
}

func (t *Tables) iteration(k int64) {
	end := t.push("nr_iteration", k)
	build := t.push("build_system", nil)
	t.launch("eval_models", 0)
	t.launch("stamp", 1)
	build()
	solve := t.push("linear_solve", nil)
	factor := t.push("factor", nil)
	t.launch("factor_kernel", 2)
	factor()
	solve()
	test := t.push("convergence", nil)
	c := t.api("cudaMemcpyAsync_v3020", 60)
	start := max(t.now, t.streams[0], t.streams[1], t.streams[2])
	t.Copies = append(t.Copies, []any{start, start + 20, 0, 1, 7, c, t.process(), 8, 2, 2, 0})
	t.streams[0] = start + 20
	t.api("cudaStreamSynchronize_v3020", max(start+30-t.now, 10))
	test()
	end()
}

// List returns the tables as they are written.
func (t *Tables) List() []sqlitetest.Table {
	rows := sqlitetest.Rows
	list := []sqlitetest.Table{
		{Name: "META_DATA_EXPORT", SQL: "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT)",
			Rows: rows([]any{"EXPORT_PRODUCT_VERSION", "2024.5.1.113"}, []any{"EXPORT_SCHEMA_VERSION", "3.13.2"})},
		{Name: "StringIds", SQL: "CREATE TABLE StringIds (id INTEGER NOT NULL, value TEXT NOT NULL)", Rows: rows(t.Strings...)},
	}
	for _, o := range []struct {
		name, sql string
		rows      [][]any
	}{
		{"NVTX_EVENTS", nvtxSQL, t.NVTX},
		{"CUPTI_ACTIVITY_KIND_RUNTIME", runtimeSQL, t.Calls},
		{"CUPTI_ACTIVITY_KIND_KERNEL", kernelSQL, t.Kernels},
		{"CUPTI_ACTIVITY_KIND_MEMCPY", copySQL, t.Copies},
		{"OSRT_API", osSQL, t.OS},
		{"ThreadNames", "CREATE TABLE ThreadNames (nameId INTEGER, priority INTEGER, globalTid INTEGER)", t.Threads},
		{"PROCESSES", "CREATE TABLE PROCESSES (globalPid INTEGER, pid INTEGER, name TEXT)", t.Processes},
		{"TARGET_INFO_GPU", "CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT)", t.GPUs},
		{"DIAGNOSTIC_EVENT", "CREATE TABLE DIAGNOSTIC_EVENT (timestamp INTEGER, timestampType INTEGER, source INTEGER, severity INTEGER, text TEXT, globalPid INTEGER)", t.Diagnostics},
		{"ANALYSIS_DETAILS", "CREATE TABLE ANALYSIS_DETAILS (duration INTEGER)", t.Durations},
		{"TARGET_INFO_SESSION_START_TIME", "CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER)", t.Sessions},
	} {
		if len(o.rows) > 0 { // exports are lazy
			list = append(list, sqlitetest.Table{Name: o.name, SQL: o.sql, Rows: rows(o.rows...)})
		}
	}
	return list
}

// Write writes the export of a run.
func (s Solver) Write(path string) error { return s.Tables().Write(path) }

// Write writes the export.
func (t *Tables) Write(path string) error { return sqlitetest.Create(path, t.List()...) }
