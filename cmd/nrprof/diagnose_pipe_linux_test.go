package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A log that can be read once, as that of a shell's <(…), tells every rule.
func TestDiagnoseLogOfPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	text := "E0311 02:59:55.123456    1234 cpu_aot_loader.cc:195] Loading XLA:CPU AOT result. Target machine feature +avx512f is not supported on the host machine.\n" +
		"I0311 02:59:55.123456    1234 while_thunk.cc:99] Executing WhileThunk for 3 iterations\n"
	if _, err := w.WriteString(text); err != nil { // less than a pipe holds
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "demo.nrt")
	if err := writeCapture(path); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"diagnose", path, "--json", "--xla-log", fmt.Sprintf("/dev/fd/%d", r.Fd())}, nil, &stdout, &stderr); code != 0 {
		t.Fatalf("got exit code %d: %s", code, &stderr)
	}
	if !strings.Contains(stdout.String(), `"rule": "foreign-isa-cache",`) || !strings.Contains(stdout.String(), "with avx512f") {
		t.Errorf("got no foreign-isa-cache in %s", &stdout)
	}
}
