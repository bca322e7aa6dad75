package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/format"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/internal/sides"
	"github.com/nrkit/nrkit/reports"
	comparereport "github.com/nrkit/nrkit/reports/compare"
	"github.com/nrkit/nrkit/trace"
)

// A compareFlags holds the flags of the command compare.
type compareFlags struct {
	format            format.Flags
	sides             cli.Sides
	force, all, group bool
	vary              []string
	rows, failRows    string
	failAbove, least  string
	alpha, confidence float64
	correction, stat  string
}

// newCompareCmd returns the command that compares runs.
func newCompareCmd(p *program) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare OLD NEW",
		Short: "compare two sets of runs: what became faster, and what slower",
		Long: `Compare reads the runs of two sides, OLD and NEW, and lists the phases, kernels and
counts that differ. The sample is the run: compare tests several runs per side.
It never tests one run per side, because the calls of one run are not independent
samples.

A side is a file, a folder, a pattern in quotation marks, or several of these with
commas between. In the form OLD... -- NEW... the shell expands patterns; all flags
stand before the files. A file is a capture, Chrome JSON, an SQLite export of Nsight
Systems, a profile of JAX, a document phases/v1 or run/v1, results in the format of
Go benchmarks, or a summary of nrprof summarize. In a summary, each capture is a run.
A document or a file of results may hold several runs. From a folder, compare takes
the files of one sort, the first of these that the folder has: captures, exports,
profiles, JSON files, results, summaries.

If a part differs that affects times or compiled code, compare refuses the runs.
Such parts are CPU, GPU, driver, environment, circuit, method and others. --vary
names a part that differs on purpose; --force compares the runs in any case.

If both sides have work on GPUs, the report is one screen: a verdict, what each
device did, how long each device was idle, and the kernels, copies and waits whose
totals differ most. --all and --rows print all tables; --json has everything.

Compare treats cold, warm-up and steady time steps separately. It shows a change if
the rank test of Mann and Whitney finds one at --alpha, adjusted for the number of
tests. Otherwise it shows ~. Alternate old and new runs.`,
		Example: `  nrprof compare before.nrt after.nrt
  nrprof compare old/ new/ --fail-above 5%
  nrprof compare --markdown old*.nrt -- new*.nrt
  nrprof compare amd/ colamd/ --vary ordering
  nrprof compare before.sqlite after.sqlite --group-numbers`,
		Args: func(cmd *cobra.Command, args []string) error { return f.sides.Check(cmd, args) },
		RunE: func(cmd *cobra.Command, args []string) error { return p.compare(cmd, args, &f) },
	}
	f.register(cmd)
	return cmd
}

// register adds the flags to cmd.
func (f *compareFlags) register(cmd *cobra.Command) {
	f.format.Register(cmd, compare.Schema)
	fl := cmd.Flags()
	fl.StringArrayVar(&f.sides.Old, "old", nil, "`FILES` of the old side, instead of an argument; may be given several times")
	fl.StringArrayVar(&f.sides.New, "new", nil, "`FILES` of the new side; may be given several times")
	fl.BoolVar(&f.force, "force", false, "compare runs even if a part differs that affects times or compiled code")
	fl.StringArrayVar(&f.vary, "vary", nil, "`PART` that differs on purpose: a label such as ordering, or a part of the key such as env.XLA_FLAGS; may be given several times")
	fl.BoolVar(&f.all, "all", false, "print all tables, not one screen")
	fl.BoolVar(&f.group, "group-numbers", false, "give ranges whose names differ only in numbers one name, with # for each number; names in documents stay")
	fl.StringVar(&f.rows, "rows", "", "compare only these `KINDS`: "+strings.Join(compare.KindNames(compare.Kinds()), ", "))
	fl.StringVar(&f.failAbove, "fail-above", "", "exit with code 3 if a quantity of --fail-rows is significantly slower by more than `PERCENT`, such as 5%")
	fl.StringVar(&f.failRows, "fail-rows", "", "`KINDS` that --fail-above checks (default root,phases,benchmarks)")
	fl.StringVar(&f.least, "min-share", "0.1%", "leave out quantities that take less than `PERCENT` of their regime")
	fl.Float64Var(&f.alpha, "alpha", 0.05, "level of the tests: the `share` of comparisons of equal runs that may show a difference")
	fl.Float64Var(&f.confidence, "confidence", 0.95, "`level` of the intervals of the medians")
	fl.StringVar(&f.correction, "correction", string(compare.BenjaminiHochberg), "adjustment for the number of tests: `bh|holm|none`")
	fl.StringVar(&f.stat, "statistic", string(compare.Mean), "statistic that represents the calls of a run: `mean|median|p90|p99|min`")
	cli.Complete(cmd, map[string][]string{"correction": cli.Texts(compare.Corrections()), "statistic": cli.Texts(compare.Statistics())})
}

// parseKinds reads the value of --rows and --fail-rows; nil for "".
func parseKinds(flag, s string) ([]compare.Kind, error) {
	kinds, bad, ok := compare.ParseKinds(s)
	if !ok {
		return nil, cli.Unknown(flag, bad, compare.KindNames(compare.Kinds()))
	}
	return kinds, nil
}

// options returns what the flags say of the comparison.
func (f *compareFlags) options() (o compare.Options, err error) {
	o = compare.Options{Alpha: f.alpha, Confidence: f.confidence, Correction: compare.Correction(f.correction), Statistic: compare.Statistic(f.stat), Vary: f.vary}
	if err := cmp.Or(cli.Fraction("--alpha", f.alpha), cli.Fraction("--confidence", f.confidence),
		cli.OneOf("--correction", f.correction, cli.Texts(compare.Corrections())), cli.OneOf("--statistic", f.stat, cli.Texts(compare.Statistics()))); err != nil {
		return o, err
	}
	if o.MinShare, err = cli.Percent("--min-share", f.least); err != nil {
		return o, err
	}
	if o.Kinds, err = parseKinds("--rows", f.rows); err != nil {
		return o, err
	}
	if o.FailKinds, err = parseKinds("--fail-rows", f.failRows); err != nil {
		return o, err
	}
	if f.failAbove == "" {
		if f.failRows != "" {
			return o, cli.Usagef("--fail-rows needs --fail-above")
		}
		return o, nil
	}
	limit, err := cli.Percent("--fail-above", f.failAbove)
	o.FailAbove = &limit
	return o, err
}

// compare reads both sides and prints in what they differ.
func (p *program) compare(cmd *cobra.Command, args []string, f *compareFlags) error {
	if err := f.format.Check(); err != nil {
		return err
	}
	opt, err := f.options()
	if err != nil {
		return err
	}
	how := sides.Options{Statistic: opt.Statistic, Input: traces.Options(p.Program)}
	if f.group {
		how.Rename = trace.GroupNumbers
	}
	old, new, err := p.readSides(cmd, args, f, how)
	if err != nil {
		return err
	}
	if part := compare.Missing(opt.Vary, old, new); part != "" {
		return cli.Unknown("--vary", part, compare.Parts(old, new))
	}
	if refused := compare.Identify(old, new, opt.Vary).Refused(); len(refused) > 0 && !f.force {
		return refusal(refused)
	}
	r, err := compare.Compare(old, new, opt)
	if err != nil {
		return err
	}
	if err := p.printComparison(r, f); err != nil {
		return err
	}
	switch {
	case r.Exceeding > 0:
		return cli.ErrThreshold
	case r.Blind && r.Watched == 0:
		return cli.Partial(cli.WithHint(fmt.Errorf("--fail-above: the sides have no %s in common", strings.Join(compare.KindNames(r.FailRows), " or ")),
			"--fail-rows selects other kinds: "+strings.Join(compare.KindNames(compare.Kinds()), ", ")))
	case r.Blind:
		return cli.Partial(cli.WithHint(fmt.Errorf("--fail-above: no test was possible: %d and %d runs", len(old), len(new)),
			fmt.Sprintf("at --alpha %g, a test needs at least %d runs per side", opt.Alpha, compare.RunsNeeded(opt.Alpha))))
	}
	return nil
}

// printComparison writes r in the form asked for. Markdown has the changes, and
// the rest folded away.
func (p *program) printComparison(r *compare.Result, f *compareFlags) error {
	text, brief := comparereport.Report(r), comparereport.Brief(r)
	if r.Work != nil && !f.all && f.rows == "" {
		text, brief = comparereport.Screen(r), comparereport.Screen(r)
	}
	if help := comparereport.Grouping(r); help != "" && !f.group {
		text.Add(reports.Paragraph(help))
		brief.Add(reports.Paragraph(help))
	}
	if !f.format.Markdown {
		return f.format.Print(p.Program, r, text)
	}
	return comparereport.Markdown(p.Stdout, r, brief)
}

// readSides reads the runs of both sides.
func (p *program) readSides(cmd *cobra.Command, args []string, f *compareFlags, how sides.Options) (old, new []*compare.Run, err error) {
	oldList, newList := f.sides.Lists(cmd, args)
	oldFiles, err := sideFiles(cmd, oldList)
	if err != nil {
		return nil, nil, err
	}
	newFiles, err := sideFiles(cmd, newList)
	if err != nil {
		return nil, nil, err
	}
	tally, over := traces.Tally(p.Program, slices.Concat(oldFiles, newFiles))
	defer over()
	how.Tally = tally
	if old, err = sides.Read(oldFiles, how); err != nil {
		return nil, nil, traces.Error(cmd, oldFiles, err)
	}
	if new, err = sides.Read(newFiles, how); err != nil {
		return nil, nil, traces.Error(cmd, newFiles, err)
	}
	return old, new, nil
}

// sideFiles returns the files of a side.
func sideFiles(cmd *cobra.Command, list []string) ([]string, error) {
	files, err := sides.Files(list)
	if missing := new(fs.PathError); errors.As(err, &missing) {
		return nil, cli.FileError(cmd, []string{missing.Path}, err)
	}
	if err != nil {
		return nil, err
	}
	return files, cli.SomeFiles(cmd, files)
}
