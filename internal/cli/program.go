package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/progress"
)

// A Program is one run: its streams, and what ends it early.
type Program struct {
	Name           string
	Ctx            context.Context
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Terminal       io.Writer // where Stdout will be written

	// writing is held while files are written, so that an interrupted
	// program does not leave before it has taken its temporary files away.
	writing   sync.Mutex
	finishing atomic.Bool
}

// Run runs the program that tree makes the commands of, and returns the exit
// code. SIGINT and SIGTERM interrupt it; a second one ends the process.
func Run(name string, args []string, stdin io.Reader, stdout, stderr io.Writer, tree func(*Program) *cobra.Command) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go watchSignals(ctx, cancel)
	return RunContext(ctx, name, args, stdin, stdout, stderr, tree)
}

// watchSignals calls cancel at the first signal, after which signals end the
// process again. It runs beside the program, which would wait 0.4 ms for it; a
// signal that comes earlier ends the process, which has done nothing then. One
// that the process was started to ignore, as in the background of a shell, stays
// ignored, also in what it starts.
func watchSignals(ctx context.Context, cancel func()) {
	interrupts := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signal.Notify(interrupts, s)
		}
	}
	defer signal.Stop(interrupts)
	select {
	case <-interrupts:
		signal.Stop(interrupts)
		cancel()
	case <-ctx.Done():
	}
}

// RunContext is Run with a context that stands for the user's patience: when
// it is cancelled, the program ends at once, also from within a long kernel,
// unless its command has called Finish.
func RunContext(ctx context.Context, name string, args []string, stdin io.Reader, stdout, stderr io.Writer, tree func(*Program) *cobra.Command) int {
	// The result is kept until it is whole: a run that fails prints nothing
	// on standard output.
	var out spool
	p := &Program{Name: name, Ctx: ctx, Stdin: stdin, Stdout: &out, Stderr: stderr, Terminal: stdout}
	done := make(chan error, 1)
	go func() {
		cmd := tree(p)
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
		if !p.finishing.Load() {
			p.writing.Lock() // never released: nothing is written from here on
			return p.report(context.Canceled)
		}
		err = <-done
	}
	if err == nil || errors.Is(err, ErrThreshold) || errors.As(err, new(*partial)) {
		if _, werr := out.WriteTo(stdout); werr != nil {
			return p.report(werr)
		}
	}
	out.Close()
	return p.report(err)
}

// Finish says that the command notices an interrupt itself from here on, and
// ends with what it has.
func (p *Program) Finish() { p.finishing.Store(true) }

// Bar returns the progress line: none unless standard error is a terminal.
func (p *Program) Bar() *progress.Bar {
	if !isTerminal(p.Stderr) {
		return nil
	}
	return progress.New(p.Stderr, time.Now)
}

// WriteTo writes a result to a file, whole or not at all, or to standard
// output for "-".
func (p *Program) WriteTo(path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(p.Stdout)
	}
	return p.Writing(func() error { return atomicfile.WriteFile(path, write) })
}

// Writing calls write, which writes files: an interrupted program waits for it
// to return, and does not call it at all when it was interrupted before.
func (p *Program) Writing(write func() error) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	if err := p.Ctx.Err(); err != nil {
		return err
	}
	return write()
}
