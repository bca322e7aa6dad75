//go:build unix

package clitest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/stdfd"
)

// OutputErrors runs a program, which is in the path, in dir with each list of
// arguments: with a standard output that is closed (in builds that can tell), with
// one that is full, and with a pipe that nobody reads. The first two are errors: exit code 1 and one
// message. The pipe ends the program by SIGPIPE, with no word. It also checks
// that the arguments are fine otherwise.
func OutputErrors(t *testing.T, program, dir string, arguments ...[]string) {
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	for k, args := range arguments {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			o := output{path, dir, args}
			if code, stdout, stderr, _ := o.run(t, ""); code != cli.ExitOK && code != cli.ExitThreshold || len(stdout) == 0 {
				t.Fatalf("exit %d with %d bytes: %s", code, len(stdout), stderr)
			}
			if stdfd.Known {
				o.fails(t, ">&-", "standard output: is closed")
				if k == 0 {
					o.fails(t, "<&- >&-", "standard output: is closed")
				}
			}
			if _, err := os.Stat("/dev/full"); err == nil {
				o.fails(t, ">/dev/full", "standard output: no space left on device")
			}
			o.quiet(t)
		})
	}
}

// An output is a command line whose standard output is in question.
type output struct {
	path, dir string
	args      []string
}

// run runs the command with a redirection of the shell.
func (o output) run(t *testing.T, redirection string) (code int, stdout, stderr string, state *os.ProcessState) {
	t.Helper()
	cmd := exec.Command("sh", append([]string{"-c", `exec "$0" "$@" ` + redirection, o.path}, o.args...)...)
	cmd.Dir = o.dir
	var out, errors bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errors
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errors.String(), cmd.ProcessState
}

// fails sees that the command fails with a message as its last line.
func (o output) fails(t *testing.T, redirection, want string) {
	t.Helper()
	code, _, stderr, _ := o.run(t, redirection)
	name := filepath.Base(o.path)
	if code != cli.ExitFailed || !strings.HasSuffix("\n"+stderr, "\n"+name+": error: "+want+"\n") || strings.Count(stderr, "error: ") != 1 {
		t.Errorf("%s: exit %d: %q", redirection, code, stderr)
	}
}

// quiet sees that a pipe without a reader ends the command with no word of it.
func (o output) quiet(t *testing.T) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(o.path, o.args...)
	cmd.Dir = o.dir
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = w, &stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() != syscall.SIGPIPE || strings.Contains(stderr.String(), "error: ") {
		t.Errorf("a pipe without a reader: %v: %q", cmd.ProcessState, stderr.String())
	}
}
