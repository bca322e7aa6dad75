//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/export"
)

// writeLong writes a capture whose exports take seconds.
func writeLong(t *testing.T, path string) {
	t.Helper()
	r, err := trace.Create(path, trace.Header{Program: "long", PID: 1}, trace.Options{Chunks: 1000})
	if err != nil {
		t.Fatal(err)
	}
	th := r.Thread("solver")
	step, iteration := r.Name(trace.PhaseTimestep), r.Name(trace.PhaseIteration)
	for range 200_000 {
		th.Begin(step)
		for range 9 {
			th.Begin(iteration)
			th.End()
		}
		th.End()
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

// An interrupt ends an export to any format while it is written, and leaves
// neither the output nor a temporary file. An export that is faster than the
// interrupt shows nothing and is tried again.
func TestExportInterrupt(t *testing.T) {
	long := filepath.Join(t.TempDir(), "long.nrt")
	writeLong(t, long)
	for _, f := range export.Formats() {
		t.Run(f.Suffix, func(t *testing.T) {
			for try := 0; !interruptExport(t, long, "out"+f.Suffix); try++ {
				if try == 10 {
					t.Fatal("the export is always faster than the interrupt")
				}
			}
		})
	}
}

// interruptExport begins an export, interrupts it when its temporary file is
// there, and reports whether the export was at work then.
func interruptExport(t *testing.T, capture, out string) bool {
	t.Helper()
	dir := t.TempDir()
	var stderr bytes.Buffer
	cmd := exec.Command("nrprof", "export", capture, "-o", filepath.Join(dir, out))
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := make(chan error, 1)
	go func() { end <- cmd.Wait() }()
	for entries := []os.DirEntry(nil); len(entries) == 0; time.Sleep(time.Millisecond) {
		var err error
		if entries, err = os.ReadDir(dir); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-end:
			t.Fatalf("ends with no file: %v: %s", err, stderr.String())
		default:
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := <-end; err == nil {
		return false
	}
	if code := cmd.ProcessState.ExitCode(); code != cli.ExitCancelled || stderr.String() != "nrprof: interrupted\n" {
		t.Errorf("exit %d: %q", code, stderr.String())
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v are left", entries, err)
	}
	return true
}

// A silent is a standard input on which nothing comes.
type silent struct{ reading, forever chan struct{} }

func (s silent) Read([]byte) (int, error) {
	s.reading <- struct{}{}
	<-s.forever
	return 0, io.EOF
}

// Commands that read a trace end at once when they are interrupted.
func TestReadersInterrupt(t *testing.T) {
	for _, command := range []string{"phases -", "diagnose -", "export - -o x.pftrace", "view - --no-browser"} {
		temporary(t)
		t.Chdir(t.TempDir())
		in := silent{make(chan struct{}, 1), make(chan struct{})}
		ctx, interrupt := context.WithCancel(context.Background())
		go func() {
			<-in.reading
			interrupt()
		}()
		var stdout, stderr bytes.Buffer
		code := runContext(ctx, strings.Fields(command), in, &stdout, &stderr)
		close(in.forever)
		if code != cli.ExitCancelled || stdout.Len() > 0 || stderr.String() != "nrprof: interrupted\n" {
			t.Errorf("%s: exit %d, %q, %q", command, code, stdout.String(), stderr.String())
		}
		if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
			t.Errorf("%s: %v, %v are left", command, entries, err)
		}
	}
}
