package cli

import (
	"context"
	"io"
	"os"
	"time"
)

// patience is how long a program that runs directly is ended by a signal as any
// process is: it has written nothing by then that is not whole.
const patience = 50 * time.Millisecond

// RunDirectly runs do without a tree of commands, on the goroutine of the
// caller, for commands that take less time than the tree and the goroutines of
// [Run] do. What do writes to standard output is not kept. Where do returns false
// it has printed nothing, and the program is to be run by Run.
func RunDirectly(name string, stdin io.Reader, stdout, stderr io.Writer, do func(*Program) (done bool, err error)) (code int, done bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	p := &Program{Name: name, Ctx: ctx, Stdin: stdin, Stdout: stdout, Stderr: stderr, Terminal: stdout}
	watch := time.AfterFunc(patience, func() {
		watchSignals(ctx, func() { os.Exit(p.interrupt()) })
	})
	defer watch.Stop()
	done, err := do(p)
	if !done {
		return 0, false
	}
	return p.report(err), true
}
