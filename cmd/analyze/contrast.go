package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/reports"
	analysisreport "github.com/nrkit/nrkit/reports/analysis"
)

// contrast prints what two orderings differ in.
func (p *program) contrast(cmd *cobra.Command, args []string, f *compareFlags) error {
	if _, err := methodList("--orderings", f.pair); err != nil {
		return err
	}
	switch {
	case len(f.pair) != 2:
		return cli.Usagef("--orderings: want two, X,Y, got %d", len(f.pair))
	case len(f.run.orderings) > 0 || f.failAbove != "":
		return cli.Usagef("--orderings names the orderings, and excludes --ordering and --fail-above")
	case len(f.run.exact) == 0 && (cmd.Flags().Changed("exact-budget") || cmd.Flags().Changed("pivot-threshold")):
		return cli.Usage("--exact-budget and --pivot-threshold are for numeric LUs, and --orderings runs no numeric LU", "--exact all runs numeric LUs")
	case f.json && f.markdown:
		return cli.Usagef("--json and --markdown exclude each other")
	}
	opt, err := f.run.options(cmd)
	if err != nil {
		return err
	}
	if err := checkContrastExact(opt.Exact, f.pair); err != nil {
		return err
	}
	opt.Orderings = f.pair
	if len(opt.Exact) == 0 {
		opt.Exact = []string{"none"}
	}
	docs := make([]*analysis.Document, len(args))
	for k, path := range args {
		if len(args) == 2 {
			opt.Orderings = f.pair[k : k+1]
			if len(opt.Exact) == 2 {
				opt.Exact = []string{"all"}
			}
		}
		if docs[k], err = p.document(cmd, path, opt); err != nil {
			return err
		}
		for _, w := range docs[k].Warnings {
			if len(f.run.exact) > 0 && analysis.WithoutExact(w) {
				p.Warn(docs[k].Input.Name + ": " + w.Message)
			}
		}
	}
	a, b := docs[0], docs[len(docs)-1]
	if err := a.Missing(f.pair[0]); err != nil {
		return err
	}
	if err := b.Missing(f.pair[1]); err != nil {
		return err
	}
	c := analysis.ContrastOf(a, b, f.pair[0], f.pair[1])
	switch {
	case f.json:
		return analysis.WriteJSON(p.Stdout, c)
	case f.markdown:
		return reports.Markdown(p.Stdout, analysisreport.Contrast(c))
	}
	return reports.WrappedText(p.Stdout, analysisreport.Contrast(c), p.Width(f.width))
}

// checkContrastExact returns a usage error unless numeric LUs are wanted of both
// orderings or of none: one alone compares with nothing.
func checkContrastExact(exact, pair []string) error {
	for _, name := range pair {
		if len(exact) > 0 && !contains(exact, "all") && !contains(exact, "none") && !contains(exact, name) {
			return cli.Usagef("--exact: with --orderings want all, none or %s, got %s", strings.Join(pair, ","), strings.Join(exact, ","))
		}
	}
	return nil
}
