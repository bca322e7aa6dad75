package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/identity"
	"github.com/nrkit/nrkit/internal/solvers/probe"
	"github.com/nrkit/nrkit/internal/telemetry"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// Messages is who hears what a recording says; standard output is the program's.
type Messages interface {
	Warn(text string)
	Note(text string)
	Hint(text string)
}

// A Recording is one output.
type Recording struct {
	Output string                              // the file
	Force  bool                                // replace a file, and take the place of another NVTX tool
	Write  func(io.Writer, *trace.Trace) error // in the format of the output
	Rename Renaming                            // of ranges
	Say    Messages

	before os.FileInfo   // of the output before the program ran; nil when it was not there
	cost   time.Duration // of a probed call
}

// A Program is what is recorded.
type Program struct {
	Args           []string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Identity       *identity.Identity // of the run
	GPUs           *telemetry.Watch   // samples them while the program runs
	Solvers        *solvers.Table     // functions of solver libraries to watch; nil for none
	Probes         []probe.Probe      // functions that the kernel stops at
}

// A StartError says that a program could not be started.
type StartError struct {
	Code int // exit code, as env has it
	Err  error
}

func (e *StartError) Error() string { return e.Err.Error() }
func (e *StartError) Unwrap() error { return e.Err }

// Check refuses what cannot be recorded: a command that cannot be started, which
// is a [StartError], and an output that is there.
func (r *Recording) Check(command string) error {
	tool := os.Getenv(inject.EnvLibrary)
	if tool != "" && !r.Force {
		return hint.With(fmt.Errorf("$%s names another tool, %s, and NVTX allows only one", inject.EnvLibrary, tool), "--force replaces it")
	}
	if exit, err := inject.Find(command); err != nil {
		return &StartError{exit.Code, err}
	}
	if err := r.CheckRecover(); err != nil {
		return err
	}
	if tool != "" {
		r.Say.Warn(fmt.Sprintf("$%s names another tool, %s, which receives no ranges of this run", inject.EnvLibrary, tool))
	}
	return nil
}

// Run runs a program, waits for it, writes the output, and returns the exit code
// of the program. Interrupts are the program's. Without an output the folder stays.
//
// A program that did not start is a [StartError].
func (r *Recording) Run(ctx context.Context, p *Program) (code int, err error) {
	if p.Solvers != nil {
		if why := secure(p.Args[0]); why != "" {
			return 0, hint.With(fmt.Errorf("%s cannot be watched: %s", p.Args[0], why), "run nrprof as the user who owns the program; or without --solvers and --wrap")
		}
	}
	dir, err := r.prepare()
	if err != nil {
		return 0, err
	}
	r.note()
	release, err := inject.Hold(dir)
	if err != nil {
		return 0, err
	}
	defer release() // its file goes with the folder
	said, err := r.run(ctx, dir, p)
	if err != nil {
		if rerr := removeFolder(dir); rerr != nil {
			r.Say.Warn(rerr.Error())
		}
		return 0, err
	}
	said.name, said.command = p.Args[0], p.Args[0]
	return *said.header.Exit, r.convert(dir, said)
}

// A said is what is known of a run besides what it captured.
type said struct {
	name    string // of the program
	command string // that started it; "" where that is not known
	header  trace.Header
	end     json.RawMessage   // key at the end
	gpus    *telemetry.Result // nil for none
	removed bool              // the output was of an earlier run, and is gone
}

// run runs a program that writes into the folder dir. The error says that the
// program did not start.
func (r *Recording) run(ctx context.Context, dir string, p *Program) (*said, error) {
	library, err := Library(ctx, dir, r.Say.Warn)
	if err != nil {
		return nil, err
	}
	env, probes, err := r.watched(ctx, dir, p)
	if err != nil {
		return nil, errors.Join(err, library.Close())
	}
	r.saveKey(p.Identity, dir)
	run := labels()
	r.saveLabels(run, dir)
	c := inject.Command{Args: p.Args, Library: library.Path, Folder: dir, Env: env, Stdin: p.Stdin, Stdout: p.Stdout, Stderr: p.Stderr}
	p.GPUs.Begin(nil)
	exit, err := c.Run()
	r.unprobe(probes, exit.PID != 0)
	gpus := p.GPUs.Stop()
	if cerr := library.Close(); cerr != nil { // before the output is written, which may need its room
		r.Say.Warn(cerr.Error())
	}
	if err != nil && exit.PID == 0 {
		return nil, &StartError{exit.Code, err}
	}
	if err != nil {
		r.Say.Warn(err.Error())
	}
	if exit.Signal != nil {
		r.Say.Warn(fmt.Sprintf("%s: killed by signal %d: %v", p.Args[0], exit.Signal, exit.Signal))
	}
	if err := inject.Ended(dir); err != nil {
		r.Say.Warn(err.Error())
	}
	end, drift := p.Identity.Last() // before the first: a file that the program wrote is no input
	for _, w := range drift {
		r.Say.Warn(w)
	}
	h := trace.Header{Program: strings.Join(p.Args, " "), PID: int64(exit.PID), Labels: run, Key: p.Identity.First(), Exit: &exit.Code}
	if h.Host, err = os.Hostname(); err != nil {
		h.Host = ""
	}
	return &said{header: h, end: end, gpus: gpus}, nil
}

// prepare makes the folder that the program writes into, beside the output.
func (r *Recording) prepare() (string, error) {
	dir, err := filepath.Abs(r.Output + ".raw")
	if err != nil {
		return "", err
	}
	err = inject.Prepare(dir)
	if errors.Is(err, fs.ErrExist) {
		force := ""
		if info, err := os.Stat(r.Output); err == nil && info.Mode().IsRegular() {
			force = " -f"
		}
		return "", hint.With(fmt.Errorf("%s.raw exists: left by a killed recording, or in use by a running one", r.Output),
			fmt.Sprintf("nrprof record --recover %s.raw -o %s%s recovers it; or remove it", r.Output, r.Output, force))
	}
	if err != nil {
		return "", hint.With(err, "-o names an output in another folder")
	}
	return dir, nil
}

// CheckRecover refuses an output that is there, or matrices beside it.
func (r *Recording) CheckRecover() error {
	if err := r.checkExisting(); err != nil {
		return err
	}
	return r.checkMatrices()
}

// Recover writes what a recording that was killed left in the folder dir, and
// removes the folder.
func (r *Recording) Recover(dir string) error {
	r.note()
	release, err := inject.Hold(dir)
	switch {
	case errors.Is(err, inject.ErrInUse):
		return fmt.Errorf("%s: %w", dir, err)
	case err == nil:
		defer release()
	} // a folder of something else: convert says so
	h := trace.Header{Program: filepath.Base(strings.TrimSuffix(r.Output, filepath.Ext(r.Output))), Labels: savedLabels(dir), Key: savedKey(dir)}
	return r.convert(dir, &said{name: dir, header: h})
}
