package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/summary"
	"github.com/nrkit/nrkit/internal/units"
)

// A summarizeFlags holds the flags of the command summarize.
type summarizeFlags struct {
	in      traces.Flags
	out     string
	skipBad bool
}

// newSummarizeCmd returns the command that adds up captures.
func newSummarizeCmd(p *program) *cobra.Command {
	var f summarizeFlags
	cmd := &cobra.Command{
		Use:   "summarize FILE... -o OUT.nrs",
		Short: "add up captures to a small file that adds up further",
		Long: `Summarize reads captures and writes a summary OUT.nrs. The summary has the table of
phases of each capture, and the durations of all captures together. The command merge
adds up summaries. The commands phases, compare and diagnose read a summary in the
place of its captures.

A summary has no single ranges. It needs about 5 KB per capture, however long the
capture is. Counts, sums and extremes are exact. A quantile is exact up to 4096 values
of a path, and within 0.4 % beyond.

A FILE is a trace of any format that nrprof phases reads, or a folder. From a folder,
summarize takes the files of the first format that the folder has: captures, exports of
Nsight Systems, profiles of JAX, Chrome JSON. Standard input is not read.

Each capture is one rank, numbered by its label rank if all these labels differ,
otherwise by its position in the sorted list of names. A capture that is given twice is
an error, also under another name.

A file that cannot be read is an error. With --skip-bad, summarize warns, notes the
file and the reason in the summary, and goes on.`,
		Example: `  nrprof summarize captures/ -o all.nrs
  nrprof summarize rank*.nrt -o node7.nrs --skip-bad
  nrprof phases all.nrs`,
		Args: cli.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error { return p.summarize(cmd, args, &f) },
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.out, "output", "o", "", "write the summary to `OUT.nrs`; - is standard output")
	fl.BoolVar(&f.skipBad, "skip-bad", false, "note files that cannot be read in the summary, and go on")
	fl.BoolVar(&f.in.GroupNumbers, "group-numbers", false, "add up ranges whose names differ only in numbers, with # for each number")
	f.in.RegisterNames(cmd)
	return cmd
}

// summarize adds up captures.
func (p *program) summarize(cmd *cobra.Command, args []string, f *summarizeFlags) error {
	if f.out == "" {
		return cli.Usage("no output given", "-o OUT.nrs names the summary")
	}
	o, err := f.in.Options(p.Program)
	if err != nil {
		return err
	}
	files, err := summary.Files(args)
	if err != nil {
		return traces.Error(cmd, args, err)
	}
	for _, path := range files {
		if err := cli.NotItself("-o", f.out, path, "trace"); err != nil {
			return err
		}
	}
	progress, over := traces.Reading(p.Program)
	part, err := summary.Collect(p.Ctx, files, summary.Options{Input: o, SkipBad: f.skipBad, Read: progress})
	over()
	if err != nil {
		return summaryError(cmd, files, err)
	}
	p.warnBad(part)
	return p.WriteTo(f.out, part.Write)
}

// summaryError gives an error of adding up captures its hint.
func summaryError(cmd *cobra.Command, files []string, err error) error {
	var twice *summary.TwiceError
	if errors.As(err, &twice) {
		return cli.WithHint(err, "leave one of them out")
	}
	err = traces.Error(cmd, files, err)
	if errors.Is(err, context.Canceled) || summary.OfMachine(err) {
		return err
	}
	advice := "--skip-bad notes such files in the summary, and adds up the others"
	if more := hint.Of(err); more != "" {
		advice += "; " + more
	}
	return cli.WithHint(err, advice)
}

// mostBad is how many files that cannot be read are warned of one by one.
const mostBad = 20

// warnBad says which captures a summary lacks.
func (p *program) warnBad(part *summary.Part) {
	bad := part.Bad()
	for k, b := range bad {
		if k == mostBad {
			p.Warn(fmt.Sprintf("%s more cannot be read: nrprof phases --json lists them under pooled.bad", units.Plural(len(bad)-k, "file")))
			break
		}
		p.Warn("skipped: " + b.Message)
	}
}

// newMergeCmd returns the command that adds up summaries.
func newMergeCmd(p *program) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "merge PART.nrs... -o OUT.nrs",
		Short: "add up summaries",
		Long: `Merge reads summaries and writes their sum OUT.nrs: the summary that nrprof summarize
writes for all their captures at once, byte for byte. The order of the summaries does
not matter, and sums may be merged again.

A capture that is in two summaries is an error, because its times would count twice.`,
		Example: `  nrprof merge parts/*.nrs -o all.nrs`,
		Args:    cli.SomeFiles,
		RunE:    func(cmd *cobra.Command, args []string) error { return p.merge(cmd, args, out) },
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write the sum to `OUT.nrs`; - is standard output")
	return cmd
}

// merge adds up summaries.
func (p *program) merge(cmd *cobra.Command, args []string, out string) error {
	if out == "" {
		return cli.Usage("no output given", "-o OUT.nrs names the sum")
	}
	part, err := p.openSummaries(cmd, args)
	if err != nil {
		return err
	}
	return p.WriteTo(out, part.Write)
}

// openSummaries returns the sum of summary files.
func (p *program) openSummaries(cmd *cobra.Command, paths []string) (*summary.Part, error) {
	sum := summary.New()
	bar := p.Bar()
	defer bar.Clear()
	for k, path := range paths {
		bar.Set(k, len(paths), "summaries")
		part, err := summary.Open(path)
		if err != nil {
			return nil, cli.FileError(cmd, paths, err)
		}
		if err := sum.Merge(part); err != nil {
			return nil, cli.WithHint(fmt.Errorf("%s: %w", filepath.Base(path), err), "merge each summary once, and add each capture to one summary")
		}
	}
	return sum, nil
}
