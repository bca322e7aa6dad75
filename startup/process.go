package startup

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/nrkit/nrkit/internal/procgroup"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// grace is how long a process may take to end after it was asked to.
const grace = 5 * time.Second

// drain is how long output is awaited after the end of a process: one that it
// started may hold the pipe, out of reach in a group of its own.
const drain = 2 * time.Second

// A Regime is the state of the caches that a process finds.
type Regime string

// Regimes of processes. The third, warm, is of runs within one.
const (
	Cold   Regime = "cold"
	Reload Regime = "cache_reload"
)

// A Process is one that was started, or should have been.
type Process struct {
	Number int    `json:"process"` // number of the process, from 1, in the order in which processes ran
	Pair   int    `json:"pair"`    // number of the pair, from 1
	Regime Regime `json:"regime"`  // `cold` or `cache_reload`

	WallNS   int64  `json:"wall_ns"`              // time from the start of the process to its end; 0 if it was not started
	Exit     int    `json:"exit"`                 // exit code; −1 if a signal ended the process or it was not started
	Signal   string `json:"signal,omitempty"`     // signal that ended the process; absent otherwise
	TimedOut bool   `json:"timed_out,omitempty"`  // true if the process exceeded its limit of time; absent otherwise
	Timeout  int64  `json:"timeout_ns,omitempty"` // exceeded limit of time; absent if it was not exceeded
	Error    string `json:"error,omitempty"`      // reason why the process was not started; absent otherwise
	Within   string `json:"within,omitempty"`     // for a failed process, the innermost open range; absent otherwise

	// for a failed process, the last line on standard error, or on standard
	// output; absent otherwise
	LastLine string `json:"last_line,omitempty"`

	Split

	Compiled *Compiled `json:"compiled_outside_runs,omitempty"` // compilations outside of runs; absent without a log
	Cache    CacheSize `json:"cache_after"`                     // contents of the caches at the end of the process
	Warnings []string  `json:"warnings,omitempty"`              // warnings as sentences; absent without warnings

	markers, batches int   // and reads that brought them
	fast             int64 // compilations too short to be kept
	source           Source
}

// Failed says whether the process does not count.
func (p *Process) Failed() bool {
	return p.Exit != 0 || p.Signal != "" || p.TimedOut || p.Error != ""
}

// Why says why a process failed.
func (p *Process) Why() string {
	text := fmt.Sprintf("exit status %d", p.Exit)
	switch {
	case p.Error != "":
		return p.Error
	case p.TimedOut:
		if text = "exceeded its timeout"; p.Timeout > 0 {
			text += " of " + time.Duration(p.Timeout).String()
		}
	case p.Signal != "":
		text = "ended by " + p.Signal
	}
	if p.Within != "" {
		text += ", in " + p.Within
	}
	if p.LastLine != "" {
		text += ": " + p.LastLine
	}
	return text
}

// run runs a process to its end, and whatever it leaves in its group. What went
// wrong with the program is in p; the error is that of the context, or of the
// system.
func (s *Session) run(ctx context.Context, p *Process) (err error) {
	p.Exit = -1
	raw := ""
	if s.o.Library != "" {
		raw = filepath.Join(s.dir, fmt.Sprintf("%d.raw", p.Number))
		if err := inject.Prepare(raw); err != nil {
			return err
		}
		defer func() {
			if rerr := inject.Remove(raw); err == nil {
				err = rerr
			}
		}()
	}
	out := newSink(&s.o.Runs)
	start, err := s.execute(ctx, p, raw, out)
	if err != nil || p.Error != "" {
		return err
	}
	if p.Failed() {
		p.LastLine = out.lastLine()
	}
	return s.take(p, raw, start, out)
}

// execute starts a process and waits for it.
func (s *Session) execute(ctx context.Context, p *Process, raw string, out *sink) (start time.Time, err error) {
	if s.o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.o.Timeout)
		defer cancel()
	}
	cmd := exec.CommandContext(ctx, s.path, s.args[1:]...)
	cmd.Args[0] = s.args[0]
	cmd.Env, cmd.SysProcAttr, cmd.WaitDelay = s.environ(raw), procgroup.Own(), grace
	cmd.Cancel = func() error {
		if p.TimedOut = errors.Is(ctx.Err(), context.DeadlineExceeded); p.TimedOut {
			p.Timeout = s.o.Timeout.Nanoseconds()
		}
		return procgroup.Ask(cmd.Process)
	}
	pipes, err := openPipes()
	if err != nil {
		return start, err
	}
	defer pipes.close()
	cmd.Stdout, cmd.Stderr = pipes.write[0], pipes.write[1]
	// The child is told when the thread that started it ends; this thread must
	// not end before.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start = time.Now()
	if err := cmd.Start(); err != nil {
		if ctx.Err() != nil {
			return start, ctx.Err()
		}
		p.Error = err.Error()
		return start, nil
	}
	read := pipes.follow(out, start, s.o.Show)
	_ = cmd.Wait() // the state says more
	p.WallNS = time.Since(start).Nanoseconds()
	_ = procgroup.Kill(cmd.Process) // it may be gone
	held, err := read()
	if held {
		p.Warnings = append(p.Warnings, "a child process outlived the program and kept its output open")
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return start, ctx.Err()
	}
	p.Exit, p.Signal = cmd.ProcessState.ExitCode(), procgroup.Signal(cmd.ProcessState)
	return start, err
}

// take makes parts of what a process said.
func (s *Session) take(p *Process, raw string, start time.Time, out *sink) error {
	stream, warnings := out.stream()
	m := &out.markers[stream]
	p.markers, p.batches = m.count, out.batches[stream]
	if p.markers > 0 {
		p.source = Markers
	}
	r := &m.out
	warnings = append(warnings, m.finish(p.WallNS)...)
	if raw != "" {
		if err := inject.Ended(raw); err != nil {
			return err
		}
		c, err := inject.Open(raw)
		if err != nil {
			return err
		}
		ranges, about := ofTrace(c.Trace, start, p.WallNS, &s.o.Runs)
		if err := c.Trace.Err(); err != nil {
			return err
		}
		if n := c.Stats.Dropped + c.Stats.Damaged; n > 0 {
			about = append(about, units.Count(n, "range or file of NVTX is", "ranges or files of NVTX are")+" lost")
		}
		if takeNVTX(s.o.Source, ranges.count, c.Stats.Ranges, p.markers) {
			p.source, r, warnings = NVTX, ranges, about
		}
	}
	var more []string
	p.Split, more = split(r, p.WallNS)
	p.Warnings = append(append(p.Warnings, warnings...), more...)
	if p.Failed() {
		p.Within = r.within
		return nil
	}
	p.Compiled, p.fast = out.log.assign(&p.Split)
	return nil
}

// takeNVTX says whether the ranges of NVTX are taken, of which some count, or the
// markers. Libraries emit ranges of their own beside a program that prints markers.
func takeNVTX(asked Source, counting int, all int64, markers int) bool {
	return asked == NVTX || counting > 0 || (all > 0 && markers == 0)
}
