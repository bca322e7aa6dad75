package main

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/sampling"
	"github.com/nrkit/nrkit/internal/identity"
	"github.com/nrkit/nrkit/internal/record"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/export"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// A recordFlags holds the flags of the command record.
type recordFlags struct {
	out, recover   string
	force, verbose bool
	telemetry      sampling.Flags
	solver         solverFlags
}

// newRecordCmd returns the command that records the NVTX ranges of a program.
func newRecordCmd(p *program) *cobra.Command {
	var f recordFlags
	cmd := &cobra.Command{
		Use:   "record [flags] -- COMMAND [ARG...]",
		Short: "record the NVTX ranges and solver calls of a program",
		Long: `Record runs a program, and records the NVTX ranges of this program and of the
programs that it starts, without nsys. It passes signals on to the program. It exits
with the exit code of the program, or with 128 plus the number of the signal that
killed the program.

With --solvers, record also records the calls into solver libraries, although the
program knows nothing of nrprof: what each call does, how long it takes, and whether
its matrix changed. It writes matrices of these calls into the folder OUT.matrices,
which analyze reads.

The capture is complete, however the program ends. While the program runs, its
ranges are in OUT.raw. If record itself is killed, OUT.raw stays, and --recover makes
a capture from it. Record replaces an existing file only with -f. With -f and a
program without ranges, record removes the existing file.

Under srun and mpirun, start record once for each rank. The capture then has the label
rank. In the name of -o, record replaces {rank}, {host} and {job}, the number of the
Slurm job, so that each rank has its own capture.

If the disk is full, data are lost, and record reports how much was lost.
docs/nvtx-record.md says what record captures.`,
		Example: `  nrprof record -- ./simulate c6288.cir
  nrprof record -o newton.pftrace -- python newton.py
  nrprof record --solvers auto --matrices changed -o run.nrt -- octave bratu.m
  srun -n 8 nrprof record -o run-{rank}.nrt -- ./simulate c6288.cir
  nrprof record --recover simulate.nrt.raw -o simulate.nrt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.solver.check(cmd.Flags(), f.recover != ""); err != nil {
				return err
			}
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
	fl.StringVarP(&f.out, "output", "o", "", "write the capture to `FILE`, in the format that its ending selects, as export does (default COMMAND.nrt)")
	fl.StringVar(&f.recover, "recover", "", "make the capture from `DIR`, which a killed record left, and run no program")
	f.solver.register(cmd)
	f.telemetry.Register(cmd, "if there is a GPU")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "say why no GPU is sampled")
	fl.BoolVarP(&f.force, "force", "f", false, "replace an existing file, and replace the NVTX tool that $"+inject.EnvLibrary+" names")
	return cmd
}

// recording returns the output that the flags ask for.
func (p *program) recording(f *recordFlags) (*record.Recording, error) {
	if f.out == "-" {
		return nil, cli.Usage("- is standard output, to which the program writes", "name a file")
	}
	to, err := export.ByName(f.out)
	if err != nil {
		return nil, cli.Usage(err.Error(), "a capture ends in .nrt")
	}
	names, err := f.solver.renaming()
	if err != nil {
		return nil, err
	}
	return &record.Recording{Output: f.out, Force: f.force, Rename: names, Say: p,
		Write: func(w io.Writer, t *trace.Trace) error { return writeAs(w, to, t) }}, nil
}

// record runs a program and writes what it said.
func (p *program) record(args []string, f *recordFlags) error {
	if f.out == "" {
		f.out = filepath.Base(args[0]) + ".nrt"
	}
	out, err := record.Expand(f.out, os.LookupEnv, os.Hostname)
	if err != nil {
		return cli.Usagef("-o %v", err)
	}
	f.out = out
	r, err := p.recording(f)
	if err != nil {
		return err
	}
	table, err := f.solver.table(args[0])
	if err != nil {
		return err
	}
	probes, err := f.solver.probes()
	if err != nil {
		return err
	}
	gpus, err := f.telemetry.Watch(p, f.verbose)
	if err != nil {
		return err
	}
	if err := cli.NotItself("-o", f.out, args[0], "program"); err != nil {
		return err
	}
	if err := r.Check(args[0]); err != nil {
		return p.notStarted(err)
	}
	id := identity.Of(p, runkey.Command{Args: args, Env: os.Environ()}) // an interrupt ends that, and nothing is left behind
	p.Finish()                                                          // from here on signals are the program's
	pipe := make(chan os.Signal, 1)                                     // that nobody reads what we say does not end us before the capture is made
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)
	code, err := r.Run(p.Ctx, &record.Program{Args: args, Stdin: p.Stdin, Stdout: cli.Inherited(p.Terminal), Stderr: p.Stderr, Identity: id, GPUs: gpus, Solvers: table, Probes: probes})
	if err != nil {
		return p.notStarted(err)
	}
	return cli.Status(code)
}

// notStarted ends as env does where the error is of a program that did not start;
// others stay as they are.
func (p *program) notStarted(err error) error {
	var start *record.StartError
	if !errors.As(err, &start) {
		return err
	}
	p.Error(strings.TrimPrefix(err.Error(), "exec "))
	return cli.Status(start.Code)
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
			return cli.Usage("no output given", "-o OUT names the output")
		}
	}
	r, err := p.recording(f)
	if err != nil {
		return err
	}
	if err := r.CheckRecover(); err != nil {
		return err
	}
	p.Finish()
	return r.Recover(dir)
}
