package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/sampling"
	"github.com/nrkit/nrkit/internal/identity"
	"github.com/nrkit/nrkit/internal/nsys/launch"
	"github.com/nrkit/nrkit/internal/nsys/summary"
	nsysreport "github.com/nrkit/nrkit/internal/reports/nsys"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace/input"
)

// An nsysFlags holds the flags of the command nsys.
type nsysFlags struct {
	out            string
	force, strict  bool
	nsys, root     string
	trace, sample  string
	capture, graph string
	args           []string
	stream         string
	grace          time.Duration
	telemetry      sampling.Flags
	verbose        bool
}

// newNsysCmd returns the command that runs a program under nsys.
func newNsysCmd(p *program) *cobra.Command {
	var f nsysFlags
	cmd := &cobra.Command{
		Use:   "nsys [flags] -- COMMAND [ARG...]",
		Short: "run a program under Nsight Systems, and summarise the report",
		Long: `Nsys runs a program under nsys, with the flags that a capture of phases needs. It
writes OUT.nsys-rep, OUT.sqlite, the summary OUT.md, and a table OUT_REPORT.csv for
each report of nsys stats in the summary. It also appends the summary to the file
that $GITHUB_STEP_SUMMARY names.

Nrprof finds nsys and its importer where packages install them. It replaces a file
only with -f, leaves no process behind, and exits with the exit code of the program.
If the program crashes at its end and the report is complete, nrprof succeeds with
a note; with --strict it exits with the exit code of the program. A crash inside an
open NVTX range is a failure. Without a report, nrprof fails and says why. If nsys
fails before the program runs, nrprof runs nsys once more.

In OUT, %q{VAR} is an environment variable, %h is the host, and %p is the number of
the nrprof process.`,
		Example: `  nrprof nsys -- ./simulate c6288.cir
  nrprof nsys -o ring --capture nvtx=transient -- nrprof run ring --nvtx
  nrprof nsys --cuda-graph-trace node -- python sim.py
  nrprof nsys --import ring.qdstrm -o ring`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.nsys(cmd, args, &f)
		},
	}
	fl := cmd.Flags()
	fl.SetInterspersed(false)
	fl.StringVarP(&f.out, "output", "o", "", "`OUT`: name of the files without endings (default report1, or the next free number)")
	fl.BoolVarP(&f.force, "force", "f", false, "replace existing files")
	fl.BoolVar(&f.strict, "strict", false, "exit with the exit code of a program that crashed, even if there is a report")
	fl.StringVar(&f.nsys, "nsys", "", "`PATH` of nsys (default $NSYS, otherwise the newest nsys that is installed)")
	fl.StringVar(&f.trace, "trace", launch.DefaultTrace, "`LIST` of APIs to trace, with the names of nsys")
	fl.StringVar(&f.sample, "sample", "none", "CPU sampling `MODE`: "+strings.Join(launch.Samples(), ", "))
	fl.StringVar(&f.capture, "capture", "none", "`PART` of the run to record: none for all, nvtx=RANGE[@DOMAIN], cuda-profiler-api")
	fl.StringVar(&f.graph, "cuda-graph-trace", "", "trace CUDA graphs as one unit or by node: `graph|node` (default: nsys decides)")
	fl.StringArrayVar(&f.args, "nsys-arg", nil, "additional `ARG` for nsys profile; may be given several times")
	fl.StringVar(&f.stream, "import", "", "make the report from `FILE`.qdstrm, which an earlier run left, and run no program")
	f.telemetry.Register(cmd, "if there is a GPU")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "say why no GPU is sampled")
	fl.DurationVar(&f.grace, "grace", launch.DefaultGrace, "time that nsys may take to end after an interrupt")
	fl.StringVar(&f.root, "root", "", "folder in place of / in which nrprof looks for programs")
	// The only error is an unknown flag.
	_ = fl.MarkHidden("root")
	cli.Complete(cmd, map[string][]string{"sample": launch.Samples(), "cuda-graph-trace": launch.Graphs(), "capture": {"none", "nvtx=", "cuda-profiler-api"}})
	return cmd
}

// options returns what the flags and the environment say.
func (f *nsysFlags) options(args []string) (o launch.Options, err error) {
	o = launch.Options{
		Finder: launch.Finder{Root: f.root, Path: os.Getenv("PATH")}, NSYS: f.nsys, Command: args,
		Output: f.out, Force: f.force, Extra: summary.Endings(), Grace: f.grace,
	}
	if o.NSYS == "" {
		o.NSYS = os.Getenv("NSYS")
	}
	switch {
	case f.stream == "" && len(args) == 0:
		return o, cli.Usage("no command given", "nrprof nsys -- COMMAND [ARG...]")
	case f.stream != "" && len(args) > 0:
		return o, cli.Usagef("--import runs no program, got the command %q", args[0])
	case f.out == "-":
		return o, cli.Usage("- is standard output, to which the program writes", "name a file")
	case f.trace == "":
		return o, cli.Usage("--trace: want a list of APIs", "--trace none records no API")
	case f.grace <= 0:
		return o, cli.Usagef("--grace: want more than 0, got %v", f.grace)
	}
	if err := cli.OneOf("--sample", f.sample, launch.Samples()); err != nil {
		return o, err
	}
	if f.graph != "" && !strings.Contains(f.graph, ":") {
		if err := cli.OneOf("--cuda-graph-trace", f.graph, launch.Graphs()); err != nil {
			return o, err
		}
	}
	capture, err := launch.ParseCapture(f.capture)
	if err != nil {
		return o, cli.Usagef("--capture: %v", err)
	}
	o.Choice = launch.Choice{Trace: f.trace, Sample: f.sample, Capture: capture, Graph: f.graph, Args: f.args}
	if f.trace == launch.DefaultTrace {
		o.Choice.Trace = "" // the APIs of the default that nsys knows
	}
	if err := o.Choice.Check(); err != nil {
		return o, cli.Usagef("--nsys-arg: %v", err)
	}
	return o, nil
}

// nsys runs a program under nsys, or imports what an earlier run left.
func (p *program) nsys(cmd *cobra.Command, args []string, f *nsysFlags) error {
	o, err := f.options(args)
	if err != nil {
		return err
	}
	gpus, err := f.telemetry.Watch(p, f.verbose)
	if err != nil {
		return err
	}
	o.Stdin, o.Stdout, o.Stderr = p.Stdin, cli.Inherited(p.Terminal), p.Stderr
	o.Note = p.Note
	s := &summary.Summary{StepSummary: os.Getenv("GITHUB_STEP_SUMMARY"), Choice: o.Choice, Strict: f.strict,
		Markdown: func(w io.Writer, c *summary.Content) error { return reports.Markdown(w, nsysreport.Summary(c)) }}
	o.Summarise = s.Write
	// From then on nsys gets the interrupt, and makes its report; what comes
	// after nsys is ended by one.
	o.Started = p.Finish
	signals, stop := launch.Signals()
	defer stop()
	o.Signals = signals
	var result *launch.Result
	if f.stream != "" {
		if kind, err := input.SniffFile(f.stream); err == nil && (kind == input.NsightReport || kind == input.NsightExport) {
			return cli.WithHint(fmt.Errorf("--import %s: is a report or an export already, want a .qdstrm file", f.stream), "nrprof phases "+f.stream)
		}
		result, err = launch.Import(o, f.stream)
		if err != nil && errors.Is(err, os.ErrNotExist) {
			err = cli.WithHint(err, cli.FileHint(cmd, f.stream))
		}
	} else {
		s.Keys = identity.Of(p, runkey.Command{Args: args, Env: os.Environ()}).Once()
		gpus.Begin(nil)
		s.GPUs = gpus.Stop
		result, err = launch.Run(o)
		gpus.Close() // has ended, where there is a report
	}
	if result != nil {
		if result.Crashed() {
			p.Note(s.Crash(result))
		}
		p.Note("wrote " + strings.Join(result.Files, ", "))
	}
	strict := f.strict
	if result != nil && !result.Interrupted { // after an interrupt the summary may still be on its way
		strict = strict || s.CrashedInside()
	}
	return nsysEnd(result, err, strict)
}

// nsysEnd returns the error that the command ends with.
func nsysEnd(r *launch.Result, err error, strict bool) error {
	var failure *launch.Failure
	switch {
	case errors.Is(err, launch.ErrInterrupted):
		return context.Canceled
	case errors.As(err, &failure):
		return cli.WithHint(err, failure.Hint)
	case err != nil:
		return err
	}
	return cli.Status(r.ExitCode(strict))
}
