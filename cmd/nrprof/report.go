package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/align"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/internal/evidence"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/reports/phases"
	"github.com/nrkit/nrkit/internal/reports/runpage"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	comparereport "github.com/nrkit/nrkit/reports/compare"
	diagnosereport "github.com/nrkit/nrkit/reports/diagnose"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace/input"
)

// A reportFlags holds the flags of the command report.
type reportFlags struct {
	in    traces.Flags
	pair  pairFlags
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

` + traces.Help() + `

` + helpPair + `
The page then has this timeline and the report of nrprof compare.`,
		Example: `  nrprof report c6288.nrt -o c6288.html
  nrprof report before.nrt after.nrt --align iteration -o diff.html
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
			if u, ok, err := f.pair.unit(); err != nil {
				return err
			} else if ok {
				return p.reportPair(cmd, args, &f, u)
			}
			f.parts.exitGiven = cmd.Flags().Changed("exit-code")
			write, err := p.page(cmd, args, &f.in, &f.parts, func(s *input.Set) { p.hintPair(s, &f.pair) })
			if err != nil {
				return err
			}
			return p.WriteTo(f.out, write)
		},
	}
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write the page to `OUT.html`; - is standard output")
	cmd.Flags().BoolVar(&f.in.GroupNumbers, "group-numbers", false, "give ranges whose names differ only in numbers one name, with # for each number")
	f.in.Register(cmd)
	f.pair.register(cmd, &f.in)
	f.parts.register(cmd)
	return cmd
}

// reportPair writes the page of two runs on one time line.
func (p *program) reportPair(cmd *cobra.Command, args []string, f *reportFlags, u align.Unit) error {
	if name := f.parts.given(cmd); name != "" {
		return cli.Usagef("--%s and --align %s exclude each other", name, u)
	}
	x, err := p.openPair(cmd, args, &f.pair, u)
	if err != nil {
		return err
	}
	data, err := runpage.Collect(x.Trace, runpage.Limit)
	if err != nil {
		return errors.Join(err, x.Close())
	}
	var runs [2][]*compare.Run
	for k, s := range x.files {
		runs[k] = []*compare.Run{compare.FromTrace(x.names[k], s.Trace, compare.Mean)}
	}
	c, err := compare.Compare(runs[0], runs[1], compare.Options{Vary: f.pair.vary, MinShare: 0.001})
	if err != nil {
		return errors.Join(err, x.Close())
	}
	tables := comparereport.Report(c)
	doc := &reports.Document{Title: tables.Title}
	runpage.ComposePair(doc, tables, alignedBlocks(x), data)
	err = p.WriteTo(f.out, func(w io.Writer) error { return runpage.Write(w, doc, data) })
	return errors.Join(err, x.Close())
}

// alignedBlocks says what of two runs is aligned, and the time of each phase in it.
func alignedBlocks(x *pair) []reports.Block {
	t := &reports.Table{Columns: []reports.Column{{Name: "ranges"}, {Name: "in both", Right: true}, {Name: "only " + x.names[0], Right: true}, {Name: "only " + x.names[1], Right: true}}}
	for _, c := range []struct {
		name string
		align.Count
	}{{"time steps", x.Steps}, {"iterations", x.Iterations}} {
		if c.Both+c.Before+c.After > 0 {
			t.Append(c.name, units.Integer(c.Both), units.Integer(c.Before), units.Integer(c.After))
		}
	}
	sums := &reports.Table{Columns: []reports.Column{{Name: "total in all " + map[align.Unit]string{align.Iteration: "iterations", align.Step: "time steps"}[x.unit]},
		{Name: x.names[0], Right: true}, {Name: x.names[1], Right: true}, {Name: "difference", Right: true}}}
	for _, s := range x.Totals {
		sums.Append(s.Name, units.Duration(s.Before), units.Duration(s.After), difference(s.After-s.Before))
	}
	return []reports.Block{reports.Paragraph(pairText[x.unit]), t, sums}
}

// difference writes a difference of times.
func difference(ns int64) string {
	switch {
	case ns < 0:
		return "−" + units.Duration(-ns)
	case ns > 0:
		return "+" + units.Duration(ns)
	}
	return "0"
}

// pairText says what the timeline of two runs shows.
var pairText = map[align.Unit]string{
	align.Iteration: "The same iteration of the same time step begins at the same time in both runs. The first track shows which iterations one run lacks, and the time after − before of each iteration. The last track has the times of the phases.",
	align.Step:      "The same time step begins at the same time in both runs. The first track shows which time steps one run lacks, and the time after − before of each step. The last track has the times of the phases.",
}

// page reads traces and returns what writes their page. opened is called with the traces.
func (p *program) page(cmd *cobra.Command, args []string, in *traces.Flags, parts *diagnoseParts, opened func(*input.Set)) (write func(io.Writer) error, err error) {
	set, err := in.Open(p.Program, cmd, args)
	if err != nil {
		return nil, err
	}
	opened(set)
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
