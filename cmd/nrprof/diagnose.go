package main

import (
	"cmp"
	"io"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/format"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/internal/evidence"
	diagnosereport "github.com/nrkit/nrkit/reports/diagnose"
	"github.com/nrkit/nrkit/trace/input"
	"github.com/nrkit/nrkit/xla/hlo"
)

// A diagnoseFlags holds the flags of the command diagnose.
type diagnoseFlags struct {
	format format.Flags
	in     traces.Flags
	parts  diagnoseParts
	failOn string
	rules  bool
}

// newDiagnoseCmd returns the command that says what is wrong with a run.
func newDiagnoseCmd(p *program) *cobra.Command {
	var f diagnoseFlags
	cmd := &cobra.Command{
		Use:   "diagnose [FILE...]",
		Short: "find what is wrong with a run, with evidence and cost",
		Long: `Diagnose applies a list of rules to a trace. The rules look for avoidable costs, and
for reasons why figures of the trace mislead. A rule has one of three results. It
finds something, and prints the figures and where to look them up. It is clear. Or
it says which input it needs.

` + traces.Help() + `

Without FILE, the rules look only at the files that flags name, such as the log of
a run without a trace.

A cost is the largest time that a change can save. Costs overlap: do not add them.
docs/diagnose.md says what each rule means and how its cost is computed.`,
		Example: `  nrprof diagnose c6288.nrt
  nrprof diagnose c6288.nrt --run run.json --analysis c6288.json
  nrprof diagnose report.sqlite --fail-on error
  nrprof diagnose --xla-log run.log
  nrprof diagnose --rules`,
		Args: f.checkArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.format.Check(), cli.OneStdin(append([]string{f.parts.XLALog, f.parts.JAXLog}, args...)...)); err != nil {
				return err
			}
			f.parts.exitGiven = cmd.Flags().Changed("exit-code")
			if f.rules {
				return p.printRules(&f)
			}
			return p.diagnose(cmd, args, &f)
		},
	}
	f.format.RegisterFor(cmd, "diagnose/v1", func() string {
		if f.rules {
			return diagnose.RulesSchema
		}
		return "diagnose/v1"
	})
	f.in.Register(cmd)
	fl := cmd.Flags()
	f.parts.register(cmd)
	fl.StringVar(&f.failOn, "fail-on", "", "exit with code 3 if a finding has this `severity` or a higher one: info|warning|error")
	fl.BoolVar(&f.rules, "rules", false, "list the rules with their meanings and the inputs that they need, and read no file")
	cli.Complete(cmd, map[string][]string{"fail-on": diagnose.Severities()})
	return cmd
}

// checkArgs is the argument check: traces, or flags that name files to look at.
func (f *diagnoseFlags) checkArgs(cmd *cobra.Command, args []string) error {
	switch {
	case f.rules && len(args) > 0:
		return cli.Usagef("--rules reads no files, got %q", args[0])
	case f.rules:
		return nil
	case len(args) > 0:
		return cli.SomeFiles(cmd, args)
	case f.parts.Names() != "":
		return nil
	}
	return cli.Usage("neither a FILE nor a log", "nrprof diagnose FILE..., or nrprof diagnose --xla-log LOG without a trace")
}

// diagnose reads everything, asks the rules and prints what they say. The status says
// whether a finding is of the severity of --fail-on or above.
func (p *program) diagnose(cmd *cobra.Command, args []string, f *diagnoseFlags) (err error) {
	limit := diagnose.Severity(len(diagnose.Severities()))
	if f.failOn != "" {
		if limit, err = diagnose.ParseSeverity(f.failOn); err != nil {
			return cli.Unknown("--fail-on", f.failOn, diagnose.Severities())
		}
	}
	some, err := areSummaries(args)
	if err != nil {
		return traces.Error(cmd, args, err)
	}
	var set *input.Set
	over := func() {}
	if len(args) > 0 && !some {
		if set, err = f.in.Open(p.Program, cmd, args); err != nil {
			return err
		}
		over = traces.Watch(p.Program, set, 2)
		defer over()
	}
	add := func(in *diagnose.Input) error { return p.addParts(cmd, in, &f.parts) }
	var r *diagnose.Result
	if some {
		r, err = p.askSummary(cmd, args, &f.in, add)
	} else {
		r, err = evidence.Ask(set, f.parts.Names(), add)
	}
	over()
	if err != nil {
		return err
	}
	if err := f.format.Print(p.Program, r, diagnosereport.Report(r)); err != nil {
		return err
	}
	if worst, found := r.Worst(); found && worst >= limit {
		return cli.ErrThreshold
	}
	return nil
}

// printRules lists the rules.
func (p *program) printRules(f *diagnoseFlags) error {
	rules := diagnose.Rules()
	return f.format.Print(p.Program, diagnose.NewRuleList(rules), diagnosereport.Rules(rules))
}

// diagnoseParts holds the flags that name files about a run besides its trace.
type diagnoseParts struct {
	diagnose.Parts
	exit      int
	exitGiven bool
}

func (f *diagnoseParts) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.Analysis, "analysis", "", "`FILE` that analyze --json wrote: facts about the matrices and devices of the run")
	fl.StringVar(&f.Run, "run", "", "`FILE` that nrprof run --json wrote: exact counts of the run")
	fl.StringVar(&f.XLALog, "xla-log", "", "`FILE` with what XLA and JAX wrote to standard error; - is standard input")
	fl.StringVar(&f.JAXLog, "jax-log", "", "`FILE` with what JAX wrote, if it is not in the file of --xla-log; - is standard input")
	fl.StringArrayVar(&f.HLO, "hlo", nil, "`FILE` with the program as HLO text; may be given several times")
	fl.IntVar(&f.exit, "exit-code", 0, "exit `CODE` of the program, as the shell reports it; captures of nrprof record have this code")
}

// addParts reads what the flags name.
func (p *program) addParts(cmd *cobra.Command, in *diagnose.Input, f *diagnoseParts) error {
	if f.exitGiven {
		if f.exit < diagnose.LeastExitCode || f.exit > diagnose.LargestExitCode {
			return cli.Usagef("--exit-code %d: want %d to %d, where negative codes are signals", f.exit, diagnose.LeastExitCode, diagnose.LargestExitCode)
		}
		in.Exit = &diagnose.Exit{Code: f.exit, Source: "--exit-code"}
	}
	f.Open = func(path string) (io.ReadCloser, error) { return p.Input(cmd, path) }
	f.Modules = func(path string) ([]*hlo.Module, error) { return p.readHLO(cmd, path) }
	return cli.FileError(cmd, []string{f.Run, f.Analysis}, in.AddParts(&f.Parts))
}

// given returns the first flag of parts that the command line has, "" for none.
func (f *diagnoseParts) given(cmd *cobra.Command) string {
	for _, name := range [...]string{"analysis", "run", "xla-log", "jax-log", "hlo", "exit-code"} {
		if cmd.Flags().Changed(name) {
			return name
		}
	}
	return ""
}
