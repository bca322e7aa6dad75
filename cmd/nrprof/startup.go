package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/format"
	"github.com/nrkit/nrkit/internal/identity"
	"github.com/nrkit/nrkit/internal/record"
	startupreport "github.com/nrkit/nrkit/reports/startup"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/startup"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// A startupFlags holds the flags of the command startup.
type startupFlags struct {
	format    format.Flags
	repeat    int
	timeout   time.Duration
	from      string
	source    startup.Source // of from, after check
	runs      []string
	steps     []string
	domains   []string
	cacheEnv  []string
	cacheDir  string
	show      bool
	maxRepeat int
}

// newStartupCmd returns the command that measures how programs start.
func newStartupCmd(p *program) *cobra.Command {
	f := startupFlags{maxRepeat: 10_000}
	cmd := &cobra.Command{
		Use:   "startup [flags] -- COMMAND [ARG...]",
		Short: "say where the time goes before and in the first runs of a program",
		Long: `Startup runs a program again and again and says how long it takes before its
first range, in each of its phases, such as import, parse and prepare, and in its
first, second and third run. Three regimes are told apart: cold, a process whose
caches are empty; reload, a process that finds what the one before has compiled;
and warm, the later runs within one process. Cold and reload processes are run in
turns.

Ranges are those of NVTX, or lines that the program prints and flushes:

  nrprof: begin NAME    a range begins
  nrprof: end [NAME]    it ends
  nrprof: steps N [M]   the open range took N time steps, and M iterations
  @nrprof NAME          a stage begins, and the stage before ends

Runs are ranges called run, first_run, second_run …, run_1, transient or
run_transient, or what --run-range names.

These variables, and those of --cache-env, name folders that are empty when a cold
process starts; {cache} in COMMAND is the folder around them:
` + wrapped(startup.CacheVariables()) + `

The program reads nothing from standard input. A process that fails or takes too
long is told, and the others go on; the exit code then is 1.`,
		Example: `  nrprof startup -- python sim.py
  nrprof startup --run-range solve --repeat 10 -- ./simulate c6288.cir
  nrprof startup compare ring.json c6288.json
  nrprof startup --timeout 5m --markdown -- env JAX_LOG_COMPILES=1 python sim.py`,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usage("no program given", "nrprof startup -- COMMAND [ARG...]")
			}
			return p.startup(args, &f)
		},
	}
	cmd.AddCommand(newStartupCompareCmd(p))
	f.format.Register(cmd, startup.Schema)
	fl := cmd.Flags()
	fl.SetInterspersed(false)
	fl.IntVarP(&f.repeat, "repeat", "n", 6, "pairs of a cold process and one that reloads; fewer than 6 give no intervals")
	fl.DurationVar(&f.timeout, "timeout", 0, "how long a process may take; 0: any time")
	fl.StringVar(&f.from, "from", "auto", "where ranges come from: nvtx, markers, or auto, which takes NVTX where there is any")
	fl.StringArrayVar(&f.runs, "run-range", nil, "the ranges called `NAME` are the runs, at any depth; may be repeated")
	fl.StringArrayVar(&f.steps, "step-range", nil, "the ranges called `NAME` are the time steps that are counted in runs (default timestep); may be repeated")
	fl.StringArrayVar(&f.domains, "domain", nil, "ranges of the NVTX domain `NAME` count too, without its name; may be repeated")
	fl.StringArrayVar(&f.cacheEnv, "cache-env", nil, "the variable `NAME` names a folder of a cache, too; may be repeated")
	fl.StringVar(&f.cacheDir, "cache-dir", "", "the `DIR` in which the folder of the caches is made, and removed at the end (default that of temporary files)")
	fl.BoolVar(&f.show, "show", false, "show on standard error what the program prints")
	return cmd
}

// wrapped lists words, a line each, as help does.
func wrapped(words []string) string { return "  " + strings.Join(words, "\n  ") }

// check returns the mistake in the flags.
func (f *startupFlags) check() error {
	if err := f.format.Check(); err != nil {
		return err
	}
	switch {
	case f.repeat < 1 || f.repeat > f.maxRepeat:
		return cli.Usagef("--repeat: want 1 to %d, got %d", f.maxRepeat, f.repeat)
	case f.timeout < 0:
		return cli.Usagef("--timeout: want 0 or more, got %v", f.timeout)
	}
	var ok bool
	if f.source, ok = startup.ParseSource(f.from); !ok {
		return cli.Usagef("--from: want auto, nvtx or markers, got %q", f.from)
	}
	for _, name := range f.cacheEnv {
		if name == "" || strings.ContainsAny(name, "=/\x00") {
			return cli.Usagef("--cache-env: want the name of a variable, got %q", name)
		}
	}
	return nil
}

// startup measures a program and prints what it took.
func (p *program) startup(args []string, f *startupFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	if exit, err := inject.Find(args[0]); err != nil {
		return p.notStarted(&record.StartError{Code: exit.Code, Err: err})
	}
	o := startup.Options{Command: args, Environ: os.Environ(), Repeat: f.repeat, Timeout: f.timeout,
		Runs: startup.Runs{Names: f.runs, Steps: f.steps, Domains: f.domains}, CacheVariables: f.cacheEnv, Folder: f.cacheDir}
	id := identity.Of(p, runkey.Command{Args: args, Env: o.Environ})
	p.Finish() // an interrupt waits for the process at hand, and for our folders to go
	source, library, err := startup.Prepare(f.source, func() (library *inject.Library, err error) {
		err = p.Writing(func() error { // an interrupt waits for its temporary files to go
			library, err = record.Library(p.Ctx, "", p.Warn)
			return err
		})
		return library, err
	}, p.Warn)
	if err != nil {
		return err
	}
	o.Source = source
	if library != nil {
		o.Library = library.Path
		defer func() {
			if err := library.Close(); err != nil {
				p.Warn(err.Error())
			}
		}()
	}
	if f.show {
		o.Show = p.Stderr
	}
	bar, count := p.Bar(), 0
	o.Progress = func(s *startup.Process) {
		count++
		bar.Set(count, 2*f.repeat, s.Regime.Word())
		if s.Failed() {
			bar.Clear()
			p.Warn(fmt.Sprintf("process %d (%s): %s", s.Number, s.Regime.Word(), s.Why()))
		}
	}
	r, err := startup.Measure(p.Ctx, o)
	bar.Clear()
	if err != nil {
		return err
	}
	end, drift := id.Last()
	r.Key, r.EndKey, r.Warnings = id.First(), end, append(r.Warnings, drift...)
	if err := f.format.Print(p.Program, r, startupreport.Report(r)); err != nil {
		return err
	}
	if r.Failed > 0 {
		return cli.Status(1)
	}
	if r.Source == startup.Auto {
		p.Hint("docs/startup.md says which lines a program may print")
	}
	return nil
}

// newStartupCompareCmd returns the command that puts results of startup side by
// side.
func newStartupCompareCmd(p *program) *cobra.Command {
	var f format.Flags
	cmd := &cobra.Command{
		Use:   "compare FILE...",
		Short: "put how several programs start into one table",
		Long: `Compare reads documents that nrprof startup --json printed, and prints one table
with a row for each: the time steps that a run takes, the time before the first
range, the first run of cold and of reload processes, a warm run, and the whole
process. To start a program that is called compare: nrprof startup -- compare.`,
		Example: `  nrprof startup --json -- ./simulate ring.cir > ring.json
  nrprof startup --json -- ./simulate c6288.cir > c6288.json
  nrprof startup compare ring.json c6288.json`,
		Args: cli.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.Check(); err != nil {
				return err
			}
			results, names, err := startup.ReadFiles(args)
			if bad := new(startup.SyntaxError); errors.As(err, &bad) {
				return cli.WithHint(err, "nrprof startup --json prints such documents")
			}
			if err != nil {
				return cli.FileError(cmd, args, err)
			}
			c := startup.Compare(results, names)
			return f.Print(p.Program, c, startupreport.Comparison(c))
		},
	}
	f.Register(cmd, startup.ComparisonSchema)
	return cmd
}
