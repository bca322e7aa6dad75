package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/newton/builtin"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/export"
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

// The capture has its name and a readable header before the circuit is read,
// and again when its header is replaced.
func TestCaptureIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.nrt")
	label := func() string {
		tr, err := trace.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer tr.Close()
		return tr.Header.Labels["n"]
	}
	c, err := newCapture(path, trace.Header{Labels: map[string]string{"n": "first"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := label(); got != "first" {
		t.Errorf("want the first header, got %q", got)
	}
	if err := c.start(trace.Header{Labels: map[string]string{"n": "second"}}); err != nil {
		t.Fatal(err)
	}
	if got := label(); got != "second" {
		t.Errorf("want the second header, got %q", got)
	}
	c.discard()
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 0 {
		t.Errorf("want no file, got %v, %v", entries, err)
	}
}

// An older file stays until the circuit was read, and not longer.
func TestOlderCapture(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.nrt")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		c, err := newCapture(path, trace.Header{})
		if err != nil {
			t.Fatal(err)
		}
		c.discard()
		if b, err := os.ReadFile(path); err != nil || string(b) != "old" {
			t.Fatalf("want the older file, got %q, %v", b, err)
		}
	}
	c, err := newCapture(path, trace.Header{})
	if err == nil {
		err = c.start(trace.Header{Program: "new"})
	}
	if err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Open(path)
	if err != nil || tr.Header.Program != "new" {
		t.Fatalf("want the new capture, got %v", err)
	}
	tr.Close()
	c.discard()
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 0 {
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

// An export of a capture that cannot be read to its end fails.
func TestExportUnreadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.nrt")
	if err := writeCapture(path); err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Close(); err != nil {
		t.Fatal(err)
	}
	for _, f := range export.Formats() {
		if err := writeTrace(io.Discard, f, tr); err == nil {
			t.Errorf("%s: want an error, the file is closed", f.Name)
		}
	}
}

// The list has every circuit there is.
func TestList(t *testing.T) {
	var names []string
	for _, c := range circuits() {
		names = append(names, c[0])
	}
	if want := append(builtin.Names(), "mulN"); !slices.Equal(names, want) {
		t.Errorf("want %q, got %q", want, names)
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
