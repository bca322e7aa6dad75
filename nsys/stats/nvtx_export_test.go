package stats

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys"
)

// made are the columns of the tables of an export that tests make.
var made = map[string]string{
	"NVTX_EVENTS":                     "start, end, eventType, text, textId, globalTid, endGlobalTid, domainId",
	"CUPTI_ACTIVITY_KIND_RUNTIME":     "start, end, eventClass, globalTid, correlationId, nameId, returnValue",
	"CUPTI_ACTIVITY_KIND_KERNEL":      "start, end, deviceId, contextId, greenContextId, streamId, correlationId, globalPid, graphNodeId, demangledName, shortName, gridX, gridY, gridZ, blockX, blockY, blockZ, registersPerThread, staticSharedMemory, dynamicSharedMemory",
	"CUPTI_ACTIVITY_KIND_MEMCPY":      "start, end, deviceId, contextId, greenContextId, streamId, correlationId, globalPid, graphNodeId, bytes, copyKind, srcKind, dstKind, virtualAddress",
	"CUPTI_ACTIVITY_KIND_MEMSET":      "start, end, deviceId, contextId, greenContextId, streamId, correlationId, globalPid, graphNodeId, bytes, value, memKind",
	"CUPTI_ACTIVITY_KIND_GRAPH_TRACE": "start, end, deviceId, contextId, greenContextId, streamId, correlationId, globalPid, graphId, graphExecId",
	"CUDA_UM_CPU_PAGE_FAULT_EVENTS":   "start, globalPid, address, CpuInstruction",
	"CUDA_UM_GPU_PAGE_FAULT_EVENTS":   "start, end, globalPid, deviceId, address, numberOfPageFaults",
	"OSRT_API":                        "start, end, globalTid, nameId, eventClass, returnValue, nestingLevel",
	"ThreadNames":                     "globalTid, nameId, priority",
	"PROCESSES":                       "globalPid, name",
	"TARGET_INFO_GPU":                 "id, name",
	"StringIds":                       "id INTEGER PRIMARY KEY, value TEXT",
	"META_DATA_EXPORT":                "name TEXT, value TEXT",
}

// An export is the rows of an export by table. Texts in columns that hold ids
// of strings become such ids.
type exportRows map[string][][]any

// text stands for the id of a string.
type text string

// add adds a row.
func (x exportRows) add(table string, values ...any) { x[table] = append(x[table], values) }

// open writes the export and opens it.
func (x exportRows) open(t testing.TB) *nsys.Export {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.sqlite")
	if err := sqlitetest.Create(path, x.tables(t)...); err != nil {
		t.Fatal(err)
	}
	e, err := nsys.Open(path)
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

// tables returns the tables of the export.
func (x exportRows) tables(t testing.TB) []sqlitetest.Table {
	t.Helper()
	ids := map[text]int{}
	strs := [][]any{}
	tables := []sqlitetest.Table{madeTable("META_DATA_EXPORT", [][]any{{"EXPORT_SCHEMA_VERSION", "3.20.3"}})}
	for name, rows := range x {
		if _, ok := made[name]; !ok {
			t.Fatalf("no columns of table %s", name)
		}
		list := make([][]any, len(rows))
		for i, row := range rows {
			list[i] = append([]any(nil), row...)
			if want := strings.Count(made[name], ",") + 1; len(row) != want {
				t.Fatalf("table %s, row %d: %d values, want %d", name, i, len(row), want)
			}
			for k, v := range row {
				s, ok := v.(text)
				if !ok {
					continue
				}
				if ids[s] == 0 {
					strs = append(strs, []any{nil, string(s)})
					ids[s] = len(strs)
				}
				list[i][k] = ids[s]
			}
		}
		tables = append(tables, madeTable(name, list))
	}
	return append(tables, madeTable("StringIds", strs))
}

// madeTable returns a table of the export.
func madeTable(name string, rows [][]any) sqlitetest.Table {
	return sqlitetest.Table{Name: name, SQL: "CREATE TABLE " + name + " (" + made[name] + ")", Rows: sqlitetest.Rows(rows...)}
}

// csv returns the report as comma-separated values, without a final newline.
func (x exportRows) csv(t testing.TB, report string, o Options) string {
	t.Helper()
	table, err := Run(x.open(t), report, o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// joined joins lines.
func joined(s ...string) string { return strings.Join(s, "\n") }
