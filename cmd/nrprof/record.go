package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/runkey/identity"
	"github.com/nrkit/nrkit/telemetry"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/export"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// A recordFlags holds the flags of the command record.
type recordFlags struct {
	out, recover   string
	force, verbose bool
	telemetry      telemetryFlags

	before os.FileInfo // of the output before the program ran; nil when it was not there
}

// note remembers the output as it is before the program runs.
func (f *recordFlags) note() {
	if info, err := os.Stat(f.out); err == nil {
		f.before = info
	}
}

// written reports whether the output is a file that came or changed while the
// program ran.
func (f *recordFlags) written() bool {
	info, err := os.Stat(f.out)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	old := f.before
	return old == nil || !os.SameFile(old, info) || !old.ModTime().Equal(info.ModTime()) || old.Size() != info.Size()
}

// newRecordCmd returns the command that captures the NVTX ranges of a program.
func newRecordCmd(p *program) *cobra.Command {
	var f recordFlags
	cmd := &cobra.Command{
		Use:   "record [flags] -- COMMAND [ARG...]",
		Short: "capture the NVTX ranges of a program",
		Long: `Record runs a program and captures the NVTX ranges of it and of the programs it
starts, without nsys. It ends with the exit code of the program, and passes
signals on to it; 128 and the number of the signal when one killed it.

What the program wrote is complete however it ends. When record itself is
killed, OUT.raw stays, and --recover makes a capture of it. A file that is there
is replaced with -f alone; where the program emits nothing it is removed then.

What the program emits is kept in OUT.raw until it has ended. What the disk has no
room for is lost, and record says how much. docs/nvtx-record.md says what is
captured.`,
		Example: `  nrprof record -- ./simulate c6288.cir
  nrprof record -o newton.pftrace -- python newton.py
  nrprof record --recover simulate.nrt.raw -o simulate.nrt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case f.recover != "" && len(args) > 0:
				return cli.Usagef("--recover runs no program, got %q", args[0])
			case f.recover != "":
				return p.recover(&f)
			case len(args) == 0:
				return cli.Usage("no program given", "nrprof record -- COMMAND [ARG...]")
			}
			return p.record(args, &f)
		},
	}
	fl := cmd.Flags()
	fl.SetInterspersed(false)
	fl.StringVarP(&f.out, "output", "o", "", "`FILE` for the capture, or in the format of another name that export takes (default COMMAND.nrt)")
	fl.StringVar(&f.recover, "recover", "", "make the capture of `DIR`, which a record that was killed left, and run nothing")
	f.telemetry.register(cmd, "where there is a GPU")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "say why no GPU is sampled")
	fl.BoolVarP(&f.force, "force", "f", false, "replace an existing file, and take the place of the tool that $"+inject.EnvLibrary+" names")
	return cmd
}

// output returns the writer of the format that the name of the output asks for.
func (f *recordFlags) output() (func(io.Writer, *trace.Trace) error, error) {
	if f.out == "-" {
		return nil, cli.Usage("- is standard output, which is that of the program", "name a file")
	}
	to, err := export.ByName(f.out)
	if err != nil {
		return nil, cli.Usage(err.Error(), "a capture ends in .nrt")
	}
	return func(w io.Writer, t *trace.Trace) error { return writeTrace(w, to, t) }, nil
}

// record runs a program and writes what it said.
func (p *program) record(args []string, f *recordFlags) error {
	if f.out == "" {
		f.out = filepath.Base(args[0]) + ".nrt"
	}
	write, err := f.output()
	if err != nil {
		return err
	}
	if _, _, err := f.telemetry.rate(); err != nil {
		return err
	}
	if err := p.checkRecord(args[0], f); err != nil {
		return err
	}
	id := identity.Of(p, runkey.Command{Args: args, Env: os.Environ()}) // an interrupt ends that, and nothing is left behind
	p.Finish()                                                          // from here on signals are the program's
	pipe := make(chan os.Signal, 1)                                     // that nobody reads what we say does not end us before the capture is made
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)
	dir, err := f.prepare()
	if err != nil {
		return err
	}
	f.note()
	release, err := inject.Hold(dir)
	if err != nil {
		return err
	}
	defer release() // its file goes with the folder
	exit, h, end, samples, err := p.runRecorded(args, dir, id, f)
	if err != nil {
		if rerr := removeRecorded(dir); rerr != nil {
			p.Warn(rerr.Error())
		}
		return err
	}
	if err := p.convert(dir, f, recording{name: args[0], command: args[0]}, h, end, samples, write); err != nil {
		return err
	}
	return cli.Status(exit.Code)
}

// runRecorded runs a program that writes into the folder dir. The error is that
// of a program that did not start.
func (p *program) runRecorded(args []string, dir string, id *identity.Identity, f *recordFlags) (exit inject.Exit, h trace.Header, endKey json.RawMessage, gpus *telemetry.Result, err error) {
	library, err := p.recordLibrary(dir)
	if err != nil {
		return exit, h, nil, nil, err
	}
	p.saveKey(id, dir)
	c := inject.Command{Args: args, Library: library.Path, Folder: dir, Stdin: p.Stdin, Stdout: cli.Inherited(p.Terminal), Stderr: p.Stderr}
	sampler := p.telemetry(&f.telemetry, nil, f.verbose)
	exit, err = c.Run()
	gpus = p.stopTelemetry(sampler, f.verbose)
	if cerr := library.Close(); cerr != nil { // before the output is written, which may need its room
		p.Warn(cerr.Error())
	}
	if err != nil && exit.PID == 0 {
		return exit, h, nil, nil, p.notStarted(exit, err)
	}
	if err != nil {
		p.Warn(err.Error())
	}
	if exit.Signal != nil {
		p.Warn(fmt.Sprintf("%s: killed by signal %d: %v", args[0], exit.Signal, exit.Signal))
	}
	if err := inject.Ended(dir); err != nil {
		p.Warn(err.Error())
	}
	endKey, drift := id.Last() // before the first: a file that the program wrote is no input
	for _, w := range drift {
		p.Warn(w)
	}
	h = trace.Header{Program: strings.Join(args, " "), PID: int64(exit.PID), Key: id.First(), Exit: &exit.Code}
	if h.Host, err = os.Hostname(); err != nil {
		h.Host = ""
	}
	return exit, h, endKey, gpus, nil
}

// notStarted tells that a program could not be started, and ends as env does.
func (p *program) notStarted(exit inject.Exit, err error) error {
	p.Error(strings.TrimPrefix(err.Error(), "exec "))
	return cli.Status(exit.Code)
}

// checkExisting refuses an output that would replace a file. Devices and pipes
// are written to.
func (f *recordFlags) checkExisting() error {
	info, err := os.Stat(f.out)
	switch {
	case err != nil:
		return nil // writing says what is wrong with the name
	case info.IsDir():
		return fmt.Errorf("%s: is a directory", f.out)
	case info.Mode().IsRegular() && !f.force:
		return cli.WithHint(fmt.Errorf("%s exists", f.out), "-f replaces it; -o names another output")
	}
	return nil
}

// prepare makes the folder that the program writes into, beside the output.
func (f *recordFlags) prepare() (string, error) {
	dir, err := filepath.Abs(f.out + ".raw")
	if err != nil {
		return "", err
	}
	err = inject.Prepare(dir)
	if errors.Is(err, fs.ErrExist) {
		force := ""
		if info, err := os.Stat(f.out); err == nil && info.Mode().IsRegular() {
			force = " -f"
		}
		return "", cli.WithHint(fmt.Errorf("%s.raw: is there, left by a record that was killed or in use by one that runs", f.out),
			fmt.Sprintf("nrprof record --recover %s.raw -o %s%s, or remove it", f.out, f.out, force))
	}
	if err != nil {
		return "", cli.WithHint(err, "-o names an output elsewhere")
	}
	return dir, nil
}

// recover writes what a record that was killed left.
func (p *program) recover(f *recordFlags) error {
	dir := filepath.Clean(f.recover)
	if _, err := os.Stat(dir); err != nil {
		return err
	}
	if f.out == "" {
		f.out = strings.TrimSuffix(dir, ".raw")
		if f.out == dir {
			return cli.Usage("no output given", "-o OUT names it")
		}
	}
	write, err := f.output()
	if err != nil {
		return err
	}
	if err := f.checkExisting(); err != nil {
		return err
	}
	p.Finish()
	f.note()
	release, err := inject.Hold(dir)
	switch {
	case errors.Is(err, inject.ErrInUse):
		return fmt.Errorf("%s: %w", f.recover, err)
	case err == nil:
		defer release()
	} // a folder of something else: convert says so
	h := trace.Header{Program: filepath.Base(strings.TrimSuffix(f.out, filepath.Ext(f.out))), Key: savedKey(dir)}
	return p.convert(dir, f, recording{name: dir}, h, nil, nil, write)
}

// convert turns the folder into the output, with the samples of GPUs where there
// are any, and removes it when that is whole. Where there is nothing to write, a
// file that was to be replaced is removed: it is not of this run. What the program
// wrote there stays, and is reported when a capture takes its place. It is an error, too, if
// all ranges of the program are lost.
func (p *program) convert(dir string, f *recordFlags, of recording, h trace.Header, endKey json.RawMessage, gpus *telemetry.Result, write func(io.Writer, *trace.Trace) error) error {
	c, err := inject.Open(dir)
	if err != nil {
		return err
	}
	for _, w := range recordWarnings(&c.Stats) {
		p.Warn(w)
	}
	t := c.Trace
	h.Start, h.Clock = t.Header.Start, t.Header.Clock
	t.Header, t.EndKey = h, endKey
	if gpus != nil {
		telemetry.AddTo(t, gpus)
	}
	written := f.written()
	if c.Stats.Ranges+c.Stats.Marks > 0 {
		if err = f.checkExisting(); err == nil { // the program may have made it
			err = atomicfile.WriteFile(f.out, func(w io.Writer) error { return write(w, t) })
		}
		if err != nil {
			return cli.WithHint(renamed(err, f.out), recoverHint(dir, &c.Stats))
		}
		if written {
			p.Warn(fmt.Sprintf("%s, which the program wrote, is replaced by the capture", f.out))
		}
	} else if info, err := os.Stat(f.out); err == nil && f.force && info.Mode().IsRegular() && !written {
		if err := os.Remove(f.out); err != nil {
			return err
		}
		of.removed = true
	}
	failed := p.tellRecorded(of, f.out, &c.Stats)
	if err := removeRecorded(dir); err != nil {
		return err
	}
	return failed
}
