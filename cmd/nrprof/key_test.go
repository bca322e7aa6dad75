package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
)

// keyWith returns a key of texts, by name, that matter for times.
func keyWith(t *testing.T, texts ...string) json.RawMessage {
	t.Helper()
	var parts []runkey.Part
	for i := 0; i < len(texts); i += 2 {
		parts = append(parts, runkey.Part{Name: texts[i], Value: runkey.Text(texts[i+1]), Matters: []runkey.Purpose{runkey.Timing}})
	}
	k, err := runkey.New([]string{"env", "cpu"}, parts...)
	if err != nil {
		t.Fatal(err)
	}
	return keyText(k)
}

// Phases warns of what changed while a capture was recorded, and of keys that
// cannot be read, by file where there are several.
func TestPhasesDrift(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, start, end json.RawMessage) string {
		path := filepath.Join(dir, name)
		r, err := trace.Create(path, trace.Header{Program: "p", Key: start}, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		th := r.Thread("one")
		th.Begin(r.Name("timestep"))
		th.End()
		r.SetEndKey(end)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		return path
	}
	same := write("same.nrt", keyWith(t, "env.A", "1"), keyWith(t, "env.A", "1"))
	killed := write("killed.nrt", keyWith(t, "env.A", "1"), nil)
	drifts := write("drifts.nrt", keyWith(t, "env.A", "1", "cpu.governor", "performance"), keyWith(t, "cpu.governor", "powersave"))
	bad := write("bad.nrt", json.RawMessage(`{"schema":"key/v9"}`), keyWith(t))
	const governor = "changed during the run: cpu.governor was performance, then powersave (matters for timing)"
	const variable = "changed during the run: env.A was 1, then absent (matters for timing)"
	for _, c := range []struct{ files, want []string }{
		{[]string{same}, nil},
		{[]string{killed}, nil},
		{[]string{drifts}, []string{governor, variable}},
		{[]string{bad}, []string{`the key at the start cannot be read: got schema "key/v9", want key/v1`}},
		{[]string{same, drifts}, []string{"drifts.nrt: " + governor, "drifts.nrt: " + variable}},
	} {
		var out, errs bytes.Buffer
		if code := run(append([]string{"phases", "--json"}, c.files...), strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("exit %d: %s", code, &errs)
		}
		var doc struct{ Warnings []string }
		if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range doc.Warnings {
			if strings.Contains(w, "key") || strings.Contains(w, "changed during") {
				got = append(got, w)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: got %q, want %q", c.files, got, c.want)
		}
	}
}

// A run tells what changed between its start and its end.
func TestRunDrift(t *testing.T) {
	var errs bytes.Buffer
	p := &program{&cli.Program{Name: "nrprof", Stderr: &errs}}
	text := "before"
	id := p.newIdentity(nil, func() ([]runkey.Group, error) {
		return []runkey.Group{{Parts: []runkey.Part{{Name: "test.part", Value: runkey.Text(text)}}, All: "test"}}, nil
	})
	if _, drift := id.last(); len(drift) > 0 {
		t.Errorf("drift %q at once", drift)
	}
	text = "after"
	t.Setenv("XLA_FLAGS", "--changed")
	end, drift := id.last()
	want := []string{
		"changed during the run: env.XLA_FLAGS was absent, then --changed (matters for code, timing, results)",
		"changed during the run: test.part was before, then after",
	}
	if !slices.Equal(drift, want) || bytes.Equal(end, id.first()) || errs.Len() > 0 {
		t.Errorf("got %q, want %q; stderr %s", drift, want, &errs)
	}
	bad := p.newIdentity(nil, func() ([]runkey.Group, error) {
		return []runkey.Group{{Parts: []runkey.Part{{Name: "Bad", Value: runkey.Text("")}}}}, nil
	})
	if end, drift := bad.last(); bad.first() != nil || end != nil || drift != nil || !strings.Contains(errs.String(), `warning: the run has no key: part "Bad": want a name`) {
		t.Errorf("a key of a bad part: %s", &errs)
	}
	var none *runIdentity
	if end, drift := none.last(); none.first() != nil || end != nil || drift != nil {
		t.Error("a run that takes no key has one")
	}
}

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
		text, err := exportKey(e)
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

// A capture of a run has the key of its start and that of its end.
func TestRunKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.nrt")
	if code, _, errs := nrprof("run", "rc", "--steps", "70", "-o", path); code != 0 {
		t.Fatal(errs)
	}
	tr, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	var keys []*runkey.Key
	for _, text := range []json.RawMessage{tr.Header.Key, tr.EndKey} {
		k, err := runkey.Parse(text)
		if err != nil {
			t.Fatalf("%v of %q", err, text)
		}
		if _, ok := k.Part("binary.id"); !ok || !k.Knows("env.A") {
			t.Errorf("a key without the program or its environment: %v", k.Parts())
		}
		keys = append(keys, k)
	}
	if d := runkey.Explain(keys[0], keys[1]); d != nil {
		t.Errorf("the keys differ: %v", d)
	}
}

// What record left has its key until it is removed, unless that is cut off.
func TestSavedKey(t *testing.T) {
	dir := t.TempDir()
	var errs bytes.Buffer
	p := &program{&cli.Program{Name: "nrprof", Stderr: &errs}}
	id := p.commandIdentity(runkey.Command{Args: []string{os.Args[0]}})
	p.saveKey(id, dir)
	if got := savedKey(dir); got == nil || !bytes.Equal(got, id.first()) {
		t.Errorf("got %q, want %q", got, id.first())
	}
	path := filepath.Join(dir, keyName)
	if err := os.WriteFile(path, id.first()[:40], 0o666); err != nil {
		t.Fatal(err)
	}
	if got := savedKey(dir); got != nil {
		t.Errorf("got %q of half a key", got)
	}
	if err := removeRecorded(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) || savedKey(dir) != nil || errs.Len() > 0 {
		t.Errorf("the folder is there: %v; %s", err, &errs)
	}
}

// Two real exports of one program on different boards of one model: each job had
// its own UUIDs in NVIDIA_VISIBLE_DEVICES, which is listed and no reason to refuse.
func TestOtherBoards(t *testing.T) {
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		t.Skip("NRKIT_ORACLE names no folder of real data")
	}
	old, new := filepath.Join(dir, "nsys", "GindaChen_nsys-ai__mfu_2gpu_before.sqlite"), filepath.Join(dir, "nsys-cases", "mfu_2gpu_after.sqlite")
	code, out, errs := nrprof("compare", "--json", old, new)
	if code != 0 || errs != "" {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	var doc struct {
		Identity struct {
			Differences []struct {
				Part    string
				Matters []string
				Refused bool
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	list := doc.Identity.Differences
	if len(list) != 1 || list[0].Part != "env.NVIDIA_VISIBLE_DEVICES" || len(list[0].Matters) > 0 || list[0].Refused {
		t.Errorf("got differences %+v, want one of env.NVIDIA_VISIBLE_DEVICES that matters for nothing", list)
	}
}
