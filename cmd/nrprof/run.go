package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/format"
	"github.com/nrkit/nrkit/internal/cli/sampling"
	"github.com/nrkit/nrkit/internal/profile"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/builtin"
	"github.com/nrkit/nrkit/newton/netlist"
	"github.com/nrkit/nrkit/newton/simulate"
	orderings "github.com/nrkit/nrkit/ordering/named"
	runreport "github.com/nrkit/nrkit/reports/run"
)

// A runFlags holds the flags of the command run.
type runFlags struct {
	tran             string
	uic, op          bool
	steps            int64
	method, ordering string
	noResidual       bool
	sample           string
	out              string
	dump, iterations string
	waveform         string
	nvtx, verbose    bool
	telemetry        sampling.Flags
	list             bool
	format           format.Flags
}

// methods are the values of --method.
func methods() []string { return []string{"trap", "gear", "be"} }

// newRunCmd returns the command that simulates a circuit.
func newRunCmd(p *program) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [CIRCUIT|FILE.cir]",
		Short: "solve a circuit, and measure where the time goes",
		Long: `Run solves a circuit, times the phases of the solver, and prints a report. CIRCUIT is
a built-in circuit, and FILE.cir is a netlist: a name with a dot or a path separator
is a file. Without a circuit, run lists the built-in circuits. The netlist or the
flags set the analysis.

An interrupted run prints the report of its time steps so far. docs/nrprof.md says
what the figures mean.`,
		Example: `  nrprof run c6288
  nrprof run c6288 -o c6288.nrt --json
  nrprof run amplifier.cir --tran 1u,5m --waveform out.csv
  nrprof run mul8 --dump-mtx jacobians --iterations 1,5,800-802`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return cli.Usage(fmt.Sprintf("nrprof run: want one circuit, got %d", len(args)), "nrprof run --help says more")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.format.Check(); err != nil {
				return err
			}
			if f.list || len(args) == 0 && !f.format.JSON && !f.format.Markdown {
				return p.listCircuits()
			}
			if len(args) == 0 {
				return cli.Usage("no circuit given", "nrprof run lists the built-in ones")
			}
			return p.simulate(cmd, args[0], &f)
		},
	}
	f.register(cmd)
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return builtin.Names(), cobra.ShellCompDirectiveDefault // and files
	}
	return cmd
}

// register adds the flags to cmd.
func (f *runFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.tran, "tran", "", "replace the analysis by a transient `STEP,STOP[,START[,MAX]]`, in seconds as SPICE writes them, such as 2p,2n")
	fl.BoolVar(&f.uic, "uic", false, "start the transient of --tran from the initial conditions, without an operating point")
	fl.BoolVar(&f.op, "op", false, "find only the operating point")
	fl.Int64Var(&f.steps, "steps", 0, "end after `N` accepted time steps; 0 means at the end of the analysis")
	fl.StringVar(&f.method, "method", "", "integration `METHOD`: "+strings.Join(methods(), ", ")+" (default: the method of the netlist, otherwise trap)")
	fl.StringVar(&f.ordering, "ordering", newton.DefaultOrdering, "`ORDERING` of the linear solver: "+strings.Join(orderings.Names(), ", "))
	fl.BoolVar(&f.noResidual, "no-residual-test", false, "accept an iteration if its changes are small, as ngspice does, even if a residual is large")
	fl.StringVar(&f.sample, "sample", "auto", "which time steps are timed: off, 1 for all, or `1/N`; auto means all from 500 unknowns on, otherwise 1/64")
	fl.StringVarP(&f.out, "output", "o", "", "write the capture to `FILE`, in the format that its ending selects, as export does; .nrt is a capture")
	fl.StringVar(&f.dump, "dump-mtx", "", "write the Jacobians of --iterations to `DIR` as Matrix Market, with right-hand sides, iterates and names")
	fl.StringVar(&f.iterations, "iterations", "", "`LIST` of iterations for --dump-mtx, counted from 1, such as 1,5,800-802")
	fl.StringVar(&f.waveform, "waveform", "", "write the voltages and currents that the netlist saves, or all if it saves none, to `FILE` as CSV")
	fl.BoolVar(&f.nvtx, "nvtx", false, "emit every phase as an NVTX range, for a tool such as nsys")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "say which NVTX tool is attached, and why no GPU is sampled")
	f.telemetry.Register(cmd, "with -o and if there is a GPU")
	fl.BoolVar(&f.list, "list", false, "list the built-in circuits")
	f.format.Register(cmd, "run/v1")
	cli.Complete(cmd, map[string][]string{"method": methods(), "ordering": orderings.Names(), "sample": {"auto", "off", "1", "1/64"}})
}

// check returns the mistake in the flags.
func (f *runFlags) check() error {
	switch {
	case f.op && f.tran != "":
		return cli.Usagef("--op and --tran exclude each other")
	case f.uic && f.tran == "":
		return cli.Usagef("--uic needs --tran")
	case f.op && f.waveform != "":
		return cli.Usagef("--waveform needs a transient or a DC sweep, and --op finds only the operating point")
	case f.steps < 0:
		return cli.Usagef("--steps: want 0 or more, got %d", f.steps)
	case f.dump != "" && f.iterations == "":
		return cli.Usage("--dump-mtx needs --iterations", "for example --iterations 1,5,800-802")
	case f.dump == "" && f.iterations != "":
		return cli.Usagef("--iterations needs --dump-mtx")
	case f.waveform == "-" || f.out == "-":
		return cli.Usage("- is standard output, where the report goes", "name a file")
	}
	return nil
}

// config returns what the flags say of the run. Sample is 0 for auto, -1 for
// off.
func (f *runFlags) config() (cfg simulate.Config, err error) {
	cfg = simulate.Config{OP: f.op, Steps: f.steps, Method: f.method, Ordering: f.ordering, NoResidual: f.noResidual}
	if err := f.check(); err != nil {
		return cfg, err
	}
	if f.tran != "" {
		if cfg.Tran, err = netlist.ParseTran(f.tran); err != nil {
			return cfg, cli.Usage("--tran: "+err.Error(), "--tran 2p,2n steps by 2 ps up to 2 ns")
		}
		cfg.Tran.UIC = f.uic
	}
	if err := cli.OneOf("--method", cmp.Or(f.method, methods()[0]), methods()); err != nil {
		return cfg, err
	}
	switch gpus, err := f.telemetry.Watch(nil, false); {
	case err != nil:
		return cfg, err
	case gpus.Rate.Asked && f.out == "":
		return cfg, cli.Usagef("--gpu-telemetry %s needs -o: the samples are in the capture", f.telemetry.Value)
	}
	if err := checkOrdering(f.ordering); err != nil {
		return cfg, err
	}
	if cfg.Sample, err = profile.ParseSample(f.sample); err != nil {
		return cfg, cli.Usagef("--sample: %v", err)
	}
	return cfg, nil
}

// checkOrdering returns the mistake of an ordering that is not in the table.
func checkOrdering(name string) error {
	if hint := orderings.PeerHint(name); hint != "" && !slices.Contains(orderings.Names(), name) {
		return cli.Usage(fmt.Sprintf("--ordering: unknown ordering %q", name), hint)
	}
	return cli.OneOf("--ordering", name, orderings.Names())
}

// circuitError returns the error of a circuit that is not there, nil when it
// may be.
func circuitError(cmd *cobra.Command, name string) error {
	err := simulate.Find(name)
	none := new(simulate.NoCircuitError)
	if !errors.As(err, &none) {
		return cli.FileError(cmd, []string{name}, err)
	}
	hint := cmp.Or(cli.DidYouMean(name, none.Names), "nrprof run lists the built-in circuits")
	if none.File {
		hint = "a file needs a dot or a path separator in its name: ./" + name
	}
	return cli.WithHint(err, hint)
}

// simulate runs a circuit and prints the report.
func (p *program) simulate(cmd *cobra.Command, name string, f *runFlags) error {
	cfg, err := f.config()
	if err != nil {
		return err
	}
	if cfg.Sample == profile.SampleOff && f.out != "" {
		return cli.Usagef("-o writes timed ranges, and --sample off times no range")
	}
	o := profile.Options{Circuit: name, Config: cfg, Output: f.out, Waveform: f.waveform, Dump: f.dump, Asked: f.iterations, Key: f.format.JSON,
		NVTX: f.nvtx, Verbose: f.verbose, Bar: p.Bar(), Say: p}
	if f.iterations != "" {
		if o.Iterations, err = simulate.ParseSelection(f.iterations); err != nil {
			return cli.Usagef("--iterations: %v", err)
		}
	}
	if o.GPUs, err = f.telemetry.Watch(p, f.verbose); err != nil {
		return err
	}
	if err := circuitError(cmd, name); err != nil {
		return err
	}
	if err := f.checkOverwrite(name); err != nil {
		return err
	}
	p.Finish()
	doc, failure, err := profile.Run(p.Ctx, &o)
	if bad := new(profile.OutputError); errors.As(err, &bad) {
		return cli.Usage(err.Error(), "a capture ends in .nrt")
	}
	if err != nil {
		return err
	}
	doc.Verdict = runreport.Verdict(doc.Report)
	if err := f.format.Print(p.Program, doc, runreport.Report(doc.Report, doc.Verdict)); err != nil {
		return err
	}
	switch {
	case failure != nil:
		return cli.Partial(cli.WithHint(failure, profile.Hint(failure)))
	case doc.Stop == simulate.StopInterrupted:
		return cli.Partial(context.Canceled)
	}
	return nil
}

// listCircuits prints the built-in circuits, one on a line.
func (p *program) listCircuits() error {
	for _, c := range builtin.List() {
		if _, err := fmt.Fprintf(p.Stdout, "%-7s %s\n", c.Name, c.Says); err != nil {
			return err
		}
	}
	return nil
}

// checkOverwrite returns the mistake of an output of run that would replace
// the netlist or the other output.
func (f *runFlags) checkOverwrite(circuit string) error {
	if !strings.ContainsAny(circuit, `./\`) {
		circuit = "" // built in
	}
	err := cmp.Or(cli.NotItself("-o", f.out, circuit, "netlist"), cli.NotItself("--waveform", f.waveform, circuit, "netlist"))
	if err == nil && cli.SameFile(f.out, f.waveform) {
		return cli.Usagef("-o and --waveform are both %s", f.out)
	}
	return err
}
