package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
)

// TestDiagnoseExportOfXLA: in an export of a loop of XLA that Nsight Systems
// traced, with ranges of XLA alone, each iteration waits for its predicate; with
// the log of XLA the loop is known to be outside of command buffers.
func TestDiagnoseExportOfXLA(t *testing.T) {
	dir := t.TempDir()
	path, log := filepath.Join(dir, "step.sqlite"), filepath.Join(dir, "xla.log")
	tables := (timelinetest.XLA{Steps: 4, Iterations: 9, PID: 77}).Tables()
	for _, row := range tables.Kernels { // a stream does one after the other
		row[1] = row[0].(int64) + 10
	}
	if err := tables.Write(path); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	line := func(file, format string, args ...any) {
		fmt.Fprintf(&text, "2026-03-11 02:59:55.123456: I    4242 xla/backends/gpu/runtime/%s.cc:99] %s\n", file, fmt.Sprintf(format, args...))
	}
	line("command_buffer_conversion_pass", "Module jit_step CommandBufferConfig: enabled_commands: [FUSION]")
	line("command_buffer_conversion_pass", "Thunk kind kWhile lowering is not enabled by the user for type WHILE")
	for range 4 {
		for k := range 9 {
			line("while_thunk", "[0] Executing WhileThunk condition computation; iter=%d", k)
			line("while_thunk", "[0] condition_result = 1")
			line("while_thunk", "[0] Executing WhileThunk body computation; iter=%d", k)
		}
		line("while_thunk", "[0] Executing WhileThunk condition computation; iter=9")
		line("while_thunk", "[0] condition_result = 0")
		line("while_thunk", "[0] Break WhileThunk loop; iter=9")
	}
	if err := os.WriteFile(log, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	without := resultOf(t, path)
	f := findingOf(without, "per-iteration-dtoh-sync")
	// 36 iterations: 100 ns of cuStreamSynchronize and 30 of the copy's call.
	if f == nil || f.Evidence[0].Value != 36 || f.Evidence[1].Value != 3600 || f.Evidence[2].Value != 36*30 || !strings.Contains(f.Title, "100 % of 36 iterations") {
		t.Fatalf("got %+v, want 36 waits of 100 ns and copies of 30 ns", f)
	}
	if f := findingOf(without, "while-not-captured"); f != nil {
		t.Errorf("got %+v without a log", f)
	}
	with := resultOf(t, path, "--xla-log", log)
	w := findingOf(with, "while-not-captured")
	if w == nil || w.Evidence[0].Value != 36 || w.Cost == nil || *w.Cost != *f.Cost || !strings.Contains(w.Title, "36 iterations of 4 loops") {
		t.Errorf("got %+v, want 36 iterations of 4 loops at the cost of the waits", w)
	}
}

// resultOf returns what diagnose says of files.
func resultOf(t *testing.T, args ...string) *diagnose.Result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(slices.Concat([]string{"diagnose", "--json"}, args), nil, &stdout, &stderr); code != 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, &stderr)
	}
	var r diagnose.Result
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// findingOf returns the first finding of a rule, nil when there is none.
func findingOf(r *diagnose.Result, rule string) *diagnose.Finding {
	for i := range r.Findings {
		if r.Findings[i].Rule == rule {
			return &r.Findings[i]
		}
	}
	return nil
}
