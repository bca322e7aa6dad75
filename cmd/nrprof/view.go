package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/legible"
	"github.com/nrkit/nrkit/internal/viewer"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/perfetto"
)

// A viewFlags holds the flags of the command view.
type viewFlags struct {
	in        inputFlags
	port      int
	noBrowser bool
	after     func(time.Duration) <-chan time.Time // the clock of the hint
}

// newViewCmd returns the command that shows a trace in a browser.
func newViewCmd(p *program) *cobra.Command {
	f := viewFlags{after: time.After}
	cmd := &cobra.Command{
		Use:   "view FILE...",
		Short: "show a trace in ui.perfetto.dev",
		Long: `View shows a trace in the Perfetto UI, ` + viewer.Origin + `, which runs in the
browser. View serves a page on this machine, prints the address of the page, and
opens it in the browser of the desktop. The page opens the Perfetto UI in another
tab and hands it the trace. The trace stays on this machine.

View ends when the Perfetto UI has the trace. Ctrl-C ends it earlier.

The address has a random part: only who knows it can ask for the trace. A browser
on another machine reaches the page through a tunnel:

  ssh -L 9001:127.0.0.1:9001 HOST nrprof view FILE --port 9001 --no-browser

` + inputsHelp(),
		Example: `  nrprof view c6288.nrt
  nrprof view rank0.sqlite rank1.sqlite`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.port < 0 || f.port > 65535 {
				return cli.Usagef("--port: want 0 to 65535, got %d", f.port)
			}
			return p.view(cmd, args, &f)
		},
	}
	cmd.Flags().IntVar(&f.port, "port", 0, "serve the page on `PORT` of 127.0.0.1; 0: any free port")
	cmd.Flags().BoolVar(&f.noBrowser, "no-browser", false, "print the address and open no browser")
	f.in.register(cmd)
	return cmd
}

// view serves the trace until the viewer has it.
func (p *program) view(cmd *cobra.Command, paths []string, f *viewFlags) error {
	t, err := p.openAll(cmd, paths, &f.in)
	if err != nil {
		return err
	}
	for _, w := range t.Warnings {
		p.Warn(w)
	}
	text, size, remove, err := p.viewFile(t.Trace)
	if err = errors.Join(err, t.Close()); err != nil {
		if remove != nil {
			remove()
		}
		return err
	}
	p.Finish() // an interrupt ends the server from here on
	defer remove()
	listener, err := viewer.Listen(f.port)
	if errors.Is(err, syscall.EADDRINUSE) {
		return cli.WithHint(fmt.Errorf("port %d is taken", f.port), "without --port, view takes a free one")
	}
	if err != nil {
		return err
	}
	s := viewer.New(viewName(paths), text, size)
	address := s.Address(listener.Addr().String())
	if _, err := fmt.Fprintln(p.Terminal, address); err != nil {
		_ = listener.Close() // is not used
		return err
	}
	if !f.noBrowser {
		openBrowser(address)
	}
	return s.Serve(p.Ctx, listener, f.after(viewer.Patience), func(stage viewer.Stage) {
		p.Hint(viewHint(stage, address, listener))
	})
}

// viewHint says what to do while nothing is shown.
func viewHint(stage viewer.Stage, address string, l net.Listener) string {
	if stage == viewer.Waiting {
		_, port, _ := net.SplitHostPort(l.Addr().String())
		return fmt.Sprintf("no browser has opened %s yet: open it in a browser on this machine; "+
			"from another machine, first run ssh -L %s:127.0.0.1:%s HOST there. Ctrl-C ends nrprof", address, port, port)
	}
	return fmt.Sprintf("the page is open, and the Perfetto UI does not have the trace yet: press the button on the page; "+
		"if the new tab stays empty, %s cannot be reached from this browser. Ctrl-C ends nrprof", viewer.Origin)
}

// viewFile writes the trace for the viewer into a temporary file, since traces
// may be larger than memory, and returns it with its size and what removes it,
// which is nil where there is no file.
func (p *program) viewFile(t *trace.Trace) (f *os.File, size int64, remove func(), err error) {
	settle, err := p.Begin(func() (undo func(), err error) {
		if f, err = os.CreateTemp("", "nrprof-*.pftrace"); err != nil {
			return nil, err
		}
		kept := os.Remove(f.Name()) != nil // where the system removes open files, nothing is left after a kill
		remove = func() {
			_ = f.Close() // nobody reads it any more
			if kept {
				_ = os.Remove(f.Name())
			}
		}
		return remove, nil
	})
	if err != nil {
		return nil, 0, nil, err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	if err = errors.Join(perfetto.Write(w, t), t.Err()); err == nil {
		err = w.Flush()
	}
	if err == nil {
		size, err = f.Seek(0, 1)
	}
	return f, size, remove, settle(err, nil)
}

// viewName returns the name that the viewer gives the trace.
func viewName(paths []string) string {
	name := filepath.Base(paths[0])
	for _, suffix := range []string{".gz", ".json", ".nrt", ".sqlite", ".nsys-rep"} {
		name = strings.TrimSuffix(name, suffix)
	}
	if name == "" || name == "-" {
		name = "trace"
	}
	return legible.Text(name) + ".pftrace"
}
