package main

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/evidence"
	diagnosereport "github.com/nrkit/nrkit/reports/diagnose"
)

// A diagnoseFlags holds the flags of the command diagnose.
type diagnoseFlags struct {
	format formatFlags
	in     inputFlags
	parts  diagnoseParts
	failOn string
	rules  bool
}

// newDiagnoseCmd returns the command that says what is wrong with a run.
func newDiagnoseCmd(p *program) *cobra.Command {
	var f diagnoseFlags
	cmd := &cobra.Command{
		Use:   "diagnose [FILE...]",
		Short: "say what is wrong with a run, with evidence and cost",
		Long: `Diagnose asks a trace a list of questions: what costs time that need not be
spent, and what makes its figures mean something else than they seem to. Each
rule finds something, with the figures and where they can be looked up, is clear,
or says what the input would have to show.

` + inputsHelp() + `

Without FILE, the rules look only at the files that flags name, such as the log of
a run that was not traced. Rules that need a trace then share one line.

Costs are the time that would be saved at most; they overlap and do not add up.
docs/diagnose.md says what each rule means and how its cost is computed.`,
		Example: `  nrprof diagnose c6288.nrt
  nrprof diagnose c6288.nrt --run run.json --analysis c6288.json
  nrprof diagnose report.sqlite --fail-on error
  nrprof diagnose --xla-log run.log
  nrprof diagnose --rules`,
		Args: func(cmd *cobra.Command, args []string) error {
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
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.format.check(); err != nil {
				return err
			}
			if f.parts.twiceStdin(args) {
				return cli.Usagef("standard input is given twice")
			}
			f.parts.exitGiven = cmd.Flags().Changed("exit-code")
			if f.rules {
				return p.printRules(&f)
			}
			return p.diagnose(cmd, args, &f)
		},
	}
	f.format.registerFor(cmd, "diagnose/v1", func() string {
		if f.rules {
			return diagnose.RulesSchema
		}
		return "diagnose/v1"
	})
	f.in.register(cmd)
	fl := cmd.Flags()
	f.parts.register(cmd)
	fl.StringVar(&f.failOn, "fail-on", "", "end with exit code 3 where a finding is of this `severity` or above: info|warning|error")
	fl.BoolVar(&f.rules, "rules", false, "list the rules with what they mean and need, and read nothing")
	cli.Complete(cmd, map[string][]string{"fail-on": diagnose.Severities()})
	return cmd
}

// thresholdCode is the exit code of a command that ran well and crossed a
// threshold that was asked for.
const thresholdCode = 3

// diagnose reads everything, asks the rules and prints what they say.
func (p *program) diagnose(cmd *cobra.Command, args []string, f *diagnoseFlags) error {
	limit := diagnose.Severity(len(diagnose.Severities()))
	if f.failOn != "" {
		s, err := diagnose.ParseSeverity(f.failOn)
		if err != nil {
			return cli.Unknown("--fail-on", f.failOn, diagnose.Severities())
		}
		limit = s
	}
	if len(args) == 0 {
		return p.diagnoseAlone(cmd, f, limit)
	}
	t, err := p.openAll(cmd, args, &f.in)
	if err != nil {
		return err
	}
	in := evidence.Of(t)
	if err := evidence.AddOverheads(t, in); err != nil {
		return errors.Join(err, t.Close())
	}
	if err := p.addParts(cmd, in, &f.parts); err != nil {
		return errors.Join(err, t.Close())
	}
	r := diagnose.Run(in, diagnose.Rules())
	if err := cmp.Or(r.Err(), t.Err(), t.Close()); err != nil {
		return err
	}
	return p.diagnosed(r, f, limit)
}

// diagnoseAlone asks the rules where there is no trace.
func (p *program) diagnoseAlone(cmd *cobra.Command, f *diagnoseFlags, limit diagnose.Severity) error {
	in := diagnose.WithoutTrace(f.parts.Names())
	if err := p.addParts(cmd, in, &f.parts); err != nil {
		return err
	}
	r := diagnose.Run(in, diagnose.Rules())
	if err := r.Err(); err != nil {
		return err
	}
	return p.diagnosed(r, f, limit)
}

// diagnosed prints what the rules say; the status says whether a finding is of
// the severity limit or above.
func (p *program) diagnosed(r *diagnose.Result, f *diagnoseFlags, limit diagnose.Severity) error {
	if err := p.print(&f.format, r, diagnosereport.Report(r)); err != nil {
		return err
	}
	if worst, found := r.Worst(); found && worst >= limit {
		return cli.Status(thresholdCode)
	}
	return nil
}

// printRules lists the rules.
func (p *program) printRules(f *diagnoseFlags) error {
	rules := diagnose.Rules()
	return p.print(&f.format, diagnose.NewRuleList(rules), diagnosereport.Rules(rules))
}
