package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
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
		Short: "is one set of runs faster than another, and in what?",
		Long: `Compare says in which phases, kernels and counts the runs of NEW differ from
those of OLD. The sample is the run: several files a side are tested, one file a
side never is, since the calls of one run are no independent samples.

A side is a file, a folder, a pattern in quotation marks, or several of these
with commas between; or OLD... -- NEW..., as shells expand patterns, after all
flags. Files are captures, Chrome JSON, SQLite exports of Nsight Systems,
documents phases/v1 and run/v1, and results in the format of Go benchmarks; a
document or a list of results may hold several runs. Of a folder it takes the
captures, or else the exports, documents or results in it.

Runs that differ in what matters for timing or for compiled code (CPU, GPU,
driver, environment, circuit, method …) are not compared, unless --vary names
what differs on purpose, or --force is given.

Where both sides have work on GPUs, the text is one screen: a verdict, what each
device did, how long it was idle, and the totals by kernel, copy and wait that
differ most. --all prints all tables, and so does --rows; --json has everything.

Cold, warm-up and steady are compared with themselves alone. A change is shown
where the rank test of Mann and Whitney finds one at --alpha, after adjustment for
the number of tests; else there is a ~. Take turns between old and new runs.`,
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
	fl.StringArrayVar(&f.sides.Old, "old", nil, "`FILES` of the old side, instead of an argument")
	fl.StringArrayVar(&f.sides.New, "new", nil, "`FILES` of the new side")
	fl.BoolVar(&f.force, "force", false, "compare runs that differ in what matters for timing")
	fl.StringArrayVar(&f.vary, "vary", nil, "`PART` that differs on purpose: a label such as ordering, a part of the key such as env.XLA_FLAGS")
	fl.BoolVar(&f.all, "all", false, "print all tables, not one screen")
	fl.BoolVar(&f.group, "group-numbers", false, "take names of ranges that differ in numbers alone for one, with # for each number; names in documents stay")
	fl.StringVar(&f.rows, "rows", "", "compare only these `KINDS`: "+strings.Join(compare.KindNames(compare.Kinds()), ", "))
	fl.StringVar(&f.failAbove, "fail-above", "", "exit with code 3 when something is significantly slower by more than `PERCENT`, such as 5%")
	fl.StringVar(&f.failRows, "fail-rows", "", "`KINDS` that --fail-above is for; root,phases,benchmarks unless given")
	fl.StringVar(&f.least, "min-share", "0.1%", "leave out what takes less than `PERCENT` of its regime")
	fl.Float64Var(&f.alpha, "alpha", 0.05, "level of the tests: `share` of comparisons of equal runs that may show a difference")
	fl.Float64Var(&f.confidence, "confidence", 0.95, "`level` of the intervals of the medians")
	fl.StringVar(&f.correction, "correction", string(compare.BenjaminiHochberg), "for many tests at once: `bh|holm|none`")
	fl.StringVar(&f.stat, "statistic", string(compare.Mean), "what stands for the calls of a run: `mean|median|p90|p99|min`")
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
	oldFiles, newFiles := f.sides.Lists(cmd, args)
	old, err := p.readSide(cmd, oldFiles, how)
	if err != nil {
		return err
	}
	new, err := p.readSide(cmd, newFiles, how)
	if err != nil {
		return err
	}
	if part := compare.Missing(opt.Vary, old, new); part != "" {
		return cli.Unknown("--vary", part, compare.Parts(old, new))
	}
	if refused := compare.Identify(old, new, opt.Vary).Refused(); len(refused) > 0 && !f.force {
		return cli.WithHint(errors.New("the times of these runs do not compare: "+comparereport.Refusal(refused)),
			"--vary "+refused[0].Part+" where it differs on purpose; --force compares whatever differs")
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
			"--fail-rows says what it is for: "+strings.Join(compare.KindNames(compare.Kinds()), ", ")))
	case r.Blind:
		return cli.Partial(cli.WithHint(fmt.Errorf("--fail-above: no test was possible: %d and %d runs", len(old), len(new)),
			fmt.Sprintf("%d runs a side are the least at --alpha %g", compare.RunsNeeded(opt.Alpha), opt.Alpha)))
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

// readSide reads the runs of a side.
func (p *program) readSide(cmd *cobra.Command, list []string, how sides.Options) ([]*compare.Run, error) {
	files, err := sides.Files(list)
	if missing := new(fs.PathError); errors.As(err, &missing) {
		return nil, cli.FileError(cmd, []string{missing.Path}, err)
	}
	if err != nil {
		return nil, err
	}
	if err := cli.SomeFiles(cmd, files); err != nil {
		return nil, err
	}
	runs, err := sides.Read(files, how)
	return runs, traces.Error(cmd, files, err)
}
