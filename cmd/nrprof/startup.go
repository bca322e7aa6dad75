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
		Short: "measure the time before and in the first runs of a program",
		Long: `Startup runs a program several times. It measures the time before the first range,
the time of each phase, such as import, parse and prepare, and the time of the first,
second and third run. There are three regimes. A cold process starts with empty
caches. A reload process finds what the process before it compiled. Warm runs are the
later runs within one process. Startup runs cold and reload processes in turns.

Ranges are NVTX ranges, or lines that the program prints and flushes:

  nrprof: begin NAME    the range NAME begins
  nrprof: end [NAME]    the range ends
  nrprof: steps N [M]   the open range took N time steps, and M iterations
  @nrprof NAME          the stage NAME begins, and the stage before it ends

Runs are ranges called run, first_run, second_run …, run_1, transient or
run_transient, or the ranges that --run-range names.

The following variables, and the variables of --cache-env, name folders that are
empty when a cold process starts. {cache} in COMMAND is the folder around them:

` + wrapped(startup.CacheVariables()) + `

The standard input of the program is empty. If a process fails or takes too long,
startup reports it, continues with the other processes, and exits with code 1.`,
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
	fl.IntVarP(&f.repeat, "repeat", "n", 6, "`N` pairs of a cold process and a reload process; fewer than 6 give no confidence intervals")
	fl.DurationVar(&f.timeout, "timeout", 0, "longest time of a process; 0 means no limit")
	fl.StringVar(&f.from, "from", "auto", "`SOURCE` of the ranges: nvtx, markers, or auto, which prefers NVTX")
	fl.StringArrayVar(&f.runs, "run-range", nil, "take the ranges called `NAME`, at any depth, as runs; may be given several times")
	fl.StringArrayVar(&f.steps, "step-range", nil, "take the ranges called `NAME` as time steps (default timestep); may be given several times")
	fl.StringArrayVar(&f.domains, "domain", nil, "also take the ranges of the NVTX domain `NAME`, without the domain in their names; may be given several times")
	fl.StringArrayVar(&f.cacheEnv, "cache-env", nil, "the variable `NAME` also names a cache folder; may be given several times")
	fl.StringVar(&f.cacheDir, "cache-dir", "", "make the folder of the caches in `DIR`, and remove it at the end (default: the folder for temporary files)")
	fl.BoolVar(&f.show, "show", false, "copy what the program prints to standard error")
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
		Short: "compare the start-up times of several programs in one table",
		Long: `Compare reads documents that nrprof startup --json printed, and prints one table with
a row for each document. A row has the time steps of a run, the time before the first
range, the first run of cold and of reload processes, a warm run, and the whole
process. If your program is called compare, run nrprof startup -- compare.`,
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
