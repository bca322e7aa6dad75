package childusage

import (
	"os"
	"os/exec"
	"time"

	"github.com/nrkit/nrkit/internal/procgroup"
)

// A Command is what to run.
type Command struct {
	Path   string   // of the program
	Args   []string // with its name
	Env    []string
	Output *os.File // standard output and standard error; standard input is empty
}

// A Usage is how a program ended and what it took.
type Usage struct {
	Exit            int    // exit code, -1 for a signal
	Signal          string // that ended it, "" for none
	Wall, User, Sys time.Duration
	MaxRSS          int64 // in bytes, 0 where it is not known
}

// A Child is a program that runs. Process is the program, the first of its
// process group.
type Child struct {
	Process *os.Process
	wait    func() (Usage, error)
}

// Start starts a program. The caller locks the thread until Wait has returned,
// since the program ends with the thread that started it. The error is why the
// program does not run.
func Start(c Command) (*Child, error) {
	if between() {
		return startBetween(c)
	}
	cmd := c.cmd()
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &Child{cmd.Process, func() (Usage, error) {
		_ = cmd.Wait() // the state says more
		s := cmd.ProcessState
		return Usage{s.ExitCode(), procgroup.Signal(s), time.Since(start), s.UserTime(), s.SystemTime(), maxRSS(s)}, nil
	}}, nil
}

// Wait waits for the program to end. The error says that what started the
// program ended before it and tells nothing of it.
func (c *Child) Wait() (Usage, error) { return c.wait() }

// cmd returns the program as a child of this process.
func (c Command) cmd() *exec.Cmd {
	return &exec.Cmd{Path: c.Path, Args: c.Args, Env: c.Env, Stdout: c.Output, Stderr: c.Output, SysProcAttr: procgroup.Own()}
}
