package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/trace"
)

// phasesJSON runs nrprof phases --json and returns the document.
func phasesJSON(t *testing.T, args ...string) map[string]any {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(append([]string{"phases", "--json"}, args...), nil, &stdout, &stderr); code != 0 {
		t.Fatalf("%s: exit %d: %s", args, code, &stderr)
	}
	var doc map[string]any
	if err := json.Unmarshal(stdout.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	delete(doc, "source")
	return doc
}

// solverExport writes an export of a run whose solver has its ranges in a domain.
func solverExport(t *testing.T, path, domain string) {
	t.Helper()
	tables := timelinetest.Solver{Steps: 3, PID: 7}.Tables()
	for _, row := range tables.NVTX {
		if row[4] == "nrkit" {
			row[4] = domain
		}
	}
	if err := tables.Write(path); err != nil {
		t.Fatal(err)
	}
}

// The phases of an export whose solver has a domain of its own are those that it
// would have in ours.
func TestDomainOfExport(t *testing.T) {
	dir := t.TempDir()
	ours, theirs := filepath.Join(dir, "ours.sqlite"), filepath.Join(dir, "theirs.sqlite")
	solverExport(t, ours, "nrkit")
	solverExport(t, theirs, "mysim")
	want := phasesJSON(t, ours)
	if diff := cmp.Diff(want, phasesJSON(t, theirs, "--domain", "mysim")); diff != "" {
		t.Errorf("--domain mysim (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, phasesJSON(t, ours, "--domain", "nrkit")); diff != "" {
		t.Errorf("--domain nrkit (-want +got):\n%s", diff)
	}
	bare, err := json.Marshal(phasesJSON(t, theirs)["warnings"])
	if err != nil || !strings.Contains(string(bare), "(mysim:nr_iteration belongs to another NVTX domain: phases are ranges of the default domain and of nrkit; --domain mysim adds this domain)") &&
		!strings.Contains(string(bare), "(mysim:timestep belongs to another NVTX domain") {
		t.Errorf("without --domain: warnings %s, %v", bare, err)
	}
	wrong, err := json.Marshal(phasesJSON(t, theirs, "--domain", "mysin", "--domain", "app")["warnings"])
	if err != nil || !strings.Contains(string(wrong), "--domain mysin: no range belongs to this domain; did you mean mysim?") || strings.Contains(string(wrong), "--domain app") {
		t.Errorf("--domain mysin: warnings %s, %v", wrong, err)
	}
	both := phasesJSON(t, theirs, ours, "--domain", "mysim", "--align", "start")
	if ranks := both["ranks"].([]any); !cmp.Equal(ranks[0].(map[string]any)["summary"].(map[string]any)["phases"], want["phases"]) {
		t.Error("of two ranks the one with a domain has other phases")
	}
}

// Captures of record have the same names; ranges of several domains are one.
func TestDomainOfCapture(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.nrt")
	r, err := trace.Create(path, trace.Header{Program: "mysim"}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	th := r.Thread("solver")
	for _, name := range []string{"mysim:timestep", "my:lib:nr_iteration", "solve 12", "solve 0x1f", "mysim:", "other:solve 3"} {
		th.Begin(r.Name(name))
	}
	for range 6 {
		th.End()
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	names := func(args ...string) string {
		var list []string
		for _, p := range phasesJSON(t, append(args, path)...)["paths"].([]any) {
			list = append(list, p.(map[string]any)["name"].(string))
		}
		return strings.Join(list, "|")
	}
	for _, c := range []struct{ flags, want string }{
		{"", "mysim:timestep|my:lib:nr_iteration|solve 12|solve 0x1f|mysim:|other:solve 3"},
		{"--domain=mysim", "timestep|my:lib:nr_iteration|solve 12|solve 0x1f|mysim:|other:solve 3"},
		{"--domain=mysim --domain=my:lib --domain other", "timestep|nr_iteration|solve 12|solve 0x1f|mysim:|solve 3"},
	} {
		if got := names(strings.Fields(c.flags)...); got != c.want {
			t.Errorf("%s: got %s, want %s", c.flags, got, c.want)
		}
	}
	var stderr bytes.Buffer
	if code := run([]string{"phases", path, "--domain="}, nil, os.Stdout, &stderr); code != 2 || !strings.Contains(stderr.String(), "--domain: want the name of a domain") {
		t.Errorf("--domain=: exit %d: %s", code, &stderr)
	}
}

// Names that differ in numbers alone are one phase, whose time is all of theirs.
// That the flag helps is said where names are many and it does.
func TestPhasesGroupNumbers(t *testing.T) {
	dir := t.TempDir()
	write := func(file string, n int, name func(i int) string) string {
		r, err := trace.Create(filepath.Join(dir, file), trace.Header{Program: "mysim"}, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		th := r.Thread("solver")
		for i := range n {
			th.Begin(r.Name(name(i)))
			th.Begin(r.Name("solve"))
			th.End()
			th.End()
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, file)
	}
	op := func(i int) string { return fmt.Sprintf("op %d", i) }
	many, few := write("many.nrt", 1001, op), write("few.nrt", 999, op)
	apart := write("apart.nrt", 1001, func(i int) string { return "op " + strings.Repeat("x", i+1) })
	grouped, all := phasesJSON(t, many, "--group-numbers"), phasesJSON(t, many)
	if n := len(all["phases"].([]any)); n != 1002 || len(all["warnings"].([]any)) != len(grouped["warnings"].([]any)) {
		t.Errorf("without the flag %d phases, want 1002; warnings %v", n, all["warnings"])
	}
	list := grouped["phases"].([]any)
	first := list[0].(map[string]any)
	if len(list) != 2 || first["name"] != "op #" || first["count"] != 1001.0 || grouped["root_ns"] != all["root_ns"] || grouped["root_ns"] != first["total_ns"] {
		t.Errorf("got phases %v, want op # and solve", list)
	}
	const says = " names differ only in numbers: --group-numbers reduces them to 2."
	for _, c := range []struct {
		args []string
		want bool
	}{{[]string{many}, true}, {[]string{many, "--group-numbers"}, false}, {[]string{apart}, false}, {[]string{few}, false}} {
		var stdout, stderr bytes.Buffer
		if code := run(append([]string{"phases"}, c.args...), nil, &stdout, &stderr); code != 0 {
			t.Fatalf("exit %d: %s", code, &stderr)
		}
		if got := strings.Contains(strings.Join(strings.Fields(stdout.String()), " "), says); got != c.want {
			t.Errorf("%s: says so: %v, want %v\n%s", c.args, got, c.want, stdout.String()[max(0, stdout.Len()-300):])
		}
	}
}
