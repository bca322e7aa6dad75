package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/internal/schemagen/schematest"
	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys/stats"
)

// TestStats runs the scenarios of testdata/stats, each in a folder that has
// small exports, whole ones and broken ones.
func TestStats(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "stats"),
		UpdateScripts: golden.Update(),
		Setup:         func(env *testscript.Env) error { return writeExports(env.WorkDir) },
	})
}

// rowsOf is sqlitetest.Rows of a table with columns.
func rowsOf(name, columns string, rows ...[]any) sqlitetest.Table {
	return sqlitetest.Table{Name: name, SQL: "CREATE TABLE " + name + " (" + columns + ")", Rows: sqlitetest.Rows(rows...)}
}

// metaOf says what wrote an export.
func metaOf(schema string) sqlitetest.Table {
	return rowsOf("META_DATA_EXPORT", "name TEXT, value TEXT",
		[]any{"EXPORT_PRODUCT_VERSION", "2024.5.1.113"}, []any{"EXPORT_SCHEMA_VERSION", schema})
}

// writeExports writes the exports of the scenarios.
func writeExports(dir string) error {
	const pid, tid = int64(7 << 24), int64(7<<24 | 9)
	strings := rowsOf("StringIds", "id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL",
		[]any{nil, "void solve<int>(double *, int)"}, []any{nil, "solve"}, []any{nil, "cudaLaunchKernel_v7000"}, []any{nil, "solver"})
	const callColumns = "start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER, returnValue INTEGER"
	calls := rowsOf("CUPTI_ACTIVITY_KIND_RUNTIME", callColumns,
		[]any{1000, 1100, 0, tid, 1, 3, 0}, []any{2000, 2300, 0, tid, 2, 3, 0})
	const kernelColumns = `start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,
		demangledName INTEGER, shortName INTEGER, mangledName INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER,
		registersPerThread INTEGER, staticSharedMemory INTEGER, dynamicSharedMemory INTEGER`
	kernels := rowsOf("CUPTI_ACTIVITY_KIND_KERNEL", kernelColumns,
		[]any{1500, 2500, 0, 1, 7, 1, pid, 1, 2, nil, 10, 1, 1, 32, 1, 1, 16, 0, 2048},
		[]any{2500, 2600, 0, 1, 7, 2, pid, 1, 2, nil, 10, 1, 1, 32, 1, 1, 16, 0, 2048})
	const nvtxColumns = "start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER"
	nvtx := rowsOf("NVTX_EVENTS", nvtxColumns,
		[]any{900, 1200, 59, "first", tid, nil, nil, 0}, []any{1900, nil, 59, nil, tid, nil, 4, 0}, []any{5000, nil, 34, "mark", tid, nil, nil, 0})
	wrong := rowsOf("CUPTI_ACTIVITY_KIND_RUNTIME", callColumns, []any{1000, nil, 0, tid, 1, 3, 0})
	less := rowsOf("CUPTI_ACTIVITY_KIND_RUNTIME", "start INTEGER, globalTid INTEGER", []any{1000, tid})
	unnamed := rowsOf("CUPTI_ACTIVITY_KIND_KERNEL", kernelColumns,
		[]any{1500, 2500, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil})
	for name, tables := range map[string][]sqlitetest.Table{
		"ring.sqlite":     {metaOf("3.13.2"), strings, calls, kernels, nvtx},
		"lazy.sqlite":     {metaOf("3.13.2"), strings, calls},
		"empty.sqlite":    {metaOf("3.13.2")},
		"null.sqlite":     {metaOf("3.13.2"), strings, wrong},
		"less.sqlite":     {metaOf("3.13.2"), strings, less},
		"unnamed.sqlite":  {metaOf("3.13.2"), strings, unnamed},
		"nameless.sqlite": {metaOf("3.13.2"), calls},
		"foreign.sqlite":  {rowsOf("users", "id INTEGER, name TEXT", []any{1, "ada"})},
		"before.sqlite":   {metaOf("1.10.0"), strings, calls},
		"bare.sqlite":     {strings, calls},
	} {
		if err := sqlitetest.Create(filepath.Join(dir, name), tables...); err != nil {
			return err
		}
	}
	whole, err := os.ReadFile(filepath.Join(dir, "ring.sqlite"))
	if err != nil {
		return err
	}
	broken := bytes.Clone(whole)
	broken[3*4096] = 99 // the type of the fourth page
	for name, text := range map[string][]byte{
		"zeros.sqlite":   append(make([]byte, 4096), whole[4096:]...),
		"cut.sqlite":     whole[:len(whole)-5000],
		"damaged.sqlite": broken,
		"text.sqlite":    []byte("Time (%),Total Time (ns)\n"),
		"nothing.sqlite": nil,
		"ring.nsys-rep":  []byte("\x1f\x8b"),
		"log.sqlite":     whole,
		"log.sqlite-wal": []byte("pages"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// Reports in JSON fit their schema, one alone and several by name.
func TestStatsFitSchema(t *testing.T) {
	dir := t.TempDir()
	if err := writeExports(dir); err != nil {
		t.Fatal(err)
	}
	var whole []string // reports that there is something to say in
	check := func(reports ...string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		args := []string{"stats", filepath.Join(dir, "ring.sqlite"), "-f", "json"}
		for _, r := range reports {
			args = append(args, "-r", r)
		}
		if code := run(args, nil, &stdout, &stderr); code != 0 || stdout.Len() == 0 {
			if len(reports) != 1 {
				t.Errorf("%v: exit %d, %s", args, code, &stderr)
			}
			return // without data
		}
		if len(reports) == 1 {
			whole = append(whole, reports[0])
		}
		if err := schematest.CheckAs(statsSchema, stdout.Bytes()); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
	for _, name := range stats.Names() {
		check(name)
	}
	check(whole...)
	check()
	if len(whole) < 20 {
		t.Errorf("%d reports have something to say: %q", len(whole), whole)
	}
	for _, bad := range []string{`{"no_such_report":[]}`, `[{"Name":null}]`, `[1]`, `3`} {
		if schematest.CheckAs(statsSchema, []byte(bad)) == nil {
			t.Errorf("%s fits", bad)
		}
	}
}
