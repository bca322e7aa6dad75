package launch

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// marker is the variable of the environment that everything carries which
// comes of a run. Its value is different for every run.
const marker = "NRPROF_NSYS_RUN"

// DefaultGrace is how long nsys may take to end after an interrupt. A report
// of some hundred million events takes the importer that long.
const DefaultGrace = 2 * time.Minute

// newMark returns a value for the marker.
func newMark() string {
	var b [12]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// An ending says how a child ended.
type ending struct {
	code        int            // exit code, -1 for a signal
	signal      syscall.Signal // 0 where there was none
	interrupted bool           // by us, because the user wanted it
	hung        bool           // ended by us, since it did not end by itself
}

// A child is nsys, in a process group of its own, so that signals of the
// terminal reach it through us alone.
type child struct {
	cmd     *exec.Cmd
	mark    string
	signals <-chan os.Signal
	grace   time.Duration
	said    func(string)

	step int       // how far escalate went
	hung bool      // escalate began without the user
	idle time.Time // since when nsys had nothing to profile; zero while it has
}

// A stdio is what a child inherits.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// newChild prepares a child that carries a mark. When the context ends it is
// killed with all that carries the mark.
func newChild(ctx context.Context, path string, args, env []string, mark string, std stdio) *child {
	c := &child{cmd: exec.CommandContext(ctx, path, args...), mark: mark}
	c.cmd.Cancel = func() error {
		killAll(mark, c.cmd.Process.Pid)
		return c.cmd.Process.Kill()
	}
	c.cmd.Env = append(env, marker+"="+mark)
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = std.in, std.out, std.err
	c.cmd.SysProcAttr = ownGroup()
	// Output is awaited no longer when nsys ended and a child of it still
	// has the pipe.
	c.cmd.WaitDelay = 5 * time.Second
	return c
}

// run runs the child to its end.
//
// A first signal of the user interrupts nsys, which ends the target and makes
// its report; so does a nsys that is stuck. A further one, or time that passes without an end, takes harder
// steps; see escalate.
func (c *child) run() (ending, error) {
	// The child is told when the thread that started it ends; this thread
	// must not end before.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := c.cmd.Start(); err != nil {
		return ending{}, err
	}
	done := make(chan error, 1)
	go func() { done <- c.cmd.Wait() }()
	timer := time.NewTimer(c.grace)
	timer.Stop()
	watch := time.NewTicker(min(c.grace/8+1, lookAfter))
	defer watch.Stop()
	for {
		select {
		case <-done: // the state says more than the error
			return c.ended(), nil
		case <-watch.C:
			if c.step > 0 || !c.stuck() {
				continue
			}
			c.hung = true
		case <-c.signals:
		case <-timer.C:
		}
		c.escalate()
		timer.Reset(c.grace)
	}
}

// lookAfter is how often a child is looked after.
const lookAfter = 5 * time.Second

// stuck reports whether nsys goes on though what it profiled is gone and no
// importer runs, for longer than it may take to end. 2022.4 does so where its
// launcher died, and where it samples in some virtual machines: its agent spins
// and it waits for ever.
func (c *child) stuck() bool {
	if hasTargets(c.mark, c.cmd.Process.Pid) {
		c.idle = time.Time{}
		return false
	}
	if c.idle.IsZero() {
		c.idle = time.Now()
	}
	return time.Since(c.idle) > c.grace
}

// ended returns how the child ended.
func (c *child) ended() ending {
	e := ending{code: c.cmd.ProcessState.ExitCode(), interrupted: c.step > 0 && !c.hung, hung: c.hung}
	if ws, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		e.signal = ws.Signal()
	}
	return e
}

// escalate takes the next step towards the end of the child: the interrupt,
// after which nsys ends the target and makes its report; then the target is
// killed, on which nsys may wait; then nsys is asked to terminate; then
// everything is killed.
func (c *child) escalate() {
	c.step++
	nsys := c.cmd.Process
	switch c.step {
	case 1:
		if c.hung {
			c.said("nsys is still running after the target ended: interrupting nsys")
		} else {
			c.said("interrupted: nsys ends the target and writes its report")
		}
		nsys.Signal(syscall.SIGINT)
	case 2:
		c.said("killing the target")
		killTargets(c.mark, nsys.Pid, syscall.SIGKILL)
	case 3:
		c.said("asking nsys again to end")
		nsys.Signal(syscall.SIGTERM)
	default:
		c.said("killing nsys")
		killAll(c.mark, nsys.Pid)
		nsys.Kill()
	}
}
