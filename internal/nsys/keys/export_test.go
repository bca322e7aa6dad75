package keys

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/runkey"
)

// The key of an export is what its tables say, without what nsys itself put
// into the environment.
func TestExportKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sqlite")
	table := func(name, columns string, rows ...[]any) sqlitetest.Table {
		return sqlitetest.Table{Name: name, SQL: "CREATE TABLE " + name + " (" + columns + ")", Rows: sqlitetest.Rows(rows...)}
	}
	meta := table("META_DATA_EXPORT", "name TEXT, value TEXT", []any{"EXPORT_SCHEMA_VERSION", "3.13.2"})
	for _, c := range []struct {
		tables []sqlitetest.Table
		want   map[string]runkey.Value // nil: no key
		knows  string
	}{
		{nil, nil, ""},
		{[]sqlitetest.Table{
			table("TARGET_INFO_SYSTEM_ENV", "name TEXT, value TEXT", []any{"CpuArchitecture", "aarch64"}, []any{"CpuDescription", " Grace  CPU "}, []any{"CpuCores", "72"},
				[]any{"NvDriverVersion", "570.86"}, []any{"OsDescription", "Ubuntu"}, []any{"SoftwareReleaseVersion", "6.8"}),
			table("TARGET_INFO_GPU", "id INTEGER, name TEXT, uuid TEXT, totalMemory INTEGER, computeMajor INTEGER, computeMinor INTEGER", []any{1, "GH200", "ab-cd", int64(1 << 36), 9, 0}),
			table("META_DATA_CAPTURE", "name TEXT, value TEXT", []any{"PROCESS_0:ENVIRONMENT_VARIABLE", `LD_PRELOAD="{}"`}, []any{"PROCESS_0:ENVIRONMENT_VARIABLE", `XLA_FLAGS="--a"`}),
		}, map[string]runkey.Value{
			"cpu.arch": runkey.Text("arm64"), "cpu.model": runkey.Text("Grace CPU"), "cpu.count": runkey.Number(72), "os.release": runkey.Text("Ubuntu"),
			"os.kernel": runkey.Text("6.8"), "gpu.1.name": runkey.Text("GH200"), "gpu.1.uuid": runkey.Text("ab-cd"), "gpu.1.driver": runkey.Text("570.86"),
			"gpu.1.compute_capability": runkey.Text("9.0"), "gpu.1.memory_bytes": runkey.Number(1 << 36), "env.XLA_FLAGS": runkey.Text("--a"),
		}, "env gpu"},
		{[]sqlitetest.Table{table("TARGET_INFO_SYSTEM_ENV", "name TEXT, value TEXT", []any{"CpuCores", "many"})}, map[string]runkey.Value{}, ""},
		// Several GPUs of one number, as machines that were traced together have, and one of none.
		{[]sqlitetest.Table{table("TARGET_INFO_GPU", "id INTEGER, name TEXT, uuid TEXT", []any{1, "A", "ab"}, []any{0, "B", "cd"}, []any{0, "C", "ef"}, []any{1, "A", "ab"}, []any{nil, "D", nil})},
			map[string]runkey.Value{"gpu.0.name": runkey.Text("B"), "gpu.0.uuid": runkey.Text("cd"), "gpu.1.name": runkey.Text("A"), "gpu.1.uuid": runkey.Text("ab"),
				"gpu.2.name": runkey.Text("C"), "gpu.2.uuid": runkey.Text("ef"), "gpu.3.name": runkey.Text("D")}, "gpu"},
		// Two of three GPUs were used; a context of another machine's is no device of this one.
		{[]sqlitetest.Table{table("TARGET_INFO_GPU", "id INTEGER, name TEXT", []any{0, "A"}, []any{1, "A"}, []any{2, "B"}),
			table("TARGET_INFO_CUDA_CONTEXT_INFO", "deviceId INTEGER, contextId INTEGER, processId INTEGER", []any{2, 1, 7}, []any{1, 2, 7}, []any{2, 1, 8}, []any{-1, 1, 8})},
			map[string]runkey.Value{"gpu.0.name": runkey.Text("A"), "gpu.1.name": runkey.Text("A"), "gpu.2.name": runkey.Text("B"),
				"device.ordinals": runkey.SetOf("1", "2"), "device.models": runkey.List{"A", "B"}}, "gpu"},
	} {
		if err := sqlitetest.Create(path, append([]sqlitetest.Table{meta}, c.tables...)...); err != nil {
			t.Fatal(err)
		}
		e, err := nsys.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := OfExport(e)
		if cerr := e.Close(); err != nil || cerr != nil {
			t.Fatal(err, cerr)
		}
		if c.want == nil {
			if text != nil {
				t.Errorf("a key %s of nothing", text)
			}
			continue
		}
		k, err := runkey.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range k.Parts() {
			if !reflect.DeepEqual(c.want[p.Name], p.Value) {
				t.Errorf("%s: got %v, want %v", p.Name, p.Value, c.want[p.Name])
			}
		}
		if len(k.Parts()) != len(c.want) || strings.Join(k.Known(), " ") != c.knows {
			t.Errorf("%d parts, want %d; known are %v, want %s", len(k.Parts()), len(c.want), k.Known(), c.knows)
		}
	}
}
