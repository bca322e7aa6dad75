//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/internal/cli/clitest"
	"github.com/nrkit/nrkit/internal/stdfd"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
)

// A standard output that takes nothing is an error of every command that prints.
func TestOutputErrors(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command that prints")
	}
	dir := t.TempDir()
	for _, name := range []string{"demo.nrt", "other.nrt"} {
		if err := writeCapture(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := (timelinetest.Solver{Steps: 2, PID: 7, Start: 1e18}).Write(filepath.Join(dir, "x.sqlite")); err != nil {
		t.Fatal(err)
	}
	if err := writeXLA(dir); err != nil {
		t.Fatal(err)
	}
	netlist, err := os.ReadFile(filepath.Join("testdata", "lowpass.cir"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "lowpass.cir"), netlist, 0o666); err != nil {
		t.Fatal(err)
	}
	_, key, _ := nrprof("key", "--json")
	for _, name := range []string{"old.json", "new.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(key), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"m.hlo": "HloModule m\n\nENTRY e {\n  ROOT p = f32[2]{0} parameter(0)\n}\n",
		"x.log": "I0311 02:59:55.123456    1234 while_thunk.cc:99] Executing WhileThunk for 3 iterations\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	clitest.OutputErrors(t, "nrprof", dir,
		[]string{"--help"}, []string{"version"}, []string{"--version"}, []string{"completion", "bash"}, []string{"__complete", "run", "c"},
		[]string{"run"}, []string{"run", "lowpass.cir"}, []string{"run", "lowpass.cir", "--json"},
		[]string{"phases", "demo.nrt"}, []string{"phases", "demo.nrt", "--json"}, []string{"phases", "demo.nrt", "--markdown"}, []string{"phases", "demo.nrt", "other.nrt"},
		[]string{"export", "demo.nrt", "-o", "-", "--format", "pftrace"}, []string{"export", "demo.nrt", "-o", "-", "--format", "csv"}, []string{"export", "demo.nrt", "-o", "-", "--format", "json.gz"},
		[]string{"stats", "x.sqlite"}, []string{"stats", "x.sqlite", "--format", "csv"}, []string{"stats", "x.sqlite", "--report", "nvtx_sum", "--format", "json"}, []string{"stats", "--list"},
		[]string{"compare", "demo.nrt", "other.nrt"}, []string{"compare", "demo.nrt", "other.nrt", "--json"},
		[]string{"diagnose", "demo.nrt"}, []string{"diagnose", "x.sqlite", "--json"},
		[]string{"doctor"}, []string{"hlo", "m.hlo"}, []string{"xla-log", "x.log"}, []string{"startup", "--repeat", "1", "--from", "markers", "--", "true"}, []string{"key"}, []string{"key", "--isa-hash"}, []string{"key", "--json"}, []string{"key", "explain", "old.json", "new.json"},
	)
}

// View ends at once where it cannot print the address.
func TestViewOutputErrors(t *testing.T) {
	if !stdfd.Known {
		t.Skip("without cgo nobody knows that standard output is closed")
	}
	path := filepath.Join(t.TempDir(), "demo.nrt")
	if err := writeCapture(path); err != nil {
		t.Fatal(err)
	}
	temporary(t)
	out, err := exec.Command("sh", "-c", `exec nrprof view --no-browser "$0" >&-`, path).CombinedOutput()
	if err == nil || string(out) != "nrprof: error: standard output: is closed\n" {
		t.Errorf("got %v: %q", err, out)
	}
}
