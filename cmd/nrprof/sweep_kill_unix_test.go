//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/nrkit/nrkit/sweep"
	"github.com/nrkit/nrkit/trace"
)

// A sweep that is killed at any instant goes on where it was: in the end its
// journal has every run once, and its table has the iterations of single runs.
func TestSweepIsKilled(t *testing.T) {
	dir := t.TempDir()
	binary := filepath.Join(dir, "nrprof")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Chdir(dir)
	definition := `
repeat: 2
matrix:
  ordering: [natural, rcm, amd, colamd]
  method: [trap, gear]
args: [--ordering, "{ordering}", --method, "{method}"]
`
	if err := os.WriteFile("s.yaml", []byte(definition), 0o666); err != nil {
		t.Fatal(err)
	}
	start := func() (*exec.Cmd, *bytes.Buffer) {
		var out bytes.Buffer
		cmd := exec.Command(binary, "sweep", "s.yaml", "--json", "--", binary, "run", "rc", "--steps", "40", "-o", "{capture}")
		cmd.Stdout, cmd.Stderr = &out, os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, &out
	}
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	cut, longest := 0, int64(400*time.Millisecond)
	for try := 0; cut < 5 && try < 60; try++ {
		cmd, _ := start()
		time.Sleep(time.Duration(rng.Int64N(longest)))
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // was killed
		if cmd.ProcessState.Sys().(syscall.WaitStatus).Signaled() {
			cut++
			continue
		}
		// It was done before; the next one begins anew, and has less time.
		longest = longest * 3 / 4
		if err := os.RemoveAll("s.sweep"); err != nil {
			t.Fatal(err)
		}
	}
	if cut < 5 {
		t.Errorf("%d sweeps were killed at work, want 5", cut)
	}
	cmd, out := start()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	var numbers []int
	text, err := os.ReadFile(filepath.Join("s.sweep", "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for k, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var r sweep.Record
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("line %d: %v", k+1, err)
		}
		if k > 0 {
			numbers = append(numbers, r.Number)
		}
	}
	for k, n := range numbers {
		if n != k+1 || len(numbers) != 24 {
			t.Fatalf("the journal has the runs %v, want 1 to 24", numbers)
		}
	}
	var r sweep.Result
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if r.Done != 24 || r.Failed != 0 || len(r.Warnings) != 0 || len(r.Configurations) != 8 {
		t.Errorf("%d done, %d failed, %d configurations, %q", r.Done, r.Failed, len(r.Configurations), r.Warnings)
	}
	for _, o := range r.Configurations {
		compareWithSingleRun(t, &o)
	}
}

// compareWithSingleRun runs a configuration once more, and compares its counts.
func compareWithSingleRun(t *testing.T, o *sweep.Outcome) {
	t.Helper()
	code, _, stderr := nrprof("run", "rc", "--steps", "40", "-o", "single.nrt", "--ordering", o.Values["ordering"], "--method", o.Values["method"])
	if code != 0 {
		t.Fatalf("%s: exit %d: %s", o.Name, code, stderr)
	}
	tr, err := trace.Open("single.nrt")
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	s := trace.Summarize(tr, trace.SummaryOptions{})
	for _, x := range []*sweep.Regime{o.Cold, o.Warm} {
		i := slices.IndexFunc(x.Counts, func(c sweep.Count) bool { return c.Name == trace.CountIterations })
		want := s.Counts.Number[trace.CountIterations]
		if i < 0 || x.Counts[i].Min != want || x.Counts[i].Max != want || want < 40 {
			t.Errorf("%s: counts %v, want %d iterations", o.Name, x.Counts, want)
		}
	}
}
