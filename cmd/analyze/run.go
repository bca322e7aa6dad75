package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/nrkit/nrkit/internal/progress"
)

// A program is one run: its streams, and what ends it early.
type program struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	terminal       io.Writer // where stdout will be written

	// writing is held while files are written, so that an interrupted
	// program does not leave before it has taken its temporary files away.
	writing sync.Mutex
}

// run is the whole program: it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return runContext(ctx, args, stdin, stdout, stderr)
}

// runContext is run with a context that stands for the user's patience: when
// it is cancelled, the program ends at once, also from within a long kernel.
func runContext(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	// The result is kept until it is whole: a run that fails prints nothing
	// on standard output.
	var out bytes.Buffer
	p := &program{ctx: ctx, stdin: stdin, stdout: &out, stderr: stderr, terminal: stdout}
	done := make(chan error, 1)
	go func() {
		cmd := newRootCmd(p)
		cmd.SetArgs(args)
		cmd.SetIn(stdin)
		cmd.SetOut(&out)
		cmd.SetErr(stderr)
		done <- cmd.ExecuteContext(ctx)
	}()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		p.writing.Lock() // never released: nothing is written from here on
		return report(stderr, context.Canceled)
	}
	if code := report(stderr, err); code != exitOK && code != exitThreshold {
		return code
	}
	if _, werr := stdout.Write(out.Bytes()); werr != nil {
		return report(stderr, werr)
	}
	if err != nil {
		return exitThreshold
	}
	return exitOK
}

// bar returns the progress line: none unless standard error is a terminal.
func (p *program) bar() *progress.Bar {
	if !isTerminal(p.stderr) {
		return nil
	}
	return progress.New(p.stderr, time.Now)
}
