package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// TestDiagnoseExitCodes: 0 whatever is found, 3 where that is as severe as
// --fail-on says, 2 for a mistake.
func TestDiagnoseExitCodes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "demo.nrt")
	if err := writeCapture(path); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]int{
		"":                                  0,
		"--exit-code 139":                   0,
		"--exit-code 139 --fail-on info":    3,
		"--exit-code 139 --fail-on warning": 3,
		"--exit-code 139 --fail-on error":   0,
		"--fail-on everything":              2,
		"--exit-code x":                     2,
	} {
		var stdout, stderr bytes.Buffer
		if got := run(append([]string{"diagnose", path}, strings.Fields(args)...), nil, &stdout, &stderr); got != want {
			t.Errorf("%s: got exit code %d, want %d\n%s%s", args, got, want, &stdout, &stderr)
		}
		if (stdout.Len() > 0) != (want != 2) {
			t.Errorf("%s: exit code %d and standard output %q", args, want, &stdout)
		}
	}
}

// diagnosed returns the rules that find something in a file, sorted.
func diagnosed(t *testing.T, path string) []string {
	t.Helper()
	var rules []string
	for _, f := range resultOf(t, path).Findings {
		rules = append(rules, f.Rule)
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

// TestDiagnoseOwnRuns runs circuits as users do and looks at what is found: the
// phases of c6288, which begins without an operating point, are those of a
// sound run.
func TestDiagnoseOwnRuns(t *testing.T) {
	dir := t.TempDir()
	for circuit, want := range map[string][]string{
		"mul4": {}, // what a machine in use adds is not told: shares depend on it
	} {
		path := filepath.Join(dir, circuit+".nrt")
		var stdout, stderr bytes.Buffer
		if code := run([]string{"run", circuit, "--steps", "200", "-o", path, "--json"}, nil, &stdout, &stderr); code != 0 {
			t.Fatalf("%s: %s", circuit, &stderr)
		}
		counts := filepath.Join(dir, circuit+".json")
		if err := os.WriteFile(counts, stdout.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		got := diagnosed(t, path)
		got = slices.DeleteFunc(got, func(rule string) bool { return slices.Contains(timeDependent(), rule) })
		if !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s: got %v, want %v", circuit, got, want)
		}
		stdout.Reset()
		if code := run([]string{"diagnose", path, "--run", counts, "--json"}, nil, &stdout, &stderr); code != 0 || !strings.Contains(stdout.String(), `"rule": "nr-iteration-cap", "why": `) {
			t.Errorf("%s: got exit code %d, %s%s", circuit, code, &stdout, &stderr)
		}
	}
}

// timeDependent are the rules that look at shares of time, which a busy machine
// changes.
func timeDependent() []string {
	return []string{"startup-dominates", "build-versus-solve", "timer-distortion"}
}

// TestDiagnoseRanks: a rank that builds longer is named, with the file that has
// it.
func TestDiagnoseRanks(t *testing.T) {
	dir := t.TempDir()
	args := []string{"diagnose", "--json"}
	for k, ns := range []int64{1000, 3000, 1000} {
		path := filepath.Join(dir, fmt.Sprintf("rank%d.nrt", k))
		if err := writeRank(path, ns); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	var stdout, stderr bytes.Buffer
	if code := run(args, nil, &stdout, &stderr); code != 0 {
		t.Fatal(&stderr)
	}
	if want := "Of 3 ranks, rank 1 in build_system takes"; !strings.Contains(stdout.String(), want) {
		t.Errorf("got %s, want %q", &stdout, want)
	}
}

// writeRank writes a capture of one iteration whose device evaluation takes ns.
func writeRank(path string, ns int64) error {
	names := []string{trace.PhaseIteration, trace.PhaseBuildSystem}
	events := []trace.Event{
		{Time: 0, Index: trace.NoIndex, Name: 0, Kind: trace.Begin},
		{Time: 0, Index: trace.NoIndex, Name: 1, Kind: trace.Begin},
		{Time: ns, Index: trace.NoIndex, Name: 1, Kind: trace.End},
		{Time: ns + 10, Index: trace.NoIndex, Name: 0, Kind: trace.End},
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	t := trace.FromEvents(trace.Header{Program: "job"}, names, []trace.Track{{Process: 1, Thread: 1, Device: -1}}, events)
	if err := trace.Save(f, t); err != nil {
		return err
	}
	return f.Close()
}
