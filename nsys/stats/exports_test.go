package stats

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys"
)

// rowsOf returns a table of an export.
func rowsOf(name, columns string, rows ...[]any) sqlitetest.Table {
	return sqlitetest.Table{Name: name, SQL: "CREATE TABLE " + name + " (" + columns + ")", Rows: sqlitetest.Rows(rows...)}
}

// namesOf returns the table of strings, with ids from 1.
func namesOf(texts ...string) sqlitetest.Table {
	var rows [][]any
	for _, text := range texts {
		rows = append(rows, []any{nil, text})
	}
	return rowsOf("StringIds", "id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL", rows...)
}

// openExport opens an export that has the tables.
func openExport(t *testing.T, tables ...sqlitetest.Table) *nsys.Export {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.sqlite")
	tables = append(tables, rowsOf("META_DATA_EXPORT", "name TEXT, value TEXT", []any{"EXPORT_SCHEMA_VERSION", "3.13.2"}))
	if err := sqlitetest.Create(path, tables...); err != nil {
		t.Fatal(err)
	}
	e, err := nsys.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// printed returns a report as CSV.
func printed(t *testing.T, e *nsys.Export, spec string) string {
	t.Helper()
	report, options, err := Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	table, err := Run(e, report, options)
	if err != nil {
		t.Fatalf("%s: %v", spec, err)
	}
	var b strings.Builder
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// wantReport checks the rows of a report.
func wantReport(t *testing.T, e *nsys.Export, spec string, want ...string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(printed(t, e, spec), "\n"), "\n")[1:]
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("%s:\n got %s\nwant %s", spec, got, strings.Join(want, "\n"))
	}
}

// Columns of the tables of the tests.
const (
	callColumns   = "start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER, returnValue INTEGER"
	kernelColumns = "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER"
	copyColumns   = "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER, srcKind INTEGER, dstKind INTEGER, srcDeviceId INTEGER, dstDeviceId INTEGER, virtualAddress INTEGER"
)

// Two processes with the same correlation ids, devices and streams: nothing of
// one is joined with the other.
func TestProcessesAreKeptApart(t *testing.T) {
	const a, b = int64(1 << 24), int64(2 << 24)
	e := openExport(t, namesOf("kernel", "cudaLaunchKernel", "cudaMemcpy", "cudaMemcpyAsync", "range of a", "range of b"),
		rowsOf("CUPTI_ACTIVITY_KIND_RUNTIME", callColumns,
			[]any{10, 20, 0, a | 1, 1, 2, 0}, []any{1010, 1030, 0, b | 2, 1, 2, 0},
			[]any{30, 40, 0, a | 1, 2, 3, 0}, []any{1040, 1050, 0, b | 2, 2, 4, 0}),
		rowsOf("CUPTI_ACTIVITY_KIND_KERNEL", kernelColumns,
			[]any{25, 35, 0, 1, 7, 1, a, 1, 1, 1, 1, 32, 1, 1}, []any{1035, 1075, 0, 1, 7, 1, b, 1, 1, 1, 1, 32, 1, 1}),
		rowsOf("CUPTI_ACTIVITY_KIND_MEMCPY", copyColumns,
			[]any{50, 60, 0, 1, 7, 2, a, 100000, 2, 2, 0, 0, nil, nil}, []any{1080, 1100, 0, 1, 7, 2, b, 100000, 2, 2, 0, 0, nil, nil}),
		rowsOf("NVTX_EVENTS", "start INTEGER, end INTEGER, eventType INTEGER, textId INTEGER, globalTid INTEGER, domainId INTEGER",
			[]any{5, 2000, 59, 5, a | 1, 0}, []any{6, 2000, 59, 6, b | 2, 0}))
	wantReport(t, e, "cuda_kern_exec_sum",
		"2,2,0,1,1,65.0,65.0,65,65,0.0,20.0,20.0,20,20,0.0,5.0,5.0,5,5,0.0,40.0,40.0,40,40,0.0,cudaLaunchKernel,kernel",
		"1,1,0,1,1,25.0,25.0,25,25,0.0,10.0,10.0,10,10,0.0,5.0,5.0,5,5,0.0,10.0,10.0,10,10,0.0,cudaLaunchKernel,kernel")
	wantReport(t, e, "cuda_kern_exec_trace",
		"10,10,20,5,25,10,25,1,1,0,cudaLaunchKernel,   1    1    1,  32    1    1,kernel",
		"1010,20,1030,5,1035,40,65,2,2,0,cudaLaunchKernel,   1    1    1,  32    1    1,kernel")
	wantReport(t, e, "cuda_gpu_kern_sum:nvtx-name", "80.0,40,1,40.0,40.0,40,40,0.0,range of b/kernel", "20.0,10,1,10.0,10.0,10,10,0.0,range of a/kernel")
	wantReport(t, e, "cuda_memcpy_sync", "10,50,Device,Pageable,0.100,1,0,1,,7,cudaMemcpy")
	wantReport(t, e, "cuda_memcpy_async", "20,1080,Device,Pageable,0.100,2,0,1,,7,cudaMemcpyAsync")
	// Each process used its own device: 60−35 ns of 1010 are no gap of process 1.
	wantReport(t, e, "gpu_time_util:chunks=1:threshold=99", "1,57.1,35,25,1,0,1", "2,92.3,65,1035,2,0,1")
}

// The figures of 2022.4.2 of the same rows. The order of pages without a
// throughput is that of the file.
func TestUnifiedMemory(t *testing.T) {
	const pid, at = int64(7 << 24), int64(0x7f0000000000)
	faults := func(addresses ...int64) sqlitetest.Table {
		var rows [][]any
		for _, a := range addresses {
			rows = append(rows, []any{5, pid, a, 1})
		}
		return rowsOf("CUDA_UM_CPU_PAGE_FAULT_EVENTS", "start INTEGER, globalPid INTEGER, address INTEGER, CpuInstruction INTEGER", rows...)
	}
	copied := func(kind, address, bytes, ns int64) []any {
		return []any{1000, 1000 + ns, 0, 0, 0, 0, pid, bytes, kind, nil, nil, nil, nil, address}
	}
	e := openExport(t, namesOf("[kernel.kallsyms]"), faults(at, at, at+9<<16),
		rowsOf("CUDA_UM_GPU_PAGE_FAULT_EVENTS", "start INTEGER, end INTEGER, globalPid INTEGER, deviceId INTEGER, address INTEGER, numberOfPageFaults INTEGER",
			[]any{5, 9, pid, 0, at, 7}, []any{5, 9, pid, 0, at + 8<<16, 7}),
		rowsOf("CUPTI_ACTIVITY_KIND_MEMCPY", copyColumns,
			copied(11, at, 65536, 3000), copied(12, at, 4096, 1000), copied(11, at+1<<16, 4096, 0), copied(12, at+4<<16, 12345, 777)))
	wantReport(t, e, "unifiedmemory",
		"0x7F0000000000,0.066,0.004,2,7,17408.000",
		"0x7F0000040000,None,0.012,None,None,15888.027",
		"0x7F0000010000,0.004,None,None,None,None",
		"0x7F0000090000,None,None,1,None,None",
		"0x7F0000080000,None,None,None,7,None")
	wantReport(t, e, "um_sum:rows=1", "0x7F0000000000,0.066,0.004,2,7,17408.000")
	wantReport(t, e, "unifiedmemorytotals", "0.070,0.016,3,14,0x7F0000000000,0x7F0000090000")
	wantReport(t, e, "um_cpu_page_faults_sum", "3,[kernel.kallsyms]")
	wantReport(t, e, "um_total_sum:start=10", "0.070,0.016,0,,0x7F0000000000,0x7F0000040000")
	wantReport(t, e, "um_total_sum:end=10", ",,3,14,0x7F0000000000,0x7F0000090000")

	// The tables are there, but nothing happened.
	e = openExport(t, namesOf(), faults(), rowsOf("CUPTI_ACTIVITY_KIND_MEMCPY", copyColumns),
		rowsOf("CUDA_UM_GPU_PAGE_FAULT_EVENTS", "start INTEGER, end INTEGER, globalPid INTEGER, deviceId INTEGER, address INTEGER, numberOfPageFaults INTEGER"))
	wantReport(t, e, "um_total_sum", ",,0,,,")
	if _, err := Run(e, "um_sum", Options{}); !errors.Is(err, ErrNoData) {
		t.Errorf("um_sum of nothing: %v", err)
	}
}

// The same virtual address in two processes is two pages.
func TestAddressesAreOfProcesses(t *testing.T) {
	copied := func(pid, bytes int64) []any {
		return []any{1000, 2000, 0, 0, 0, 0, pid << 24, bytes, 11, nil, nil, nil, nil, int64(0x7f0000000000)}
	}
	e := openExport(t, namesOf(), rowsOf("CUDA_UM_CPU_PAGE_FAULT_EVENTS", "start INTEGER, globalPid INTEGER, address INTEGER, CpuInstruction INTEGER"),
		rowsOf("CUDA_UM_GPU_PAGE_FAULT_EVENTS", "start INTEGER, end INTEGER, globalPid INTEGER, deviceId INTEGER, address INTEGER, numberOfPageFaults INTEGER"),
		rowsOf("CUPTI_ACTIVITY_KIND_MEMCPY", copyColumns, copied(1, 4096), copied(2, 8192)))
	wantReport(t, e, "um_sum", "0x7F0000000000,0.008,,,,8192.000", "0x7F0000000000,0.004,,,,4096.000")
}

// Gaps are those of each device of each process, longer than the threshold;
// what the profiler took is no gap, nor is a graph that was traced as a whole.
func TestGaps(t *testing.T) {
	const a, b, ms = int64(1 << 24), int64(2 << 24), int64(1e6)
	kernel := func(pid, device, start, end int64) []any {
		return []any{start * ms, end * ms, device, 1, 7, 1, pid, 1, 1, 1, 1, 1, 1, 1}
	}
	e := openExport(t, namesOf("kernel", "CUDA profiling stop overhead", "other overhead"),
		rowsOf("CUPTI_ACTIVITY_KIND_KERNEL", kernelColumns,
			kernel(a, 0, 1, 10), kernel(a, 0, 5, 20), kernel(a, 0, 600, 610), // 580 ms, 100 of them of the profiler's
			kernel(a, 1, 20, 30), kernel(a, 1, 1000, 1001), // 970 ms, less 100
			kernel(b, 0, 30, 40), kernel(b, 0, 2000, 2001)), // 1960 ms, 200 of them a graph
		rowsOf("CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, graphId INTEGER, graphExecId INTEGER",
			[]any{1000 * ms, 1200 * ms, 0, 1, 7, 9, b, 1, 2}),
		rowsOf("PROFILER_OVERHEAD", "start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER, returnValue INTEGER",
			[]any{300 * ms, 400 * ms, a | 5, 2, 0}, []any{700 * ms, 750 * ms, b | 5, 3, 0}))
	wantReport(t, e, "gpu_gaps", "1,960000000,40000000,2,0,1", "2,800000000,1200000000,2,0,1", "3,600000000,400000000,1,1,1")
	wantReport(t, e, "gpu_gaps:gap=799:rows=1", "1,960000000,40000000,2,0,1")
	if tab, err := Run(e, "gpu_gaps", Options{Gap: 2000}); err != nil || tab.Len() != 0 || tab.Nothing == "" {
		t.Errorf("gaps of 2 s: %v", err)
	}
}

// Two devices that are idle at the same time: each has its own row, of the part
// of its time that it did nothing in. A graph that was traced as a whole is use.
func TestLowUse(t *testing.T) {
	const a = int64(1 << 24)
	kernel := func(device, start, end int64) []any {
		return []any{start, end, device, device + 1, 7, 1, a, 1, 1, 1, 1, 1, 1, 1}
	}
	tables := []sqlitetest.Table{namesOf("kernel"), rowsOf("CUPTI_ACTIVITY_KIND_KERNEL", kernelColumns,
		kernel(0, 100, 300), kernel(0, 800, 1100), kernel(1, 100, 350), kernel(1, 700, 1100))}
	e := openExport(t, tables...)
	wantReport(t, e, "gpu_time_util:chunks=10", "1,0.0,300,400,1,1,2", "2,0.0,500,300,1,0,1")
	e = openExport(t, append(tables, rowsOf("CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, graphId INTEGER, graphExecId INTEGER",
		[]any{310, 800, 0, 1, 7, 9, a, 1, 2}))...)
	wantReport(t, e, "gpu_time_util:chunks=10", "1,0.0,300,400,1,1,2")
}

// A part of the time: what overlaps it, and what is of the thread of the range
// unless that is the main thread.
func TestWindow(t *testing.T) {
	const pid = int64(7 << 24)
	call := func(start, end, tid int64) []any { return []any{start, end, 0, pid | tid, start, 1, 0} }
	e := openExport(t, namesOf("call", "step", "solver"),
		rowsOf("CUPTI_ACTIVITY_KIND_RUNTIME", callColumns, call(10, 20, 7), call(15, 45, 8), call(30, 40, 8), call(50, 60, 7), call(5, 90, 7)),
		rowsOf("NVTX_EVENTS", "start INTEGER, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER, globalTid INTEGER, domainId INTEGER",
			[]any{0, nil, 75, "solver", nil, pid | 7, 1},
			[]any{25, 45, 59, nil, 2, pid | 8, 0}, []any{48, 70, 59, nil, 2, pid | 8, 0}, []any{12, 18, 59, "step", nil, pid | 7, 1},
			[]any{9, nil, 75, "later", nil, pid | 7, 1})) // created again: the first time names it
	for spec, want := range map[string]string{
		"":                         "5",
		"start=45":                 "3", // one ends at 45, and at the start of the time
		"end=10":                   "1",
		"start=20:end=30":          "3",
		"nvtx=step":                "2", // of thread 8
		"nvtx=step/1":              "0",
		"nvtx=step@solver":         "3", // of the whole process
		"nvtx=step@solver/0":       "3",
		"nvtx=step:start=41":       "1",
		"nvtx=step:start=41:end=1": "an error",
	} {
		_, o, err := Parse("cuda_api_trace:" + spec)
		if spec == "" {
			o, err = Options{}, nil
		}
		if err != nil {
			t.Fatal(err)
		}
		table, err := Run(e, "cuda_api_trace", o)
		got := "0"
		switch {
		case err == nil:
			got = string(table.append(nil, &Cell{Kind: Int, bits: uint64(table.Len())}))
		case !errors.Is(err, ErrNoData):
			got = "an error"
		}
		if got != want {
			t.Errorf("%s: got %s calls, want %s", spec, got, want)
		}
	}
}
