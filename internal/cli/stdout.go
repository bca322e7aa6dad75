package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/nrkit/nrkit/internal/stdfd"
)

// Stdout returns the standard output of this process. Where it was closed when
// the process started, as after >&- in a shell, writing to it is an error.
//
// A pipe that nobody reads any more ends the process by SIGPIPE, without a
// message, as it ends other programs: head may end before what it reads from. The
// shell reports status 141.
func Stdout() io.Writer {
	if stdfd.StdoutClosed() {
		return closedStdout{}
	}
	return os.Stdout
}

// closedStdout is the standard output of a process that has none.
type closedStdout struct{}

var errClosed = errors.New("is closed")

func (closedStdout) Write(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	return 0, &fs.PathError{Op: "write", Path: os.Stdout.Name(), Err: errClosed}
}

// Inherited returns what a program that this one starts has as its standard
// output in place of w: the null device where w is closed.
func Inherited(w io.Writer) io.Writer {
	if w == (closedStdout{}) {
		return os.Stdout
	}
	return w
}
