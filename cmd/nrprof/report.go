package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/internal/evidence"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/reports/phases"
	"github.com/nrkit/nrkit/internal/reports/runpage"
	"github.com/nrkit/nrkit/reports"
	diagnosereport "github.com/nrkit/nrkit/reports/diagnose"
	"github.com/nrkit/nrkit/solvers"
)

// A reportFlags holds the flags of the command report.
type reportFlags struct {
	in    traces.Flags
	parts diagnoseParts
	out   string
}

// newReportCmd returns the command that writes a page about a run.
func newReportCmd(p *program) *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "report FILE... -o OUT.html",
		Short: "write one HTML page with findings, timeline and tables",
		Long: `Report writes one HTML page about a run. The page has the findings of nrprof diagnose,
a timeline of the ranges, the time by nested range names, the iterations of each time
step with their residuals, and the tables of nrprof phases.

The page is one file, and a browser opens it without a network: the page requests
nothing. A page has at most 2 million ranges. If there are more, the timeline leaves out
the shortest ranges, and the page says how many.

nrprof view --offline FILE shows the same page without writing it to OUT.html.

` + traces.Help(),
		Example: `  nrprof report c6288.nrt -o c6288.html
  nrprof report rank0.sqlite rank1.sqlite -o both.html`,
		Args: cli.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.out == "" {
				return cli.Usage("no output given", "-o OUT.html names the page; - is standard output")
			}
			for _, path := range args {
				if err := cli.NotItself("-o", f.out, path, "trace"); err != nil {
					return err
				}
			}
			if err := cli.OneStdin(append([]string{f.parts.XLALog, f.parts.JAXLog}, args...)...); err != nil {
				return err
			}
			f.parts.exitGiven = cmd.Flags().Changed("exit-code")
			write, err := p.page(cmd, args, &f.in, &f.parts)
			if err != nil {
				return err
			}
			return p.WriteTo(f.out, write)
		},
	}
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write the page to `OUT.html`; - is standard output")
	cmd.Flags().BoolVar(&f.in.GroupNumbers, "group-numbers", false, "give ranges whose names differ only in numbers one name, with # for each number")
	f.in.Register(cmd)
	f.parts.register(cmd)
	return cmd
}

// page reads traces and returns what writes their page.
func (p *program) page(cmd *cobra.Command, args []string, in *traces.Flags, parts *diagnoseParts) (write func(io.Writer) error, err error) {
	set, err := in.Open(p.Program, cmd, args)
	if err != nil {
		return nil, err
	}
	table := phasetable.OfSet(set)
	data, err := runpage.Collect(solvers.Annotate(set.Trace), runpage.Limit)
	if err != nil {
		return nil, errors.Join(err, set.Close())
	}
	tables := phases.Report(table, set, "")
	r, err := evidence.Ask(set, "", func(in *diagnose.Input) error { return p.addParts(cmd, in, parts) })
	if err != nil {
		return nil, err
	}
	doc := &reports.Document{Title: tables.Title}
	runpage.Compose(doc, diagnosereport.Report(r), tables, data)
	return func(w io.Writer) error { return runpage.Write(w, doc, data) }, nil
}
