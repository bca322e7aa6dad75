package keys

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
)

// Keys beside an export take its GPUs where they know nothing of any, and then
// nothing of them changed; what they know, if only that there are none, stays.
func TestKeysBesideExport(t *testing.T) {
	const session int64 = 1_700_000_000_000_000_000
	part := func(name, value string) runkey.Part {
		return runkey.Part{Name: name, Value: runkey.Text(value), Matters: []runkey.Purpose{runkey.Timing}}
	}
	key := func(known string, parts ...runkey.Part) json.RawMessage {
		k, err := runkey.New(strings.Fields(known), parts...)
		if err != nil {
			t.Fatal(err)
		}
		return k.Text()
	}
	cpu := part("cpu.model", "EPYC")
	for _, c := range []struct {
		name           string
		first, last    json.RawMessage
		want           string // parts of the first
		knows, warning string
		drift          int
	}{
		{"built without NVML", key("cpu", cpu), key("cpu", cpu), "cpu.model=EPYC gpu.0.driver=570.86 gpu.0.name=H200", "cpu gpu", "", 0},
		{"killed", key("cpu", cpu), nil, "cpu.model=EPYC gpu.0.driver=570.86 gpu.0.name=H200", "cpu gpu", "", 0},
		{"no GPU", key("cpu gpu", cpu), key("cpu gpu", cpu), "cpu.model=EPYC", "cpu gpu", "", 0},
		{"a GPU", key("cpu", cpu, part("gpu.3.name", "mine")), key("cpu", cpu, part("gpu.3.name", "other")), "cpu.model=EPYC gpu.3.name=mine", "cpu", "", 1},
		{"GPUs not known at the end", key("cpu gpu", cpu, part("gpu.3.name", "mine")), key("cpu", cpu), "cpu.model=EPYC gpu.3.name=mine", "cpu gpu", "", 0},
		{"no key", nil, key("cpu", cpu), "cpu.model=old gpu.0.driver=570.86 gpu.0.name=H200", "gpu", "a_key.json: the keys of the run cannot be read: key: ", 0},
		{"half a key", key("cpu", cpu), json.RawMessage(`{"schema":"key/v2"}`), "cpu.model=old gpu.0.driver=570.86 gpu.0.name=H200", "gpu", "a_key.json: the keys of the run cannot be read: end_key: ", 0},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.sqlite")
		err := sqlitetest.Create(path,
			sqlitetest.Table{Name: "META_DATA_EXPORT", SQL: "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT)", Rows: sqlitetest.Rows([]any{"EXPORT_SCHEMA_VERSION", "3.13.2"})},
			sqlitetest.Table{Name: "TARGET_INFO_SESSION_START_TIME", SQL: "CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER)", Rows: sqlitetest.Rows([]any{session})},
			sqlitetest.Table{Name: "TARGET_INFO_GPU", SQL: "CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT)", Rows: sqlitetest.Rows([]any{0, "H200"})},
			sqlitetest.Table{Name: "TARGET_INFO_SYSTEM_ENV", SQL: "CREATE TABLE TARGET_INFO_SYSTEM_ENV (name TEXT, value TEXT)", Rows: sqlitetest.Rows([]any{"CpuDescription", "old"}, []any{"NvDriverVersion", "570.86"})})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(Document{Schema: Schema, Start: session, Key: c.first, EndKey: c.last})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "a_key.json"), text, 0o666); err != nil {
			t.Fatal(err)
		}
		s, warnings := read(t, path)
		k, err := runkey.Parse(s.Header.Key)
		if err != nil {
			t.Fatal(c.name, err)
		}
		var got []string
		for _, p := range k.Parts() {
			got = append(got, p.Name+"="+p.Value.String())
		}
		if strings.Join(got, " ") != c.want || strings.Join(k.Known(), " ") != c.knows {
			t.Errorf("%s: got %q of %q, want %s of %s", c.name, got, k.Known(), c.want, c.knows)
		}
		if drift := runkey.DriftOf(s.Header.Key, s.EndKey); len(drift) != c.drift || (s.EndKey == nil) != (c.last == nil || c.warning != "") {
			t.Errorf("%s: got an end %s, which differs in %q", c.name, s.EndKey, drift)
		}
		if told := slices.ContainsFunc(warnings, func(w string) bool { return strings.HasPrefix(w, c.warning) }); told != (c.warning != "") || len(warnings) > 1 && c.warning == "" {
			t.Errorf("%s: got %q, want %q", c.name, warnings, c.warning)
		}
	}
}

// read returns a trace with the keys of an export and of what is beside it, and
// the warnings of that.
func read(t *testing.T, path string) (*trace.Trace, []string) {
	t.Helper()
	e, err := nsys.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	tr := &trace.Trace{}
	if tr.Header.Key, err = OfExport(e); err != nil {
		t.Fatal(err)
	}
	warnings, err := Add(tr, e, path)
	if err != nil {
		t.Fatal(err)
	}
	return tr, warnings
}

// What is written beside an export is what a trace of it gets; without a key
// nothing is written.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.sqlite")
	err := sqlitetest.Create(path,
		sqlitetest.Table{Name: "META_DATA_EXPORT", SQL: "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT)", Rows: sqlitetest.Rows([]any{"EXPORT_SCHEMA_VERSION", "3.13.2"})},
		sqlitetest.Table{Name: "TARGET_INFO_SESSION_START_TIME", SQL: "CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER)", Rows: sqlitetest.Rows([]any{42})})
	if err != nil {
		t.Fatal(err)
	}
	e, err := nsys.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	beside := filepath.Join(dir, "a"+Ending)
	if err := Write(beside, e, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(beside); !os.IsNotExist(err) {
		t.Errorf("a file of no key: %v", err)
	}
	k, err := runkey.New(nil, runkey.Part{Name: "cpu.model", Value: runkey.Text("EPYC"), Matters: []runkey.Purpose{runkey.Timing}})
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(beside, e, k.Text(), k.Text()); err != nil {
		t.Fatal(err)
	}
	tr, warnings := read(t, path)
	first, err := runkey.Parse(tr.Header.Key)
	if err != nil {
		t.Fatal(err)
	}
	if drift := runkey.DriftOf(tr.Header.Key, tr.EndKey); first.Hash() != k.Hash() || tr.EndKey == nil || len(drift)+len(warnings) > 0 {
		t.Errorf("got %s, %s, %q, %q", tr.Header.Key, tr.EndKey, drift, warnings)
	}
}
