package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/cli"
)

// Exit codes.
const (
	exitOK        = cli.ExitOK
	exitFailed    = cli.ExitFailed
	exitUsage     = cli.ExitUsage
	exitThreshold = cli.ExitThreshold
	exitCancelled = cli.ExitCancelled
)

// example returns the path of an example matrix.
func example(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// stuck is an input that never ends. It says when it is read for the first
// time.
type stuck struct {
	reading chan<- struct{}
	forever <-chan struct{}
}

func (s stuck) Read([]byte) (int, error) {
	s.reading <- struct{}{}
	<-s.forever
	return 0, io.EOF
}

// An interrupted program ends at once, in the middle of whatever it does, with
// exit code 130, and leaves nothing behind.
func TestInterrupt(t *testing.T) {
	reading, forever := make(chan struct{}, 1), make(chan struct{})
	defer close(forever)
	ctx, interrupt := context.WithCancel(context.Background())
	go func() {
		<-reading
		interrupt()
	}()
	dir := filepath.Join(t.TempDir(), "out")
	var stdout, stderr bytes.Buffer
	code := runContext(ctx, []string{"-", "-o", dir}, stuck{reading, forever}, &stdout, &stderr)
	if code != exitCancelled || stdout.Len() > 0 || stderr.String() != "analyze: interrupted\n" {
		t.Errorf("want exit %d, got %d, stdout %q, stderr %q", exitCancelled, code, stdout.String(), stderr.String())
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the output directory is there: %v", err)
	}
}

// A file that is being written when the program is interrupted is taken away, and
// no other one is begun.
func TestInterruptWhileWriting(t *testing.T) {
	dir := t.TempDir()
	ctx, interrupt := context.WithCancel(context.Background())
	p := &program{Program: &cli.Program{Ctx: ctx}}
	name := filepath.Join(dir, "file")
	err := p.WriteTo(name, func(w io.Writer) error {
		interrupt()
		_, err := io.WriteString(w, "all of it")
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("want a file in the making taken away, got %v", err)
	}
	if err := p.WriteTo(name, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("want no further file, got %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("want no file, got %v, %v", entries, err)
	}
}

// An interrupt while a folder is written leaves neither the files nor the folder.
func TestInterruptWhileWritingFolder(t *testing.T) {
	root := t.TempDir()
	out := filepath.Join(root, "a", "b")
	ctx, interrupt := context.WithCancel(context.Background())
	go func() { // as soon as there is a first file
		defer interrupt()
		for {
			if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
				return
			}
			runtime.Gosched()
		}
	}()
	var stdout, stderr bytes.Buffer
	code := runContext(ctx, []string{example(t, "bridge.mtx"), "-o", out}, nil, &stdout, &stderr)
	entries, err := os.ReadDir(root)
	switch {
	case err != nil:
		t.Fatal(err)
	case code == exitOK && len(entries) == 1: // the writer was faster
	case code != exitCancelled || stdout.Len() > 0 || stderr.String() != "analyze: interrupted\n" || len(entries) > 0:
		t.Errorf("exit %d, %q, %q, %v", code, stdout.String(), stderr.String(), entries)
	}
}

// broken is a standard output that takes nothing.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputError(t *testing.T) {
	var stderr bytes.Buffer
	code := run([]string{example(t, "bridge.mtx"), "--json"}, nil, broken{}, &stderr)
	if code != exitFailed || stderr.String() != "analyze: error: no space left\n" {
		t.Errorf("want exit %d, got %d, %q", exitFailed, code, stderr.String())
	}
}

func TestExitCodes(t *testing.T) {
	a, b := example(t, "bridge.mtx"), example(t, "mul4_it1.mtx")
	for _, c := range []struct {
		args string
		code int
	}{
		{a, exitOK}, {a + " --json", exitOK}, {"version", exitOK}, {"--help", exitOK},
		{"nofile", exitFailed}, {filepath.Dir(a), exitFailed},
		{"", exitUsage}, {a + " --nope", exitUsage}, {a + " --ordering nope", exitUsage}, {"order", exitUsage},
		{"plot nope " + a, exitUsage}, {"convert " + a + " x.nope", exitUsage}, {a + " - -", exitUsage},
		{"compare " + a + " " + a + " --fail-above 0", exitOK},
		{"compare " + a + " " + b + " --fail-above 0", exitThreshold},
	} {
		var stdout, stderr bytes.Buffer
		code := run(strings.Fields(c.args), strings.NewReader(""), &stdout, &stderr)
		if code != c.code {
			t.Errorf("analyze %s: want exit %d, got %d: %s", c.args, c.code, code, stderr.String())
		}
		if failed := code == exitFailed || code == exitUsage; failed != (stderr.Len() > 0) || failed == (stdout.Len() > 0) {
			t.Errorf("analyze %s: exit %d with %d bytes on standard output, %d on standard error",
				c.args, code, stdout.Len(), stderr.Len())
		}
	}
}
