package main

import (
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/internal/viewer"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace/input"
)

// A viewFlags holds the flags of the command view.
type viewFlags struct {
	in        traces.Flags
	port      int
	noBrowser bool
	offline   bool
	after     func(time.Duration) <-chan time.Time // the clock of the hint
}

// newViewCmd returns the command that shows a trace in a browser.
func newViewCmd(p *program) *cobra.Command {
	f := viewFlags{after: time.After}
	cmd := &cobra.Command{
		Use:   "view FILE...",
		Short: "show a trace in the Perfetto UI, or offline",
		Long: `View shows a trace in the Perfetto UI, ` + viewer.Origin + `, which runs in the
browser. View serves a page on this machine, prints the address of the page, and
opens the page in the browser of the desktop. The page opens the Perfetto UI in
another tab and hands it the trace. The trace stays on this machine.

With --offline, view shows the page of nrprof report instead, which needs no network.

View ends when the Perfetto UI has the trace, or when the browser has the page.
Ctrl-C ends it earlier.

The address has a random part: only programs that know the address can get the
trace. A browser on another machine reaches the page through a tunnel:

  ssh -L 9001:127.0.0.1:9001 HOST nrprof view FILE --port 9001 --no-browser

` + traces.Help(),
		Example: `  nrprof view c6288.nrt
  nrprof view rank0.sqlite rank1.sqlite
  nrprof view --offline c6288.nrt`,
		Args: cli.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.port < 0 || f.port > 65535 {
				return cli.Usagef("--port: want 0 to 65535, got %d", f.port)
			}
			return p.view(cmd, args, &f)
		},
	}
	cmd.Flags().IntVar(&f.port, "port", 0, "serve the page on `PORT` of 127.0.0.1; 0 means any free port")
	cmd.Flags().BoolVar(&f.noBrowser, "no-browser", false, "print the address, and open no browser")
	cmd.Flags().BoolVar(&f.offline, "offline", false, "show the page of nrprof report, which needs no network, instead of the Perfetto UI")
	f.in.Register(cmd)
	return cmd
}

// view serves the trace until the viewer has it, or the page until the browser has it.
func (p *program) view(cmd *cobra.Command, paths []string, f *viewFlags) error {
	fill, end, err := p.viewed(cmd, paths, f)
	if err != nil {
		return err
	}
	var spool *viewer.Spool
	settle, err := p.Begin(func() (undo func(), err error) {
		if spool, err = viewer.NewSpool(); err != nil {
			return nil, err
		}
		return spool.Remove, nil
	})
	if err != nil {
		return errors.Join(err, end())
	}
	if err = settle(errors.Join(fill(spool), end()), nil); err != nil {
		return err
	}
	p.Finish() // an interrupt ends the server from here on
	defer spool.Remove()
	listener, err := viewer.Listen(f.port)
	if errors.Is(err, syscall.EADDRINUSE) {
		return cli.WithHint(fmt.Errorf("port %d is taken", f.port), "without --port, view takes a free port")
	}
	if err != nil {
		return err
	}
	s := viewer.New(viewer.TraceName(paths[0]), spool, spool.Size)
	if f.offline {
		s = viewer.NewPage(spool, spool.Size)
	}
	address := s.Address(listener.Addr().String())
	if _, err := fmt.Fprintln(p.Terminal, address); err != nil {
		_ = listener.Close() // is not used
		return err
	}
	if !f.noBrowser {
		viewer.OpenBrowser(address)
	}
	return s.Serve(p.Ctx, listener, f.after(viewer.Patience), func(stage viewer.Stage) {
		p.Hint(viewer.Advice(stage, address, listener))
	})
}

// viewed reads the traces. It returns what fills the spool with what is shown, and what
// to call at the end.
func (p *program) viewed(cmd *cobra.Command, paths []string, f *viewFlags) (fill func(*viewer.Spool) error, end func() error, err error) {
	if f.offline {
		write, err := p.page(cmd, paths, &f.in, &diagnoseParts{}, func(*input.Set) {})
		return func(s *viewer.Spool) error { return s.FillBy(write) }, func() error { return nil }, err
	}
	t, err := f.in.Open(p.Program, cmd, paths)
	if err != nil {
		return nil, nil, err
	}
	p.WarnAll(t.Warnings)
	return func(s *viewer.Spool) error { return s.Fill(solvers.Annotate(t.Trace)) }, t.Close, nil
}
