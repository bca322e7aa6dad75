package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/format"
	"github.com/nrkit/nrkit/internal/identity"
	sweepreport "github.com/nrkit/nrkit/reports/sweep"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/sweep"
)

// A sweepFlags holds the flags of the command sweep.
type sweepFlags struct {
	format       format.Flags
	bench        bool
	dir          string
	fresh, force bool
}

// newSweepCmd returns the command that runs configurations.
func newSweepCmd(p *program) *cobra.Command {
	var f sweepFlags
	cmd := &cobra.Command{
		Use:   "sweep FILE.yaml [flags] -- COMMAND [ARG...]",
		Short: "run a command under several configurations, and compare the runs",
		Long: `Sweep runs a command under the configurations of FILE.yaml, and compares the runs. A
configuration is a set of environment variables and arguments. The file lists
configurations, or has a matrix: each combination of its values is a configuration.
The listed configurations come first. Each run is a process of its own. In every
round each configuration runs once, in a new random order. Sweep compares cold runs
and warm runs separately.

In COMMAND and in the file, these words are replaced:

  {AXIS}           the value of the axis AXIS of the matrix
  {capture}        a file for a trace of the run; sweep then also compares phases
  {cache}          a folder that is empty when a cold run begins
  {configuration}  the name of the configuration
  {run}            the number of the run

FILE.yaml has these keys:

  repeat: 5                    # warm runs of each configuration
  cold: 1                      # cold runs before them
  timeout: 10m                 # longest time of a run
  seed: 1                      # seed of the random order
  baseline: natural            # compared with the others (default: the first configuration)
  env: {JAX_ENABLE_X64: "1"}   # of all runs; null unsets a variable
  matrix:
    ordering: [natural, amd]
  args: [--ordering, "{ordering}"]
  configurations:              # in addition to the matrix
    - name: autotune 4
      env: {XLA_FLAGS: --xla_gpu_autotune_level=4}

Sweep keeps finished runs in the folder of -o. If sweep was interrupted or killed,
the same command continues the sweep. If all runs are done, it prints the result
again. Sweep refuses to continue if the machine, the program, or a script or an
input on the command line has changed. If a run fails or takes too long, sweep
reports it, continues with the other runs, and exits with code 1.`,
		Example: `  nrprof sweep orderings.yaml -- nrprof run c6288 -o {capture}
  nrprof sweep xla-flags.yaml -- python sim.py
  nrprof sweep orderings.yaml --bench -- nrprof run rc | benchstat -`,
		Args: func(cmd *cobra.Command, args []string) error {
			if n := cmd.ArgsLenAtDash(); n != 1 || len(args) < 2 {
				return cli.Usage(cmd.CommandPath()+": want FILE.yaml -- COMMAND", cmd.CommandPath()+" --help says more")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return p.sweep(cmd, args[0], args[1:], &f) },
	}
	f.format.Register(cmd, sweep.Schema)
	fl := cmd.Flags()
	fl.BoolVar(&f.bench, "bench", false, "print every run in the format of Go benchmarks")
	fl.StringVarP(&f.dir, "output", "o", "", "keep the runs in `DIR` (default FILE.sweep)")
	fl.BoolVarP(&f.fresh, "fresh", "f", false, "begin again: remove the earlier sweep from the folder")
	fl.BoolVar(&f.force, "force", false, "continue even if the machine, the program, a script or an input has changed")
	return cmd
}

// sweep makes the runs of a sweep that are left, and prints the result of all runs.
func (p *program) sweep(cmd *cobra.Command, file string, command []string, f *sweepFlags) error {
	if err := f.format.Check(); err != nil {
		return err
	}
	if f.bench && (f.format.JSON || f.format.Markdown) {
		return cli.Usagef("--bench excludes --json and --markdown")
	}
	plan, err := p.plan(cmd, file, command)
	if err != nil {
		return err
	}
	dir := f.dir
	if dir == "" {
		dir = strings.TrimSuffix(file, filepath.Ext(file)) + ".sweep"
	}
	s, err := sweep.Begin(dir, plan, sweep.Options{Fresh: f.fresh, Force: f.force,
		Take: func(commands ...runkey.Command) sweep.Identity { return identity.Of(p, commands...) }})
	if err != nil {
		return err
	}
	r, err := p.runSweep(s, len(plan.Runs), filepath.Base(file))
	if err = cmp.Or(err, s.Close()); err != nil {
		return err
	}
	if err := r.Save(s.Dir); err != nil {
		return err
	}
	if f.bench {
		err = p.Writing(func() error { return r.WriteBench(p.Stdout) })
	} else {
		err = f.format.Print(p.Program, r, sweepreport.Report(r))
	}
	if err == nil && r.Failed > 0 {
		return cli.Status(1)
	}
	return err
}

// plan reads what is to be run.
func (p *program) plan(cmd *cobra.Command, file string, command []string) (*sweep.Plan, error) {
	plan, err := sweep.ReadPlan(file, command)
	if err != nil {
		return nil, cli.FileError(cmd, []string{file}, err)
	}
	for _, word := range plan.Unknown() {
		p.Warn(fmt.Sprintf("{%s} is not replaced: the words of this sweep are %s", word, strings.Join(plan.Words(), ", ")))
	}
	return plan, nil
}

// runSweep makes the runs that are left, with a progress line, and warns of the
// first run of each configuration that fails.
func (p *program) runSweep(s *sweep.Session, runs int, source string) (*sweep.Result, error) {
	bar := p.Bar()
	defer bar.Clear()
	p.Finish() // an interrupt ends the run at hand first
	said := map[string]bool{}
	r, err := s.Finish(p.Ctx, source, func(r *sweep.Record) {
		bar.Set(len(s.Done), runs, r.Configuration)
		if r.Failed() && !said[r.Configuration] {
			said[r.Configuration] = true
			bar.Clear()
			p.Warn(fmt.Sprintf("%s, run %d: %s", r.Configuration, r.Number, r.Why()))
		}
	})
	if err != nil && p.Ctx.Err() != nil {
		bar.Clear()
		p.Warn(fmt.Sprintf("%d of %d runs are done; the same command continues the sweep", len(s.Done), runs))
	}
	return r, err
}
