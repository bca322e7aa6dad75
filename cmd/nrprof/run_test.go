package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace"
)

// nrprof runs the program and returns what it prints.
func nrprof(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(args, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

// waitFor waits until a file is there.
func waitFor(t *testing.T, path string) {
	t.Helper()
	for range 2000 {
		if _, err := os.Stat(path); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%s does not appear", path)
}

// waitForStep waits until a capture that is being written has an accepted step.
func waitForStep(t *testing.T, path string) {
	t.Helper()
	for range 12000 {
		if tr, err := trace.Open(path); err == nil {
			accepted := tr.Counts.Number["accepted"]
			if err := tr.Close(); err != nil {
				t.Error(err)
			}
			if accepted > 0 {
				return
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("no step is accepted in %s", path)
}

// An interrupted run prints the report of what it did, closes its capture, and
// keeps the waveform under its name.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	capture, wave := filepath.Join(dir, "x.nrt"), filepath.Join(dir, "w.csv")
	ctx, interrupt := context.WithCancel(context.Background())
	go func() {
		defer interrupt()
		waitForStep(t, capture)
	}()
	var stdout, stderr bytes.Buffer
	code := runContext(ctx, []string{"run", "rc", "--tran", "1u,1000", "-o", capture, "--waveform", wave}, nil, &stdout, &stderr)
	if code != cli.ExitCancelled || stderr.String() != "nrprof: interrupted\n" || !strings.Contains(stdout.String(), "interrupted at ") {
		t.Errorf("want exit %d and a report, got %d, %q, %q", cli.ExitCancelled, code, stdout.String(), stderr.String())
	}
	tr, err := trace.Open(capture)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	if tr.Loss.Open || tr.Counts.Number["accepted"] == 0 {
		t.Errorf("the capture is not whole: %+v, %v", tr.Loss, tr.Counts.Number)
	}
	text, err := os.ReadFile(wave)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := bytes.Count(text, []byte("\n")), int(tr.Counts.Number["accepted"])+1; got != want || text[len(text)-1] != '\n' {
		t.Errorf("the waveform has %d lines, want %d", got, want)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("want two files, got %v, %v", entries, err)
	}
}

// An interrupt before the circuit is solved leaves no capture.
func TestInterruptBefore(t *testing.T) {
	dir := t.TempDir()
	p := &program{&cli.Program{Stdout: io.Discard, Stderr: io.Discard}}
	ctx, interrupt := context.WithCancel(context.Background())
	interrupt()
	p.Ctx = ctx
	f := runFlags{ordering: "amd", sample: "1", out: filepath.Join(dir, "x.nrt")}
	if err := p.simulate(nil, "ring", &f); !errors.Is(err, context.Canceled) {
		t.Errorf("want it interrupted, got %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("want no file, got %v, %v", entries, err)
	}
}

// What a run without -o, or with an export, records goes away with it.
func TestNoTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	out := filepath.Join(t.TempDir(), "x.csv")
	for _, args := range [][]string{{}, {"-o", out}, {"-o", out, "--tran", "1u,2u", "--waveform", "/nowhere/x"}} {
		nrprof(append([]string{"run", "ring", "--steps", "70"}, args...)...)
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			t.Errorf("%q: want no file, got %v, %v", args, entries, err)
		}
	}
	if _, err := os.Stat(out); err != nil {
		t.Error(err)
	}
}

// Small circuits are sampled and large ones are not, unless that is asked for.
func TestSample(t *testing.T) {
	for _, c := range []struct {
		args string
		want float64
	}{{"ring --steps 70", 64}, {"ring --steps 70 --sample 8", 8}, {"ring --steps 7 --sample 1", 1}, {"ring --op", 1}, {"mul8 --op", 1}} {
		code, stdout, stderr := nrprof(append(append([]string{"run"}, strings.Fields(c.args)...), "--json")...)
		var doc struct {
			Phases struct{ Sample float64 }
		}
		if err := json.Unmarshal([]byte(stdout), &doc); err != nil || code != 0 {
			t.Fatalf("%s: exit %d, %s, %v", c.args, code, stderr, err)
		}
		if doc.Phases.Sample != c.want {
			t.Errorf("%s: want 1 of %v steps timed, got %v", c.args, c.want, doc.Phases.Sample)
		}
	}
}

// broken is a standard output that takes nothing.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputError(t *testing.T) {
	var stderr bytes.Buffer
	code := run([]string{"run"}, nil, broken{}, &stderr)
	if code != cli.ExitFailed || stderr.String() != "nrprof: error: no space left\n" {
		t.Errorf("want exit %d, got %d, %q", cli.ExitFailed, code, stderr.String())
	}
}
