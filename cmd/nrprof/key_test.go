package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
	return k.Text()
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
