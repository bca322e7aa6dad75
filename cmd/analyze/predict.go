package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/prediction/calibrate"
)

// A repeatFlags holds the flags that say how often a pattern is factored and solved.
type repeatFlags struct{ factorizations, solves int64 }

// register adds the flags to cmd.
func (f *repeatFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.Int64Var(&f.factorizations, "factorizations", analysis.DefaultFactorizations,
		"the pattern is factored `K` times in all: orderings that are not predicted to pay for themselves do not run, and predicted totals count K factorizations")
	fl.Int64Var(&f.solves, "solves", analysis.DefaultSolves, "each factorization serves `R` right-hand sides")
}

// mostRepeats is the largest number that the flags take.
const mostRepeats = 1_000_000_000_000

// apply puts the flags into opt. Its error is a usage error.
func (f *repeatFlags) apply(opt *analysis.Options) error {
	for _, x := range []struct {
		name string
		n    int64
	}{{"factorizations", f.factorizations}, {"solves", f.solves}} {
		if x.n < 1 || x.n > mostRepeats {
			return cli.Usagef("--%s: want 1 to %d, got %d", x.name, int64(mostRepeats), x.n)
		}
	}
	opt.Factorizations, opt.Solves = f.factorizations, f.solves
	return nil
}

// A predictFlags holds the flags that say what times are predicted for.
type predictFlags struct {
	machine string
	solvers []string
}

// machineVariable names the environment variable with the default of --machine.
const machineVariable = "NRKIT_MACHINE"

// usualMachine says what --machine is by default.
const usualMachine = machineVariable + ", otherwise this machine"

// register adds the flags to cmd. In the help, byDefault describes the default of --machine.
func (f *predictFlags) register(cmd *cobra.Command, byDefault string) {
	fl := cmd.Flags()
	fl.StringVar(&f.machine, "machine", "",
		"predict times for `MACHINE`: a file that analyze calibrate --json printed, or a name of the shipped table, such as generic (default: "+byDefault+")")
	fl.StringSliceVar(&f.solvers, "solvers", nil, "predict the times of the solvers in `LIST` only: "+strings.Join(solverNames(), ", ")+" (default: all)")
	// The only error is an unknown flag.
	_ = cmd.RegisterFlagCompletionFunc("machine", cobra.FixedCompletions(prediction.ShippedNames(), cobra.ShellCompDirectiveDefault))
	_ = cmd.RegisterFlagCompletionFunc("solvers", cobra.FixedCompletions(solverNames(), cobra.ShellCompDirectiveNoFileComp))
}

// solverNames returns the names that --solvers takes.
func solverNames() (list []string) {
	for _, s := range prediction.Solvers() {
		list = append(list, string(s))
	}
	return list
}

// apply puts the flags of cmd into opt.
func (f *predictFlags) apply(p *program, cmd *cobra.Command, opt *analysis.Options) error {
	if f.machine == "" && cmd.Flags().Changed("machine") {
		return cli.Usagef("--machine: want a file or a name of the shipped table, got an empty name")
	}
	for _, name := range f.solvers {
		if !slices.Contains(solverNames(), name) {
			return cli.Usage(fmt.Sprintf("--solvers: unknown solver %q, want %s", name, strings.Join(solverNames(), ", ")), cli.DidYouMean(name, solverNames()))
		}
		opt.Solvers = append(opt.Solvers, prediction.Solver(name))
	}
	name := cmp.Or(f.machine, os.Getenv(machineVariable))
	m, _, err := p.findMachine(name)
	opt.Machine, opt.ThisMachine = m, name == ""
	return err
}

// findMachine returns the machine with a name: this machine for "", a row of the
// shipped table, or a file. Kept is the file with its times; "" for a row.
func (p *program) findMachine(name string) (m *prediction.Machine, kept string, err error) {
	if name == "" {
		if m, _, err = calibrate.Load(); err != nil {
			p.Warn("the calibration of this machine cannot be used: " + err.Error())
		}
		if m.Calibrated {
			kept, _ = calibrate.Path(m.Key)
		}
		return m, kept, nil
	}
	if m, ok := prediction.Shipped(name); ok {
		return m, "", nil
	}
	m, err = calibrate.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		err = cli.WithHint(err, "--machine and "+machineVariable+" take a file, or a name of the shipped table: "+strings.Join(prediction.ShippedNames(), ", "))
	}
	return m, name, err
}
