//go:build unix

package inject

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// Exit codes of commands that run others.
const (
	exitNotExecutable = 126
	exitNotFound      = 127
	exitSignal        = 128 // and the number of the signal
)

// A Command is a program to capture.
type Command struct {
	Args           []string // name and arguments
	Library        string   // path of [Library]
	Folder         string   // of [Prepare]; absolute
	Env            []string // more variables, NAME=VALUE
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// An Exit is how a program ended.
type Exit struct {
	Code   int       // its exit code; 128 and the number of the signal that killed it
	Signal os.Signal // nil when none killed it
	PID    int       // 0 when it did not start
}

// Find says whether a program with the name exists. If not, it returns the error and
// the exit code of Run.
func Find(name string) (Exit, error) {
	if _, err := exec.LookPath(name); err != nil {
		return Exit{Code: startCode(err)}, startError(name, err)
	}
	return Exit{}, nil
}

// Run runs the program to its end, in our process group and with our standard
// streams. Signals that ask a program to end or to do something reach it as if it
// were started directly. Signals from the terminal's keys reach it in any case.
//
// If the program could not be started, the error says so, and the code is as with
// env: 127 if no program has the name, otherwise 126.
func (c *Command) Run() (Exit, error) {
	path, err := exec.LookPath(c.Args[0])
	if err != nil {
		return Exit{Code: startCode(err)}, startError(c.Args[0], err)
	}
	cmd := &exec.Cmd{Path: path, Args: c.Args, Stdin: c.Stdin, Stdout: c.Stdout, Stderr: c.Stderr}
	cmd.Env = append(append(os.Environ(), c.Env...), EnvLibrary+"="+c.Library, EnvFolder+"="+c.Folder) // the last of a name counts
	signals := make(chan os.Signal, 64)
	if list := forwarded(); len(list) > 0 { // none would be all
		signal.Notify(signals, list...)
	}
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		return Exit{Code: startCode(err)}, startError(c.Args[0], err)
	}
	ended := make(chan struct{})
	go forward(cmd.Process, signals, ended)
	err = cmd.Wait()
	close(ended)
	if cmd.ProcessState == nil {
		return Exit{Code: exitNotExecutable}, err
	}
	exit := Exit{Code: cmd.ProcessState.ExitCode(), PID: cmd.Process.Pid}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		exit.Signal = status.Signal()
		exit.Code = exitSignal + int(status.Signal())
	}
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		return exit, err // of copying to a stream that is no file
	}
	return exit, nil
}

func startCode(err error) int {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, exec.ErrNotFound) {
		return exitNotFound
	}
	return exitNotExecutable
}

// startError is the error of a program that cannot be started, by its name.
func startError(name string, err error) error {
	var errno syscall.Errno
	switch {
	case errors.Is(err, exec.ErrNotFound):
		err = errors.New("no such program in $PATH")
	case errors.As(err, &errno):
		err = errno
	default:
		if u := errors.Unwrap(err); u != nil {
			err = u
		}
	}
	return &fs.PathError{Op: "exec", Path: name, Err: err}
}

// forwarded are the signals that the program gets when we do. Not among them are
// those that stop and continue, which act on us as on it, those about what we do
// ourselves, and those that we were started to ignore, as by nohup: so does the
// program.
func forwarded() []os.Signal {
	return slices.DeleteFunc([]os.Signal{
		syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGALRM,
	}, signal.Ignored)
}

// forward sends the program what we get until it ends.
func forward(p *os.Process, signals <-chan os.Signal, ended <-chan struct{}) {
	for {
		select {
		case s := <-signals:
			if (s == syscall.SIGINT || s == syscall.SIGQUIT) && foreground() {
				continue // the key was pressed, and the terminal told the whole group
			}
			_ = p.Signal(s) // that it has ended is no error
		case <-ended:
			return
		}
	}
}

// foreground reports whether our group is the one that the keys of the terminal
// reach.
func foreground() bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer tty.Close() // nothing was written
	group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP)
	return err == nil && group == syscall.Getpgrp()
}
