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
	"github.com/nrkit/nrkit/internal/legible"
	"github.com/nrkit/nrkit/internal/progress"
)

// A Program is one run: its streams, and what ends it early.
type Program struct {
	Name           string
	Ctx            context.Context
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Terminal       io.Writer // where Stdout will be written

	// writing is held while files get their names or temporary files are made,
	// so that an interrupted program leaves a whole output or none.
	writing   sync.Mutex
	begun     map[*func()]bool // what takes away the outputs that are not whole
	finishing atomic.Bool
}

// Run runs the program that tree makes the commands of, and returns the exit
// code. SIGINT and SIGTERM interrupt it; a second one ends the process.
func Run(name string, args []string, stdin io.Reader, stdout, stderr io.Writer, tree func(*Program) *cobra.Command) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	watchSignals(ctx, cancel)
	return RunContext(ctx, name, args, stdin, stdout, stderr, tree)
}

// watchSignals calls cancel at the first signal from now on, after which signals
// end the process again. A signal that the process was started to ignore, as in
// the background of a shell, stays ignored, also in what it starts.
func watchSignals(ctx context.Context, cancel func()) {
	interrupts := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signal.Notify(interrupts, s)
		}
	}
	go func() {
		defer signal.Stop(interrupts)
		select {
		case <-interrupts:
			signal.Stop(interrupts)
			cancel()
		case <-ctx.Done():
		}
	}()
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
		cmd.SetErr(legible.NewWriter(stderr)) // cobra repeats arguments
		done <- cmd.ExecuteContext(ctx)
	}()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		if !p.finishing.Load() {
			return p.interrupt()
		}
		err = <-done
	}
	if out.Len() > 0 && (err == nil || errors.Is(err, ErrThreshold) || errors.As(err, new(*partial))) {
		if _, werr := out.WriteTo(legibly(stdout)); werr != nil {
			return p.report(werr)
		}
	}
	out.Close()
	return p.report(err)
}

// interrupt takes away the outputs that are not whole, and returns the exit code.
// The goroutine of the command may go on; it has no output any more.
func (p *Program) interrupt() int {
	p.writing.Lock()
	for undo := range p.begun {
		(*undo)()
	}
	p.begun = nil
	p.writing.Unlock()
	return p.report(context.Canceled)
}

// Finish says that the command notices an interrupt itself from here on, and
// ends with what it has.
func (p *Program) Finish() { p.finishing.Store(true) }

// Bar returns the progress line: none unless standard error is a terminal.
func (p *Program) Bar() *progress.Bar {
	if !isTerminal(p.Stderr) {
		return nil
	}
	return progress.New(p.Stderr, func() int { return terminalWidth(p.Stderr) }, time.Now)
}

// WriteTo writes a result to a file, whole or not at all, or to standard
// output for "-". An interrupted program does not wait for write.
func (p *Program) WriteTo(path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(p.Stdout)
	}
	var f *atomicfile.File
	settle, err := p.Begin(func() (undo func(), err error) {
		if f, err = atomicfile.Create(path); err != nil {
			return nil, err
		}
		return f.Discard, nil
	})
	if err != nil {
		return err
	}
	if err := f.Fill(write); err != nil {
		return settle(err, nil)
	}
	return settle(nil, f.Commit)
}

// Begin calls start, which begins to make something that has to go when the
// program is interrupted, and returns what takes it away. That may be called
// while the command is still at work on it.
//
// The command calls settle, once, when it is done. With an error, settle takes
// away what was begun and returns the error. Otherwise it calls commit, which
// may be nil, unless the program was interrupted meanwhile.
func (p *Program) Begin(start func() (undo func(), err error)) (settle func(err error, commit func() error) error, err error) {
	var undo func()
	err = p.Writing(func() (err error) {
		if undo, err = start(); err != nil {
			return err
		}
		if p.begun == nil {
			p.begun = map[*func()]bool{}
		}
		p.begun[&undo] = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	return func(err error, commit func() error) error {
		if err == nil && commit != nil {
			err = p.Writing(commit)
		}
		p.writing.Lock()
		defer p.writing.Unlock()
		if err != nil && p.begun[&undo] {
			undo()
		}
		delete(p.begun, &undo)
		if p.Ctx.Err() != nil && err != nil {
			return p.Ctx.Err() // what failed was taken away
		}
		return err
	}, nil
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
