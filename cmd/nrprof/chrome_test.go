package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/chrometest"
	"github.com/nrkit/nrkit/trace"
)

// Every range of a recording is in Chrome JSON what it is in the capture, as
// Perfetto and speedscope read it.
func TestChromeOfARecording(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("NVTX is captured on Linux alone")
	}
	dir := t.TempDir()
	capture, exported := filepath.Join(dir, "ring.nrt"), filepath.Join(dir, "ring.json")
	for _, args := range [][]string{
		{"record", "-o", capture, "--", "nrprof", "run", "ring", "--steps", "200", "--nvtx", "--sample", "off"},
		{"export", capture, "-o", exported},
	} {
		var out, problems bytes.Buffer
		if code := run(args, nil, &out, &problems); code != 0 {
			t.Fatalf("%v: got %d: %s", args, code, problems.String())
		}
	}
	tr, err := trace.Open(capture)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	file, err := os.ReadFile(exported)
	if err != nil {
		t.Fatal(err)
	}
	table, err := chrometest.Perfetto(file)
	if err != nil || len(table.Slices) < 1000 {
		t.Fatalf("got %d slices, want thousands (%v)", len(table.Slices), err)
	}
	if err := chrometest.Check(tr, file); err != nil {
		t.Error(err)
	}
}
