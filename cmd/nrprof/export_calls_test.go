package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/perfettotest"
	"github.com/nrkit/nrkit/internal/testkit/solvertest"
)

// Slices of solver calls have the size of the matrix, its numbers and the status as
// arguments, in Perfetto and in Chrome JSON. The capture itself gets no more.
func TestExportCalls(t *testing.T) {
	capture := writeSolver(t, solvertest.Backslash(2))
	perfetto, chrome, again := filepath.Join(t.TempDir(), "run.pftrace"), filepath.Join(t.TempDir(), "run.json"), filepath.Join(t.TempDir(), "again.nrt")
	for _, out := range []string{perfetto, chrome, again} {
		if code, _, errs := nrprof("export", capture, "-o", out); code != 0 {
			t.Fatalf("%s: got %d: %s", out, code, errs)
		}
	}
	file, err := os.ReadFile(perfetto)
	if err != nil {
		t.Fatal(err)
	}
	d, err := perfettotest.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"n": "14400", "nnz": "71520", "pattern": "1", "values": "2", "status": "0"}
	found := false
	for _, track := range d.Tracks {
		for _, s := range track.Slices {
			found = found || s.Name == "umfpack_di_numeric" && maps.Equal(s.Args, want)
		}
	}
	if !found {
		t.Errorf("no slice of umfpack_di_numeric has the arguments %v: %+v", want, d.Tracks)
	}
	if got := argumentsIn(t, chrome); !maps.Equal(got, map[string]float64{"n": 14400, "nnz": 71520, "pattern": 1, "values": 2, "status": 0}) {
		t.Errorf("Chrome JSON has the arguments %v", got)
	}
	if got, want := listing(t, again), listing(t, capture); got != want {
		t.Errorf("got the calls\n%s\nwant\n%s", got, want)
	}
}

// listing returns the calls of a capture as CSV.
func listing(t *testing.T, path string) string {
	t.Helper()
	code, out, errs := nrprof("phases", path, "--calls", "--csv")
	if code != 0 {
		t.Fatalf("got %d: %s", code, errs)
	}
	return out
}

// argumentsIn returns the arguments of the last factorisation in a file of Chrome JSON.
func argumentsIn(t *testing.T, path string) (last map[string]float64) {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var events struct {
		TraceEvents []struct {
			Name string
			Ph   string
			Args json.RawMessage
		}
	}
	if err := json.Unmarshal(file, &events); err != nil {
		t.Fatal(err)
	}
	for _, e := range events.TraceEvents {
		if e.Name != "umfpack_di_numeric" || len(e.Args) == 0 {
			continue
		}
		last = nil
		if err := json.Unmarshal(e.Args, &last); err != nil {
			t.Fatal(err)
		}
	}
	return last
}
