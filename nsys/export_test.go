package nsys_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys"
)

// table returns a table whose columns are named.
func table(name, columns string, rows ...[]any) sqlitetest.Table {
	return sqlitetest.Table{Name: name, SQL: "CREATE TABLE " + name + " (" + columns + ")", Rows: sqlitetest.Rows(rows...)}
}

// meta is what an export says of itself.
func meta(schema string) sqlitetest.Table {
	return table("META_DATA_EXPORT", "name TEXT, value TEXT",
		[]any{"EXPORT_SCHEMA_VERSION", schema}, []any{"EXPORT_PRODUCT_VERSION", "2024.5.1.113"})
}

// names are the strings 1 to 3.
func names() sqlitetest.Table {
	return table("StringIds", "id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL",
		[]any{nil, "cudaLaunchKernel"}, []any{nil, "kernel<int>"}, []any{nil, "kernel"})
}

// file writes a database and returns its path.
func file(t testing.TB, tables ...sqlitetest.Table) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.sqlite")
	if err := sqlitetest.Create(path, tables...); err != nil {
		t.Fatal(err)
	}
	return path
}

// open opens an export with the tables, besides names and meta.
func open(t testing.TB, tables ...sqlitetest.Table) *nsys.Export {
	t.Helper()
	e, err := nsys.Open(file(t, append([]sqlitetest.Table{meta("3.13.2"), names()}, tables...)...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func TestOpen(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		tables     []sqlitetest.Table
	}{
		{"export", "", []sqlitetest.Table{meta("3.13.2"), names()}},
		{"lazy", "", []sqlitetest.Table{meta("3.0.0")}},
		{"2022.2", "", []sqlitetest.Table{table("EXPORT_META_DATA", "name TEXT, value TEXT", []any{"EXPORT_SCHEMA_VERSION", "2.9.1"})}},
		{"foreign", "is an SQLite database, but not an export of Nsight Systems: it has neither META_DATA_EXPORT nor StringIds",
			[]sqlitetest.Table{table("people", "name TEXT")}},
		{"no meta data", "is an export of Nsight Systems from before 2022: open its report with a newer version and export it again",
			[]sqlitetest.Table{names()}},
		{"schema 1", "is an export of Nsight Systems from before 2022: open its report with a newer version and export it again",
			[]sqlitetest.Table{meta("1.4.0"), names()}},
	} {
		path := file(t, tt.tables...)
		e, err := nsys.Open(path)
		if err == nil {
			err = e.Close()
		}
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: got %v", tt.name, err)
		case tt.want != "" && (err == nil || err.Error() != path+": "+tt.want):
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}

// A kernel of today and one of an export that was cut down to a few columns.
func TestKernels(t *testing.T) {
	e := open(t, table("CUPTI_ACTIVITY_KIND_KERNEL",
		`start, end, deviceId, contextId, greenContextId, streamId, correlationId, globalPid, demangledName, shortName, mangledName,
		gridX, gridY, gridZ, blockX, blockY, blockZ, registersPerThread, staticSharedMemory, dynamicSharedMemory, graphNodeId, launchType`,
		[]any{10, 20, 1, 2, nil, 7, 99, int64(0x0102_000004_000000), 2, 3, nil, 4, 5, 6, 32, 2, 1, 40, 1024, 0, nil, 1}))
	got, err := e.Kernels()
	if err != nil {
		t.Fatal(err)
	}
	process := nsys.Process(0x0102_000004_000000)
	want := nsys.Kernel{
		Work: nsys.Work{Start: 10, End: 20, Correlation: 99, GraphNode: nsys.Null,
			Queue: nsys.Queue{Device: nsys.Device{Process: process, ID: 1}, Context: 2, GreenContext: nsys.Null, Stream: 7}},
		Demangled: 1, Short: 2, Mangled: nsys.NoString,
		Grid: [3]int64{4, 5, 6}, Block: [3]int64{32, 2, 1}, Registers: 40, StaticShared: 1024, LaunchType: 1,
	}
	if diff := cmp.Diff([]nsys.Kernel{want}, got); diff != "" {
		t.Error(diff)
	}
	if got := e.Text(want.Demangled) + " " + e.Text(want.Short) + e.Text(want.Mangled); got != "kernel<int> kernel" {
		t.Errorf("names: got %q", got)
	}
	var each []nsys.Kernel
	if err := e.EachKernel(func(k *nsys.Kernel) { each = append(each, *k) }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, each); diff != "" {
		t.Errorf("EachKernel: %s", diff)
	}
	err = e.EachKernelParts(nsys.Short, func(k *nsys.Kernel) {
		if k.Start != 10 || k.Short != 2 || k.Demangled != nsys.NoString || k.Correlation != nsys.Null {
			t.Errorf("times and short names: got %+v", k)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if l := got[0].Launch(); l != (nsys.Launch{Process: process, Correlation: 99}) || process.PID() != 4 {
		t.Errorf("launch: got %v, pid %d", l, process.PID())
	}

	e = open(t, table("CUPTI_ACTIVITY_KIND_KERNEL", "start, end, deviceId, streamId, correlationId, shortName, demangledName",
		[]any{10, 20, 0, 7, 1, 3, 2}))
	got, err = e.Kernels()
	if err != nil || len(got) != 1 || got[0].Context != nsys.Null || got[0].Process != 0 || e.Text(got[0].Short) != "kernel" {
		t.Errorf("few columns: got %v, %v", got, err)
	}
}

func TestBadRows(t *testing.T) {
	for _, tt := range []struct{ columns, want string }{
		{"start, finish", "table CUPTI_ACTIVITY_KIND_RUNTIME lacks the column end: want an export of schema 2.9 to 3.25, got \"3.13.2\" with the columns start, finish"},
		{"start, end", "table CUPTI_ACTIVITY_KIND_RUNTIME, row 2: column end: want an integer, got NULL"},
		{"end, start", "table CUPTI_ACTIVITY_KIND_RUNTIME, row 2: column start: want an integer, got NULL"},
		{"start, end, nameId", "table CUPTI_ACTIVITY_KIND_RUNTIME, row 1: column nameId: want an integer, got text"},
	} {
		n := strings.Count(tt.columns, ",") + 1
		e := open(t, table("CUPTI_ACTIVITY_KIND_RUNTIME", tt.columns, []any{1, 2, "x"}[:n], []any{3, nil, "x"}[:n]))
		_, err := e.CUDACalls()
		if err == nil || err.Error() != e.Path+": "+tt.want {
			t.Errorf("%s: got %v, want %s", tt.columns, err, tt.want)
		}
	}
}

// Texts in the row and texts by id, ranges that were not closed, payloads.
func TestNVTX(t *testing.T) {
	e := open(t, table("NVTX_EVENTS", "start, end, eventType, text, textId, globalTid, endGlobalTid, domainId, rangeId, uint64Value, doubleValue, jsonText",
		[]any{0, nil, 75, "TSL", nil, 0x1000005, nil, 1, nil, nil, nil, nil},
		[]any{5, 9, 59, nil, 3, 0x1000005, nil, 1, nil, 17, nil, nil},
		[]any{6, nil, 60, "kernel", nil, 0x1000005, 0x1000006, 0, 4, nil, 2.5, nil},
		[]any{7, nil, 34, nil, 77, 0x1000005, nil, 0, nil, nil, nil, `{"a":1}`},
		[]any{8, 9, 256 + 59, "no range", nil, 0x1000005, nil, 0, nil, nil, nil, nil}))
	got, err := e.NVTX()
	if err != nil || len(got) != 5 || got[4].IsRange() {
		t.Fatalf("got %v, %v", got, err)
	}
	if e.Text(got[0].Text) != "TSL" || got[1].Text != got[2].Text || e.Text(got[1].Text) != "kernel" || got[3].Text != nsys.NoString {
		t.Errorf("texts: got %v", got)
	}
	if got[2].End != nsys.Null || got[2].EndThread.TID() != 6 || got[2].RangeID != 4 || !got[2].IsRange() || got[3].IsRange() {
		t.Errorf("range: got %+v", got[2])
	}
	p, err := e.NVTXPayloads()
	want := []nsys.Payload{{Row: 1, Value: 17}, {Row: 2, Value: 2.5}, {Row: 3, JSON: `{"a":1}`}}
	if diff := cmp.Diff(want, p); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// What exports lack is empty.
func TestAbsent(t *testing.T) {
	e := open(t)
	for name, f := range readers(e) {
		if n, err := f(); n != 0 || err != nil {
			t.Errorf("%s: got %d, %v", name, n, err)
		}
	}
	if start, err := e.SessionStart(); start != nsys.Null || err != nil {
		t.Errorf("session start: got %d, %v", start, err)
	}
}

// readers returns the readers by the table they read; each returns the number
// of rows.
func readers(e *nsys.Export) map[string]func() (int, error) {
	return map[string]func() (int, error){
		"CUPTI_ACTIVITY_KIND_KERNEL":          func() (int, error) { return count(e.Kernels()) },
		"CUPTI_ACTIVITY_KIND_MEMCPY":          func() (int, error) { return count(e.Memcpys()) },
		"CUPTI_ACTIVITY_KIND_MEMSET":          func() (int, error) { return count(e.Memsets()) },
		"CUPTI_ACTIVITY_KIND_RUNTIME":         func() (int, error) { return count(e.CUDACalls()) },
		"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION": func() (int, error) { return count(e.Syncs()) },
		"CUPTI_ACTIVITY_KIND_GRAPH_TRACE":     func() (int, error) { return count(e.GraphRuns()) },
		"OSRT_API":                            func() (int, error) { return count(e.OSCalls()) },
		"NVTX_EVENTS":                         func() (int, error) { return count(e.NVTX()) },
		"PROCESSES":                           func() (int, error) { return count(e.Processes()) },
		"ThreadNames":                         func() (int, error) { return count(e.ThreadNames()) },
		"TARGET_INFO_GPU":                     func() (int, error) { return count(e.GPUs()) },
	}
}

func count[T any](list []T, err error) (int, error) { return len(list), err }

// Every row of every stored export is read.
func TestStoredExports(t *testing.T) {
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	files, err := filepath.Glob(filepath.Join(dir, "nsys", "*.sqlite"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no exports in %s: %v", dir, err)
	}
	for _, path := range files {
		e, err := nsys.Open(path)
		if err != nil {
			t.Error(err)
			continue
		}
		for name, f := range readers(e) {
			n, err := f()
			want, cerr := e.Count(name)
			if n != want || err != nil || cerr != nil {
				t.Errorf("%s: %s: got %d rows, %v, want %d, %v", filepath.Base(path), name, n, err, want, cerr)
			}
		}
		if e.Version.Schema == "" {
			t.Errorf("%s: has no version", path)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A file that is cut off while it is open is said to be, also where the
// definition of a table is gone.
func TestCutOffMeanwhile(t *testing.T) {
	e := open(t, table("CUPTI_ACTIVITY_KIND_KERNEL", "start INTEGER, end INTEGER, shortName INTEGER", []any{1, 2, 3}))
	if err := os.Truncate(e.Path, 0); err != nil {
		t.Fatal(err)
	}
	_, err := e.Kernels()
	if err == nil || !strings.Contains(err.Error(), "cut off while it was read") && !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("got %v", err)
	}
}
